"""The words and pictures for events in Götterdämmerung."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from gm_appliance.core.cues import Cue, Pause, Say, Show
from gm_appliance.core.cues.screens import DiceScreen, Lines, RingScreen
from gm_appliance.core.language import N_, NP_, Message, Name
from gm_appliance.core.narration import MissingWords
from gm_appliance.core.table_narration import silent, untold
from gm_appliance.games.gotterdammerung import events, model
from gm_appliance.games.gotterdammerung.gods import wounds
from gm_appliance.games.gotterdammerung.model import GotterdammerungView
from gm_appliance.games.gotterdammerung.narration.gods import WORDS_OF, god_name
from gm_appliance.games.gotterdammerung.narration.props import GodSeats, may_have_taken
from gm_appliance.games.gotterdammerung.rules import RULES
from gm_appliance.hidden_roles import events as kit_events
from gm_appliance.hidden_roles import model as kit
from gm_appliance.hidden_roles.narration.events import BREATH, DAWN, MORNINGS, SideWords, by_round
from gm_appliance.hidden_roles.narration.story import until_it_is_said

_SAID: Mapping[type, Message] = {
    **GodSeats.SAID,
    events.Absent: N_("{god} is not here, and takes no action."),
    events.CardsReturned: N_("Take back your action cards."),
    events.Skipped: N_("{god} is wounded and takes no action."),
    events.Passed: N_("{god} passes."),
}
"""Events announced in one sentence."""


_FIRST = (
    N_("{seat} sits at the top. We go clockwise."),
    N_("{seat} sits at the top: {player}. We go clockwise."),
)
_NEXT = (N_("{seat}."), N_("{seat}: {player}."))
"""Who sits there, and the same with the player's name."""


