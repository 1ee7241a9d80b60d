"""The council: talk, accusation, support, defence, ballot; at most one further accusation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from gm_appliance.core.game import (
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
from gm_appliance.games.gotterdammerung.events import (
    Accused,
    Accuses,
    CouncilEnds,
    Counted,
    Dropped,
    Missing,
    RoundBegins,
    Spared,
    Supported,
    ThumbsShown,
    Totals,
    Withdrawn,
)
from gm_appliance.games.gotterdammerung.gods import card_of, holders, stays
from gm_appliance.games.gotterdammerung.model import (
    DOWN,
    PASS,
    UP,
    Council,
    Night,
    Telling,
    Trial,
    View,
)
from gm_appliance.games.gotterdammerung.night import nightfall

SUPPORT_SECONDS = 30.0
"""After so long without a supporter an accusation is dropped. It may be made again."""

THUMBS = OneOf((DOWN, UP))
_DROP = (
    Decision("council.drop", Table(), OneOf(("drop",))),
    Decision("council.drop", Clock(), OneOf(("drop",)), limit=SUPPORT_SECONDS),
)


def accusable(view: View, spared: tuple[int, ...], accuser: int) -> tuple[int, ...]:
    """Whom this seat may accuse: others in Asgard, not voted on in this council, whom no card frees.

    accuser: a seat; 0 for whom anybody at all may accuse.
    """
    barred = {accuser, *spared, *holders(view, lambda card: card.frees)}
    return tuple(seat for seat in view.asgard if seat not in barred)


def voters(view: View, accused: int) -> tuple[int, ...]:
    """The seats whose thumb counts by itself; the accused's where the house lets it."""
    if view.setup.accused_votes == "yes":
        return view.present
    return tuple(seat for seat in view.present if seat != accused)


def _asked(view: View, accused: int) -> tuple[int, ...]:
    """Those who show a thumb: the voters, and an accused god whose card turns another's votes."""
    god = view.place(accused).god
    turns = god in view.cards and card_of(god).turns and view.cards[god] != accused
    return view.present if turns else voters(view, accused)


def _accusers(view: View, spared: tuple[int, ...]) -> tuple[int, ...]:
    """Those with somebody to accuse: who alone can be accused has nobody."""
    somebody = accusable(view, spared, accuser=0)
    if len(somebody) > 1:
        return view.present
    return tuple(seat for seat in view.present if somebody and seat not in somebody)


# ---------------------------------------------------------------- what is open


def council_decision(view: View, stage: Council) -> Decision:
    return _talk(_accusers(view, stage.spared), view.setup.talk)


@lru_cache(maxsize=64)
def _talk(seats: tuple[int, ...], minutes: int) -> Decision:
    """Who can accuse is mostly everybody, so it is mostly the same."""
    close = Decision("council.close", Table(), OneOf(("close",)))
    remind = minutes * 60.0 or None
    return Decision("council.accuse", First(seats, "hold-down"), OneOf(seats), remind=remind, also=(close,))


def trial_decision(view: View, trial: Trial) -> Decision:
    return _OPEN[trial.step](view, trial)


def _whom(view: View, trial: Trial) -> Decision:
    whom = OneOf((*accusable(view, trial.spared, trial.accuser), PASS))
    return Decision("council.whom", Seat(trial.accuser), whom)


def _support(view: View, trial: Trial) -> Decision:
    seats = tuple(seat for seat in view.present if seat not in (trial.accuser, trial.accused))
    return Decision("council.support", First(seats, "press-up"), OneOf(seats), also=_DROP)


def _defence(view: View, trial: Trial) -> Decision:
    remind = float(view.setup.defence) or None
    return Decision("council.defence", Seat(trial.accused), OneOf(("done",)), remind=remind)


def _vote(view: View, trial: Trial) -> Decision:
    return _ballot(trial.asked, view.setup.vote)


@lru_cache(maxsize=128)
def _ballot(asked: tuple[int, ...], seconds: int) -> Decision:
    """Mostly everybody is asked, so it is mostly the same."""
    beats = timetable.vote(seconds)
    lead = next(beat.at for beat in beats if beat.mark == "count")
    ballot = Each(tuple(map(str, asked)), THUMBS, partial=True)
    return Decision("council.vote", Every(asked), ballot, secret=True, beats=beats, lead=lead)


def _booth(view: View, trial: Trial) -> Decision:
    return Decision("council.booth", Seat(trial.asked[0]), THUMBS, secret=True)


def _show(view: View, trial: Trial) -> Decision:
    beats = timetable.show()
    lead = next(beat.at for beat in beats if beat.mark == "count")
    return Decision("council.show", Clock(), OneOf(("shown",)), beats=beats, lead=lead)


