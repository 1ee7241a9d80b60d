"""The day: talk, accusation, support, defence, ballot; at most `Hooks.BALLOTS` of them."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from gm_appliance.core.game import AllSeats, Clock, Decision, First, OneOf, PerSeat, Ready, Seat, Table
from gm_appliance.core.values import replace
from gm_appliance.hidden_roles import events, model, timetable
from gm_appliance.hidden_roles.hooks import ACCUSE, BANISH, Builder, Hooks

THUMB = OneOf((model.DOWN, model.UP))


@lru_cache(maxsize=64)
def _talk(seats: tuple[int, ...], minutes: int) -> Decision:
    """Cached, because nearly always everybody can accuse."""
    close = Decision("council.close", Table(), OneOf(("close",)))
    remind = minutes * 60.0 or None
    who = First(seats, "hold-down")
    return Decision("council.accuse", who, OneOf(seats), remind=remind, talk=True, also=(close,))


@cache
def _drops(seconds: int) -> tuple[Decision, ...]:
    """How an accusation that nobody supports ends: the table drops it, or the clock if `seconds` is not 0."""
    drop = Decision("council.drop", Table(), OneOf(("drop",)))
    if not seconds:
        return (drop,)
    return (drop, Decision("council.lapse", Clock(), OneOf(("lapse",)), limit=float(seconds)))


@lru_cache(maxsize=128)
def _ballot(asked: tuple[int, ...], seconds: int) -> Decision:
    """Cached, because nearly always everybody is asked."""
    beats = timetable.vote(seconds)
    ballot = PerSeat(tuple(map(str, asked)), THUMB, partial=True)
    return Decision("council.vote", AllSeats(asked), ballot, secret=True, beats=beats, lead=beats[1].at)


@cache
def _booth_of(seat: int) -> Decision:
    return Decision("council.booth", Seat(seat), THUMB, secret=True)


class CouncilRules(Hooks):
    def accusable(self, view: Any, spared: tuple[int, ...], accuser: int) -> tuple[int, ...]:
        """The seats this seat may accuse: others in the fight, not voted on today.

        accuser: a seat; 0 for those that anybody may accuse.
        """
        barred = {accuser, *spared, *self.prevented(view, ACCUSE)}
        return tuple(seat for seat in view.places.inside if seat not in barred)

    def _accusers(self, view: Any, spared: tuple[int, ...]) -> tuple[int, ...]:
        """The seats that have somebody to accuse; if only one seat can be accused, its player has nobody."""
        speaking = self.speaking(view)
        accused = self.accusable(view, spared, accuser=0)
        if len(accused) > 1:
            return speaking
        return tuple(seat for seat in speaking if accused and seat not in accused)

    def open_council(self, builder: Builder, spared: tuple[int, ...]) -> None:
        """Open the talk, unless nobody can be accused."""
        if self._accusers(builder.view, spared):
            builder.change(phase=model.Council(spared))
        else:
            self._end_council(builder, "nobody")

    def _council(self, view: Any, phase: model.Council) -> Decision:
        return _talk(self._accusers(view, phase.spared), view.setup.talk)

    def _talked(self, builder: Builder, phase: model.Council, accuser: int | str) -> None:
        if isinstance(accuser, int):
            builder.tell(events.Accuses(accuser), phase=model.Trial("accuse", phase.spared, accuser))
        else:
            self._end_council(builder, "agreed")

    def _end_council(self, builder: Builder, why: str) -> None:
        builder.tell(events.CouncilEnds(why))
        self.next_round(builder)

    def next_round(self, builder: Builder) -> None:
        begins = builder.view.round + 1
        builder.tell(events.RoundBegins(begins), round=begins, phase=model.Night())
        self.nightfall(builder)

    def day(self, builder: Builder) -> None:
        """Go on after the night's victims are known."""
        self.open_council(builder, ())

    def after_fall(self, builder: Builder, by: str) -> None:
        """Go on after somebody fell, and the game is not over."""
        if by == "council":
            self.next_round(builder)
        else:
            self.day(builder)

    def _trial(self, view: Any, trial: model.Trial) -> Decision:
        accuser, accused, asked = trial.accuser, trial.accused, trial.asked
        match trial.step:
            case "accuse":
                whom = OneOf((*self.accusable(view, trial.spared, accuser), model.PASS))
                return Decision("council.whom", Seat(accuser), whom, at=-1, said_first=True)
            case "support":
                # Meanwhile the accuser gives reasons, without a time limit unless an option sets one.
                seats = tuple(seat for seat in self.speaking(view) if seat not in (accuser, accused))
                also = _drops(view.setup.drop)
                return Decision(
                    "council.support", First(seats, "press-up"), OneOf(seats), talk=True, also=also
                )
            case "defence":
                remind = float(view.setup.defence) or None
                return Decision("council.defence", Seat(accused), Ready(("done",)), remind=remind, talk=True)
            case "vote":
                return _ballot(asked, view.setup.vote)
            case "booth":
                return _booth_of(asked[0])
            case "show":
                beats = timetable.show()
                return Decision("council.show", Clock(), OneOf(("shown",)), beats=beats, lead=beats[1].at)
        return Decision("council.thumb", Seat(asked[0]), THUMB)

    def _tried(self, builder: Builder, trial: model.Trial, value: Any) -> None:
        match trial.step:
            case "accuse":
                self._accused(builder, trial, value)
            case "support":
                self._supported(builder, trial, value)
            case "defence":
                self._open_ballot(builder, trial)
            case "show":
                builder.change(phase=replace(trial, step="thumb"))
            case _:
                self._collected(builder, trial, value)

    def _accused(self, builder: Builder, trial: model.Trial, accused: int | str) -> None:
        if not isinstance(accused, int):
            phase = model.Council(trial.spared, resumed=True)
            builder.tell(events.Withdrawn(trial.accuser), phase=phase)
            return
        step = "support" if self.seconded(builder.view) else "defence"
        trial = replace(trial, step=step, accused=accused)
        builder.tell(events.Accused(trial.accuser, accused), phase=trial)
        if step == "defence" and accused in builder.view.gone:
            self._open_ballot(builder, trial)

    def _supported(self, builder: Builder, trial: model.Trial, supporter: int | str) -> None:
        if not isinstance(supporter, int):
            builder.tell(events.Dropped(trial.accused), phase=model.Council(trial.spared, resumed=True))
            return
        phase = replace(trial, step="defence", supporter=supporter)
        builder.tell(events.Supported(supporter, trial.accused), phase=phase)
        if trial.accused in builder.view.gone:
            self._open_ballot(builder, phase)

    def _open_ballot(self, builder: Builder, trial: model.Trial) -> None:
        """Ask all pads at once, then those without a pad at the panel; or have all thumbs shown."""
        view = builder.view
        asked = self.shown_by(view, trial.accused)
        at_pads = tuple(seat for seat in asked if seat in view.pads)
        step = "show" if view.setup.ballot == "thumbs" else "vote" if at_pads else "booth"
        builder.change(phase=replace(trial, step=step, asked=at_pads or asked))

    def _collected(self, builder: Builder, trial: model.Trial, value: str | dict[str, str]) -> None:
        """Record one thumb, or all those pressed in a window."""
        thumbs = value if isinstance(value, dict) else {trial.asked[0]: value}
        builder.thumbs = {**builder.thumbs, **{int(seat): thumb for seat, thumb in thumbs.items()}}
        self._ask_on(builder, trial)

    def _ask_on(self, builder: Builder, trial: model.Trial) -> None:
        """Ask for the missing thumbs: once more at their pads, then at the panel, together with those who
        have no pad. Decide when all are known."""
        unknown = tuple(
            seat for seat in self.shown_by(builder.view, trial.accused) if seat not in builder.thumbs
        )
        if not unknown:
            self._decide(builder, trial)
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

    def _decide(self, builder: Builder, trial: model.Trial) -> None:
        """Show all thumbs, count them, and banish or spare the accused.

        Final if votes were secret: once everybody's is known, nobody may vote again.
        """
        view, accused = builder.view, trial.accused
        # In seating order, because the order of the presses is secret.
        thumbs = {seat: builder.thumbs[seat] for seat in self.shown_by(view, accused)}
        builder.thumbs = {}
        builder.final = view.setup.ballot != "thumbs"
        counted = self.counted(view, accused, thumbs)
        condemned, kept = self.condemns(view, counted), accused in self.prevented(view, BANISH)
        totals, fell = view.setup.count == "totals", condemned and not kept
        known = {} if totals else {seat: thumbs[seat] for seat in self.voters(view, accused)}
        verdict = model.CountedBallot(
            view.round, accused, counted.down, counted.up, fell, known, trial.accuser
        )
        builder.change(verdicts=(*view.verdicts, verdict))
        if totals:
            builder.tell(events.Totals(accused, counted.down, counted.up))
        else:
            builder.tell(events.ThumbsShown(accused, thumbs))
            builder.tell(events.Counted(accused, counted))
        if not condemned:
            builder.tell(events.Spared(accused, tie=counted.down == counted.up))
        elif kept:
            builder.tell(events.Protected(accused))
        else:
            if self.banish(builder, accused, by="council"):
                self.after_fall(builder, "council")
            return
        if len(trial.spared) + 1 >= self.BALLOTS:
            self._end_council(builder, "second")
        else:
            self.open_council(builder, (*trial.spared, accused))

    def without_speaker(self, builder: Builder, seat: int) -> None:
        """Go on with the council after a player left in the middle of it."""
        trial = builder.view.phase
        if isinstance(trial, model.Council):
            self.open_council(builder, trial.spared)
        elif not isinstance(trial, model.Trial):
            return
        elif trial.step == "accuse" and trial.accuser == seat:
            builder.tell(events.Withdrawn(seat))
            self.open_council(builder, trial.spared)
        elif trial.step == "defence" and trial.accused == seat:
            self._open_ballot(builder, trial)
        elif trial.asked:
            self._ask_on(builder, trial)
