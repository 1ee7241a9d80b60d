"""The council: talk, accusation, support, defence, ballot; at most one further accusation."""

from __future__ import annotations

from functools import cache, lru_cache

from gm_appliance.core.game import AllSeats, Beat, Clock, Decision, First, OneOf, PerSeat, Ready, Seat, Table
from gm_appliance.core.values import replace
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.gotterdammerung import events, model, timetable
from gm_appliance.games.gotterdammerung.count import count
from gm_appliance.games.gotterdammerung.ending import banish
from gm_appliance.games.gotterdammerung.gods import card_of, holders, stays
from gm_appliance.games.gotterdammerung.model import GotterdammerungStepBuilder, GotterdammerungView
from gm_appliance.games.gotterdammerung.night import nightfall

THUMB = OneOf((model.DOWN, model.UP))


def accusable(view: GotterdammerungView, spared: tuple[int, ...], accuser: int) -> tuple[int, ...]:
    """The seats this seat may accuse: others in Asgard, not voted on in this council, not freed by a card.
    accuser: a seat; 0 for those that anybody may accuse."""
    barred = {accuser, *spared, *holders(view, lambda card: card.frees)}
    return tuple(seat for seat in view.asgard if seat not in barred)


def voters(view: GotterdammerungView, accused: int) -> tuple[int, ...]:
    """The seats whose own thumb counts; the accused's only if the option says so."""
    if view.setup.accused_votes == "yes":
        return view.present
    return tuple(seat for seat in view.present if seat != accused)


def shown_by(view: GotterdammerungView, accused: int) -> tuple[int, ...]:
    """The seats that show a thumb: the voters, and an accused god whose card turns another's votes."""
    god = view.place(accused).god
    turns = god in view.cards and card_of(god).turns and view.cards[god] != accused
    return view.present if turns else voters(view, accused)


def _accusers(view: GotterdammerungView, spared: tuple[int, ...]) -> tuple[int, ...]:
    """The seats that have somebody to accuse; if only one seat can be accused, its player has nobody."""
    accused = accusable(view, spared, accuser=0)
    if len(accused) > 1:
        return view.present
    return tuple(seat for seat in view.present if accused and seat not in accused)


def open_council(builder: GotterdammerungStepBuilder, spared: tuple[int, ...]) -> None:
    if _accusers(builder.view, spared):
        builder.change(phase=model.Council(spared))
    else:
        _end(builder, "nobody")


def _council(view: GotterdammerungView, phase: model.Council) -> Decision:
    return _talk(_accusers(view, phase.spared), view.setup.talk)


@lru_cache(maxsize=64)
def _talk(seats: tuple[int, ...], minutes: int) -> Decision:
    """Cached, because nearly always everybody can accuse."""
    close = Decision("council.close", Table(), OneOf(("close",)))
    remind = minutes * 60.0 or None
    who = First(seats, "hold-down")
    return Decision("council.accuse", who, OneOf(seats), remind=remind, talk=True, also=(close,))


def _talked(builder: GotterdammerungStepBuilder, phase: model.Council, accuser: int | str) -> None:
    if isinstance(accuser, int):
        builder.tell(events.Accuses(accuser), phase=model.Trial("accuse", phase.spared, accuser))
    else:
        _end(builder, "agreed")


def _whom(view: GotterdammerungView, trial: model.Trial) -> Decision:
    whom = OneOf((*accusable(view, trial.spared, trial.accuser), model.PASS))
    return Decision("council.whom", Seat(trial.accuser), whom, at=-1, said_first=True)


def _accused(builder: GotterdammerungStepBuilder, trial: model.Trial, accused: int | str) -> None:
    if isinstance(accused, int):
        phase = replace(trial, step="support", accused=accused)
        builder.tell(events.Accused(trial.accuser, accused), phase=phase)
    else:
        builder.tell(events.Withdrawn(trial.accuser), phase=model.Council(trial.spared, resumed=True))


