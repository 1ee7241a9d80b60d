"""Götterdämmerung on the kit for hidden roles.

Before the deal it is settled which gods take part, and where they sit. A round is a night, the Oracle's dice,
the gods in ascending order, the Oracle's look and a council (rulebook, "Playing the Game").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

from gm_appliance.core.game import JSON, Beat, Chance, Clock, Decision, Number, OneOf, Seat, Table
from gm_appliance.core.values import replace
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.gotterdammerung import events, model
from gm_appliance.games.gotterdammerung.gods import (
    ADDED,
    GODS,
    card_of,
    deputy,
    gods_of,
    lying,
    prevented,
    weight,
    wounds,
)
from gm_appliance.games.gotterdammerung.model import (
    CONSPIRE,
    DECKS,
    PROTECT,
    Cards,
    GotterdammerungStepBuilder,
    GotterdammerungView,
    Place,
    Places,
)
from gm_appliance.hidden_roles import model as kit
from gm_appliance.hidden_roles.events import AllSeated, CouncilEnds, NobodyBanished, Protected
from gm_appliance.hidden_roles.hooks import BANISH, State
from gm_appliance.hidden_roles.model import DOWN, UP, Count, Modifier
from gm_appliance.hidden_roles.rules import HiddenRoles, with_pads
from gm_appliance.hidden_roles.timetable import LEAD, Steps


def begin(options: Mapping[str, int | str]) -> State:
    """The state before the faction cards are dealt, from options as `Game.complete` returns them."""
    given: Mapping[str, Any] = {**kit.UNCOUNTED, **options}
    setup = model.Setup(**{name: given[name] for name in model.Setup.__struct_fields__})
    places = Places(Place() for _ in range(setup.players))
    view = GotterdammerungView(setup, places, model.Picking(ADDED[:1]))
    if setup.pick == "choose" and setup.gods < len(ADDED):
        return State(view)
    return State(_picked(view, gods_of(setup.gods)))


def opening(view: GotterdammerungView) -> tuple[AllSeated, ...]:
    """Who sits where, unless the table has yet to choose."""
    return () if isinstance(view.phase, model.Picking | model.Seating) else (AllSeated(),)


def _picked(view: GotterdammerungView, gods: tuple[str, ...]) -> GotterdammerungView:
    """The view once the gods are known, and their seats too, unless the table chooses those."""
    if view.setup.seating == "choose":
        return replace(view, phase=model.Seating(gods, (1,)))
    players, count = len(view.places), len(gods)
    return _seat(view, gods, tuple(1 + (i * players + count // 2) // count for i in range(count)))


def _seat(view: GotterdammerungView, gods: tuple[str, ...], seats: tuple[int, ...]) -> GotterdammerungView:
    """Gods at these seats, numbered Valkyries at the others, action cards at home, the Oracle at Odin's."""
    at = dict(zip(seats, gods, strict=True))
    places: list[Place] = []
    valkyries = 0
    for seat in view.seats:
        if seat not in at:
            valkyries += 1
        places.append(Place(god=at[seat]) if seat in at else Place(number=valkyries))
    home = {god: seat for seat, god in at.items() if GODS[god].card}
    seated = replace(view, places=Places(places), cards=Cards(home), phase=kit.Deal(), oracle=seats[0])
    return with_pads(seated)


def _next_god(view: GotterdammerungView, phase: model.Picking) -> Decision:
    return Decision("setup.god", Table(), OneOf(tuple(god for god in ADDED if god not in phase.gods)))


def _god_joins(builder: GotterdammerungStepBuilder, phase: model.Picking, god: str) -> None:
    gods = (*phase.gods, god)
    if len(gods) < builder.view.setup.gods:
        builder.change(phase=model.Picking(gods))
        return
    builder.view = _picked(builder.view, tuple(sorted(gods, key=lambda god: GODS[god].order)))
    if not isinstance(builder.view.phase, model.Seating):
        builder.tell(AllSeated())


def _next_seat(view: GotterdammerungView, phase: model.Seating) -> Decision:
    """Any seat after the last god's that leaves enough seats for the remaining gods."""
    unseated = len(phase.gods) - len(phase.seats)
    seats = tuple(range(phase.seats[-1] + 1, len(view.places) - unseated + 2))
    return Decision("setup.seat", Table(), OneOf(seats))