class GotterdammerungEvents(GodSeats):
    RULES = RULES
    SAID = _SAID
    SIDES: ClassVar[Mapping[str, SideWords]] = {
        model.PROTECT: SideWords(
            NP_("line", "The protectors won"),
            NP_("title", "Asgard wins"),
            N_("The last conspirator is in the Underworld. Asgard stands."),
        ),
        model.CONSPIRE: SideWords(
            NP_("line", "The conspirators won"),
            NP_("title", "Asgard falls"),
            N_("The last protector is in the Underworld. Asgard falls."),
            mood="burns",
        ),
    }
    CARDS_TITLE = NP_("title", "The factions")
    STAYS_TITLE = NP_("title", "Stays in Asgard")
    TURN_CARDS = N_("Turn your faction cards.")

    def seated(self, event: events.Seated, view: GotterdammerungView) -> tuple[Cue, ...]:
        god = god_name(self._, event.god)
        return (Say(self._("{god} sits at seat {number}.", god=god, number=event.seat)),)

    def all_seated(self, event: kit_events.AllSeated, view: GotterdammerungView) -> tuple[Cue, ...]:
        """Seat by seat, marked on the ring. If pads are called, the other seats follow with their pads."""
        first, *others = view.seats
        cues: list[Cue] = [self.table(view), self.who(first, view), self._sits(view, first)]
        if isinstance(view.phase, kit.Calling):
            return tuple(cues)
        for seat in others:
            cues += [self.who(seat, view), self._sits(view, seat)]
        return (*cues, *self.seats_done(view))

    def called(self, view: GotterdammerungView) -> tuple[Cue, ...]:
        """Who sits at a seat whose pad is not called; nothing for the first seat, which was announced."""
        assert isinstance(view.phase, kit.Calling)
        seat = view.phase.seat
        return () if seat == view.seats[0] else (self.who(seat, view), self._sits(view, seat))

    def seats_done(self, view: GotterdammerungView) -> tuple[Cue, ...]:
        """The cards people lay out once everybody knows their role. No card shows a Valkyrie's number."""
        cues: list[Cue] = [Say(self._("Put down your god card. Take your action card."))]
        if any(place.number for place in view.places):
            cues.append(Say(self._("Valkyries, remember your number.")))
        starts = Say(self._("The Oracle starts beside {seat}.", seat=self.name(view, view.oracle)))
        return (*cues, self.who(view.oracle, view), starts)

    def _sits(self, view: GotterdammerungView, seat: int) -> Say:
        people, sits = self.told_of(view), _FIRST if seat == view.seats[0] else _NEXT
        name, player = self.name(view, seat), people.name(self._, seat)
        return Say(self._(sits[bool(people.named(seat))], seat=name, player=player))

    def banished(self, event: kit_events.Banished, view: GotterdammerungView) -> tuple[Cue, ...]:
        up, below = len(view.asgard), len(view.places) - len(view.asgard)
        seat = self.name(view, event.seat)
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
        told: tuple[Cue, ...] = (*self._suspense(event.by, view), Show(shown), self.table(view), Say(fell))
        if event.over:
            return told
        if below > 1:  # everybody has heard the rest once
            return (*told, Say(self._("Turn your god card.")))
        return (*told, Say(self._("Turn your god card. Keep your faction hidden.")))

    def _suspense(self, by: str, view: GotterdammerungView) -> tuple[Cue, ...]:
        """The pause before the name. A table that used the die knows the name already."""
        if by == "conspiracy" and view.with_pads:
            return (Pause(DAWN), Say(self._(by_round(view, *MORNINGS))), Pause(BREATH))
        return (Pause(BREATH),) if by == "council" else ()

    def nobody(self, event: kit_events.NobodyBanished, view: GotterdammerungView) -> tuple[Cue, ...]:
        told = super().nobody(event, view)
        return told if view.with_pads else (told[1], Say(self._("Nobody is banished.")))

    def oracle(self, event: events.OracleMoved, view: GotterdammerungView) -> tuple[Cue, ...]:
        first, second = event.dice
        seat = self.name(view, event.seat)
        moved = self._moved(first, second, seat, view)
        cues: list[Cue] = []
        if view.setup.dice == "box":
            first_time = view.round == 1
            silence = self._("Silence until the council. The dice.") if first_time else self._("Silence.")
            cues += [Say(silence), Pause(1.0)]
        line = self._.pgettext("line", "Oracle: {seat}", seat=seat)
        cues.append(Show(DiceScreen(self._.pgettext("title", "The dice"), event.dice, (line,))))
        return (*cues, self.table(view), Say(moved))

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
        words, seat = WORDS_OF[event.god], self.name(view, event.seat)
        shown = RingScreen(self._(words.title), self.ring(view, event.seat), (seat,))
        told: tuple[Cue, ...] = (Show(shown), self.table(view), Say(self._(words.done, seat=seat)))
        if view.round > 1 or len(view.cards.away) > 1:
            return told
        # Only with the first card of the game.
        return (*told, Say(self._("Put {god}'s card there.", god=god_name(self._, event.god))))

    def card_moved(
        self, event: events.CardRemoved | events.CardTaken, view: GotterdammerungView
    ) -> tuple[Cue, ...]:
        seat, owner = self.name(view, event.seat), god_name(self._, event.card)
        words = WORDS_OF[event.god]
        healed = not wounds(view, event.seat)
        done = words.done if healed or words.still is None else words.still
        return (Say(self._(done, owner=owner, seat=seat)),)

    def oracle_sent(self, event: events.OracleSent, view: GotterdammerungView) -> tuple[Cue, ...]:
        words = WORDS_OF[event.god]
        return (Say(self._(words.oracle or words.done, seat=self.name(view, event.seat))),)

    def protected(self, event: kit_events.Protected, view: GotterdammerungView) -> tuple[Cue, ...]:
        seat = self.name(view, event.seat)
        line = self._.pgettext("line", "Saved by Dvalin")
        shown = Lines(self._(self.STAYS_TITLE), (seat, line))
        return (Show(shown), Say(self._("Dvalin's card keeps {seat} in Asgard.", seat=seat)))

    def modifier(self, one: kit.Modifier, view: GotterdammerungView) -> tuple[str, Say]:
        """A card's effect, as a line of the display and spoken."""
        words, seat = WORDS_OF[one.card].count, self.name(view, one.seat)
        if words is None:
            raise MissingWords(f"what {one.card!r} changed in the count")
        down, owner = one.thumb == kit.DOWN, god_name(self._, one.card)
        line, said = (words.line_down, words.down) if down else (words.line_up, words.up)
        if one.card in wounds(view, one.seat) and may_have_taken(view, one.seat):
            said = _HELD[one.thumb, one.votes > 0]
        return self._(line, seat=seat), Say(self._(said, seat=seat, owner=owner))

    def role_name(self, role: str) -> Name:
        return god_name(self._, role)

    def restored(self, event: kit_events.NightVoid, view: GotterdammerungView) -> Iterable[Cue]:
        yield from (self.back_in_asgard(view, seat) for seat in event.seats)
        yield from (self.card_back(view, card) for card in event.cards)
        yield from self.full_recap(view)

    def hidden_side(
        self, cards: tuple[str, ...], view: GotterdammerungView
    ) -> tuple[str, str, tuple[int, ...]]:
        them = tuple(seat for seat in view.seats if cards[seat - 1] == model.CONSPIRE)
        who = self._.ngettext("Who was the conspirator?", "Who were the conspirators?", len(them))
        return self._.pgettext("line", "Conspirators:"), who, them

    TOLD: ClassVar[Mapping[type, Callable[..., Iterable[Cue]]]] = {
        **GodSeats.TOLD,
        **dict.fromkeys(_SAID, GodSeats.said),
        events.Seated: seated,
        kit_events.AllSeated: all_seated,
        kit_events.Banished: banished,
        kit_events.NobodyBanished: nobody,
        events.OracleMoved: oracle,
        events.Targetless: targetless,
        events.CardLaid: laid,
        events.CardRemoved: card_moved,
        events.CardTaken: card_moved,
        events.OracleSent: oracle_sent,
        kit_events.Protected: protected,
        events.Looked: silent,  # announced by the beats of the look
    }

    STORY: ClassVar[Mapping[type, Callable[..., Iterable[Cue]]]] = {
        **GodSeats.STORY,
        **untold(events.Seated, events.Absent, events.CardsReturned, events.Skipped, events.Passed),
        **untold(events.Targetless),
        events.OracleMoved: lambda self, event, view: until_it_is_said(self, event, view)[-1:],
        events.CardLaid: until_it_is_said,
    }


_HELD: Mapping[tuple[str, bool], Message] = {
    (kit.DOWN, True): N_("{seat} holds {owner}'s card: one more thumb down."),
    (kit.UP, True): N_("{seat} holds {owner}'s card: one more thumb up."),
    (kit.DOWN, False): N_("{seat} holds {owner}'s card: one fewer thumb down."),
    (kit.UP, False): N_("{seat} holds {owner}'s card: one fewer thumb up."),
}
"""The effect of a wound at Loki, by the thumb and whether it adds a vote: he may have taken the card."""
