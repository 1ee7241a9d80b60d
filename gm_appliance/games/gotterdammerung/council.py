"""The council: talk, accusation, support, defence, ballot; at most one further accusation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gm_appliance.games.game import (
    Choice,
    Clock,
    Decision,
    Each,
    Every,
    First,
    OneOf,
    Seat,
    Table,
)
from gm_appliance.games.gotterdammerung import timetable
from gm_appliance.games.gotterdammerung.count import count
from gm_appliance.games.gotterdammerung.ending import banish
from gm_appliance.games.gotterdammerung.gods import card_of, holds, stays
from gm_appliance.games.gotterdammerung.model import (
    DOWN,
    PASS,
    UP,
    Accused,
    Accuses,
    Council,
    CouncilEnds,
    Counted,
    Dropped,
    Missing,
    Night,
    Over,
    RoundBegins,
    Spared,
    Supported,
    Telling,
    ThumbsShown,
    Trial,
    View,
    Withdrawn,
)

SUPPORT_SECONDS = 30.0
"""After so long without a supporter an accusation is dropped. It may be made again."""

THUMBS = OneOf((DOWN, UP))


def accusable(view: View, spared: tuple[int, ...], accuser: int) -> tuple[int, ...]:
    """Whom this seat may accuse: others in Asgard, not voted on in this council, whom no card frees."""
    return tuple(
        seat
        for seat in view.asgard
        if seat != accuser and seat not in spared and not holds(view, seat, lambda card: card.frees)
    )


def voters(view: View, accused: int) -> tuple[int, ...]:
    """The seats whose thumb counts by itself; the accused's where the house lets it."""
    return tuple(s for s in view.seats if s != accused or view.setup.accused_votes == "yes")


def _asked(view: View, accused: int) -> tuple[int, ...]:
    """Those who show a thumb: the voters, and an accused god whose card turns another's votes."""
    god = view.place(accused).god
    turns = god in view.cards and card_of(god).turns and view.cards[god] != accused
    counting = voters(view, accused)
    return tuple(s for s in view.seats if s in counting or (s == accused and turns))


def _accusers(view: View, spared: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat in view.seats if accusable(view, spared, seat))


# ---------------------------------------------------------------- what is open


def council_decision(view: View, stage: Council) -> Decision:
    seats = _accusers(view, stage.spared)
    close = Decision("council.close", Table(), OneOf(("close",)))
    return Decision("council.accuse", First(seats, "hold-down"), OneOf(seats), also=(close,))


def trial_decision(view: View, trial: Trial) -> Decision:
    return _OPEN[trial.step](view, trial)


def _whom(view: View, trial: Trial) -> Decision:
    whom = OneOf((*accusable(view, trial.spared, trial.accuser), PASS))
    return Decision("council.whom", Seat(trial.accuser), whom)


def _support(view: View, trial: Trial) -> Decision:
    seats = tuple(seat for seat in view.seats if seat not in (trial.accuser, trial.accused))
    drop = OneOf(("drop",))
    also = (
        Decision("council.drop", Table(), drop),
        Decision("council.drop", Clock(), drop, limit=SUPPORT_SECONDS),
    )
    return Decision("council.support", First(seats, "press-up"), OneOf(seats), also=also)


def _defence(view: View, trial: Trial) -> Decision:
    return Decision("council.defence", Seat(trial.accused), OneOf(("done",)))


def _vote(view: View, trial: Trial) -> Decision:
    keys = tuple(str(seat) for seat in trial.asked)
    beats = timetable.vote(view)
    lead = next(beat.at for beat in beats if beat.mark == "count")
    ballot = Each(keys, THUMBS, partial=True)
    return Decision("council.vote", Every(trial.asked), ballot, secret=True, beats=beats, lead=lead)


def _thumb(view: View, trial: Trial) -> Decision:
    return Decision("council.thumb", Table(), THUMBS)


_OPEN: dict[str, Callable[[View, Trial], Decision]] = {
    "accuse": _whom,
    "support": _support,
    "defence": _defence,
    "vote": _vote,
    "thumb": _thumb,
}


# ---------------------------------------------------------------- what follows


