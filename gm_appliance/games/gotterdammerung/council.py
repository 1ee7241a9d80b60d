"""The council: talk, accusation, support, defence, ballot; at most one further accusation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache

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
    StepBuilder,
    Trial,
    View,
)
from gm_appliance.games.gotterdammerung.night import nightfall

THUMB = OneOf((DOWN, UP))


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


def council_decision(view: View, phase: Council) -> Decision:
    return _talk(_accusers(view, phase.spared), view.setup.talk)


@lru_cache(maxsize=64)
def _talk(seats: tuple[int, ...], minutes: int) -> Decision:
    """Who can accuse is mostly everybody, so it is mostly the same."""
    close = Decision("council.close", Table(), OneOf(("close",)))
    remind = minutes * 60.0 or None
    who = First(seats, "hold-down")
    return Decision("council.accuse", who, OneOf(seats), remind=remind, talk=True, also=(close,))


def trial_decision(view: View, trial: Trial) -> Decision:
    return _OPEN[trial.step](view, trial)


def _whom(view: View, trial: Trial) -> Decision:
    whom = OneOf((*accusable(view, trial.spared, trial.accuser), PASS))
    return Decision("council.whom", Seat(trial.accuser), whom)


def _support(view: View, trial: Trial) -> Decision:
    """The accuser gives reasons meanwhile, and takes the time they need, unless the house has set one."""
    seats = tuple(seat for seat in view.present if seat not in (trial.accuser, trial.accused))
    also = _drops(view.setup.drop)
    return Decision("council.support", First(seats, "press-up"), OneOf(seats), talk=True, also=also)


@cache
def _drops(seconds: int) -> tuple[Decision, ...]:
    """What ends an accusation that nobody supports: the table, or, where the house wants it, the clock."""
    drop = Decision("council.drop", Table(), OneOf(("drop",)))
    if not seconds:
        return (drop,)
    return (drop, Decision("council.lapse", Clock(), OneOf(("lapse",)), limit=float(seconds)))


def _defence(view: View, trial: Trial) -> Decision:
    remind = float(view.setup.defence) or None
    return Decision("council.defence", Seat(trial.accused), OneOf(("done",)), remind=remind, talk=True)


def _vote(view: View, trial: Trial) -> Decision:
    return _ballot(trial.asked, view.setup.vote)


@lru_cache(maxsize=128)
def _ballot(asked: tuple[int, ...], seconds: int) -> Decision:
    """Mostly everybody is asked, so it is mostly the same."""
    beats = timetable.vote(seconds)
    lead = next(beat.at for beat in beats if beat.mark == "count")
    ballot = Each(tuple(map(str, asked)), THUMB, partial=True)
    return Decision("council.vote", Every(asked), ballot, secret=True, beats=beats, lead=lead)


def _booth(view: View, trial: Trial) -> Decision:
    return Decision("council.booth", Seat(trial.asked[0]), THUMB, secret=True)


def _show(view: View, trial: Trial) -> Decision:
    beats = timetable.show()
    lead = next(beat.at for beat in beats if beat.mark == "count")
    return Decision("council.show", Clock(), OneOf(("shown",)), beats=beats, lead=lead)


def _thumb(view: View, trial: Trial) -> Decision:
    return Decision("council.thumb", Seat(trial.asked[0]), THUMB)


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


def open_council(builder: StepBuilder, spared: tuple[int, ...]) -> None:
    """Talk, unless nobody can be accused any more."""
    if _accusers(builder.view, spared):
        builder.change(phase=Council(spared))
    else:
        _end(builder, "nobody")


def apply_council(builder: StepBuilder, choice: Choice) -> None:
    phase = builder.view.phase
    assert isinstance(phase, Council)
    if choice.name == "council.close":
        _end(builder, "agreed")
        return
    accuser = int(str(choice.value))
    builder.tell(Accuses(accuser), phase=Trial("accuse", phase.spared, accuser))


def apply_trial(builder: StepBuilder, choice: Choice) -> None:
    trial = builder.view.phase
    assert isinstance(trial, Trial)
    _FOLLOWS[choice.name](builder, trial, choice)


def _accuse(builder: StepBuilder, trial: Trial, choice: Choice) -> None:
    if choice.value == PASS:
        builder.tell(Withdrawn(trial.accuser), phase=Council(trial.spared, resumed=True))
        return
    accused = int(str(choice.value))
    phase = replace(trial, step="support", accused=accused)
    builder.tell(Accused(trial.accuser, accused), phase=phase)


def _drop(builder: StepBuilder, trial: Trial, choice: Choice) -> None:
    builder.tell(Dropped(trial.accused), phase=Council(trial.spared, resumed=True))


def _supported(builder: StepBuilder, trial: Trial, choice: Choice) -> None:
    supporter = int(str(choice.value))
    phase = replace(trial, step="defence", supporter=supporter)
    builder.tell(Supported(supporter, trial.accused), phase=phase)
    if trial.accused in builder.view.gone:
        _open_ballot(builder, phase)


def _defended(builder: StepBuilder, trial: Trial, choice: Choice) -> None:
    _open_ballot(builder, trial)


# ---------------------------------------------------------------- the ballot


def _open_ballot(builder: StepBuilder, trial: Trial) -> None:
    """All at once at their pads, those without one at the panel; or all thumbs shown."""
    view = builder.view
    asked = _asked(view, trial.accused)
    at_pads = tuple(seat for seat in asked if seat in view.pads)
    if view.setup.ballot == "thumbs":
        builder.change(phase=replace(trial, step="show", asked=asked))
    elif at_pads:
        builder.change(phase=replace(trial, step="vote", asked=at_pads))
    else:
        builder.change(phase=replace(trial, step="booth", asked=asked))


def _shown(builder: StepBuilder, trial: Trial, choice: Choice) -> None:
    builder.change(phase=replace(trial, step="thumb"))


def _collected(builder: StepBuilder, trial: Trial, choice: Choice) -> None:
    """One more thumb, or those of a window. The missing are asked once more at their pads, and at
    last, with those who have none, at the panel."""
    if isinstance(choice.value, dict):
        thumbs = {int(key): str(thumb) for key, thumb in choice.value.items()}
    else:
        thumbs = {trial.asked[0]: str(choice.value)}
    builder.thumbs = {**builder.thumbs, **thumbs}
    _ask_on(builder, trial)


def _ask_on(builder: StepBuilder, trial: Trial) -> None:
    """Ask those whose thumb is still missing; decide once none is."""
    view = builder.view
    left = tuple(seat for seat in _asked(view, trial.accused) if seat not in builder.thumbs)
    if not left:
        _decide(builder, trial)
        return
    if trial.step != "vote":
        builder.change(phase=replace(trial, asked=left))
        return
    missing = tuple(seat for seat in left if seat in trial.asked)
    if missing and not trial.repeat:
        builder.tell(Missing(missing), phase=replace(trial, asked=missing, repeat=True))
        return
    at_panel = replace(trial, step="booth", asked=left)
    builder.tell(Missing(missing), phase=at_panel) if missing else builder.change(phase=at_panel)


def without(builder: StepBuilder, seat: int) -> None:
    """A council goes on although this player left in the middle of it."""
    trial = builder.view.phase
    if isinstance(trial, Council):
        open_council(builder, trial.spared)
    elif not isinstance(trial, Trial):
        return
    elif trial.step == "accuse" and trial.accuser == seat:
        builder.tell(Withdrawn(seat))
        open_council(builder, trial.spared)
    elif trial.step == "defence" and trial.accused == seat:
        _open_ballot(builder, trial)
    elif trial.asked:
        _ask_on(builder, trial)


_FOLLOWS: dict[str, Callable[[StepBuilder, Trial, Choice], None]] = {
    "council.whom": _accuse,
    "council.drop": _drop,
    "council.lapse": _drop,
    "council.support": _supported,
    "council.defence": _defended,
    "council.vote": _collected,
    "council.booth": _collected,
    "council.show": _shown,
    "council.thumb": _collected,
}


def _decide(builder: StepBuilder, trial: Trial) -> None:
    """Show all thumbs, count them, and banish or spare the accused.

    Final where thumbs were given unseen: with everybody's known, nobody may vote again.
    """
    view, accused = builder.view, trial.accused
    asked = _asked(view, accused)
    # In the order of the seats: that in which they pressed is nobody's business.
    thumbs = {seat: builder.thumbs[seat] for seat in asked}
    builder.thumbs = {}
    builder.final = view.setup.ballot != "thumbs"
    counted = count(view, accused, thumbs, voters(view, accused))
    builder.change(ballots=view.ballots + 1)
    if view.setup.count == "totals":
        builder.tell(Totals(accused, counted.down, counted.up))
    else:
        builder.tell(ThumbsShown(accused, thumbs))
        builder.tell(Counted(accused, counted))
    if not counted.banishes:
        builder.tell(Spared(accused, tie=counted.down == counted.up))
    elif not stays(builder, accused):
        if banish(builder, accused, by="council"):
            next_round(builder)
        return
    if trial.spared:
        _end(builder, "second")
    else:
        open_council(builder, (accused,))


def _end(builder: StepBuilder, why: str) -> None:
    builder.tell(CouncilEnds(why))
    next_round(builder)


def next_round(builder: StepBuilder) -> None:
    begins = builder.view.round + 1
    builder.tell(RoundBegins(begins), round=begins, phase=Night())
    nightfall(builder)