def _support(view: GotterdammerungView, trial: model.Trial) -> Decision:
    """Meanwhile the accuser gives reasons, without a time limit unless an option sets one."""
    seats = tuple(seat for seat in view.present if seat not in (trial.accuser, trial.accused))
    also = _drops(view.setup.drop)
    return Decision("council.support", First(seats, "press-up"), OneOf(seats), talk=True, also=also)


@cache
def _drops(seconds: int) -> tuple[Decision, ...]:
    """How an accusation that nobody supports ends: the table drops it, or the clock if `seconds` is not 0."""
    drop = Decision("council.drop", Table(), OneOf(("drop",)))
    if not seconds:
        return (drop,)
    return (drop, Decision("council.lapse", Clock(), OneOf(("lapse",)), limit=float(seconds)))


def _supported(builder: GotterdammerungStepBuilder, trial: model.Trial, supporter: int | str) -> None:
    if not isinstance(supporter, int):
        builder.tell(events.Dropped(trial.accused), phase=model.Council(trial.spared, resumed=True))
        return
    phase = replace(trial, step="defence", supporter=supporter)
    builder.tell(events.Supported(supporter, trial.accused), phase=phase)
    if trial.accused in builder.view.gone:
        _open_ballot(builder, phase)


def _defence(view: GotterdammerungView, trial: model.Trial) -> Decision:
    remind = float(view.setup.defence) or None
    return Decision("council.defence", Seat(trial.accused), Ready(("done",)), remind=remind, talk=True)


def _defended(builder: GotterdammerungStepBuilder, trial: model.Trial, value: str) -> None:
    _open_ballot(builder, trial)


def _open_ballot(builder: GotterdammerungStepBuilder, trial: model.Trial) -> None:
    """Ask all pads at once, then those without a pad at the panel; or have all thumbs shown."""
    view = builder.view
    asked = shown_by(view, trial.accused)
    at_pads = tuple(seat for seat in asked if seat in view.pads)
    if view.setup.ballot == "thumbs":
        builder.change(phase=replace(trial, step="show", asked=asked))
    elif at_pads:
        builder.change(phase=replace(trial, step="vote", asked=at_pads))
    else:
        builder.change(phase=replace(trial, step="booth", asked=asked))


def _vote(view: GotterdammerungView, trial: model.Trial) -> Decision:
    return _ballot(trial.asked, view.setup.vote)


@lru_cache(maxsize=128)
def _ballot(asked: tuple[int, ...], seconds: int) -> Decision:
    """Cached, because nearly always everybody is asked."""
    beats = timetable.vote(seconds)
    ballot = PerSeat(tuple(map(str, asked)), THUMB, partial=True)
    lead = _lead(beats)
    return Decision("council.vote", AllSeats(asked), ballot, secret=True, beats=beats, lead=lead)


def _booth(view: GotterdammerungView, trial: model.Trial) -> Decision:
    return _booth_of(trial.asked[0])


@cache
def _booth_of(seat: int) -> Decision:
    return Decision("council.booth", Seat(seat), THUMB, secret=True)


def _show(view: GotterdammerungView, trial: model.Trial) -> Decision:
    beats = timetable.show()
    return Decision("council.show", Clock(), OneOf(("shown",)), beats=beats, lead=_lead(beats))


def _lead(beats: tuple[Beat, ...]) -> float:
    return next(beat.at for beat in beats if beat.mark == "count")


def _shown(builder: GotterdammerungStepBuilder, trial: model.Trial, value: str) -> None:
    builder.change(phase=replace(trial, step="thumb"))


def _thumb(view: GotterdammerungView, trial: model.Trial) -> Decision:
    return Decision("council.thumb", Seat(trial.asked[0]), THUMB)


