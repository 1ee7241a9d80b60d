"""Götterdämmerung told: what happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from gm_appliance.core.cues import Cue, Light, Pause, Props, Say, Show
from gm_appliance.core.cues.screens import DiceScreen, Lines, RingScreen, Screen
from gm_appliance.core.language import N_, NP_, Message, Name
from gm_appliance.core.narration import Unspoken
from gm_appliance.games.gotterdammerung import events, model
from gm_appliance.games.gotterdammerung.gods import wounds
from gm_appliance.games.gotterdammerung.model import View
from gm_appliance.games.gotterdammerung.narration.gods import WORDS_OF, god_name
from gm_appliance.games.gotterdammerung.narration.props import (
    back_in_asgard,
    card_back,
    full_recap,
    recap,
    ring_seats,
)
from gm_appliance.games.gotterdammerung.narration.votes import BREATH, Votes
from gm_appliance.games.gotterdammerung.narration.who_is_who import WhoIsWho
from gm_appliance.games.gotterdammerung.narration.wording import variant

DAWN = 1.5
"""Seconds of silence once the storm has left."""

CALLED = 3
"""Names in one call: with three it keeps to twelve words."""


class Events(WhoIsWho, Votes):
    """One method an event; the event's type chooses it."""

    def tell(self, event: Any, view: View) -> tuple[Cue, ...]:
        told = TOLD.get(type(event))
        if told is None and type(event) not in SILENT:
            raise Unspoken(f"tell {type(event).__name__}")
        cues = told(self, event, view) if told else ()
        # The things on the table change with every event, unless it lays them out itself.
        if any(isinstance(cue, Props) for cue in cues):
            return cues
        return (self._table(view), *cues)

    # ------------------------------------------------------------ setup

    def missing(self, event: events.Missing, view: View) -> tuple[Cue, ...]:
        phase, seats = view.phase, event.seats
        if isinstance(phase, model.Learning) and phase.booth:
            then = self._("Tell me at the box.")
        elif isinstance(phase, model.Trial) and phase.step == "booth":
            then = self._("Vote at the box.")
        else:
            then = self._("All other thumbs stand.")
        lines = tuple(self._name(view, seat) for seat in seats[:4])
        some = [self._names(view, seats[at : at + CALLED]) for at in range(0, len(seats), CALLED)]
        called = [Say(self._("{names}, I have no thumb from you.", names=names)) for names in some]
        return (Show(Lines(self._.pgettext("title", "Still missing"), lines)), *called, Say(then))

    def learned(self, event: events.FactionsLearned, view: View) -> tuple[Cue, ...]:
        if event.fit:
            line = self._.pgettext("line", "The thumbs fit.")
            said = self._("The thumbs fit.")
        elif isinstance(view.phase, model.Deal):
            line = self._.pgettext("line", "Check the deal.")
            said = self._("The thumbs do not fit. Check the deal.")
        else:
            line = self._.pgettext("line", "They do not fit.")
            said = self._("The thumbs do not fit. Look at your card. Once more.")
        return (Show(Lines(self._.pgettext("title", "The factions"), (line,))), Say(said))

    # ------------------------------------------------------------ people

    def night_void(self, event: events.NightVoid, view: View) -> tuple[Cue, ...]:
        return (
            Light(),
            Show(Lines(self._.pgettext("title", "A void night"))),
            Say(self._("The night is void. All is as it was before.")),
            *(back_in_asgard(self._, view, seat) for seat in event.seats),
            *(card_back(self._, view, card) for card in event.cards),
            *full_recap(self._, view),
        )

    def leaves(self, event: events.Leaves, view: View) -> tuple[Cue, ...]:
        seat = self._name(view, event.seat)
        return (Say(self._("Nobody plays {seat} any more. No vote, no action.", seat=seat)),)

    def joins(self, event: events.Joins, view: View) -> tuple[Cue, ...]:
        return (Say(self._("{seat} is played again.", seat=self._name(view, event.seat))),)

    def absent(self, event: events.Absent, view: View) -> tuple[Cue, ...]:
        god = god_name(self._, event.god)
        return (Say(self._("{god} is not here, and takes no action.", god=god)),)

    def ended(self, event: events.Ended, view: View) -> tuple[Cue, ...]:
        title = self._.pgettext("title", "Game ended")
        return self._over(title, self._("You end the game. Nobody wins."), event.factions, view)

    # ------------------------------------------------------------ night and actions

    def banished(self, event: events.Banished, view: View) -> tuple[Cue, ...]:
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
        if below > 1:  # all have heard the rest once
            return (*told, Say(self._("Turn your god card.")))
        return (*told, Say(self._("Turn your god card. Keep your faction hidden.")))

    def _suspense(self, by: str, view: View) -> tuple[Cue, ...]:
        """What comes before the name. Where the table laid the die it knows already."""
        if by == "conspiracy" and view.with_pads:
            return (Pause(DAWN), Say(self._(variant(view, *_ONE_IS_GONE))), Pause(BREATH))
        return (Pause(BREATH),) if by == "council" else ()

    def nobody(self, event: events.NobodyBanished, view: View) -> tuple[Cue, ...]:
        shown = Show(Lines(self._.pgettext("title", "Nobody")))
        if view.with_pads:
            return (Pause(DAWN), shown, Say(self._(variant(view, *_NOBODY_IS_GONE))))
        return (shown, Say(self._("Nobody is banished.")))

    def oracle(self, event: events.OracleMoved, view: View) -> tuple[Cue, ...]:
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

    def _moved(self, first: int, second: int, seat: Name, view: View) -> str:
        values = {"first": first, "second": second, "seat": seat}
        return variant(
            view,
            self._.ngettext(
                "{first} and {second}. The Oracle moves on {n} seat, to {seat}.",
                "{first} and {second}. The Oracle moves on {n} seats, to {seat}.",
                first + second,
                **values,
            ),
            self._("{first} and {second}. {seat} is the Oracle.", **values),
            self._("{first} and {second}. The Oracle comes to {seat}.", **values),
        )

    def returned(self, event: events.CardsReturned, view: View) -> tuple[Cue, ...]:
        return (Say(self._("Action cards go home.")),)

    def skipped(self, event: events.Skipped, view: View) -> tuple[Cue, ...]:
        god = god_name(self._, event.god)
        return (Say(self._("{god} is wounded and takes no action.", god=god)),)

    def targetless(self, event: events.Targetless, view: View) -> tuple[Cue, ...]:
        return (Say(self._(WORDS_OF[event.god].targetless)),)

    def passed(self, event: events.Passed, view: View) -> tuple[Cue, ...]:
        return (Say(self._("{god} passes.", god=god_name(self._, event.god))),)

    def laid(self, event: events.CardLaid, view: View) -> tuple[Cue, ...]:
        words, seat = WORDS_OF[event.god], self._name(view, event.seat)
        shown = RingScreen(self._(words.title), ring_seats(self._, view, event.seat), (seat,))
        told: tuple[Cue, ...] = (Show(shown), self._table(view), Say(self._(words.done, seat=seat)))
        if view.round > 1 or len(view.cards.away) > 1:
            return told
        # Once, with the first card of the game; later the card follows the action.
        return (*told, Say(self._("Put {god}'s card there.", god=god_name(self._, event.god))))

    def card_moved(self, event: events.CardRemoved | events.CardTaken, view: View) -> tuple[Cue, ...]:
        seat, owner = self._name(view, event.seat), god_name(self._, event.card)
        words = WORDS_OF[event.god]
        healed = not wounds(view, event.seat)
        done = words.done if healed or words.still is None else words.still
        return (Say(self._(done, owner=owner, seat=seat)),)

    def oracle_sent(self, event: events.OracleSent, view: View) -> tuple[Cue, ...]:
        words = WORDS_OF[event.god]
        return (Say(self._(words.oracle or words.done, seat=self._name(view, event.seat))),)

    def protected(self, event: events.Protected, view: View) -> tuple[Cue, ...]:
        seat = self._name(view, event.seat)
        line = self._.pgettext("line", "Kept by Dvalin")
        shown = Lines(self._.pgettext("title", "Stays in Asgard"), (seat, line))
        return (Show(shown), Say(self._("Dvalin's card keeps {seat} in Asgard.", seat=seat)))

    # ------------------------------------------------------------ council

    def withdrawn(self, event: events.Withdrawn, view: View) -> tuple[Cue, ...]:
        accuser = self._name(view, event.accuser)
        return (Say(self._("{accuser} takes it back.", accuser=accuser)),)

    def supported(self, event: events.Supported, view: View) -> tuple[Cue, ...]:
        supporter = self._name(view, event.supporter)
        return (Say(self._("{supporter} seconds it.", supporter=supporter)),)

    def dropped(self, event: events.Dropped, view: View) -> tuple[Cue, ...]:
        return (Say(self._("Nobody seconds it.")),)

    def council_ends(self, event: events.CouncilEnds, view: View) -> tuple[Cue, ...]:
        return (Light(), Say(self._(_COUNCIL_ENDS[event.why])))

    def round_begins(self, event: events.RoundBegins, view: View) -> tuple[Cue, ...]:
        title = self._.pgettext("title", "Round {round}", round=event.round)
        shown = RingScreen(title, ring_seats(self._, view))
        return (Light(), Show(shown), *recap(self._, view))

    # ------------------------------------------------------------ the end

    def won(self, event: events.Won, view: View) -> tuple[Cue, ...]:
        title, said = _WON[event.faction]
        return self._over(self._(title), self._(said), event.factions, view)

    def _over(self, title: str, said: str, factions: tuple[str, ...], view: View) -> tuple[Cue, ...]:
        """The game is over: who they were, or, where only their cards know it, to turn those."""
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

    def _revealed(self, title: str, rounds: str, them: tuple[int, ...], view: View) -> Screen:
        heading = self._.pgettext("line", "Conspirators:")
        if len(them) > 3:
            # More names than lines: the ring shows where they sit.
            seats = ring_seats(self._, view)
            framed = tuple(replace(seat, marked=n in them) for n, seat in enumerate(seats, 1))
            return RingScreen(title, framed, (heading, rounds))
        lines = [heading, *(self._name(view, seat) for seat in them), rounds]
        return Lines(title, tuple(lines[:4]))


