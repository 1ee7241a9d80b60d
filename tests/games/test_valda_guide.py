"""Valda's guide: its announcements, questions and verdicts; cards in a line; parts handed over in any mode.
Random evenings compare what the guide keeps with the plain ledger."""

from __future__ import annotations

import pytest

from gm_appliance.core.game import JSON, Choice, Number
from gm_appliance.core.play import Play
from gm_appliance.games.valda import VALDA, phases
from gm_appliance.games.valda.events import (
    AreaLocked,
    AttackOrder,
    Built,
    ByHand,
    Defended,
    Ended,
    Moved,
    PartSwitched,
    PlainAttack,
    Tied,
    TurnBegins,
)
from gm_appliance.games.valda.model import ValdaView
from tests.games.valda_table import ValdaTable, told


class Guide(ValdaTable):
    """The guide's table for four players, in player 1's turn."""

    def __init__(self, **options: JSON) -> None:
        super().__init__(**{"mode": "guide", **options})


def by_hand(table: ValdaTable) -> list[str]:
    return [event.part for event in table.told if isinstance(event, ByHand)]


def test_a_turn_is_announced_in_order_and_nothing_is_asked_about_cards() -> None:
    table = Guide().has(1, thor=1).rolls()
    assert (by_hand(table), table.asked()) == (["trades", "cards"], "build.what")
    table.say("build.what", "done")
    assert (told(table, AttackOrder).seats, table.asked()) == ((2, 3, 4), "attack.who")
    table.say("attack.who", "none")
    assert (by_hand(table), table.asked()) == (["conversions"], "turn.followers")
    table.say("turn.followers", 2)
    assert table.told == [Moved(1, 0, 2), TurnBegins(1, 2)]


def test_a_table_that_rolls_its_own_dice_is_not_asked_what_they_show() -> None:
    table = Guide(dice="own").has(1, loki=1)
    assert table.asked() == "build.what"
    table.says(("build.what", "done"), ("attack.who", "none"))
    assert table.asked() == "turn.followers"


def test_everything_there_is_room_for_can_be_built_and_brings_its_follower() -> None:
    table = Guide().has(1, mine=4, odin=2).rolls()
    assert "mine" not in table.answers()
    table.say("build.what", "odin")
    assert told(table, Built) == Built(1, "odin", 0, 0, 0, 1)
    assert told(table, AreaLocked).followers == 1
    assert table.of(1, "followers") == 2


def test_a_second_building_is_offered_beside_the_first_attack_and_not_after_it() -> None:
    table = Guide().rolls().say("build.what", "mine")
    assert table.asked() == "attack.who"
    assert table.say("build.what", "drill").asked() == "attack.who"
    assert (table.of(1, "mine"), table.of(1, "drill")) == (3, 1)
    assert table.decision().named("build.what") is None
    judged = Guide().rolls().says(("build.what", "mine"), ("attack.who", 2))
    assert judged.decision().named("build.what") is None


def test_a_second_building_is_asked_for_where_attacks_are_not() -> None:
    table = Guide(attacks="hand").rolls().say("build.what", "mine")
    assert (table.asked(), table.answers()[0]) == ("build.what", "done")


def test_the_box_throws_lokis_dice_and_leaves_other_gods_to_the_table() -> None:
    table = Guide().has(1, loki=2, odin=1).rolls().says(("build.what", "done"), ("attack.who", "none"))
    assert table.answers() == ("loki", "done")
    dice: JSON = {"1": 6, "2": 6}
    table.says(("followers.what", "loki"), ("loki.dice", dice))
    assert (table.of(1, "followers"), table.asked()) == (4, "turn.followers")


def test_an_attack_to_which_no_god_adds_anything_is_left_to_the_table() -> None:
    table = Guide().rolls().says(("build.what", "done"), ("attack.who", 3))
    assert told(table, PlainAttack) == PlainAttack(3, 1)
    assert table.answers() == ("none", 4, 2), "who attacked before player 3 the box was perhaps not told"


@pytest.mark.parametrize(("surtur", "tyr", "blocked"), [(1, 0, False), (1, 1, True), (0, 1, True)])
def test_an_attack_is_judged_where_gods_count_and_its_effect_is_not_asked(
    surtur: int, tyr: int, blocked: bool
) -> None:
    """Three swords against two shields on one card, and a third on another."""
    table = Guide().has(2, surtur=surtur).has(1, tyr=tyr).rolls()
    table.says(("build.what", "done"), ("attack.who", 2), ("attack.power", 3))
    table.say("attack.defence", 3 - tyr)
    if tyr and surtur:
        table.say("attack.cards", 2)
    elif tyr:
        table.say("attack.cards", 1)
    assert told(table, Defended).blocked == blocked
    assert table.asked() == "attack.who"


def test_tyrs_cards_are_counted_only_where_they_decide() -> None:
    table = Guide().has(1, tyr=1).rolls()
    table.says(("build.what", "done"), ("attack.who", 2), ("attack.power", 3), ("attack.defence", 3))
    assert (told(table, Defended).blocked, table.asked()) == (True, "attack.who")


@pytest.mark.parametrize(("tyr", "start"), [(0, 5), (2, 3)])
def test_the_shields_begin_at_what_one_card_needs(tyr: int, start: int) -> None:
    table = ValdaTable().has(2, surtur=1).has(1, tyr=tyr).attacked().attack(2, 4)
    assert table.decision().domain == Number(0, 40, start)