def _god_sits(builder: GotterdammerungStepBuilder, phase: model.Seating, seat: int) -> None:
    god, seats = phase.gods[len(phase.seats)], (*phase.seats, seat)
    if len(seats) < len(phase.gods):
        builder.tell(events.Seated(god, seat), phase=replace(phase, seats=seats))
        return
    builder.view = _seat(builder.view, phase.gods, seats)
    builder.tell(events.Seated(god, seat))
    builder.tell(AllSeated())


def _dice(view: GotterdammerungView, phase: model.Dice) -> Decision:
    return _die("oracle.second-die" if phase.thrown else "oracle.first-die", view.setup.dice == "own")


@cache
def _die(name: str, own: bool) -> Decision:
    return Decision(name, Table() if own else Chance(), Number(1, 6, 1))


def _die_thrown(builder: GotterdammerungStepBuilder, phase: model.Dice, die: int) -> None:
    view, thrown = builder.view, (*phase.thrown, die)
    if len(thrown) < 2:
        builder.change(phase=model.Dice(thrown))
        return
    oracle = (view.oracle - 1 + sum(thrown)) % len(view.places) + 1
    builder.tell(events.OracleMoved(thrown, oracle), oracle=oracle, dice=thrown)
    if view.cards.away:
        builder.tell(events.CardsReturned(tuple(view.cards.away)), cards=view.cards.returned())
    _next_turn(builder, after=0)


def _next_turn(builder: GotterdammerungStepBuilder, after: int) -> None:
    """Go on to the next god who can act, announcing those who cannot; after the last one, to the look. after:
    the order of play of the god who acted last; 0 at the beginning."""
    view = builder.view
    for god, seat in view.places.gods.items():
        if GODS[god].order <= after:
            continue
        by = deputy(view, seat) if wounds(view, seat) else seat
        if not by or (by in view.gone and by != seat):
            builder.tell(events.Skipped(god))
        elif by in view.gone:
            builder.tell(events.Absent(god))
        elif not GODS[god].targets(view, seat):
            builder.tell(events.Targetless(god))
        else:
            builder.change(phase=model.Turn(god, by))
            return
    builder.change(phase=model.Look())


def _turn(view: GotterdammerungView, phase: model.Turn) -> Decision:
    targets, asgard = GODS[phase.god].targets(view, view.seat_of(phase.god)), view.asgard
    at = next((at for at, target in enumerate(targets) if target in asgard), 0)
    return _action(phase.god, phase.by, targets, at)


@lru_cache(maxsize=1024)
def _action(god: str, by: int, targets: tuple[model.Target, ...], at: int) -> Decision:
    """Cached, because most gods have the same targets round after round."""
    return Decision(f"action.{god}", Seat(by), OneOf((*targets, kit.PASS)), at=at)


def _acted(builder: GotterdammerungStepBuilder, phase: model.Turn, target: model.Target) -> None:
    if target == kit.PASS:
        builder.tell(events.Passed(phase.god))
    else:
        GODS[phase.god].act(builder, phase.god, target)
    if not isinstance(builder.view.phase, (kit.Over, kit.EndCheck)):
        _next_turn(builder, after=GODS[phase.god].order)


def look_candidates(view: GotterdammerungView) -> tuple[int, ...]:
    """The seats in the Oracle's world except the Oracle's own; none if the Oracle's player left."""
    if view.oracle in view.gone:
        return ()
    below = view.place(view.oracle).below
    return tuple(s for s in view.seats if s != view.oracle and view.place(s).below == below)


def _look(view: GotterdammerungView, phase: model.Look) -> Decision:
    return _look_for(view.oracle, view.setup.look) if look_candidates(view) else _NO_LOOK


_LOOKED = OneOf(("looked",))
_NO_LOOK = Decision(
    "oracle.look", Clock(), _LOOKED, beats=Steps().beat("lead", lasts=5.0, rest=1.0).done(), lead=5.0
)
"""The Oracle has nobody to look at, so everybody's eyes stay open."""