_ONE_IS_GONE = (
    N_("Morning. One is gone."),
    N_("Dawn. One is missing."),
    N_("Sunrise. One is gone."),
)
_NOBODY_IS_GONE = (
    N_("Morning. Nobody is gone."),
    N_("Dawn. Nobody is missing."),
    N_("Sunrise. Nobody is gone."),
)
"""By the round."""

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
"""In the list of the last games."""

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

SILENT = frozenset((events.Looked, events.Accuses, events.Accused))
"""Events without a word: the beats of the look, or the prompt that follows, say it."""

TOLD: dict[type, Callable[[Events, Any, View], tuple[Cue, ...]]] = {
    events.Seated: Events.seated,
    events.AllSeated: Events.all_seated,
    events.Missing: Events.missing,
    events.FactionsLearned: Events.learned,
    events.Banished: Events.banished,
    events.NobodyBanished: Events.nobody,
    events.OracleMoved: Events.oracle,
    events.CardsReturned: Events.returned,
    events.Skipped: Events.skipped,
    events.Targetless: Events.targetless,
    events.Passed: Events.passed,
    events.CardLaid: Events.laid,
    events.CardRemoved: Events.card_moved,
    events.CardTaken: Events.card_moved,
    events.OracleSent: Events.oracle_sent,
    events.Protected: Events.protected,
    events.Withdrawn: Events.withdrawn,
    events.Supported: Events.supported,
    events.Dropped: Events.dropped,
    events.ThumbsShown: Events.thumbs,
    events.Counted: Events.counted,
    events.Spared: Events.spared,
    events.CouncilEnds: Events.council_ends,
    events.RoundBegins: Events.round_begins,
    events.Won: Events.won,
    events.Totals: Events.totals,
    events.PadCalled: Events.pad_called,
    events.NightVoid: Events.night_void,
    events.Leaves: Events.leaves,
    events.Joins: Events.joins,
    events.Absent: Events.absent,
    events.Ended: Events.ended,
}
