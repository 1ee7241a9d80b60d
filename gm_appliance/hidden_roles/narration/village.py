"""The narration of a game of a village; a game gives its roles' words, and the words of its nights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar

from gm_appliance.core.cues import Cue, Pause, Props, Say, Show
from gm_appliance.core.cues.props import Card, Colour, Deck, Plate, Prop, Symbol
from gm_appliance.core.cues.screens import Lines, RingSeat, VersusScreen
from gm_appliance.core.game import Beat, Decision
from gm_appliance.core.language import N_, NP_, Language, Message, Name
from gm_appliance.core.narration import PromptText
from gm_appliance.core.table_narration import TABLE_MATCHES, TAUGHT, Topic
from gm_appliance.core.values import Value, field, replace
from gm_appliance.hidden_roles import events, model
from gm_appliance.hidden_roles.narration import prompts
from gm_appliance.hidden_roles.narration import village_words as words
from gm_appliance.hidden_roles.narration.events import BREATH, DAWN, MORNINGS, SideWords, by_round
from gm_appliance.hidden_roles.narration.narrator import HiddenRolesNarration
from gm_appliance.hidden_roles.village import POTION, Dawn, Village, VillageView

_TWO = (N_("Morning. Two are gone."), N_("Dawn. Two are missing."), N_("Sunrise. Two are gone."))
"""By the round."""


class RoleWords(Value):
    """The words of one role, and what is drawn on its card.

    name: on its card. told: what it does. unaided: the same without pads.
    """

    name: Message
    told: tuple[Message, ...] = ()
    unaided: tuple[Message, ...] = ()
    colour: Colour = "green"
    symbol: Symbol = "person"


class VillageText(Value):
    """The words that a game of a village gives.

    roles, sides:   by the names in its rules.
    night:          what is said when roles open and close their eyes, by the beats' marks.
    intro, outline: the first sentences of the minute that teaches it, and of the half minute.
    numbers:        of the attackers and the others dealt: "2 werewolves", "4 villagers".
    hidden:         the heading for the attackers at the end, and the question who they were.
    falls:          by how somebody fell, if not at night.
    """

    roles: Mapping[str, RoleWords]
    sides: Mapping[str, SideWords]
    night: Mapping[str, Message]
    intro: tuple[Message, ...]
    outline: Message
    numbers: Callable[[Language, int, int], tuple[str, str]]
    hidden: Callable[[Language, int], tuple[str, str]]
    falls: Mapping[str, Message] = field(default_factory=dict)


_FALLS: Mapping[str, Message] = {
    "night": N_("{seat} is dead."),
    "council": N_("The village condemns {seat}."),
}


_DEAD = (
    N_("You are dead."),
    N_("You can no longer accuse, second or vote."),
    N_("At night you close your eyes as before."),
)
"""To those who fell."""


class VillageNarration(HiddenRolesNarration):
    """A game sets `TITLE`, `RULES`, `TEXT`, and what differs from `village_words`; see `GameNarration`."""

    RULES: ClassVar[Village]
    TEXT: ClassVar[VillageText]
    OPTIONS: ClassVar[Mapping[str, PromptText]] = words.OPTIONS
    PROMPTS: ClassVar[Mapping[str, PromptText]] = words.PROMPTS
    FAREWELL = N_("The game ends here. Turn your cards.")
    ABOUT_A_SEAT = ("night.victim", "fallen.shoots", *HiddenRolesNarration.ABOUT_A_SEAT)
    VOTE = NP_("line", "▼ condemn  ▲ spare")
    CARDS_TITLE = NP_("title", "Your cards")
    STAYS_TITLE = NP_("title", "Spared")
    TURN_CARDS = N_("Turn your cards.")

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        text = cls.TEXT
        night = replace(words.NIGHT, beats={**words.NIGHT.beats, **text.night})
        cls.STEPS = {**words.STEPS, "night": night, "night.die": night}
        cls.SIDES, ended = text.sides, words.PROMPTS["end.called"]
        items = {**ended.items, **{side: won.line for side, won in text.sides.items()}}
        cls.PROMPTS = {**cls.PROMPTS, "end.called": replace(ended, items=items)}
        explained = Topic(NP_("line", "What is the {role}?"))
        cls.TOPICS = {**prompts.TOPICS, **dict.fromkeys(text.roles, explained)}

    def name(self, view: VillageView, seat: int) -> Name:
        return self.player(seat)

    def ring(
        self, view: VillageView, marked: int = 0, lit: frozenset[int] | None = None
    ) -> tuple[RingSeat, ...]:
        return tuple(
            RingSeat(str(seat), place.below, 0, int(seat in (lit or ())), False, seat == marked)
            for seat, place in enumerate(view.places, 1)
        )

    def table(self, view: VillageView, forward: bool = False) -> Props:
        """Plates, and everybody's card: face down, or turned."""
        items: list[Prop] = []
        for seat, place in enumerate(view.places, 1):
            note = self._.pgettext("card", "Dead") if place.below else ""
            numbered = not self._people.named(seat)
            told = tuple(map(self._, _DEAD)) if place.below else ()
            name, out = self.player(seat), place.below
            items.append(Plate(seat, name, note, numbered=numbered, turned=out, told=told))
            card = (view.factions and view.factions[seat - 1]) or place.card
            items.append(self._card(seat, card, forward and not place.below))
        if isinstance(view.phase, model.Deal | model.Learning):
            deck = tuple((self._card(0, role), n) for role, n in self.RULES.deck(view).items())
            items.append(Deck(0, self._.names(self.deal(view)), deck))
        return Props(tuple(items))

    def _card(self, seat: int, role: str, forward: bool = False) -> Card:
        if not role:
            return Card(seat, self._.pgettext("card", "Card"), face_down=True, own=True, viewable=forward)
        row = self.TEXT.roles[role]
        return Card(seat, self.role_name(role), row.colour, row.symbol, name=role, own=True)

    def role_name(self, role: str) -> Name:
        return self._.name(self.TEXT.roles[role].name)

    def deal(self, view: VillageView) -> tuple[str, ...]:
        """The cards to deal, each kind with its number."""
        rules, deck = self.RULES, self.RULES.deck(view)
        attackers, others = self.TEXT.numbers(self._, deck[rules.attackers], deck[rules.others])
        return (attackers, *(self.role_name(role) for role in rules.joined(view)), others)

    def dealt(self, view: VillageView) -> tuple[str, ...]:
        """Two special roles in a line, because the display has four lines."""
        attackers, *special, others = self.deal(view)
        pairs = (", ".join(special[at : at + 2]) for at in range(0, len(special), 2))
        return (attackers, *pairs, others)

    def dawn(self, event: Dawn, view: VillageView) -> tuple[Cue, ...]:
        """A table that used the die knows the name already."""
        if not view.with_pads:
            return ()
        mornings = MORNINGS if event.dead == 1 else _TWO
        return (Pause(DAWN), Say(self._(by_round(view, *mornings))))

    def banished(self, event: events.Banished, view: VillageView) -> tuple[Cue, ...]:
        seat = self.name(view, event.seat)
        alive = self._.pgettext("line", "Alive: {n}", n=len(view.places.inside))
        shown = Show(Lines(self._.pgettext("title", "Dead"), (seat, "", alive)))
        suspense = (Pause(BREATH),) if event.by != "shot" else ()
        fell = {**_FALLS, **self.TEXT.falls}[event.by]
        told = (*suspense, shown, self.table(view), Say(self._(fell, seat=seat)))
        if event.over:
            return told
        turns = self.RULES.turns_cards(view)
        return (*told, Say(self._("Turn your card.") if turns else self._("Keep your card hidden.")))

    def hidden_side(self, cards: tuple[str, ...], view: VillageView) -> tuple[str, str, tuple[int, ...]]:
        them = self.RULES.attackers_of(view.seats, dict(enumerate(cards, 1)))
        return (*self.TEXT.hidden(self._, len(them)), them)

    def restored(self, event: events.NightVoid, view: VillageView) -> Iterable[Cue]:
        for seat in event.seats:
            yield Say(self._("{seat} is alive again.", seat=self.name(view, seat)))
        if event.seats and self.RULES.turns_cards(view):
            yield Say(self._("Turn the card back."))

    def essentials(self, view: VillageView) -> Iterator[Say]:
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

    def explained(self, role: str, view: VillageView) -> tuple[Message, ...]:
        """What a role does, at this table."""
        told = self.TEXT.roles[role]
        return told.told if view.with_pads or not told.unaided else told.unaided

    def setup(self, options: Mapping[str, int | str]) -> str:
        roles = self._.npgettext("line", "{n} role", "{n} roles", int(options["roles"]))
        players = self.players(int(options["players"]))
        return self._.pgettext("line", "{players}, {roles}", players=players, roles=roles)

    def before(self, decision: Decision, view: VillageView) -> Iterator[Say]:
        """The cards to deal, or their numbers for somebody without a pad."""
        if decision.name == "setup.faction":
            for n, card in enumerate(self.RULES.deck(view), 1):
                yield Say(self._("{n}: {role}.", n=n, role=self.role_name(card)))
        if decision.name == "setup.deal":
            dealt = self.deal(view)
            for at in range(0, len(dealt), 3):
                yield Say(f"{self._.names(dealt[at : at + 3])}.")

    def recap(self, decision: Decision, view: VillageView) -> tuple[Cue, ...]:
        if isinstance(view.phase, model.Calling | model.Deal | model.Learning):
            return ()
        matches = () if len(view.places.inside) == len(view.places) else (Say(self._(TABLE_MATCHES)),)
        return (*self.essentials(view), *matches)

    def back(self, before: VillageView, view: VillageView) -> tuple[Cue, ...]:
        back = (seat for seat in view.places.inside if seat not in before.places.inside)
        return tuple(self.restored(events.NightVoid(tuple(back), ()), view))

    def role(self, role: str) -> str:
        return self.role_name(role) if role in self.TEXT.roles else super().role(role)

    def topics(self, view: VillageView, on_request: tuple[str, ...]) -> tuple[str, ...]:
        roles = (self.RULES.attackers, *self.RULES.joined(view))
        return (*self.remembered(view), *on_request, "mistake", *TAUGHT, *roles)

    def topic(self, topic: str) -> str:
        if topic in self.TEXT.roles:
            return self._(self.TOPICS[topic].line, role=self.role_name(topic))
        return super().topic(topic)

    def explain(self, topic: str, view: Any) -> tuple[Cue, ...]:
        if topic in self.TEXT.roles:
            return tuple(Say(self._(said)) for said in self.explained(topic, view))
        return tuple(self.essentials(view)) if topic == "recap" else super().explain(topic, view)

    def shown(self, decision: Decision, view: VillageView, beat: Beat) -> tuple[Cue, ...]:
        cues = super().shown(decision, view, beat)
        if beat.mark == "lead" and isinstance(view.phase, model.Night):
            return (*cues[:-1], self.table(view, forward=True))
        return cues

    def spoken(self, decision: Decision, view: VillageView, beat: Beat) -> str:
        if beat.mark == "card":
            return self.role_name(str(beat.about))
        return self._("The healing potion.") if beat.about == POTION else super().spoken(decision, view, beat)

    def minute(self, view: VillageView) -> Iterator[Cue]:
        text = self.TEXT
        yield from self.told(None, *text.intro, N_("By day you talk, accuse, and vote."))
        for role in self.RULES.joined(view):
            yield from self.told(None, *self.explained(role, view))
        if view.with_pads:
            yield from self.told(
                None,
                N_("I read out names. Everybody taps thumb up at every name."),
                N_("If you act at night, tap thumb down at one name."),
                N_("To accuse, hold thumb down."),
            )
        vote = VersusScreen(self._.pgettext("title", "Vote"), 4, 2, thumbs=True)
        yield from self.told(vote, N_("In a vote, thumb down to condemn, thumb up to spare."))
        yield from self.told(None, *self._aims())

    def half_minute(self, view: VillageView) -> Iterator[Cue]:
        yield from self.told(None, self.TEXT.outline, *self._aims())

    def _aims(self) -> Iterator[Message]:
        """What each side wants: the attackers' last, as in `Village.sides`."""
        rules, roles = self.RULES, self.TEXT.roles
        return (aim for card in (rules.others, rules.attackers) for aim in roles[card].told[-1:])

    TOLD: ClassVar[Mapping[type, Callable[..., Iterable[Cue]]]] = {
        **HiddenRolesNarration.TOLD,
        Dawn: dawn,
        events.Banished: banished,
    }