def _thumb(view: View, trial: Trial) -> Decision:
    return Decision("council.thumb", Seat(trial.asked[0]), THUMBS)


_OPEN: dict[str, Callable[[View, Trial], Decision]] = {
    "accuse": _whom,
    "support": _support,
    "defence": _defence,
    "vote": _vote,
    "booth": _booth,
    "show": _show,
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
    if trial.accused in telling.view.gone:
        _open_ballot(telling, stage)


def _defended(telling: Telling, trial: Trial, choice: Choice) -> None:
    _open_ballot(telling, trial)


# ---------------------------------------------------------------- the ballot


def _open_ballot(telling: Telling, trial: Trial) -> None:
    """All at once at their pads, those without one at the panel; or all thumbs shown."""
    view = telling.view
    asked = _asked(view, trial.accused)
    at_pads = tuple(seat for seat in asked if seat in view.pads)
    if view.setup.ballot == "thumbs":
        telling.change(stage=replace(trial, step="show", asked=asked))
    elif at_pads:
        telling.change(stage=replace(trial, step="vote", asked=at_pads))
    else:
        telling.change(stage=replace(trial, step="booth", asked=asked))


def _shown(telling: Telling, trial: Trial, choice: Choice) -> None:
    telling.change(stage=replace(trial, step="thumb"))


def _collected(telling: Telling, trial: Trial, choice: Choice) -> None:
    """One more thumb, or those of a window. The missing are asked once more at their pads, and at
    last, with those who have none, at the panel."""
    if isinstance(choice.value, dict):
        thumbs = {int(key): str(thumb) for key, thumb in choice.value.items()}
    else:
        thumbs = {trial.asked[0]: str(choice.value)}
    telling.thumbs = {**telling.thumbs, **thumbs}
    _ask_on(telling, trial)


def _ask_on(telling: Telling, trial: Trial) -> None:
    """Ask those whose thumb is still missing; decide once none is."""
    view = telling.view
    left = tuple(seat for seat in _asked(view, trial.accused) if seat not in telling.thumbs)
    if not left:
        _decide(telling, trial)
        return
    if trial.step != "vote":
        telling.change(stage=replace(trial, asked=left))
        return
    missing = tuple(seat for seat in left if seat in trial.asked)
    if missing and not trial.repeat:
        telling.tell(Missing(missing), stage=replace(trial, asked=missing, repeat=True))
        return
    at_panel = replace(trial, step="booth", asked=left)
    telling.tell(Missing(missing), stage=at_panel) if missing else telling.change(stage=at_panel)


def without(telling: Telling, seat: int) -> None:
    """A council goes on although this player left in the middle of it."""
    trial = telling.view.stage
    if isinstance(trial, Council):
        open_council(telling, trial.spared)
    elif not isinstance(trial, Trial):
        return
    elif trial.step == "accuse" and trial.accuser == seat:
        telling.tell(Withdrawn(seat))
        open_council(telling, trial.spared)
    elif trial.step == "defence" and trial.accused == seat:
        _open_ballot(telling, trial)
    elif trial.asked:
        _ask_on(telling, trial)


_FOLLOWS: dict[str, Callable[[Telling, Trial, Choice], None]] = {
    "council.whom": _accuse,
    "council.drop": _drop,
    "council.support": _supported,
    "council.defence": _defended,
    "council.vote": _collected,
    "council.booth": _collected,
    "council.show": _shown,
    "council.thumb": _collected,
}


def _decide(telling: Telling, trial: Trial) -> None:
    """Show all thumbs, count them, and banish or spare the accused.

    Final where thumbs were given unseen: with everybody's known, nobody may vote again.
    """
    view, accused = telling.view, trial.accused
    asked = _asked(view, accused)
    # In the order of the seats: that in which they pressed is nobody's business.
    thumbs = {seat: telling.thumbs[seat] for seat in asked}
    telling.thumbs = {}
    telling.final = view.setup.ballot != "thumbs"
    counted = count(view, accused, thumbs, voters(view, accused))
    if view.setup.count == "totals":
        telling.tell(Totals(accused, counted.down, counted.up))
    else:
        telling.tell(ThumbsShown(accused, thumbs))
        telling.tell(Counted(accused, counted))
    if not counted.banishes:
        telling.tell(Spared(accused, tie=counted.down == counted.up))
    elif not stays(telling, accused):
        if banish(telling, accused, by="council"):
            next_round(telling)
        return
    if trial.spared:
        _end(telling, "second")
    else:
        open_council(telling, (accused,))


def _end(telling: Telling, why: str) -> None:
    telling.tell(CouncilEnds(why))
    next_round(telling)


def next_round(telling: Telling) -> None:
    begins = telling.view.round + 1
    telling.tell(RoundBegins(begins), round=begins, stage=Night())
    nightfall(telling)
