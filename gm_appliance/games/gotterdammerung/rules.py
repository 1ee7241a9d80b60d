"""The heart of Götterdämmerung: what is open at each stage, and what follows.

A round is a night, the Oracle's dice, the gods in ascending order, the Oracle's look and a
council (rulebook, "Playing the Game").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from gm_appliance.games.game import (
    Chance,
    Choice,
    Clock,
    Decision,
    Each,
    Every,
    IllegalChoice,
    Number,
    OneOf,
    Outcome,
    Seat,
    Step,
    Table,
)
from gm_appliance.games.gotterdammerung import timetable
from gm_appliance.games.gotterdammerung.council import (
    apply_council,
    apply_trial,
    council_decision,
    open_council,
    trial_decision,
)
from gm_appliance.games.gotterdammerung.ending import banish
from gm_appliance.games.gotterdammerung.gods import ADDED, GODS, deputy, gods_of, holds, wounds
from gm_appliance.games.gotterdammerung.model import (
    CONSPIRE,
    FACTIONS,
    PASS,
    PROTECT,
    VALKYRIE,
    CardsReturned,
    Council,
    Deal,
    Dice,
    FactionsLearned,
    Learning,
    Look,
    Looked,
    Missing,
    Night,
    NobodyBanished,
    OracleMoved,
    Over,
    Passed,
    Picking,
    Place,
    Seated,
    Seating,
    Setup,
    Skipped,
    State,
    Targetless,
    Telling,
    Trial,
    Turn,
    View,
)

# ---------------------------------------------------------------- setup


def begin(options: Mapping[str, int | str]) -> State:
    """A table before the faction cards are dealt. Options as `Game.complete` returns them."""
    given: Mapping[str, Any] = options
    setup = Setup(**{name: given[name] for name in Setup.__dataclass_fields__})
    places = tuple(Place(VALKYRIE) for _ in range(setup.players))
    view = View(setup, places, Picking(ADDED[:1]))
    if setup.pick == "choose" and setup.gods < len(ADDED):
        return State(view)
    return State(_picked(view, gods_of(setup.gods)))


def _picked(view: View, gods: tuple[str, ...]) -> View:
    """The gods are known; their seats too, unless the table chooses them."""
    if view.setup.seating == "choose":
        return replace(view, stage=Seating(gods, (1,)))
    players, count = len(view.places), len(gods)
    return _seat(view, gods, tuple(1 + (i * players + count // 2) // count for i in range(count)))


def _seat(view: View, gods: tuple[str, ...], seats: tuple[int, ...]) -> View:
    """Gods at these seats, Valkyries numbered on the rest, cards at home, the Oracle at Odin."""
    at = dict(zip(seats, gods, strict=True))
    places: list[Place] = []
    valkyries = 0
    for seat in view.seats:
        if seat not in at:
            valkyries += 1
        places.append(Place(at[seat]) if seat in at else Place(VALKYRIE, valkyries))
    cards = {god: seat for seat, god in at.items() if GODS[god].card}
    return replace(view, places=tuple(places), cards=cards, stage=Deal(), oracle=seats[0])


def _picking_decision(view: View, stage: Picking) -> Decision:
    return Decision("setup.god", Table(), OneOf(tuple(god for god in ADDED if god not in stage.gods)))


def _apply_picking(telling: Telling, choice: Choice) -> None:
    stage, view = telling.view.stage, telling.view
    assert isinstance(stage, Picking)
    gods = (*stage.gods, str(choice.value))
    if len(gods) < view.setup.gods:
        telling.change(stage=Picking(gods))
    else:
        telling.state = State(_picked(view, tuple(sorted(gods, key=lambda god: GODS[god].order))))


def _seating_decision(view: View, stage: Seating) -> Decision:
    left = len(stage.gods) - len(stage.seats)
    seats = tuple(range(stage.seats[-1] + 1, len(view.places) - left + 2))
    return Decision("setup.seat", Table(), OneOf(seats))


def _apply_seating(telling: Telling, choice: Choice) -> None:
    stage = telling.view.stage
    assert isinstance(stage, Seating)
    god, seats = stage.gods[len(stage.seats)], (*stage.seats, int(str(choice.value)))
    if len(seats) < len(stage.gods):
        telling.tell(Seated(god, seats[-1]), stage=replace(stage, seats=seats))
        return
    telling.state = State(_seat(telling.view, stage.gods, seats))
    telling.tell(Seated(god, seats[-1]))


def _deal_decision(view: View, stage: Deal) -> Decision:
    return Decision("setup.deal", Table(), OneOf(("dealt",)))


def _apply_deal(telling: Telling, choice: Choice) -> None:
    telling.change(stage=Learning(telling.view.seats))


def _learning_decision(view: View, stage: Learning) -> Decision:
    thumbs = Each(tuple(str(s) for s in stage.asked), OneOf((CONSPIRE, PROTECT)), partial=True)
    beats = timetable.learning()
    return Decision(
        "setup.factions", Every(stage.asked), thumbs, True, True, beats, timetable.LEAD
    )


def _apply_learning(telling: Telling, choice: Choice) -> None:
    """An ordinary secret ballot of all seats; a count that cannot be is said, and it is repeated."""
    stage = telling.view.stage
    assert isinstance(stage, Learning)
    assert isinstance(choice.value, dict)
    pressed = {int(key): str(value) for key, value in choice.value.items()}
    factions = {**telling.state.factions, **pressed}
    telling.state = replace(telling.state, factions=factions)
    telling.final = True
    view = telling.view
    missing = tuple(seat for seat in view.seats if seat not in factions)
    if missing:
        telling.tell(Missing(missing), stage=Learning(missing, repeat=True))
        return
    counted = Counter(factions.values())
    if (counted[PROTECT], counted[CONSPIRE]) == FACTIONS[len(view.places)]:
        telling.tell(FactionsLearned(True), stage=Night())
    else:
        telling.state = replace(telling.state, factions={})
        telling.tell(FactionsLearned(False), stage=Learning(view.seats))


# ---------------------------------------------------------------- the night


def _night_decision(view: View, stage: Night) -> Decision:
    keys = tuple(str(seat) for seat in view.seats)
    marks = Each(keys, OneOf(view.asgard), partial=True)
    beats = timetable.night(view)
    return Decision(
        "conspiracy", Every(view.seats), marks, True, True, beats, timetable.LEAD
    )


def _apply_night(telling: Telling, choice: Choice) -> None:
    """Banish whom most conspirators marked; a tie goes to the one named first. Others' marks are void."""
    assert isinstance(choice.value, dict)
    factions, asgard = telling.state.factions, telling.view.asgard
    marks = Counter(m for seat, m in choice.value.items() if factions[int(seat)] == CONSPIRE)
    telling.final = True
    # max() keeps the first of equals, and Asgard is in the order of the roll call.
    victim = max(asgard, key=lambda seat: marks[seat]) if marks else 0
    if victim and not holds(telling.view, victim, lambda card: card.keeps):
        banish(telling, victim, by="conspiracy")
    else:
        telling.tell(NobodyBanished())
    if not isinstance(telling.view.stage, Over):
        telling.change(stage=Dice())


