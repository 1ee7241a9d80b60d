"""The conspiracy phase, at pads or with the die.

Rulebook, "Conspiracy Phase" and "Playing without a Game Master".
"""

from __future__ import annotations

from collections import Counter

from gm_appliance.core.game import Choice, Clock, Decision, Each, Every, OneOf, Table
from gm_appliance.games.gotterdammerung import timetable
from gm_appliance.games.gotterdammerung.ending import banish
from gm_appliance.games.gotterdammerung.events import NightVoid, NobodyBanished
from gm_appliance.games.gotterdammerung.gods import holds, stays
from gm_appliance.games.gotterdammerung.model import (
    CONSPIRE,
    Dice,
    Die,
    EndCheck,
    Night,
    Phase,
    StepBuilder,
    Turn,
    View,
)

NOBODY = "nobody"

_BEFORE_THE_LOOK = (Die, Dice, Turn)


def nightfall(builder: StepBuilder) -> None:
    """A night begins; where a void one goes back to is remembered."""
    builder.change(phase=Night())
    builder.before_night = builder.view


def night_decision(view: View, phase: Night) -> Decision:
    if not view.with_pads:
        beats = timetable.night_of_the_die(view.setup.agree)
        # Its own name: what is heard and chosen in it differs from a night at pads.
        return Decision(
            "conspiracy.night", Clock(), OneOf(("over",)), closed=True, beats=beats, lead=timetable.LEAD
        )
    padded = view.padded
    marks = Each(tuple(map(str, padded)), OneOf(view.asgard), partial=True)
    beats = timetable.night(view.asgard, view.setup.agree, view.setup.beat)
    return Decision("conspiracy", Every(padded), marks, True, True, beats, timetable.LEAD)


def apply_night(builder: StepBuilder, choice: Choice) -> None:
    """Banish whom most conspirators marked; a tie goes to the one named first. Others' marks are void."""
    if not isinstance(choice.value, dict):
        builder.final = True  # who takes back where the die lies never closes all eyes once more
        builder.change(phase=Die())
        return
    factions, asgard = builder.factions, builder.view.asgard
    marks = Counter(m for seat, m in choice.value.items() if factions[int(seat)] == CONSPIRE)
    builder.final = True
    # max() keeps the first of equals, and Asgard is in the order of the roll call.
    victim = max(asgard, key=lambda seat: marks[seat]) if marks else 0
    if victim and not holds(builder.view, victim, lambda card: card.keeps):
        if banish(builder, victim, by="conspiracy"):
            builder.change(phase=Dice())
    else:
        builder.tell(NobodyBanished(), phase=Dice())


def die_decision(view: View, phase: Die) -> Decision:
    return Decision("conspiracy.die", Table(), OneOf((*view.asgard, NOBODY)))


def apply_die(builder: StepBuilder, choice: Choice) -> None:
    """Everybody sees where the die lies, so a card that keeps somebody is named."""
    if choice.value == NOBODY:
        builder.tell(NobodyBanished(), phase=Dice())
        return
    victim = int(str(choice.value))
    if stays(builder, victim) or banish(builder, victim, by="conspiracy"):
        builder.change(phase=Dice())


# ---------------------------------------------------------------- a void night


def can_be_void(phase: Phase) -> bool:
    """From the end of the night until the Oracle looks: after that more is known than is undone."""
    return isinstance(phase, _BEFORE_THE_LOOK) or (isinstance(phase, EndCheck) and phase.by != "council")


def void(builder: StepBuilder) -> None:
    """Somebody had the eyes open: all is as it was when night fell, and the night begins anew."""
    before, view = builder.before_night, builder.view
    assert before is not None
    builder.tell(
        NightVoid(
            tuple(seat for seat in before.asgard if seat not in view.asgard),
            tuple(card for card, at in before.cards.items() if view.cards[card] != at),
        ),
        phase=Night(),
        places=before.places,
        cards=before.cards,
        oracle=before.oracle,
        dice=before.dice,
        dvalin_last=before.dvalin_last,
    )
