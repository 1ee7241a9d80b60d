"""Valda's companion, ruling by ruling: each test is named after its ruling; docs/valda.md says why. Rulings
that random evenings prove against the plain ledger are left out."""

from __future__ import annotations

import pytest

from gm_appliance.core.game import JSON, BadOption, IllegalChoice
from gm_appliance.games.valda import VALDA
from gm_appliance.games.valda.events import (
    AreaLocked,
    AreaOpened,
    AttackAgain,
    AttackRedirected,
    AttacksPassed,
    Built,
    ByHand,
    Defended,
    Ended,
    Lost,
    StartRolled,
    TurnBegins,
)
from tests.games.valda_table import ValdaTable, told


def test_with_the_turnaround_the_highest_roll_begins_and_ties_roll_again() -> None:
    table = ValdaTable(turnaround="yes")
    table.say("first.die", {"1": 5, "2": 3, "3": 5, "4": 1})
    assert told(table, StartRolled).highest == (1, 3)
    table.say("first.die", {"1": 2, "3": 6})
    assert told(table, TurnBegins).seat == 3
    assert ValdaTable(turnaround="yes", dice="own").asked() == "resource.gold"  # the table said who begins


def corrects(table: ValdaTable, what: str, number: int) -> ValdaTable:
    return table.says(("correct.who", 1), ("correct.what", what), ("correct.number", number))


def test_after_a_correction_the_dice_there_are_now_are_asked_for() -> None:
    """A correction is offered even with only a drill, and nothing is asked that could only be 0."""
    table = ValdaTable(dice="own")
    for what, number, asked in (
        *(("drill", 1, "resource.gold"), ("mine", 0, "resource.blood"), ("mine", 1, "resource.gold")),
        *(("mine", 0, "resource.blood"), ("drill", 0, "game.what")),
    ):
        assert table.on_request("correct.who")
        assert corrects(table, what, number).asked() == asked
    reading = ValdaTable(dice="own").has(1, drill=1).say("resource.gold", 0)
    assert (reading.asked(), reading.on_request("correct.who")) == ("resource.blood", ())


def test_a_building_by_a_card_costs_nothing_and_does_not_count_as_one_of_two() -> None:
    table = ValdaTable().bare(1, gold=6, diamond=6)
    table.card(("effect.kind", "build"), ("effect.what", "odin"))
    assert told(table, Built).card
    assert table.of(1, "followers") == 1
    assert "backstab" not in table.says(("effect.kind", "done"), ("game.what", "done")).on_request(
        "weapon.play"
    )
    table.says(("build.what", "drill"), ("build.what", "drill"))
    assert table.of(1, "drill") == 2


def test_nobody_gives_away_followers_below_a_safe_zone() -> None:
    table = ValdaTable().bare(1, blood=1, gold=1, followers=5)
    table.card(("effect.kind", "give"), ("effect.whom", 2))
    assert table.answers() == ("blood", "gold")
    more = ValdaTable().bare(1, blood=1, followers=7).card(("effect.kind", "give"), ("effect.whom", 2))
    more.say("effect.what", "followers")
    assert more.answers() == (1, 2)


def test_only_what_can_be_paid_is_offered() -> None:
    table = ValdaTable().bare(1, gold=2, diamond=2).building()
    assert table.answers() == ("done", "drill")
    with pytest.raises(IllegalChoice, match=r"build\.what: done \| drill"):
        table.say("build.what", "odin")


def test_a_destroyed_temple_opens_the_area() -> None:
    table = ValdaTable().has(1, tyr=3).has(2, blood=9, gold=9).attacked().hit(2)
    table.says(("effect.kind", "destroy"), ("effect.what", "tyr"))
    assert told(table, AreaOpened).god == "tyr"
    assert table.view.owner("tyr") == 0


def test_a_moved_temple_may_open_and_lock_areas_but_brings_no_follower_itself() -> None:
    table = ValdaTable().has(1, tyr=3, odin=1)
    table.card(("effect.kind", "move"), ("effect.what", "tyr"), ("effect.to", "odin"))
    assert told(table, AreaOpened).god == "tyr"
    assert (table.of(1, "tyr"), table.of(1, "odin"), table.of(1, "followers")) == (2, 2, 0)
    table.says(("effect.kind", "move"), ("effect.what", "tyr"), ("effect.to", "odin"))
    assert told(table, AreaLocked).followers == table.of(1, "followers") == 1