# ---------------------------------------------------------------- the action phase


def _dice_decision(view: View, stage: Dice) -> Decision:
    who = Table() if view.setup.dice == "own" else Chance()
    name = "oracle.second-die" if stage.thrown else "oracle.first-die"
    return Decision(name, who, Number(1, 6, 1))


def _apply_dice(telling: Telling, choice: Choice) -> None:
    view = telling.view
    stage = view.stage
    assert isinstance(stage, Dice)
    thrown = (*stage.thrown, int(str(choice.value)))
    if len(thrown) < 2:
        telling.change(stage=Dice(thrown))
        return
    oracle = (view.oracle - 1 + sum(thrown)) % len(view.places) + 1
    telling.tell(OracleMoved(thrown, oracle), oracle=oracle, dice=thrown)
    away = tuple(card for card, at in view.cards.items() if view.place(at).god != card)
    if away:
        home = {card: view.seat_of(card) for card in view.cards}
        telling.tell(CardsReturned(away), cards=home)
    _next_turn(telling, after=0)


def _next_turn(telling: Telling, after: int) -> None:
    """Go on to the next god who can act, telling of those who cannot; then to the look."""
    view = telling.view
    present = [place.god for place in view.places if place.god != VALKYRIE]
    for god in sorted(present, key=lambda name: GODS[name].order):
        if GODS[god].order <= after:
            continue
        seat = view.seat_of(god)
        by = deputy(view, seat) if wounds(view, seat) else seat
        if not by:
            telling.tell(Skipped(god))
        elif not GODS[god].targets(view, seat):
            telling.tell(Targetless(god))
        else:
            telling.change(stage=Turn(god, by))
            return
    telling.change(stage=Look())