@cache
def _look_for(oracle: int, seconds: int) -> Decision:
    """The Oracle has time to put the card back before the others open their eyes."""
    steps = Steps().beat("lead", lasts=LEAD, rest=4.0).wake("close", 1.5, oracle)
    beats = steps.wake("look", float(seconds), oracle, "look").wake("return", 4.0, oracle).open(2.0)
    return Decision("oracle.look", Clock(), _LOOKED, closed=True, beats=beats, lead=beats[1].at)


def _looked(builder: GotterdammerungStepBuilder, phase: model.Look, value: str) -> None:
    """Final, because a card was seen: if it were undone, the Oracle would see a second one."""
    builder.final = True
    builder.tell(events.Looked())
    builder.rules.open_council(builder, ())


@lru_cache(maxsize=64)
def _at_pads(asgard: tuple[int, ...], agree: int, beat: int) -> tuple[Beat, ...]:
    """The conspirators agree on a victim, and mark it in a roll call, `beat` seconds a name."""
    return Steps().storm().agree(agree, CONSPIRE).roll_call(asgard, beat).sleep().open()


@lru_cache(maxsize=64)
def _by_die(agree: int) -> tuple[Beat, ...]:
    """Without pads a die is laid on the victim's card while the seconds are counted aloud."""
    return Steps().storm().wake("die", 1.5, CONSPIRE, "die").countdown(range(agree, 0, -1)).sleep().open()


