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
    Asking,
    Dice,
    Die,
    Night,
    Stage,
    Telling,
    Turn,
    View,
)

NOBODY = "nobody"

_BEFORE_THE_LOOK = (Die, Dice, Turn)


def nightfall(telling: Telling) -> None:
    """A night begins; where a void one goes back to is remembered."""
    telling.change(stage=Night())
    telling.dusk = telling.view


def night_decision(view: View, stage: Night) -> Decision:
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


def apply_night(telling: Telling, choice: Choice) -> None:
    """Banish whom most conspirators marked; a tie goes to the one named first. Others' marks are void."""
    if not isinstance(choice.value, dict):
        telling.change(stage=Die())
        return
    factions, asgard = telling.factions, telling.view.asgard
    marks = Counter(m for seat, m in choice.value.items() if factions[int(seat)] == CONSPIRE)
    telling.final = True
    # max() keeps the first of equals, and Asgard is in the order of the roll call.
    victim = max(asgard, key=lambda seat: marks[seat]) if marks else 0
    if victim and not holds(telling.view, victim, lambda card: card.keeps):
        if banish(telling, victim, by="conspiracy"):
            telling.change(stage=Dice())
    else:
        telling.tell(NobodyBanished(), stage=Dice())


def die_decision(view: View, stage: Die) -> Decision:
    return Decision("conspiracy.die", Table(), OneOf((*view.asgard, NOBODY)))


def apply_die(telling: Telling, choice: Choice) -> None:
    """Everybody sees where the die lies, so a card that keeps somebody is named."""
    if choice.value == NOBODY:
        telling.tell(NobodyBanished(), stage=Dice())
        return
    victim = int(str(choice.value))
    if stays(telling, victim) or banish(telling, victim, by="conspiracy"):
        telling.change(stage=Dice())


# ---------------------------------------------------------------- a void night


def can_be_void(stage: Stage) -> bool:
    """From the end of the night until the Oracle looks: after that more is known than is undone."""
    return isinstance(stage, _BEFORE_THE_LOOK) or (isinstance(stage, Asking) and stage.by != "council")


def void(telling: Telling) -> None:
    """Somebody had the eyes open: all is as it was when night fell, and the night begins anew."""
    before, view = telling.dusk, telling.view
    assert before is not None
    telling.tell(
        NightVoid(
            tuple(seat for seat in before.asgard if seat not in view.asgard),
            tuple(card for card, at in before.cards.items() if view.cards[card] != at),
        ),
        stage=Night(),
        places=before.places,
        cards=before.cards,
        oracle=before.oracle,
        dice=before.dice,
        kept=before.kept,
    )
