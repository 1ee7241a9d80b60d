"""Werewolf's narration: what the kit's words leave open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import ClassVar

from gm_appliance.core.cues import Cue, Pause, Props, Say, Show
from gm_appliance.core.cues.props import Card, Deck, Plate, Prop
from gm_appliance.core.cues.screens import Lines, RingSeat, VersusScreen
from gm_appliance.core.game import Beat, Decision
from gm_appliance.core.language import N_, NP_, Message, Name
from gm_appliance.core.table_narration import TABLE_MATCHES, Teaching
from gm_appliance.games.werewolf.narration import TITLE, words
from gm_appliance.games.werewolf.roles import POTION, ROLES, VILLAGE, VILLAGER, WEREWOLF, WOLVES
from gm_appliance.games.werewolf.rules import RULES, Shot, WerewolfView, roles_of
from gm_appliance.hidden_roles import events, model
from gm_appliance.hidden_roles.narration.events import HiddenRolesEvents
from gm_appliance.hidden_roles.narration.narrator import HiddenRolesNarration
from gm_appliance.hidden_roles.narration.screens import ABOUT_A_SEAT, HiddenRolesScreens
from gm_appliance.hidden_roles.narration.seats import BREATH, DAWN, SeatWords, by_round
from gm_appliance.hidden_roles.narration.timetables import Timetables

_FALLS: Mapping[str, Message] = {
    "night": N_("{seat} is dead."),
    "council": N_("The village condemns {seat}."),
    "hunter": N_("{seat} falls with the hunter."),
}

_MORNINGS = (N_("Morning. One is gone."), N_("Dawn. One is missing."), N_("Sunrise. One is gone."))
_QUIET = (N_("Morning. Nobody is gone."), N_("Dawn. Nobody is missing."), N_("Sunrise. Nobody is gone."))
"""By the round."""

_WON: Mapping[str, tuple[Message, Message, Message]] = {
    VILLAGE: (
        NP_("line", "The village won"),
        NP_("title", "The village wins"),
        N_("The last werewolf is gone. The village wins."),
    ),
    WOLVES: (
        NP_("line", "The werewolves won"),
        NP_("title", "Werewolves win"),
        N_("The werewolves are as many as the others. They win."),
    ),
}
"""By side: in the list of the last games, the title, and spoken."""


class Seats(SeatWords):
    """Seats called by their players."""

    def name(self, view: WerewolfView, seat: int) -> Name:
        return self.player(seat)

    def ring(
        self, view: WerewolfView, marked: int = 0, lit: frozenset[int] | None = None
    ) -> tuple[RingSeat, ...]:
        return tuple(
            RingSeat(str(seat), place.below, 0, int(seat in (lit or ())), False, seat == marked)
            for seat, place in enumerate(view.places, 1)
        )

    def table(self, view: WerewolfView, forward: bool = False) -> Props:
        """Plates, and everybody's card: face down, or turned."""
        items: list[Prop] = []
        for seat, place in enumerate(view.places, 1):
            note = self._.pgettext("card", "Dead") if place.below else ""
            numbered = not self._people.named(seat)
            items.append(Plate(seat, self.player(seat), note, numbered=numbered, turned=place.below))
            card = view.factions[seat - 1] if view.factions else place.card
            items.append(self._card(seat, card, forward and not place.below))
        if isinstance(view.phase, model.Deal | model.Learning):
            items.append(Deck(0, self._.names(self.dealt(view)), self._deck(view)))
        return Props(tuple(items))

    def _card(self, seat: int, role: str, forward: bool = False) -> Card:
        if not role:
            return Card(seat, self._.pgettext("card", "Card"), face_down=True, own=True, viewable=forward)
        row = ROLES[role]
        return Card(seat, self.role_name(role), row.colour, row.symbol, name=role, own=True)

    def _deck(self, view: WerewolfView) -> tuple[tuple[Card, int], ...]:
        return tuple((self._card(0, role), number) for role, number in RULES.deck(view).items())

    def role_name(self, role: str) -> Name:
        return self._.name(words.WORDS_OF[role].name)

    def dealt(self, view: WerewolfView) -> tuple[str, ...]:
        """The cards to deal, each kind with its number."""
        deck = RULES.deck(view)
        wolves, villagers = deck[WEREWOLF], deck[VILLAGER]
        return (
            self._.npgettext("line", "{n} werewolf", "{n} werewolves", wolves),
            *(self.role_name(role) for role in roles_of(view.setup)),
            self._.npgettext("line", "{n} villager", "{n} villagers", villagers),
        )


