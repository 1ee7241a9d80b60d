"""The words and pictures for events in Götterdämmerung."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from gm_appliance.core.cues import Cue, Light, Pause, Say, Show
from gm_appliance.core.cues.screens import DiceScreen, Lines, RingScreen, Screen
from gm_appliance.core.language import N_, NP_, Message, Name
from gm_appliance.core.table_narration import silent
from gm_appliance.core.values import replace
from gm_appliance.games.gotterdammerung import events, model
from gm_appliance.games.gotterdammerung.council import shown_by
from gm_appliance.games.gotterdammerung.gods import wounds
from gm_appliance.games.gotterdammerung.model import GotterdammerungView
from gm_appliance.games.gotterdammerung.narration import props
from gm_appliance.games.gotterdammerung.narration.gods import WORDS_OF, god_name
from gm_appliance.games.gotterdammerung.narration.prompts import by_round
from gm_appliance.games.gotterdammerung.narration.votes import BREATH, Votes
from gm_appliance.games.gotterdammerung.narration.who_is_who import WhoIsWho

DAWN = 1.5
"""Seconds of silence after the storm."""

CALLED = 3
"""Names in one call; with three it has at most twelve words."""


_SAID: Mapping[type, Message] = {
    events.Leaves: N_("Nobody plays {seat} any more. No vote, no action."),
    events.Joins: N_("{seat} is played again."),
    events.Absent: N_("{god} is not here, and takes no action."),
    events.CardsReturned: N_("Action cards go home."),
    events.Skipped: N_("{god} is wounded and takes no action."),
    events.Passed: N_("{god} passes."),
    events.Withdrawn: N_("{accuser} takes it back."),
    events.Supported: N_("{supporter} seconds it."),
    events.Dropped: N_("Nobody seconds it."),
}


class GotterdammerungEvents(WhoIsWho, Votes):
    def missing(self, event: events.Missing, view: GotterdammerungView) -> tuple[Cue, ...]:
        phase, seats = view.phase, event.seats
        wanted = shown_by(view, phase.accused) if isinstance(phase, model.Trial) else view.seats
        everybody = seats == tuple(seat for seat in wanted if seat in view.pads)
        if isinstance(phase, model.Learning) and phase.booth:
            then = self._("Tell me at the box.")
        elif isinstance(phase, model.Trial) and phase.step == "booth":
            then = self._("Vote at the box.")
        else:
            then = self._("Once more.") if everybody else self._("All other thumbs count.")
        if everybody:
            lines: tuple[str, ...] = (self._.pgettext("line", "All of you"),)
            called = [Say(self._("I have no thumb at all."))]
        else:
            lines = tuple(self._name(view, seat) for seat in seats[:4])
            some = [self._names(view, seats[at : at + CALLED]) for at in range(0, len(seats), CALLED)]
            called = [Say(self._("{names}, I have no thumb from you.", names=names)) for names in some]
        return (Show(Lines(self._.pgettext("title", "Still missing"), lines)), *called, Say(then))

    def learned(self, event: events.FactionsLearned, view: GotterdammerungView) -> tuple[Cue, ...]:
        if event.fit:
            line = self._.pgettext("line", "The thumbs add up.")
            said = self._("The thumbs add up.")
        elif isinstance(view.phase, model.Deal):
            line = self._.pgettext("line", "Check the deal.")
            said = self._("The thumbs do not add up. Check the deal.")
        else:
            line = self._.pgettext("line", "They do not add up.")
            said = self._("The thumbs do not add up. Look at your card. Once more.")
        return (Show(Lines(self._.pgettext("title", "The factions"), (line,))), Say(said))

    def night_void(self, event: events.NightVoid, view: GotterdammerungView) -> tuple[Cue, ...]:
        return (
            Light(),
            Show(Lines(self._.pgettext("title", "A void night"))),
            Say(self._("The night is void. Everything is as it was before.")),
            *(props.back_in_asgard(self._, view, seat) for seat in event.seats),
            *(props.card_back(self._, view, card) for card in event.cards),
            *props.full_recap(self._, view),
        )

    def ballot_changed(self, event: events.BallotChanged, view: GotterdammerungView) -> tuple[Cue, ...]:
        """The die has to be ready before the next night."""
        if event.ballot == "booth":
            said = self._("From now on, pass the box round to vote.")
        else:
            said = self._("From now on, you all show your thumbs.")
        return (Light(), Say(said), Say(self._("Have a die ready. At night it lies on the victim's card.")))

    def ended(self, event: events.Ended, view: GotterdammerungView) -> tuple[Cue, ...]:
        title = self._.pgettext("title", "Game ended")
        return self._over(title, self._("You have ended the game. Nobody wins."), event.factions, view)

    def banished(self, event: events.Banished, view: GotterdammerungView) -> tuple[Cue, ...]:
        up, below = len(view.asgard), len(view.places) - len(view.asgard)
        seat = self._name(view, event.seat)
        worlds = (
            self._.pgettext("line", "Asgard {n}", n=up),
            self._.pgettext("line", "Underworld {n}", n=below),
        )
        shown = Lines(self._.pgettext("title", "Banished"), (seat, "", *worlds))
        if event.by in WORDS_OF:
            fell = self._(WORDS_OF[event.by].done, seat=seat)
        elif below == 1:
            fell = self._("{seat} falls to the Underworld.", seat=seat)
        else:
            fell = self._("{seat} falls.", seat=seat)
        told: tuple[Cue, ...] = (*self._suspense(event.by, view), Show(shown), self._table(view), Say(fell))
        if event.over:
            return told
        if below > 1:  # everybody has heard the rest once
            return (*told, Say(self._("Turn your god card.")))
        return (*told, Say(self._("Turn your god card. Keep your faction hidden.")))

    def _suspense(self, by: str, view: GotterdammerungView) -> tuple[Cue, ...]:
        """The pause before the name. A table that used the die knows the name already."""
        if by == "conspiracy" and view.with_pads:
            return (Pause(DAWN), Say(self._(by_round(view, *_ONE_IS_GONE))), Pause(BREATH))
        return (Pause(BREATH),) if by == "council" else ()

    def nobody(self, event: events.NobodyBanished, view: GotterdammerungView) -> tuple[Cue, ...]:
        shown = Show(Lines(self._.pgettext("title", "Nobody")))
        if view.with_pads:
            return (Pause(DAWN), shown, Say(self._(by_round(view, *_NOBODY_IS_GONE))))
        return (shown, Say(self._("Nobody is banished.")))

    def oracle(self, event: events.OracleMoved, view: GotterdammerungView) -> tuple[Cue, ...]:
        first, second = event.dice
        seat = self._name(view, event.seat)
        moved = self._moved(first, second, seat, view)
        cues: list[Cue] = []
        if view.setup.dice == "box":
            silence = _SILENCE if view.round == 1 else _SILENCE_AGAIN
            cues += [Say(self._(silence)), Pause(1.0)]
        line = self._.pgettext("line", "Oracle: {seat}", seat=seat)
        cues.append(Show(DiceScreen(self._.pgettext("title", "The dice"), event.dice, (line,))))
        return (*cues, self._table(view), Say(moved))

    def _moved(self, first: int, second: int, seat: Name, view: GotterdammerungView) -> str:
        values = {"first": first, "second": second, "seat": seat}
        return by_round(
            view,
            self._.ngettext(
                "{first} and {second}. The Oracle moves on {n} seat, to {seat}.",
                "{first} and {second}. The Oracle moves on {n} seats, to {seat}.",
                first + second,
                **values,
            ),
            self._("{first} and {second}. {seat} is the Oracle.", **values),
            self._("{first} and {second}. The Oracle goes to {seat}.", **values),
        )

    def targetless(self, event: events.Targetless, view: GotterdammerungView) -> tuple[Cue, ...]:
        return (Say(self._(WORDS_OF[event.god].targetless)),)

    def laid(self, event: events.CardLaid, view: GotterdammerungView) -> tuple[Cue, ...]:
        words, seat = WORDS_OF[event.god], self._name(view, event.seat)
        shown = RingScreen(self._(words.title), props.ring_seats(self._, view, event.seat), (seat,))
        told: tuple[Cue, ...] = (Show(shown), self._table(view), Say(self._(words.done, seat=seat)))
        if view.round > 1 or len(view.cards.away) > 1:
            return told
        # Only with the first card of the game.
        return (*told, Say(self._("Put {god}'s card there.", god=god_name(self._, event.god))))

    def card_moved(
        self, event: events.CardRemoved | events.CardTaken, view: GotterdammerungView
    ) -> tuple[Cue, ...]:
        seat, owner = self._name(view, event.seat), god_name(self._, event.card)
        words = WORDS_OF[event.god]
        healed = not wounds(view, event.seat)
        done = words.done if healed or words.still is None else words.still
        return (Say(self._(done, owner=owner, seat=seat)),)

    def oracle_sent(self, event: events.OracleSent, view: GotterdammerungView) -> tuple[Cue, ...]:
        words = WORDS_OF[event.god]
        return (Say(self._(words.oracle or words.done, seat=self._name(view, event.seat))),)

    def protected(self, event: events.Protected, view: GotterdammerungView) -> tuple[Cue, ...]:
        seat = self._name(view, event.seat)
        line = self._.pgettext("line", "Saved by Dvalin")
        shown = Lines(self._.pgettext("title", "Stays in Asgard"), (seat, line))
        return (Show(shown), Say(self._("Dvalin's card keeps {seat} in Asgard.", seat=seat)))

    def council_ends(self, event: events.CouncilEnds, view: GotterdammerungView) -> tuple[Cue, ...]:
        return (Light(), Say(self._(_COUNCIL_ENDS[event.why])))

    def round_begins(self, event: events.RoundBegins, view: GotterdammerungView) -> tuple[Cue, ...]:
        title = self._.pgettext("title", "Round {round}", round=event.round)
        shown = RingScreen(title, props.ring_seats(self._, view))
        return (Light(), Show(shown), *props.recap(self._, view))

    def won(self, event: events.Won, view: GotterdammerungView) -> tuple[Cue, ...]:
        title, said = _WON[event.faction]
        return self._over(self._(title), self._(said), event.factions, view)

    def _over(
        self, title: str, said: str, factions: tuple[str, ...], view: GotterdammerungView
    ) -> tuple[Cue, ...]:
        """The game is over: name the conspirators; if the box does not know them, have the cards turned
        over."""
        rounds = self._.pgettext("line", "Rounds: {n}", n=view.round)
        if not factions:
            shown = Lines(title, (self._.pgettext("line", "Turn your cards."), rounds))
            turn = Say(self._("Turn your faction cards."))
            return (Light(), Show(shown), self._table(view), Say(said), Pause(BREATH), turn)
        them = tuple(s for s in view.seats if factions[s - 1] == model.CONSPIRE)
        named = self._.ngettext(
            "The conspirator was {names}.",
            "The conspirators were {names}.",
            len(them),
            names=self._names(view, them),
        )
        held = (Light(), Show(Lines(title, (rounds,))), Say(said), Pause(BREATH))
        screen = self._revealed(title, rounds, them, view)
        return (*held, Light(frozenset(them)), Show(screen), self._table(view), Say(named))

    def _revealed(self, title: str, rounds: str, them: tuple[int, ...], view: GotterdammerungView) -> Screen:
        heading = self._.pgettext("line", "Conspirators:")
        if len(them) > 3:
            # There are more names than lines, so the ring marks their seats.
            seats = props.ring_seats(self._, view)
            framed = tuple(replace(seat, marked=n in them) for n, seat in enumerate(seats, 1))
            return RingScreen(title, framed, (heading, rounds))
        lines = [heading, *(self._name(view, seat) for seat in them), rounds]
        return Lines(title, tuple(lines[:4]))

    def said(self, event: Any, view: GotterdammerungView) -> tuple[Cue, ...]:
        fields = {name: getattr(event, name) for name in event.__struct_fields__}
        gods = {name: god_name(self._, one) for name, one in fields.items() if isinstance(one, str)}
        seats = {name: self._name(view, one) for name, one in fields.items() if isinstance(one, int)}
        return (Say(self._(_SAID[type(event)], **gods, **seats)),)

    TOLD: ClassVar[Mapping[type, Callable[..., Iterable[Cue]]]] = {
        **dict.fromkeys(_SAID, said),
        events.Seated: WhoIsWho.seated,
        events.AllSeated: WhoIsWho.all_seated,
        events.Missing: missing,
        events.FactionsLearned: learned,
        events.Banished: banished,
        events.NobodyBanished: nobody,
        events.OracleMoved: oracle,
        events.Targetless: targetless,
        events.CardLaid: laid,
        events.CardRemoved: card_moved,
        events.CardTaken: card_moved,
        events.OracleSent: oracle_sent,
        events.Protected: protected,
        events.Looked: silent,  # announced by the beats of the look
        events.Accuses: silent,  # announced by the prompts of an accusation
        events.Accused: silent,
        events.ThumbsShown: Votes.thumbs,
        events.Counted: Votes.counted,
        events.Spared: Votes.spared,
        events.CouncilEnds: council_ends,
        events.RoundBegins: round_begins,
        events.Won: won,
        events.Totals: Votes.totals,
        events.PadCalled: WhoIsWho.pad_called,
        events.NightVoid: night_void,
        events.BallotChanged: ballot_changed,
        events.Ended: ended,
    }


_ONE_IS_GONE = (N_("Morning. One is gone."), N_("Dawn. One is missing."), N_("Sunrise. One is gone."))
_NOBODY_IS_GONE = (
    N_("Morning. Nobody is gone."),
    N_("Dawn. Nobody is missing."),
    N_("Sunrise. Nobody is gone."),
)

_SILENCE = N_("Silence until the council. The dice.")
_SILENCE_AGAIN = N_("Silence.")
"""In the first round, and in all others."""

_COUNCIL_ENDS: Mapping[str, Message] = {
    "agreed": N_("The council ends."),
    "second": N_("The council ends."),
    "nobody": N_("Nobody can be accused any more. The council ends."),
}

SIDE_WON: Mapping[str, Message] = {
    model.PROTECT: NP_("line", "The protectors won"),
    model.CONSPIRE: NP_("line", "The conspirators won"),
}

_WON: Mapping[str, tuple[Message, Message]] = {
    model.PROTECT: (
        NP_("title", "Asgard wins"),
        N_("The last conspirator is in the Underworld. Asgard stands."),
    ),
    model.CONSPIRE: (
        NP_("title", "Asgard falls"),
        N_("The last protector is in the Underworld. Asgard falls."),
    ),
}
