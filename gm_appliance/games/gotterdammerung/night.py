"""The conspiracy phase, at pads or with the die. Rulebook, "Conspiracy Phase" and "Playing without a Game
Master"."""

from __future__ import annotations

from collections import Counter

from gm_appliance.core.game import AllSeats, Clock, Decision, OneOf, PerSeat, Table
from gm_appliance.core.views import PhaseRules
from gm_appliance.games.gotterdammerung import model, timetable
from gm_appliance.games.gotterdammerung.ending import banish
from gm_appliance.games.gotterdammerung.events import NightVoid, NobodyBanished
from gm_appliance.games.gotterdammerung.gods import holds, stays
from gm_appliance.games.gotterdammerung.model import GotterdammerungStepBuilder, GotterdammerungView

NOBODY = "nobody"

_BEFORE_THE_LOOK = (model.Die, model.Dice, model.Turn)


def nightfall(builder: GotterdammerungStepBuilder) -> None:
    """Begin a night. The view is kept, to be restored if the night is void."""
    builder.change(phase=model.Night())
    builder.before_night = builder.view


def _night(view: GotterdammerungView, phase: model.Night) -> Decision:
    if not view.with_pads:
        beats = timetable.night_of_the_die(view.setup.agree)
        # Named differently, because it sounds different from a night at pads, and the clock answers it.
        return Decision(
            "conspiracy.night", Clock(), OneOf(("over",)), closed=True, beats=beats, lead=timetable.LEAD
        )
    padded = view.padded
    marks = PerSeat(tuple(map(str, padded)), OneOf(view.asgard), partial=True)
    beats = timetable.night(view.asgard, view.setup.agree, view.setup.beat)
    return Decision("conspiracy", AllSeats(padded), marks, True, True, beats, timetable.LEAD)


def _night_over(builder: GotterdammerungStepBuilder, phase: model.Night, value: str | dict[str, int]) -> None:
    """Banish the seat most conspirators marked, on a tie the one named first. Other marks are void."""
    # Final without pads too: undoing the die's place must not make everybody close their eyes again.
    builder.final = True
    if not isinstance(value, dict):
        builder.change(phase=model.Die())
        return
    factions, asgard = builder.factions, builder.view.asgard
    marks = Counter(mark for seat, mark in value.items() if factions[int(seat)] == model.CONSPIRE)
    # max() returns the first of equals, and `asgard` is in the order of the roll call.
    victim = max(asgard, key=lambda seat: marks[seat]) if marks else 0
    if victim and not holds(builder.view, victim, lambda card: card.keeps):
        if banish(builder, victim, by="conspiracy"):
            builder.change(phase=model.Dice())
    else:
        builder.tell(NobodyBanished(), phase=model.Dice())


def _die(view: GotterdammerungView, phase: model.Die) -> Decision:
    return Decision("conspiracy.die", Table(), OneOf((*view.asgard, NOBODY)))


def _die_found(builder: GotterdammerungStepBuilder, phase: model.Die, victim: int | str) -> None:
    """Everybody sees where the die lies, so a card that saves the victim is named."""
    if not isinstance(victim, int):
        builder.tell(NobodyBanished(), phase=model.Dice())
    elif stays(builder, victim) or banish(builder, victim, by="conspiracy"):
        builder.change(phase=model.Dice())


PHASES: dict[type, PhaseRules] = {
    model.Night: PhaseRules(_night, _night_over),
    model.Die: PhaseRules(_die, _die_found),
}


def can_be_void(phase: model.Phase) -> bool:
    """From the end of the night until the Oracle looks, because what the Oracle saw cannot be undone."""
    return type(phase) in _BEFORE_THE_LOOK or (isinstance(phase, model.EndCheck) and phase.by != "council")


def void(builder: GotterdammerungStepBuilder) -> None:
    """Somebody peeked: restore everything to nightfall, and begin the night again."""
    before, view = builder.before_night, builder.view
    assert before is not None
    builder.tell(
        NightVoid(
            tuple(seat for seat in before.asgard if seat not in view.asgard),
            tuple(card for card, at in before.cards.items() if view.cards[card] != at),
        ),
        phase=model.Night(),
        places=before.places,
        cards=before.cards,
        oracle=before.oracle,
        dice=before.dice,
        dvalin_last=before.dvalin_last,
    )