def _turn_decision(view: View, stage: Turn) -> Decision:
    targets = GODS[stage.god].targets(view, view.seat_of(stage.god))
    return Decision(f"action.{stage.god}", Seat(stage.by), OneOf((*targets, PASS)))


def _apply_turn(telling: Telling, choice: Choice) -> None:
    stage = telling.view.stage
    assert isinstance(stage, Turn)
    assert isinstance(choice.value, int | str)
    if choice.value == PASS:
        telling.tell(Passed(stage.god))
    else:
        GODS[stage.god].act(telling, stage.god, choice.value)
    if not isinstance(telling.view.stage, Over):
        _next_turn(telling, after=GODS[stage.god].order)


def look_candidates(view: View) -> tuple[int, ...]:
    """The seats in the Oracle's world but the Oracle's own; empty when the Oracle is alone there."""
    below = view.place(view.oracle).below
    return tuple(s for s in view.seats if s != view.oracle and view.place(s).below == below)


def _look_decision(view: View, stage: Look) -> Decision:
    beats = timetable.look(view)
    return Decision("oracle.look", Clock(), OneOf(("looked",)), closed=True, beats=beats, lead=beats[1].at)


def _apply_look(telling: Telling, choice: Choice) -> None:
    """Final: a card was seen. Undoing it would show a second one."""
    telling.final = True
    telling.tell(Looked())
    open_council(telling, ())


# ---------------------------------------------------------------- the four functions

_DECISIONS: dict[type, Callable[[View, Any], Decision]] = {
    Picking: _picking_decision,
    Seating: _seating_decision,
    Deal: _deal_decision,
    Learning: _learning_decision,
    Night: _night_decision,
    Dice: _dice_decision,
    Turn: _turn_decision,
    Look: _look_decision,
    Council: council_decision,
    Trial: trial_decision,
}

_FOLLOWS: dict[type, Callable[[Telling, Choice], None]] = {
    Picking: _apply_picking,
    Seating: _apply_seating,
    Deal: _apply_deal,
    Learning: _apply_learning,
    Night: _apply_night,
    Dice: _apply_dice,
    Turn: _apply_turn,
    Look: _apply_look,
    Council: apply_council,
    Trial: apply_trial,
}


def public(state: State) -> View:
    return state.view


def decision(view: View) -> Decision | None:
    """What is open; None once the factions are revealed."""
    if isinstance(view.stage, Over):
        return None
    return _DECISIONS[type(view.stage)](view, view.stage)


def apply(state: State, choice: Choice) -> Step[State, View]:
    """The step that follows. Raises IllegalChoice, having changed nothing."""
    open_now = decision(state.view)
    if open_now is None:
        raise IllegalChoice(f"{choice!r}: the game is over, nothing is to be decided")
    open_now.demand(choice)
    telling = Telling(state)
    _FOLLOWS[type(state.view.stage)](telling, choice)
    return Step(telling.state, tuple(telling.told), telling.final)


def outcome(view: View) -> Outcome | None:
    return view.outcome