def test_nobody_moves_a_temple_into_a_locked_or_a_full_area() -> None:
    table = ValdaTable(players=3).has(1, tyr=1).has(2, odin=3, thor=2).has(3, thor=2).has(1, thor=1)
    table.card(("effect.kind", "move"), ("effect.whom", 1), ("effect.what", "tyr"))
    assert not {"odin", "thor", "tyr"} & set(table.answers())


@pytest.mark.parametrize(("temples", "dice"), [(1, 1), (2, 2), (3, 2)])
def test_loki_has_one_die_or_two_which_need_not_be_thrown(temples: int, dice: int) -> None:
    table = ValdaTable().has(1, loki=temples).converting()
    assert table.answers() == ("done", "loki")
    table.say("followers.what", "loki")
    assert table.asked() == "loki.dice"
    table.say("loki.dice", {str(die): 6 for die in range(1, dice + 1)})
    assert table.of(1, "followers") == 2 * dice
    assert table.answers() == ("done",)


def test_the_order_of_attacks_is_fixed_when_the_phase_begins() -> None:
    table = ValdaTable().attacked(4, 3, 2).hit(4)
    table.says(("effect.kind", "gain"), ("effect.what", "followers"), ("effect.number", 9))
    table.say("effect.kind", "done").has(2, followers=30)
    assert table.answers() == ("none", 3, 2)


def test_a_pass_is_final() -> None:
    table = ValdaTable().attacked(4, 3, 2).say("attack.who", 3)
    assert told(table, AttacksPassed).seats == (4,)
    table.says(("attack.power", 1), ("attack.defence", 1))
    assert table.answers() == ("none", 2)
    table.say("attack.who", "none")
    assert told(table, AttacksPassed) == AttacksPassed((2,), True)
    assert table.view.turn == 2


@pytest.mark.parametrize(
    ("players", "temples", "bonus", "attacks"), [(3, 1, 0, 2), (3, 2, 1, 2), (4, 1, 1, 1), (5, 3, 2, 1)]
)
def test_surtur_strengthens_attacks_or_gives_a_second(
    players: int, temples: int, bonus: int, attacks: int
) -> None:
    """The French rules mix up the numbers of players; the others agree."""
    table = ValdaTable(players=players).has(2, surtur=temples).attacked(2)
    for _ in range(attacks):
        assert table.answers() == ("none", 2)
        table.attack(2, 3).say("attack.defence", 9)
        assert told(table, Defended).power == 3 + bonus
    assert table.answers() == ("none",)
    assert table.say("attack.who", "none").view.turn == 2


def test_a_kill_of_three_at_six_leaves_five() -> None:
    table = ValdaTable().has(1, followers=6).attacked().hit(2)
    table.says(("effect.kind", "kill"), ("effect.number", 3))
    assert told(table, Lost) == Lost(1, "followers", 1, 3, 2, "attack")
    assert table.of(1, "followers") == 5


def test_vanished_sends_the_attack_to_somebody_else_who_may_defend() -> None:
    table = ValdaTable().attacked().attack(2, 3).say("weapon.play", "vanished")
    assert table.answers() == (3, 4)
    table.say("attack.redirect", 4)
    assert told(table, AttackRedirected).to == 4
    table.says(("attack.defence", 0), ("effect.kind", "lose"), ("effect.what", "gold"), ("effect.number", 1))
    assert (table.of(4, "gold"), table.of(1, "gold")) == (2, 1)
    assert "vanished" not in ValdaTable(players=2).attacked(2).attack(2, 3).on_request("weapon.play")


def test_crown_of_fortune_turns_lokis_die_as_if_it_had_fallen_that_way() -> None:
    table = ValdaTable().has(1, loki=1, followers=5).converting()
    table.says(("followers.what", "loki"), ("loki.dice", {"1": 1}))
    assert table.of(1, "followers") == 5
    table.says(("weapon.play", "crown"), ("crown.face", 2))
    assert table.of(1, "followers") == 7


def test_surturs_claim_plays_the_attack_again_on_the_same_player() -> None:
    """Dutch, German and French say "on the same player"; English, "by the same player". Both hold here."""
    table = ValdaTable().attacked().attack(2, 3).says(("attack.defence", 3), ("weapon.play", "claim"))
    assert told(table, AttackAgain) == AttackAgain(2, 1)
    table.say("attack.defence", 0)
    assert told(table, Defended).power == 3


def test_the_wrath_of_thor_doubles_the_power_with_its_bonus() -> None:
    table = ValdaTable().has(2, surtur=1).attacked().attack(2, 3).say("weapon.play", "wrath")
    table.say("attack.defence", 7)
    assert (told(table, Defended).power, told(table, Defended).blocked) == (8, False)