class WerewolfEvents(Seats, HiddenRolesEvents):
    RULES = RULES

    def banished(self, event: events.Banished, view: WerewolfView) -> tuple[Cue, ...]:
        seat = self.name(view, event.seat)
        alive = self._.pgettext("line", "Alive: {n}", n=len(view.places.inside))
        shown = Lines(self._.pgettext("title", "Dead"), (seat, "", alive))
        told = [*self._suspense(event.by, view), Show(shown), self.table(view)]
        told.append(Say(self._(_FALLS[event.by], seat=seat)))
        if not event.over:
            turns = view.setup.reveal == "yes"
            told.append(Say(self._("Turn your card.") if turns else self._("Keep your card hidden.")))
        return tuple(told)

    def _suspense(self, by: str, view: WerewolfView) -> tuple[Cue, ...]:
        """The pause before the name. A table that used the die knows the name already."""
        if by == "night" and view.with_pads:
            return (Pause(DAWN), Say(self._(by_round(view, *_MORNINGS))), Pause(BREATH))
        return (Pause(BREATH),) if by == "council" else ()

    def nobody(self, event: events.NobodyBanished, view: WerewolfView) -> tuple[Cue, ...]:
        shown = Show(Lines(self._.pgettext("title", "Nobody")))
        return (Pause(DAWN), shown, Say(self._(by_round(view, *_QUIET))))

    def won(self, event: events.Won, view: WerewolfView) -> tuple[Cue, ...]:
        _line, title, said = _WON[event.faction]
        return self.over(self._(title), self._(said), event.factions, view)

    def hidden_side(self, cards: tuple[str, ...], view: WerewolfView) -> tuple[str, str, tuple[int, ...]]:
        them = tuple(seat for seat in view.seats if ROLES[cards[seat - 1]].side == WOLVES)
        names = self.names(view, them)
        named = self._.ngettext(
            "The werewolf was {names}.", "The werewolves were {names}.", len(them), names=names
        )
        return self._.pgettext("line", "Werewolves:"), named, them

    def restored(self, event: events.NightVoid, view: WerewolfView) -> Iterable[Cue]:
        for seat in event.seats:
            yield Say(self._("{seat} is alive again. Turn the card back.", seat=self.name(view, seat)))

    def recap(self, view: WerewolfView) -> Iterator[Say]:
        dead = tuple(seat for seat in view.seats if seat not in view.places.inside)
        if not dead:
            yield Say(self._("Round {round}. All are alive.", round=view.round))
            return
        few_left = len(view.places.inside) < len(dead)
        first, *rest = self.in_groups(view, view.places.inside if few_left else dead)
        if few_left:
            yield Say(self._("Round {round}. Still alive: {names}.", round=view.round, names=first))
        else:
            yield Say(self._("Round {round}. Dead: {names}.", round=view.round, names=first))
        yield from (Say(self._("Also {names}.", names=more)) for more in rest)

    def cards_title(self) -> str:
        return self._.pgettext("title", "Your cards")

    def stays_title(self) -> str:
        return self._.pgettext("title", "Spared")

    def turn_cards(self) -> str:
        return self._("Turn your cards.")

    def farewell(self) -> str:
        return self._("The game ends here. Turn your cards.")

    TOLD: ClassVar[Mapping[type, Callable[..., Iterable[Cue]]]] = {
        **HiddenRolesEvents.TOLD,
        events.Banished: banished,
        events.NobodyBanished: nobody,
        events.Won: won,
    }


class WerewolfScreens(Seats, HiddenRolesScreens):
    PROMPTS = words.PROMPTS
    ABOUT_A_SEAT = ("night.victim", "hunter.fell", *ABOUT_A_SEAT)

    def banish_or_spare(self) -> str:
        return self._.pgettext("line", "▼ condemn  ▲ spare")


class WerewolfTimetables(Seats, Timetables):
    STEPS = words.STEPS

    def shown(self, decision: Decision, view: WerewolfView, beat: Beat) -> tuple[Cue, ...]:
        cues = super().shown(decision, view, beat)
        if beat.mark == "lead" and decision.closed and isinstance(view.phase, model.Night):
            return (*cues[:-1], self.table(view, forward=True))
        return cues

    def spoken(self, decision: Decision, view: WerewolfView, beat: Beat) -> str:
        if beat.mark == "card":
            return self.role_name(str(beat.about))
        return self._("The healing potion.") if beat.about == POTION else super().spoken(decision, view, beat)