def _collected(builder: GotterdammerungStepBuilder, trial: model.Trial, value: str | dict[str, str]) -> None:
    thumbs = value if isinstance(value, dict) else {trial.asked[0]: value}
    builder.thumbs = {**builder.thumbs, **{int(seat): thumb for seat, thumb in thumbs.items()}}
    _ask_on(builder, trial)


def _ask_on(builder: GotterdammerungStepBuilder, trial: model.Trial) -> None:
    """Ask for the missing thumbs: once more at their pads, then at the panel, together with those who have no
    pad. Decide when all are known."""
    view = builder.view
    unknown = tuple(seat for seat in shown_by(view, trial.accused) if seat not in builder.thumbs)
    if not unknown:
        _decide(builder, trial)
        return
    if trial.step != "vote":
        builder.change(phase=replace(trial, asked=unknown, begun=True))
        return
    missing = tuple(seat for seat in unknown if seat in trial.asked)
    if missing and not trial.repeat:
        builder.tell(events.Missing(missing), phase=replace(trial, asked=missing, repeat=True))
        return
    builder.change(phase=replace(trial, step="booth", asked=unknown))
    if missing:
        builder.tell(events.Missing(missing))


def without(builder: GotterdammerungStepBuilder, seat: int) -> None:
    """Go on with the council after a player left in the middle of it."""
    trial = builder.view.phase
    if isinstance(trial, model.Council):
        open_council(builder, trial.spared)
    elif not isinstance(trial, model.Trial):
        return
    elif trial.step == "accuse" and trial.accuser == seat:
        builder.tell(events.Withdrawn(seat))
        open_council(builder, trial.spared)
    elif trial.step == "defence" and trial.accused == seat:
        _open_ballot(builder, trial)
    elif trial.asked:
        _ask_on(builder, trial)


def _decide(builder: GotterdammerungStepBuilder, trial: model.Trial) -> None:
    """Show all thumbs, count them, and banish or spare the accused. Final if votes were secret: once
    everybody's is known, nobody may vote again."""
    view, accused = builder.view, trial.accused
    asked = shown_by(view, accused)
    # In seating order, because the order of the presses is secret.
    thumbs = {seat: builder.thumbs[seat] for seat in asked}
    builder.thumbs = {}
    builder.final = view.setup.ballot != "thumbs"
    counted = count(view, accused, thumbs, voters(view, accused))
    builder.change(ballots=view.ballots + 1)
    if view.setup.count == "totals":
        builder.tell(events.Totals(accused, counted.down, counted.up))
    else:
        builder.tell(events.ThumbsShown(accused, thumbs))
        builder.tell(events.Counted(accused, counted))
    if not counted.banishes:
        builder.tell(events.Spared(accused, tie=counted.down == counted.up))
    elif not stays(builder, accused):
        if banish(builder, accused, by="council"):
            next_round(builder)
        return
    if trial.spared:
        _end(builder, "second")
    else:
        open_council(builder, (accused,))


def _end(builder: GotterdammerungStepBuilder, why: str) -> None:
    builder.tell(events.CouncilEnds(why))
    next_round(builder)


def next_round(builder: GotterdammerungStepBuilder) -> None:
    begins = builder.view.round + 1
    builder.tell(events.RoundBegins(begins), round=begins, phase=model.Night())
    nightfall(builder)


_STEPS = {
    "accuse": PhaseRules(_whom, _accused),
    "support": PhaseRules(_support, _supported),
    "defence": PhaseRules(_defence, _defended),
    "vote": PhaseRules(_vote, _collected),
    "booth": PhaseRules(_booth, _collected),
    "show": PhaseRules(_show, _shown),
    "thumb": PhaseRules(_thumb, _collected),
}

PHASES: dict[type, PhaseRules] = {
    model.Council: PhaseRules(_council, _talked),
    model.Trial: PhaseRules(
        lambda view, trial: _STEPS[trial.step].decision(view, trial),
        lambda builder, trial, value: _STEPS[trial.step].apply(builder, trial, value),
    ),
}