def test_backstab_cancels_the_last_building_which_still_counts_as_one_of_two() -> None:
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
    table.attack(2, 1).say("attack.defence", 1)
    assert "backstab" not in table.on_request("weapon.play")


def test_a_corrected_temple_locks_an_area_but_brings_no_follower() -> None:
    table = ValdaTable().acting().says(("correct.who", 3), ("correct.what", "tyr"), ("correct.number", 3))
    assert told(table, AreaLocked).followers == table.of(3, "followers") == 0


def over(followers: list[int], **more: list[int]) -> ValdaTable:
    """The last round has ended, with these holdings."""
    table = ValdaTable().lies(round=6, turn=4).attacked(2)
    for seat, number in enumerate(followers, 1):
        table.bare(seat, followers=number, **{what: numbers[seat - 1] for what, numbers in more.items()})
    return table.say("attack.who", "none")


@pytest.mark.parametrize(
    ("followers", "more", "winners", "by"),
    [
        ([3, 5, 4, 4], {}, (2,), "followers"),
        ([5, 5, 4, 4], {"drill": [0, 1, 3, 3]}, (2,), "buildings"),
        ([5, 5, 4, 4], {"drill": [0, 1, 3, 3], "gold": [9, 0, 9, 9]}, (2,), "buildings"),
        ([5, 5, 5, 4], {"drill": [1, 1, 0, 3], "gold": [1, 2, 9, 9]}, (2,), "resources"),
        ([5, 5, 5, 4], {"drill": [1, 1, 0, 3], "gold": [2, 2, 9, 9]}, (1, 2), "shared"),
    ],
)
def test_followers_decide_then_buildings_then_resources_then_the_win_is_shared(
    followers: list[int], more: dict[str, list[int]], winners: tuple[int, ...], by: str
) -> None:
    """The Dutch rules break a tie by buildings, English and French by resources, German not at all."""
    ended = told(over(followers, **more), Ended)
    assert (ended.why, ended.winners, ended.by) == ("played", winners, by)


def test_a_race_is_won_at_once_by_the_first_to_have_twenty() -> None:
    table = ValdaTable(race="yes").has(3, followers=19).attacked().hit(3)
    table.says(("effect.kind", "steal"), ("effect.what", "gold"), ("effect.number", 1))
    assert not [event for event in table.told if isinstance(event, Ended)]
    table.says(("effect.kind", "gain"), ("effect.what", "followers"), ("effect.number", 1))
    assert told(table, Ended) == Ended("race", (3,), "followers")
    assert table.answers() == ("done",)


def test_parts_played_by_hand_are_announced_at_their_time_and_not_asked() -> None:
    hands: dict[str, JSON] = dict.fromkeys(("trades", "cards", "buildings", "attacks", "conversions"), "hand")
    table = ValdaTable(**hands).bare(1, gold=4).has(1, odin=1, blood=2).has(3, followers=4).bare(2)
    table.says(("resource.roll", "roll"), ("resource.dice", {"1": 1, "2": 1}))
    by_hand = [event for event in table.told if isinstance(event, ByHand)]
    assert [event.part for event in by_hand] == list(hands)
    assert by_hand[3].seats == (3, 4, 2)
    table.says(("turn.followers", 0), ("resource.roll", "roll"), ("resource.dice", {"1": 1, "2": 1}))
    assert [one.part for one in table.told if isinstance(one, ByHand)] == ["cards", "buildings", "attacks"]


def test_weapons_by_hand_are_not_offered() -> None:
    table = ValdaTable(weapons="hand").attacked().attack(2, 3)
    assert table.on_request("weapon.play") == ()
    table.say("attack.defence", 3)
    assert table.answers() == ("none", 3, 4)


def test_a_race_is_won_by_followers_that_the_table_sets() -> None:
    """It does so only if a part that brings followers is played by hand."""
    for part, asked in (("trades", "resource.roll"), ("cards", "turn.followers")):
        table = ValdaTable(mode="companion", race="yes", **{part: "hand"}).attacked(2)
        assert table.say("attack.who", "none").asked() == asked
    table.say("turn.followers", 20)
    assert told(table, Ended) == Ended("race", (1,), "followers")


def test_the_sides_of_the_dice_are_options() -> None:
    table = ValdaTable(yellow_gold=6, blue_two=6, white_minus=0, white_zero=0, white_one=6)
    faces = table.view.setup.faces
    assert (set(faces.yellow), set(faces.blue), set(faces.white)) == ({"gold"}, {2}, {1})
    with pytest.raises(BadOption, match="white_zero"):
        VALDA.complete({"white_minus": 4, "white_zero": 3})