def open_council(telling: Telling, spared: tuple[int, ...]) -> None:
    """Talk, unless nobody can be accused any more."""
    if _accusers(telling.view, spared):
        telling.change(stage=Council(spared))
    else:
        _end(telling, "nobody")


def apply_council(telling: Telling, choice: Choice) -> None:
    stage = telling.view.stage
    assert isinstance(stage, Council)
    if choice.name == "council.close":
        _end(telling, "agreed")
        return
    accuser = int(str(choice.value))
    telling.tell(Accuses(accuser), stage=Trial("accuse", stage.spared, accuser))


def apply_trial(telling: Telling, choice: Choice) -> None:
    trial = telling.view.stage
    assert isinstance(trial, Trial)
    _FOLLOWS[choice.name](telling, trial, choice)


def _accuse(telling: Telling, trial: Trial, choice: Choice) -> None:
    if choice.value == PASS:
        telling.tell(Withdrawn(trial.accuser), stage=Council(trial.spared))
        return
    accused = int(str(choice.value))
    stage = replace(trial, step="support", accused=accused)
    telling.tell(Accused(trial.accuser, accused), stage=stage)


def _drop(telling: Telling, trial: Trial, choice: Choice) -> None:
    telling.tell(Dropped(trial.accused), stage=Council(trial.spared))


def _supported(telling: Telling, trial: Trial, choice: Choice) -> None:
    supporter = int(str(choice.value))
    stage = replace(trial, step="defence", supporter=supporter)
    telling.tell(Supported(supporter, trial.accused), stage=stage)


def _defended(telling: Telling, trial: Trial, choice: Choice) -> None:
    telling.change(stage=replace(trial, step="vote", asked=_asked(telling.view, trial.accused)))


def _voted(telling: Telling, trial: Trial, choice: Choice) -> None:
    """Collect thumbs. The missing are asked once more; then the table enters theirs."""
    assert isinstance(choice.value, dict)
    _collect(telling, {int(key): str(thumb) for key, thumb in choice.value.items()})
    missing = tuple(seat for seat in trial.asked if seat not in telling.state.thumbs)
    if not missing:
        _decide(telling, trial)
        return
    step = "thumb" if trial.repeat else "vote"
    telling.tell(Missing(missing), stage=replace(trial, step=step, asked=missing, repeat=True))


def _entered(telling: Telling, trial: Trial, choice: Choice) -> None:
    _collect(telling, {trial.asked[0]: str(choice.value)})
    rest = trial.asked[1:]
    if rest:
        telling.change(stage=replace(trial, asked=rest))
    else:
        _decide(telling, trial)


def _collect(telling: Telling, thumbs: dict[int, str]) -> None:
    telling.state = replace(telling.state, thumbs={**telling.state.thumbs, **thumbs})


_FOLLOWS: dict[str, Callable[[Telling, Trial, Choice], None]] = {
    "council.whom": _accuse,
    "council.drop": _drop,
    "council.support": _supported,
    "council.defence": _defended,
    "council.vote": _voted,
    "council.thumb": _entered,
}


def _decide(telling: Telling, trial: Trial) -> None:
    """Show all thumbs, count them, and banish or spare the accused.

    Final: with everybody's thumb known, nobody may vote again.
    """
    view, accused = telling.view, trial.accused
    thumbs = {seat: telling.state.thumbs[seat] for seat in _asked(view, accused)}
    telling.state = replace(telling.state, thumbs={})
    telling.final = True
    counted = count(view, accused, thumbs, voters(view, accused))
    telling.tell(ThumbsShown(accused, thumbs))
    telling.tell(Counted(accused, counted))
    if counted.banishes and not stays(telling, accused):
        banish(telling, accused, by="council")
        if not isinstance(telling.view.stage, Over):
            _next_round(telling)
        return
    if not counted.banishes:
        telling.tell(Spared(accused, tie=counted.down == counted.up))
    if trial.spared:
        _end(telling, "second")
    else:
        open_council(telling, (accused,))


def _end(telling: Telling, why: str) -> None:
    telling.tell(CouncilEnds(why))
    _next_round(telling)


def _next_round(telling: Telling) -> None:
    begins = telling.view.round + 1
    telling.tell(RoundBegins(begins), stage=Night(), round=begins)