class GotterdammerungRules(HiddenRoles):
    SEATING = (model.Picking, model.Seating)
    VOIDABLE = (kit.Die, model.Dice, model.Turn)
    NIGHT = ("conspiracy", "conspiracy.night", "conspiracy.die")

    def phases(self) -> dict[type, PhaseRules]:
        return {
            model.Picking: PhaseRules(_next_god, _god_joins),
            model.Seating: PhaseRules(_next_seat, _god_sits),
            model.Dice: PhaseRules(_dice, _die_thrown),
            model.Turn: PhaseRules(_turn, _acted),
            model.Look: PhaseRules(_look, _looked),
        }

    def deck(self, view: GotterdammerungView) -> Mapping[str, int]:
        return DECKS[len(view.places)]

    def winner(self, view: GotterdammerungView, cards: Mapping[int, str]) -> str | None:
        """The only faction with somebody in Asgard (rulebook, "The End of the Game")."""
        left = {cards[seat] for seat in view.asgard}
        return left.pop() if len(left) == 1 else None

    def possible_winners(self, view: GotterdammerungView) -> tuple[str, ...]:
        """Those with at least as many players banished as the other faction has cards. The conspirators call
        the end (rulebook, "Playing without a Game Master")."""
        dealt = DECKS[len(view.places)]
        banished = len(view.places) - len(view.asgard)
        against = ((PROTECT, dealt[CONSPIRE]), (CONSPIRE, dealt[PROTECT]))
        return tuple(faction for faction, others in against if others <= banished)

    def reason(self, winner: str) -> str:
        return f"all-{CONSPIRE if winner == PROTECT else PROTECT}-banished"

    def facts(self, view: GotterdammerungView) -> dict[str, JSON]:
        roles: dict[str, JSON] = {
            str(seat): view.place(seat).role for seat in view.seats if view.place(seat).role
        }
        return {"roles": roles, "asgard": list(view.asgard)}

    def night_steps(self, view: GotterdammerungView) -> tuple[Beat, ...]:
        """Rulebook, "Conspiracy Phase"."""
        setup = view.setup
        return _at_pads(view.asgard, setup.agree, setup.beat) if view.with_pads else _by_die(setup.agree)

    def marks_of(self, view: GotterdammerungView, names: tuple[Any, ...]) -> Mapping[str, tuple[Any, ...]]:
        return {CONSPIRE: names}

    def marked(self, builder: GotterdammerungStepBuilder, marks: Mapping[int, int]) -> None:
        """Banish the seat most conspirators marked, on a tie the one named first. Other marks are void."""
        factions, asgard = builder.factions, builder.view.asgard
        marked = [mark for seat, mark in marks.items() if factions[seat] == CONSPIRE]
        # max() returns the first of equals, and `asgard` is in the order of the roll call.
        victim = max(asgard, key=marked.count) if marked else 0
        self._falls(builder, 0 if victim in self.prevented(builder.view, BANISH) else victim)

    def falls_at_night(self, builder: GotterdammerungStepBuilder, victim: int) -> None:
        """Everybody sees where a die lies, so a card that saves the victim is named."""
        if victim in self.prevented(builder.view, BANISH):
            builder.tell(Protected(victim), phase=model.Dice())
        else:
            self._falls(builder, victim)

    def _falls(self, builder: GotterdammerungStepBuilder, victim: int) -> None:
        if not victim:
            builder.tell(NobodyBanished(), phase=model.Dice())
        elif self.banish(builder, victim, by="conspiracy"):
            self.day(builder)

    def day(self, builder: GotterdammerungStepBuilder) -> None:
        builder.change(phase=model.Dice())

    def after_fall(self, builder: GotterdammerungStepBuilder, by: str) -> None:
        if by in GODS:
            _next_turn(builder, after=GODS[by].order)
        else:
            super().after_fall(builder, by)

    def cards_moved(self, before: GotterdammerungView, view: GotterdammerungView) -> tuple[str, ...]:
        return tuple(card for card, at in before.cards.items() if view.cards[card] != at)

    def prevented(self, view: GotterdammerungView, deed: str) -> set[int]:
        return prevented(view, deed)

    def shown_by(self, view: GotterdammerungView, accused: int) -> tuple[int, ...]:
        """The voters, and an accused god whose card turns another's votes."""
        god = view.place(accused).god
        turns = god in view.cards and card_of(god).turns and view.cards[god] != accused
        return view.present if turns else self.voters(view, accused)

    def counted(self, view: GotterdammerungView, accused: int, thumbs: Mapping[int, str]) -> Count:
        """An accused Balder who does not vote himself still turns the votes of his card's holder."""
        voters = self.voters(view, accused)
        raw = [thumbs[seat] for seat in voters]
        modifiers: list[Modifier] = []
        facing = {**thumbs}
        away = lying(view)
        for seat, card in away:
            leader = view.seat_of(card)
            if card_of(card).turns and seat in voters and thumbs.get(leader, thumbs[seat]) != thumbs[seat]:
                facing[seat] = thumbs[leader]
                modifiers.append(Modifier(seat, card, facing[seat], 0))
        for seat, card in away:
            if card_of(card).votes and seat in voters:
                modifiers.append(Modifier(seat, card, facing[seat], card_of(card).votes))
        total = {DOWN: 0, UP: 0}
        for seat in voters:
            total[facing[seat]] += weight(view, seat)
        for seat, card in away:
            own = view.seat_of(card)
            if card_of(card).adds and seat == accused and own in facing:
                total[facing[own]] += card_of(card).adds
                modifiers.append(Modifier(own, card, facing[own], card_of(card).adds))
        return Count(raw.count(DOWN), raw.count(UP), tuple(modifiers), total[DOWN], total[UP])

    def modifiers(self, view: GotterdammerungView, accused: int, thumb: str) -> tuple[Modifier, ...]:
        away = lying(view)
        told = [(seat, card) for seat, card in away if card_of(card).votes or card_of(card).turns]
        told += [(view.seat_of(card), card) for seat, card in away if card_of(card).adds and seat == accused]
        return tuple(Modifier(seat, card, thumb, card_of(card).votes) for seat, card in told)

    def outcomes(self, decision: Decision, view: GotterdammerungView) -> Iterable[Any]:
        yield from super().outcomes(decision, view)
        if decision.name == "oracle.look":
            yield CouncilEnds("nobody")

    def without(self, builder: GotterdammerungStepBuilder, seat: int) -> None:
        phase = builder.view.phase
        if isinstance(phase, model.Turn) and phase.by == seat:
            builder.tell(events.Absent(phase.god))
            _next_turn(builder, after=GODS[phase.god].order)


RULES = GotterdammerungRules()

public, decision, apply, outcome = RULES.public, RULES.decision, RULES.apply, RULES.outcome
