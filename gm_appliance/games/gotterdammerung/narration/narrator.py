"""Götterdämmerung's narration: its tables and parts come together here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from gm_appliance.core.cues import Cue, Light, Say, Show
from gm_appliance.core.cues.screens import DiceScreen, RingScreen, VersusScreen
from gm_appliance.core.epilogue import Fact, Told
from gm_appliance.core.game import Beat, Choice, Decision, Face, MenuFace
from gm_appliance.core.language import N_, NP_, Message
from gm_appliance.core.table_narration import MISTAKE, TABLE_MATCHES, TAUGHT, Topic
from gm_appliance.core.values import replace
from gm_appliance.games.gotterdammerung import model
from gm_appliance.games.gotterdammerung.events import Looked
from gm_appliance.games.gotterdammerung.gods import GODS, ORACLE
from gm_appliance.games.gotterdammerung.model import VALKYRIE, GotterdammerungView, Place
from gm_appliance.games.gotterdammerung.narration import TITLE
from gm_appliance.games.gotterdammerung.narration.events import GotterdammerungEvents
from gm_appliance.games.gotterdammerung.narration.gods import WORDS_OF, god_name, place_name
from gm_appliance.games.gotterdammerung.narration.prompts import OPTIONS, PROMPTS, STEPS
from gm_appliance.games.gotterdammerung.rules import look_candidates
from gm_appliance.hidden_roles import model as kit
from gm_appliance.hidden_roles.narration import prompts

_SIDES = N_("{protectors} guard Asgard, {conspirators} betray it.")
_WIN = N_("To win, banish everybody in the other faction.")
_VOTE = N_("Thumbs down to banish, up to spare.")

_SAID = prompts.TOPICS["mistake"].said

TOPICS: Mapping[str, Topic] = {
    **prompts.TOPICS,
    "mistake": Topic(
        MISTAKE.line, (*_SAID[:2], N_("Keep your thumb as you showed it. Nobody votes again."), *_SAID[2:])
    ),
    "ring": Topic(
        NP_("line", "Marks on the ring"),
        (
            N_("The ring on the display is your table, clockwise."),
            N_("A white block is a player in Asgard."),
            N_("An open box is a player in the Underworld."),
            N_("A cross below is a wound."),
            N_("A small bar below is any other action card."),
            N_("While I call pads, a bar marks a seat with one."),
            N_("The eye is the Oracle."),
            N_("The frame marks who is chosen now."),
        ),
    ),
    **{god: Topic(NP_("line", "What {god} does"), (WORDS_OF[god].explained,)) for god in GODS},
}
"""In menu order; the gods in order of play."""


_FORWARD: Mapping[tuple[bool, int], Message] = {
    (False, 1): N_("{oracle} is the Oracle. All in Asgard, push your faction card forward."),
    (False, 2): N_("All in Asgard, cards forward."),
    (True, 1): N_("{oracle} is the Oracle. All in the Underworld, push your faction card forward."),
    (True, 2): N_("All in the Underworld, cards forward."),
}
"""Before a look, by whether the Oracle is below, in the first round and later; then it is said who looks."""


class Gotterdammerung(GotterdammerungEvents):
    """The narration in one language; see `narration.GameNarration` for its methods."""

    TITLE = TITLE
    OPTIONS = OPTIONS
    PROMPTS = PROMPTS
    TOPICS = TOPICS
    EPILOGUE: ClassVar = {
        "oracle": N_("As Oracle in round {round}, {oracle} could only see conspirators."),
        **GotterdammerungEvents.EPILOGUE,
    }
    STEPS = STEPS
    ABOUT_A_SEAT = ("conspiracy.die", *GotterdammerungEvents.ABOUT_A_SEAT)
    VOTE = NP_("line", "▼ banish  ▲ spare")
    FAREWELL = N_("The game ends here. Turn your faction cards.")

    def setup(self, options: Mapping[str, int | str]) -> str:
        gods = self._.npgettext("line", "{n} god", "{n} gods", int(options["gods"]))
        players = self.players(int(options["players"]))
        return self._.pgettext("line", "{players}, {gods}", players=players, gods=gods)

    def case(self, decision: Decision, view: GotterdammerungView) -> str:
        phase = view.phase
        if isinstance(phase, model.Turn) and decision.name.startswith("action."):
            return ("later" if view.round > 1 else "") if phase.by == view.seat_of(phase.god) else "deputy"
        return super().case(decision, view)

    def values(self, decision: Decision, view: GotterdammerungView) -> Mapping[str, object]:
        values = {**super().values(decision, view)}
        match view.phase:
            case kit.Deal():
                values |= self.sides(view)
            case model.Look():
                values["oracle"] = self.name(view, view.oracle)
            case model.Seating() as phase:
                values["god"] = god_name(self._, phase.gods[len(phase.seats)])
            case model.Turn() as phase:
                values["god"] = god_name(self._, phase.god)
                values["by"] = self.name(view, phase.by)
        return values

    def before(self, decision: Decision, view: GotterdammerungView) -> Iterator[Say]:
        """Name the god whose action it is, if another player decides."""
        if self.case(decision, view) == "deputy":
            yield Say(self._("{by} acts in place of {god}.", **self.values(decision, view)))

    def facts(self, told: Told) -> Iterator[Fact]:
        yield from super().facts(told)
        cards = told[-1][1].factions
        hidden = {*self.hidden_side(cards, told[-1][1])[2]} if cards else set()
        for event, view in told:
            seen = look_candidates(view) if hidden and isinstance(event, Looked) else ()
            if seen and view.oracle not in hidden and hidden.issuperset(seen):
                yield Fact("oracle", {"oracle": view.oracle}, {"round": view.round})

    def known(self, decision: Decision, view: GotterdammerungView) -> tuple[Cue, ...]:
        return self.beside(view, self.called(view))

    def back(self, before: GotterdammerungView, view: GotterdammerungView) -> tuple[Cue, ...]:
        return self.beside(view, self.moved_back(before, view))

    def recap(self, decision: Decision, view: GotterdammerungView) -> tuple[Cue, ...]:
        match view.phase:
            case model.Picking() | model.Seating() | kit.Calling() | kit.Deal() | kit.Learning():
                return ()
            case kit.Night() if view.round > 1:
                return ()  # the beginning of the round, just announced, was a recap
        spoken = self.worlds(view)
        if view.cards.away:
            spoken = (*self.full_recap(view), Say(self._(TABLE_MATCHES)))
        if isinstance(view.phase, model.Look) and decision.closed:
            return (
                *spoken,
                Say(self._("The Oracle looks again. If you already looked, take the same card.")),
            )
        return spoken

    def role(self, role: str) -> str:
        god, _space, number = role.partition(" ")
        if god not in GODS and (god, number.isdecimal()) != (VALKYRIE, True):
            return super().role(role)
        return place_name(self._, Place(god=god, number=int(number or 0)))

    def topics(self, view: GotterdammerungView, on_request: tuple[str, ...]) -> tuple[str, ...]:
        if isinstance(view.phase, model.Picking | model.Seating):
            return (*TAUGHT, *on_request)
        gods = sorted(view.places.gods, key=lambda god: GODS[god].order)
        return (*self.remembered(view), *on_request, "mistake", *TAUGHT, "ring", *gods)

    def topic(self, topic: str) -> str:
        if topic in GODS:
            return self._(self.TOPICS[topic].line, god=god_name(self._, topic))
        return super().topic(topic)

    def explain(self, topic: str, view: GotterdammerungView) -> tuple[Cue, ...]:
        return self.full_recap(view) if topic == "recap" else super().explain(topic, view)

    def dealt(self, view: GotterdammerungView) -> tuple[str, ...]:
        conspirators, protectors = model.DECKS[len(view.places)].values()
        return (
            self._.npgettext("line", "{n} protector", "{n} protectors", protectors),
            self._.npgettext("line", "{n} conspirator", "{n} conspirators", conspirators),
        )

    def item(self, choice: Choice, view: GotterdammerungView) -> str:
        value = choice.value
        if isinstance(value, int) and isinstance(view.phase, model.Seating):
            return self._.pgettext("line", "Seat {n}", n=value)
        if value in GODS and isinstance(view.phase, model.Picking):
            return god_name(self._, str(value))
        if value in view.cards:
            card, seat = god_name(self._, str(value)), self.name(view, view.cards[str(value)])
            return self._.pgettext("line", "{card}: {seat}", card=card, seat=seat)
        return super().item(choice, view)

    def under_cursor(self, decision: Decision, view: GotterdammerungView, face: Face) -> tuple[Cue, ...]:
        here = face.current if isinstance(face, MenuFace) and len(face.items) > 1 else None
        if here is None or here.value not in view.cards:
            return super().under_cursor(decision, view, face)
        owner, seat = god_name(self._, str(here.value)), self.name(view, view.cards[str(here.value)])
        return (Say(self._("{owner}'s card, from {seat}", owner=owner, seat=seat)),)

    def barred(self, decision: Decision, view: GotterdammerungView) -> Mapping[int, str]:
        phase = view.phase
        if not isinstance(phase, model.Turn) or not (why := WORDS_OF[phase.god].barred):
            return super().barred(decision, view)
        seats = {*view.seats} - {view.seat_of(phase.god)}
        return {seat: self._(why) for seat in seats if not decision.domain.contains(seat)}

    def marked_seat(self, decision: Decision, view: GotterdammerungView, face: Face) -> int:
        """Also the seat of the card or Oracle under the cursor; 0 before everybody has a seat."""
        if isinstance(view.phase, model.Picking | model.Seating):
            return 0
        value = face.current.value if isinstance(face, MenuFace) and face.current else 0
        if isinstance(value, str):
            return view.oracle if value == ORACLE else view.cards.get(value, 0)
        return super().marked_seat(decision, view, face)

    def shown(self, decision: Decision, view: GotterdammerungView, beat: Beat) -> tuple[Cue, ...]:
        if beat.mark != "lead" or decision.name != "oracle.look":
            return super().shown(decision, view, beat)
        title = self._(STEPS[decision.name].title)
        oracle = RingScreen(title, self.ring(view, view.oracle), (self.name(view, view.oracle),))
        return (Light(), Show(oracle), self.table(view, forward=True))

    def spoken(self, decision: Decision, view: GotterdammerungView, beat: Beat) -> str:
        if beat.mark == "lead" and decision.name == "oracle.look":
            return self._look(view)
        return super().spoken(decision, view, beat)

    def _look(self, view: GotterdammerungView) -> str:
        """Who looks, and which faction cards are pushed forward."""
        oracle = self.name(view, view.oracle)
        if view.oracle in view.gone:
            return self._("The Oracle lies at an empty place. Nobody looks.")
        if not look_candidates(view):
            return self._("{oracle} is alone down there. Nobody to look at.", oracle=oracle)
        below = view.place(view.oracle).below
        return self._(_FORWARD[below, min(view.round, 2)], oracle=oracle)

    def minute(self, view: GotterdammerungView) -> Iterator[Cue]:
        table, pads = self._table(view), view.with_pads
        yield from self.told(table, _SIDES, **self.sides(view))
        yield from self.told(
            table, N_("Your faction card is secret. Only the conspirators know each other."), _WIN
        )
        yield from self.told(
            self._one_below(table), N_("If you are banished, you play on, and keep your faction secret.")
        )
        yield from self.told(
            None,
            N_("A round begins at night. All close their eyes."),
            N_("The conspirators open their eyes, and agree on somebody to banish."),
        )
        if pads:
            yield from self.told(
                None,
                N_("I read out names. Everybody taps thumb up at every name."),
                N_("Conspirators tap thumb down at the name they agreed on."),
            )
        else:
            yield from self.told(None, N_("They lay the die on that player's god card."))
        dice = DiceScreen(self._.pgettext("title", "The Oracle"), (3, 5))
        yield from self.told(dice, N_("By day, two dice choose the Oracle."))
        yield from self.told(
            None,
            N_("Then the gods act in silence, as their cards say."),
            N_("The Oracle looks at one faction card in the same world."),
            N_("Then the council: talk, lie, accuse. Somebody must second an accusation."),
        )
        if pads:
            yield from self.told(None, N_("To accuse, hold thumb down."))
        vote = VersusScreen(self._.pgettext("title", "Vote"), 4, 2, thumbs=True)
        yield from self.told(vote, N_("Then all vote."), _VOTE, N_("A tie spares the accused."))

    def half_minute(self, view: GotterdammerungView) -> Iterator[Cue]:
        table = self._table(view)
        yield from self.told(table, _SIDES, **self.sides(view))
        yield from self.told(table, _WIN)
        yield from self.told(
            self._one_below(table), N_("By night the conspirators banish somebody, who plays on.")
        )
        if view.with_pads:
            yield from self.told(
                None, N_("At every name, tap thumb up. Conspirators mark their victim with thumb down.")
            )
        yield from self.told(
            None,
            N_("By day the gods act in silence. The Oracle sees a card."),
            N_("In the council, talk and accuse. Then all vote."),
            _VOTE,
        )

    def _table(self, view: GotterdammerungView) -> RingScreen | None:
        if isinstance(view.phase, model.Picking | model.Seating):
            return None
        return RingScreen(self._.pgettext("title", "Your table"), self.ring(view))

    def _one_below(self, table: RingScreen | None) -> RingScreen | None:
        if table is None:
            return None
        *others, last = table.seats
        return replace(table, seats=(*others, replace(last, hollow=True)))
