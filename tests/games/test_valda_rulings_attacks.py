"""Valda's companion, ruling by ruling: attacks, safe zones and god weapons. docs/valda.md says why."""

from __future__ import annotations

import pytest

from gm_appliance.games.valda.companion.events import (
    AreaLocked,
    AreaOpened,
    AttackAgain,
    AttackCancelled,
    AttackOrder,
    AttackRedirected,
    AttacksPassed,
    Defended,
    Lost,
    Stolen,
    ZoneReached,
)
from tests.games.valda_table import ValdaTable, told

# ---------------------------------------------------------------- attacks


def test_most_followers_attack_first_then_most_resources_then_clockwise() -> None:
    table = ValdaTable(players=5).has(1, followers=9).bare(2, gold=1).bare(3, gold=5).bare(4, gold=1)
    table.bare(5, gold=1).has(4, followers=1)
    table.acting().say("game.what", "done").says(
        ("build.what", "done"),
    )
    assert told(table, AttackOrder).seats == (4, 3, 2, 5)


def test_the_order_is_fixed_at_the_start_of_the_phase() -> None:
    table = ValdaTable().attacked(4, 3, 2).hit(4)
    table.says(("effect.kind", "gain"), ("effect.what", "followers"), ("effect.number", 9))
    table.say("effect.kind", "done").has(2, followers=30)
    assert table.answers() == ("none", 3, 2)


def test_a_pass_is_final() -> None:
    table = ValdaTable().attacked(4, 3, 2).say("attack.who", 3)
    assert told(table, AttacksPassed).seats == (4,)
    table.says(("attack.power", 1), ("attack.defence", 1), ("attack.blocked", "on"))
    assert table.answers() == ("none", 2)
    table.say("attack.who", "none")
    assert told(table, AttacksPassed) == AttacksPassed((2,), True)
    assert table.view.turn == 2


def test_defence_as_high_as_the_power_blocks() -> None:
    for defence, blocked in ((3, False), (4, True), (5, True)):
        table = ValdaTable().attacked().attack(2, 4).say("attack.defence", defence)
        assert told(table, Defended).blocked == blocked
        assert table.asked() == ("attack.blocked" if blocked else "effect.kind")