class WerewolfTeaching(Teaching):
    BEFORE = frozenset(("setup.deal",))

    def minute(self, view: WerewolfView) -> Iterator[Cue]:
        yield from self.told(
            None,
            N_("Your card is secret. Some of you are werewolves."),
            N_("At night all close their eyes. The werewolves agree on a victim."),
            N_("By day you talk, accuse, and vote."),
        )
        for role in roles_of(view.setup):
            yield from self.told(None, words.WORDS_OF[role].explained)
        if view.with_pads:
            yield from self.told(
                None,
                N_("I read out names. Everybody taps thumb up at every name."),
                N_("Who acts at night taps thumb down at one name."),
                N_("To accuse, hold thumb down."),
            )
        vote = VersusScreen(self._.pgettext("title", "Vote"), 4, 2, thumbs=True)
        yield from self.told(vote, N_("In a vote, thumb down condemns, thumb up spares."))
        yield from self.told(None, *_AIMS)

    def half_minute(self, view: WerewolfView) -> Iterator[Cue]:
        yield from self.told(
            None,
            N_("At night the werewolves agree on a victim. By day all vote on one."),
            *_AIMS,
        )

    def pads(self, view: WerewolfView) -> Mapping[int, str]:
        return {seat: self.player(seat) for seat in view.padded}


_AIMS = (
    N_("The village wins when the last werewolf is gone."),
    N_("The werewolves win when they are as many as the others."),
)


class Werewolf(HiddenRolesNarration):
    """The narration in one language; see `narration.GameNarration` for its methods."""

    TITLE = TITLE
    OPTIONS = words.OPTIONS
    PROMPTS = words.PROMPTS
    TOPICS = words.TOPICS
    TEACHING = WerewolfTeaching
    RULES = RULES
    EVENTS = WerewolfEvents
    SCREENS = WerewolfScreens
    TIMETABLES = WerewolfTimetables
    SIDE_WON: ClassVar[Mapping[str, Message]] = {side: line for side, (line, *_said) in _WON.items()}

    _events: WerewolfEvents

    def setup(self, options: Mapping[str, int | str]) -> str:
        return self._.pgettext(
            "line",
            "{players}, {roles}",
            players=self.players(int(options["players"])),
            roles=self._.npgettext("line", "{n} role", "{n} roles", int(options["roles"])),
        )

    def values(self, decision: Decision, view: WerewolfView) -> Mapping[str, object]:
        values = {**super().values(decision, view)}
        if isinstance(view.phase, Shot) and view.phase.seat:
            values["seat"] = self.player(view.phase.seat)
        return values

    def before(self, decision: Decision, view: WerewolfView) -> Iterator[Say]:
        """The cards to deal."""
        if decision.name == "setup.deal":
            dealt = self._events.dealt(view)
            for at in range(0, len(dealt), 3):
                yield Say(f"{self._.names(dealt[at : at + 3])}.")

    def recap(self, decision: Decision, view: WerewolfView) -> tuple[Cue, ...]:
        if isinstance(view.phase, model.Calling | model.Deal | model.Learning):
            return ()
        matches = () if len(view.places.inside) == len(view.places) else (Say(self._(TABLE_MATCHES)),)
        return (*self._events.recap(view), *matches)

    def back(self, before: WerewolfView, view: WerewolfView) -> tuple[Cue, ...]:
        back = (seat for seat in view.places.inside if seat not in before.places.inside)
        return tuple(self._events.restored(events.NightVoid(tuple(back), ()), view))

    def role(self, role: str) -> str:
        return self._events.role_name(role) if role in ROLES else super().role(role)

    def topics(self, view: WerewolfView, on_request: tuple[str, ...]) -> tuple[str, ...]:
        roles = (WEREWOLF, *roles_of(view.setup))
        return ("recap", *on_request, "mistake", *words.TAUGHT, *roles)

    def topic(self, topic: str) -> str:
        if topic in ROLES:
            return self._(self.TOPICS[topic].line, role=self._events.role_name(topic))
        return super().topic(topic)

    def explain(self, topic: str, view: WerewolfView) -> tuple[Cue, ...]:
        return tuple(self._events.recap(view)) if topic == "recap" else super().explain(topic, view)