def test_a_tie_is_broken_by_the_buildings_kept_and_then_by_resources_that_the_table_counts() -> None:
    table = Guide(players=2).lies(round=6, turn=2).has(1, followers=5).has(2, followers=5)
    table.lies(phase=phases.Attacking((1,))).says(("attack.who", "none"), ("turn.followers", 5))
    assert (told(table, Tied).what, table.asked()) == ("buildings", "tie.resources")
    table.says(("tie.resources", 3), ("tie.resources", 4))
    assert told(table, Ended) == Ended("played", (2,), "resources")


FOLLOWED = {
    "guide": ("dice", "buildings", "attacks"),
    "companion": ("dice", "trades", "cards", "buildings", "attacks", "conversions", "weapons"),
    "score": (),
}


@pytest.mark.parametrize("mode", FOLLOWED)
def test_each_part_is_handed_over_and_back_without_losing_anything(mode: str) -> None:
    """It is a choice like any other; undoing it leaves no trace."""
    play = Play(VALDA, VALDA.complete({"mode": mode, "players": 3}))
    play.take(Choice("first.who", 1))
    assert play.decision is not None
    found = play.decision.named("follow.part")
    assert (found.domain.options if found else ("back",)) == (*FOLLOWED[mode], "back")  # type: ignore[union-attr]
    for part in FOLLOWED[mode]:
        before: ValdaView = play.view
        for followed in (False, True):
            (switched, _), *_ = play.take(Choice("follow.part", part))
            assert switched == PartSwitched(part, followed)
            assert play.view.holdings == before.holdings
        assert play.view.setup == before.setup
        assert play.undone().undone().view == before


@pytest.mark.parametrize(
    ("part", "until"),
    [
        ("trades", ("resource.roll",)),
        ("cards", ("resource.roll", "trade.give")),
        ("buildings", ("resource.roll", "trade.give", "game.what")),
        ("attacks", ("resource.roll", "trade.give", "game.what", "build.what")),
    ],
)
def test_a_part_that_is_on_is_left_when_it_is_handed_over(part: str, until: tuple[str, ...]) -> None:
    table = ValdaTable().has(1, blood=9, gold=9, diamond=9)
    for name in until:
        if name == "resource.roll":
            table.rolls()
        else:
            table.say(name, "done")
    asked = table.asked()
    table.say("follow.part", part)
    assert table.asked() != asked
    assert table.on_request("correct.who"), "what the box missed is corrected when it comes back"


def test_own_dice_taken_up_in_the_middle_of_a_turn_are_asked_for_at_once() -> None:
    table = ValdaTable().say("follow.part", "dice")
    assert table.asked() == "resource.gold"
    assert table.say("follow.part", "dice").asked() == "resource.roll"
    assert Guide().say("follow.part", "dice").asked() == "build.what"


def test_followers_are_asked_for_as_soon_as_the_box_no_longer_follows_all_that_brings_them() -> None:
    table = ValdaTable().attacked(2).say("follow.part", "conversions")
    assert table.say("attack.who", "none").asked() == "turn.followers"
    table.says(("follow.part", "conversions"), ("turn.followers", 3)).has(2, odin=1, blood=2).attacked(1)
    assert table.lies(turn=2).say("attack.who", "none").asked() == "followers.what"


def test_buildings_that_are_not_followed_are_counted_in_a_tie() -> None:
    table = Guide(players=2).lies(round=6, turn=2).say("follow.part", "buildings")
    table.lies(phase=phases.Attacking((1,))).says(("attack.who", "none"), ("turn.followers", 0))
    assert table.asked() == "tie.buildings"


def test_a_card_that_came_up_twice_is_a_line_of_its_own() -> None:
    table = ValdaTable().acting()
    assert "3 gold" not in table.answers()
    for _ in range(2):
        table.card(("effect.kind", "gold"), ("effect.number", 3), ("effect.kind", "done"))
    assert table.acting().answers()[:2] == ("3 gold", "2 blood")
    before = table.of(1, "gold")
    table.say("game.what", "3 gold")
    assert (table.of(1, "gold"), table.asked()) == (before + 3, "game.what")


def test_a_card_with_several_effects_is_no_line() -> None:
    table = ValdaTable().card(*(("effect.kind", "gold"), ("effect.number", 3)) * 2, ("effect.kind", "done"))
    assert not {"3 gold", "6 gold"} & set(table.acting().answers())


def test_a_line_that_hits_somebody_asks_only_whom() -> None:
    table = ValdaTable().card(
        *(("effect.kind", "steal"), ("effect.whom", 2), ("effect.what", "gold"), ("effect.number", 1)),
        ("effect.kind", "done"),
    )
    table.acting().says(("game.what", "steal 1 gold"), ("effect.whom", 3))
    assert (table.of(3, "gold"), table.asked()) == (1, "game.what")


def test_a_common_attack_takes_one_press() -> None:
    table = ValdaTable().has(1, followers=4).attacked().hit(2)
    assert table.answers()[0] == "kill 1 followers"
    table.say("effect.kind", "kill 1 followers")
    assert (table.of(1, "followers"), table.asked()) == (3, "attack.who")