@pytest.mark.parametrize(("temples", "bonus"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_tyr_adds_to_each_defence_card(temples: int, bonus: int) -> None:
    table = ValdaTable().has(1, tyr=temples).attacked().attack(2, 9).say("attack.defence", 4)
    if temples:
        table.say("attack.cards", 2)
    assert told(table, Defended).defence == 4 + 2 * bonus


@pytest.mark.parametrize(
    ("players", "temples", "bonus", "attacks"),
    [(3, 0, 0, 1), (3, 1, 0, 2), (3, 2, 1, 2), (2, 2, 1, 2), (4, 1, 1, 1), (4, 2, 2, 1), (5, 3, 2, 1)],
)
def test_surtur_strengthens_attacks_or_gives_a_second(
    players: int, temples: int, bonus: int, attacks: int
) -> None:
    """French muddles the numbers of players; the others agree."""
    table = ValdaTable(players=players).has(2, surtur=temples).attacked(2)
    for _ in range(attacks):
        assert table.answers() == ("none", 2)
        table.attack(2, 3).say("attack.defence", 9)
        assert told(table, Defended).power == 3 + bonus
        table.say("attack.blocked", "on")
    assert table.view.turn == 2


# ---------------------------------------------------------------- safe zones


def test_a_kill_of_three_at_six_leaves_five() -> None:
    table = ValdaTable().has(1, followers=6).attacked().hit(2)
    table.says(("effect.kind", "kill"), ("effect.number", 3))
    assert told(table, Lost) == Lost(1, "followers", 1, 3, 2, "attack")
    assert table.of(1, "followers") == 5


@pytest.mark.parametrize("zone", [5, 12, 20])
def test_nobody_is_pushed_below_a_zone_they_have_reached(zone: int) -> None:
    table = ValdaTable().has(1, followers=zone).attacked().hit(2)
    table.says(("effect.kind", "kill"), ("effect.number", 9))
    assert table.of(1, "followers") == zone


def test_beyond_twenty_there_is_no_other_zone() -> None:
    """The tree is counted again from its roots; its safe spaces are not."""
    table = ValdaTable().has(1, followers=26).attacked().hit(2)
    table.says(("effect.kind", "kill"), ("effect.number", 9))
    assert table.of(1, "followers") == 20


def test_a_zone_that_is_reached_is_told() -> None:
    table = ValdaTable().has(1, followers=4).card(("effect.kind", "followers"), ("effect.number", 1))
    assert told(table, ZoneReached) == ZoneReached(1, 5)


def test_a_thief_gets_only_what_was_really_lost() -> None:
    table = ValdaTable().has(1, followers=6).attacked().hit(2)
    table.says(("effect.kind", "steal"), ("effect.what", "followers"), ("effect.number", 3))
    assert (table.of(1, "followers"), table.of(2, "followers")) == (5, 1)


def test_resources_stop_at_nothing_and_a_thief_gets_what_was_there() -> None:
    table = ValdaTable().bare(1, gold=1, blood=1).bare(2).attacked().hit(2)
    table.says(("effect.kind", "steal"), ("effect.what", "gold"), ("effect.number", 3))
    assert (table.stash(1), table.stash(2)) == ((1, 0, 0), (0, 1, 0))
    assert told(table, Stolen).printed == 3


def test_other_effects_go_on_in_a_safe_zone() -> None:
    table = ValdaTable().has(1, followers=5).attacked().hit(2)
    table.says(("effect.kind", "lose"), ("effect.what", "gold"), ("effect.number", 1))
    assert table.of(1, "gold") == 0


# ---------------------------------------------------------------- god weapons


def test_soulspear_doubles_those_killed() -> None:
    table = ValdaTable().has(1, followers=11).attacked().hit(2).say("weapon.play", "spear")
    table.says(("effect.kind", "kill"), ("effect.number", 2))
    assert table.of(1, "followers") == 7


def test_vanished_sends_the_attack_to_somebody_else_who_may_defend() -> None:
    table = ValdaTable().attacked().attack(2, 3).say("weapon.play", "vanished")
    assert table.answers() == (3, 4)
    table.say("attack.redirect", 4)
    assert told(table, AttackRedirected).to == 4
    table.says(("attack.defence", 0), ("effect.kind", "lose"), ("effect.what", "gold"), ("effect.number", 1))
    assert (table.of(4, "gold"), table.of(1, "gold")) == (2, 1)


def test_between_two_players_nothing_can_vanish() -> None:
    table = ValdaTable(players=2).attacked(2).attack(2, 3)
    assert "vanished" not in table.on_request("weapon.play")


def test_crown_of_fortune_turns_a_die() -> None:
    table = ValdaTable().bare(1).says(("resource.roll", "roll"), ("resource.dice", {"1": 1, "2": 1}))
    table.say("weapon.play", "crown")
    assert table.stash(1) == (0, 1, 1)
    assert "crown" not in table.on_request("weapon.play")


def test_crown_of_fortune_turns_lokis_die_as_if_it_had_fallen_so() -> None:
    table = ValdaTable().has(1, loki=1, followers=5).converting()
    table.says(("followers.what", "loki"), ("loki.dice", {"1": 1}))
    assert table.of(1, "followers") == 5
    table.says(("weapon.play", "crown"), ("crown.face", 2))
    assert table.of(1, "followers") == 7


def test_tyrs_revenge_calls_the_attack_off() -> None:
    table = ValdaTable().attacked().attack(2, 3).say("weapon.play", "revenge")
    assert told(table, AttackCancelled).attacker == 2
    assert table.answers() == ("none", 3, 4)


def test_war_horn_cannot_be_defended() -> None:
    table = ValdaTable().attacked().attack(2, 1).say("weapon.play", "horn")
    assert table.asked() == "effect.kind"
    late = ValdaTable().attacked().attack(2, 1).says(("attack.defence", 9), ("attack.blocked", "horn"))
    assert late.asked() == "effect.kind"


def test_resisted_brings_two_followers_to_whoever_defended() -> None:
    table = ValdaTable().attacked().attack(2, 1).says(("attack.defence", 1), ("attack.blocked", "resisted"))
    assert table.of(1, "followers") == 2


def test_surturs_claim_plays_the_attack_again_on_the_same_player() -> None:
    """Dutch, German and French say on the same player; English says by the same player. Both hold here."""
    table = ValdaTable().attacked().attack(2, 3).says(("attack.defence", 3), ("attack.blocked", "claim"))
    assert told(table, AttackAgain) == AttackAgain(2, 1)
    table.say("attack.defence", 0)
    assert told(table, Defended).power == 3


def test_the_wrath_of_thor_doubles_the_power_with_its_bonus() -> None:
    table = ValdaTable().has(2, surtur=1).attacked().attack(2, 3).say("weapon.play", "wrath")
    table.say("attack.defence", 7)
    assert (told(table, Defended).power, told(table, Defended).blocked) == (8, False)


def test_the_wrath_of_thor_may_answer_a_defence() -> None:
    table = ValdaTable().attacked().attack(2, 3).says(("attack.defence", 5), ("attack.blocked", "wrath"))
    assert table.asked() == "effect.kind"
    holds = ValdaTable().attacked().attack(2, 3).says(("attack.defence", 6), ("attack.blocked", "wrath"))
    assert holds.answers() == ("on", "resisted", "claim", "horn")


def test_hammer_time_plays_a_card_again_without_an_action() -> None:
    table = ValdaTable().bare(1).acting().says(("game.what", "card"), ("effect.kind", "none"))
    table.says(
        ("weapon.play", "hammer"), ("effect.kind", "gold"), ("effect.number", 2), ("effect.kind", "done")
    )
    assert getattr(table.view.phase, "actions", 0) == 2
    assert table.stash(1) == (0, 2, 0)


def test_backstab_cancels_the_building_built_last_and_costs_nothing_but_the_option() -> None:
    table = ValdaTable().bare(1, blood=4, gold=4).has(1, tyr=2).building()
    table.say("build.what", "tyr").say("weapon.play", "backstab")
    assert told(table, AreaOpened).god == "tyr"
    assert (table.stash(1), table.of(1, "tyr"), table.of(1, "followers")) == ((4, 4, 0), 2, 0)
    table.say("build.what", "tyr")
    assert table.asked() == "attack.who"
    assert told(table, AreaLocked).followers == 1
    table.say("weapon.play", "backstab")
    assert table.of(1, "tyr") == 2


def test_a_building_is_safe_once_somebody_attacks() -> None:
    table = (
        ValdaTable()
        .has(1, gold=9, diamond=9)
        .building()
        .says(("build.what", "drill"), ("build.what", "done"))
    )
    assert table.on_request("weapon.play") == ("backstab",)
    table.attack(2, 1).says(("attack.defence", 1), ("attack.blocked", "on"))
    assert table.on_request("weapon.play") == ()
