"""Valda's companion, ruling by ruling: each test is named after what it decides. docs/valda.md says why."""

from __future__ import annotations

import pytest

from gm_appliance.core.game import BadOption, IllegalChoice
from gm_appliance.games.valda.companion import ending
from gm_appliance.games.valda.companion.events import (
    AreaLocked,
    AreaOpened,
    Built,
    Ended,
    RoundBegins,
    StartRolled,
    Stolen,
    TurnBegins,
)
from gm_appliance.games.valda.companion.model import Converting, Holding
from tests.games.valda_evenings import COMPANION
from tests.games.valda_table import ValdaTable, told

# ---------------------------------------------------------------- the start

STASHES = {
    2: ["211", "222"],
    3: ["211", "221", "222"],
    4: ["211", "221", "222", "232"],
    5: ["211", "221", "222", "222", "232"],
}


@pytest.mark.parametrize("players", STASHES)
def test_start_resources_follow_the_seats_from_the_first_player_on(players: int) -> None:
    """French leaves the table for three out; the other languages agree."""
    table = ValdaTable(players=players)
    stashes = ["{}{}{}".format(*table.stash(seat)) for seat in table.view.seats]
    assert stashes == STASHES[players]
    assert all(table.of(seat, "mine") == 2 and not table.of(seat, "drill") for seat in table.view.seats)
    other = ValdaTable(players=players)
    other.view = COMPANION.begin(COMPANION.complete({"mode": "companion", "players": players}))
    other.say("first.who", 2)
    assert "{}{}{}".format(*other.stash(2)) == "211"
    assert "{}{}{}".format(*other.stash(1)) == STASHES[players][-1]


def test_the_table_says_who_is_oldest() -> None:
    view = COMPANION.begin(COMPANION.complete({"mode": "companion"}))
    decision = COMPANION.decision(view)
    assert decision is not None
    assert decision.name == "first.who"


def test_with_the_turnaround_the_highest_roll_begins_and_ties_roll_again() -> None:
    table = ValdaTable(turnaround="yes")
    table.say("first.die", {"1": 5, "2": 3, "3": 5, "4": 1})
    assert told(table, StartRolled).highest == (1, 3)
    table.say("first.die", {"1": 2, "3": 6})
    assert told(table, TurnBegins).seat == 3
    assert ValdaTable(turnaround="yes", dice="own").asked() == "resource.gold"  # the table told who


# ---------------------------------------------------------------- resources


def test_a_die_for_each_mine_and_each_drill() -> None:
    table = ValdaTable().has(1, mine=3, drill=2)
    table.says(("resource.roll", "roll"), ("resource.dice", {"1": 1, "2": 4, "3": 3, "4": 4, "5": 6}))
    assert table.stash(1) == (2 + 1 + 2, 1 + 2, 1 + 1)


def test_own_dice_are_entered_as_gold_and_blood() -> None:
    table = ValdaTable(dice="own").has(1, mine=3, drill=2)
    assert table.answers() == (0, 3)
    table.say("resource.gold", 2)
    assert (table.asked(), table.answers()) == ("resource.blood", (2, 4))
    table.say("resource.blood", 3)
    assert table.stash(1) == (5, 3, 2)


def test_without_a_drill_no_blood_is_asked() -> None:
    table = ValdaTable(dice="own").say("resource.gold", 1)
    assert table.asked() == "game.what"


def test_there_is_no_fifth_mine_and_no_fourth_drill() -> None:
    table = ValdaTable().has(1, mine=4, drill=3, blood=9, gold=9, diamond=9).building()
    assert not {"mine", "drill"} & set(table.answers())


def test_four_of_one_kind_are_traded_for_one_of_choice() -> None:
    table = ValdaTable().bare(1, gold=4, diamond=3).trading()
    assert table.answers() == ("done", "gold")
    table.says(("trade.give", "gold"), ("trade.take", "blood"))
    assert table.stash(1) == (1, 0, 3)


def test_four_of_any_kinds_are_traded_if_the_table_wants_it() -> None:
    """Dutch and the body of the rules say of one kind; a note beside it of choice."""
    table = ValdaTable(trade="any").bare(1, gold=2, diamond=1, blood=1).trading()
    assert table.answers() == ("done", "mixed")
    table.says(("trade.give", "mixed"), ("trade.mixed", "gold"), ("trade.mixed", "gold"))
    assert table.answers() == ("blood", "diamond")
    table.says(("trade.mixed", "diamond"), ("trade.mixed", "blood"), ("trade.take", "blood"))
    assert table.stash(1) == (1, 0, 0)


def test_trade_is_not_asked_where_nothing_can_be_given() -> None:
    table = ValdaTable().bare(1, gold=1)
    table.says(("resource.roll", "roll"), ("resource.dice", {"1": 1, "2": 1}))
    assert table.asked() == "game.what"


@pytest.mark.parametrize(("temples", "rate"), [(0, 4), (1, 2), (2, 1), (3, 1)])
def test_heimdall_trades_two_for_one_then_one_for_one(temples: int, rate: int) -> None:
    table = ValdaTable().bare(1, gold=rate).has(1, heimdall=temples).trading()
    assert table.answers() == ("done", "gold")
    table.says(("trade.give", "gold"), ("trade.take", "diamond"))
    assert table.stash(1) == (0, 0, 1)


# ---------------------------------------------------------------- the game phase


def test_three_actions_take_three_resources() -> None:
    table = ValdaTable().bare(1).acting()
    table.says(("game.what", "gold"), ("game.what", "gold"), ("game.what", "blood"))
    assert table.stash(1) == (1, 2, 0)
    assert table.answers() == ("done", "card")


def test_a_card_takes_an_action_and_may_give_some() -> None:
    table = ValdaTable().card(("effect.kind", "none"))
    assert getattr(table.view.phase, "actions", 0) == 2
    table.says(
        ("game.what", "card"), ("effect.kind", "action"), ("effect.number", 2), ("effect.kind", "done")
    )
    assert getattr(table.view.phase, "actions", 0) == 3


def test_what_a_card_gives_is_entered_as_resources_followers_or_buildings() -> None:
    table = ValdaTable().bare(1)
    table.card(("effect.kind", "gold"), ("effect.number", 2), ("effect.kind", "followers"))
    table.says(("effect.number", 3), ("effect.kind", "build"), ("effect.what", "drill"))
    assert table.stash(1) == (0, 2, 0)
    assert (table.of(1, "followers"), table.of(1, "drill")) == (3, 1)


def test_a_building_by_a_card_costs_nothing_and_leaves_the_building_phase_as_it_is() -> None:
    table = ValdaTable().bare(1, gold=6, diamond=6)
    table.card(("effect.kind", "build"), ("effect.what", "odin"))
    assert told(table, Built).card
    assert table.of(1, "followers") == 1
    table.says(
        ("effect.kind", "done"), ("game.what", "done"), ("build.what", "drill"), ("build.what", "drill")
    )
    assert table.of(1, "drill") == 2


def test_a_card_may_take_from_all_others_at_once() -> None:
    table = ValdaTable().bare(1).bare(3)
    table.card(
        ("effect.kind", "steal"), ("effect.whom", "all"), ("effect.what", "gold"), ("effect.number", 2)
    )
    assert table.stash(1) == (0, 4, 0)
    assert [event.number for event in table.told if isinstance(event, Stolen)] == [2, 0, 2]


def test_what_is_given_comes_of_ones_own() -> None:
    table = ValdaTable().bare(1, gold=3).card(("effect.kind", "give"), ("effect.whom", 2))
    assert (table.asked(), table.answers()) == ("effect.number", (1, 3))
    table.say("effect.number", 3)
    assert (table.stash(1), table.of(2, "gold")) == ((0, 0, 0), 5)


def test_nobody_gives_followers_away_out_of_a_safe_zone() -> None:
    table = ValdaTable().bare(1, blood=1, gold=1, followers=5)
    table.card(("effect.kind", "give"), ("effect.whom", 2))
    assert table.answers() == ("blood", "gold")
    more = ValdaTable().bare(1, blood=1, followers=7).card(("effect.kind", "give"), ("effect.whom", 2))
    more.say("effect.what", "followers")
    assert more.answers() == (1, 2)


# ---------------------------------------------------------------- buildings

PRICES = {
    **{"mine": (1, 1, 1), "drill": (0, 2, 2), "heimdall": (1, 2, 2), "freya": (0, 3, 3)},
    **{"surtur": (2, 0, 2), "tyr": (2, 2, 0), "thor": (2, 2, 2), "odin": (2, 3, 3), "loki": (4, 1, 1)},
}


@pytest.mark.parametrize("what", PRICES)
def test_a_building_costs_what_the_book_says(what: str) -> None:
    """For Thor French says 3 blood; Dutch, English and German 2."""
    blood, gold, diamond = PRICES[what]
    table = ValdaTable().bare(1, blood=blood, gold=gold, diamond=diamond).building()
    table.say("build.what", what)
    assert table.stash(1) == (0, 0, 0)
    assert table.of(1, what) == (3 if what == "mine" else 1)


def test_only_what_can_be_paid_is_offered() -> None:
    table = ValdaTable().bare(1, gold=2, diamond=2).building()
    assert table.answers() == ("done", "drill")
    with pytest.raises(IllegalChoice, match=r"build\.what: done \| drill"):
        table.say("build.what", "odin")


def test_two_buildings_at_most() -> None:
    table = ValdaTable().has(1, blood=9, gold=9, diamond=9).building()
    table.says(("build.what", "mine"), ("build.what", "drill"))
    assert table.asked() == "attack.who"


def test_a_temple_gives_a_follower() -> None:
    table = ValdaTable().has(1, gold=3, diamond=3).building().say("build.what", "freya")
    assert (told(table, Built).followers, table.of(1, "followers")) == (1, 1)


def test_an_area_has_five_sites() -> None:
    table = ValdaTable().has(2, thor=2).has(3, thor=2).has(1, blood=9, gold=9, diamond=9).building()
    assert "thor" in table.answers()
    table.say("build.what", "thor")
    assert "thor" not in table.answers()


def test_nobody_has_a_tenth_temple() -> None:
    table = ValdaTable().has(1, thor=2, odin=2, tyr=2, loki=2, freya=1, blood=9, gold=9, diamond=9)
    assert table.building().answers() == ("done", "mine", "drill")


def test_three_temples_lock_the_area_for_all_others_but_the_owner() -> None:
    table = ValdaTable().has(1, tyr=3, blood=9, gold=9).building()
    assert "tyr" in table.answers()
    other = ValdaTable().has(2, tyr=3).has(1, blood=9, gold=9).building()
    assert "tyr" not in other.answers()
    assert other.view.owner("tyr") == 2


def test_the_lock_brings_a_follower_once_for_each_player_and_god() -> None:
    table = ValdaTable().has(1, tyr=2, blood=9, gold=9).building().say("build.what", "tyr")
    assert told(table, AreaLocked).followers == 1
    assert table.of(1, "followers") == 2
    table.has(1, tyr=2).building().say("build.what", "tyr")
    assert told(table, AreaLocked).followers == 0
    assert table.of(1, "followers") == 3


def test_a_destroyed_temple_opens_the_area() -> None:
    table = ValdaTable().has(1, tyr=3).has(2, blood=9, gold=9).attacked().hit(2)
    table.says(("effect.kind", "destroy"), ("effect.what", "tyr"))
    assert told(table, AreaOpened).god == "tyr"
    assert table.view.owner("tyr") == 0


def test_a_moved_temple_opens_one_area_and_may_lock_another_but_brings_no_follower_itself() -> None:
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


# ---------------------------------------------------------------- followers


def test_five_blood_with_two_temples_at_odin_are_three_followers() -> None:
    """The book's example, in English, German and French, whatever limits French gives beside it."""
    table = ValdaTable().bare(1, blood=5).has(1, odin=2).converting()
    table.says(("followers.what", "3 blood"), ("followers.what", "2 blood"))
    assert (table.of(1, "followers"), table.stash(1)) == (3, (0, 0, 0))


def test_three_gold_and_three_diamond_with_one_temple_at_thor_are_two_followers() -> None:
    """The book's example."""
    table = ValdaTable().bare(1, gold=3, diamond=3).has(1, thor=1).converting()
    table.says(("followers.what", "3 gold"), ("followers.what", "3 diamond"))
    assert (table.of(1, "followers"), table.stash(1)) == (2, (0, 0, 0))


@pytest.mark.parametrize(
    ("god", "temples", "what", "times"),
    [
        ("thor", 1, "3 gold", 3),
        ("thor", 2, "2 gold", 3),
        ("odin", 1, "2 blood", 3),
        ("odin", 2, "3 blood", 2),
    ],
)
def test_a_conversion_has_its_limit(god: str, temples: int, what: str, times: int) -> None:
    """For Odin French says twice and three times; Dutch, English and German three times and twice."""
    table = ValdaTable().has(1, blood=60, gold=60, diamond=60, **{god: temples}).converting()
    for _ in range(times):
        table.say("followers.what", what)
    assert what not in table.answers()


def test_the_limit_is_for_gold_and_diamond_together() -> None:
    table = ValdaTable().has(1, gold=60, diamond=60, thor=1).converting()
    table.says(("followers.what", "3 gold"), ("followers.what", "3 gold"), ("followers.what", "3 diamond"))
    assert table.view.turn == 2


def test_the_second_temple_adds_to_the_first() -> None:
    table = ValdaTable().has(1, gold=60, thor=2).converting()
    for what in ("2 gold", "2 gold", "2 gold", "3 gold", "3 gold", "3 gold"):
        table.say("followers.what", what)
    assert table.of(1, "followers") == 6


@pytest.mark.parametrize(("temples", "dice"), [(1, 1), (2, 2), (3, 2)])
def test_loki_throws_one_die_or_two_and_only_if_one_wants(temples: int, dice: int) -> None:
    table = ValdaTable().has(1, loki=temples).converting()
    assert table.answers() == ("done", "loki")
    table.say("followers.what", "loki")
    assert table.asked() == "loki.dice"
    table.say("loki.dice", {str(die): 6 for die in range(1, dice + 1)})
    assert table.of(1, "followers") == 2 * dice
    assert table.answers() == ("done",)


def test_loki_takes_followers_away_but_none_out_of_a_safe_zone() -> None:
    table = ValdaTable().has(1, loki=1, followers=7).converting()
    table.says(("followers.what", "loki"), ("loki.dice", {"1": 1}))
    assert table.of(1, "followers") == 6
    table.has(1, followers=5).converting().says(("followers.what", "loki"), ("loki.dice", {"1": 1}))
    assert table.of(1, "followers") == 5


def test_the_phase_lets_one_go_on_in_any_order() -> None:
    table = ValdaTable().bare(1, gold=3).has(1, loki=1, thor=1).converting()
    table.says(("followers.what", "loki"), ("loki.dice", {"1": 4}), ("followers.what", "3 gold"))
    assert table.of(1, "followers") == 2


def test_an_ability_follows_the_temples_that_stand_now() -> None:
    table = ValdaTable().bare(1, gold=2).has(1, thor=1).converting()
    assert isinstance(table.view.phase, Converting)
    assert "2 gold" not in table.answers()


# ---------------------------------------------------------------- corrections


def test_a_balance_is_put_right_without_another_step() -> None:
    table = ValdaTable().acting().says(("correct.who", 3), ("correct.what", "gold"), ("correct.number", 7))
    assert (table.of(3, "gold"), table.asked()) == (7, "game.what")


def test_a_corrected_temple_locks_but_brings_nobody() -> None:
    table = ValdaTable().acting().says(("correct.who", 3), ("correct.what", "tyr"), ("correct.number", 3))
    assert told(table, AreaLocked).followers == table.of(3, "followers") == 0


def test_a_correction_of_the_end_decides_anew() -> None:
    table = over([6, 7, 0, 0])
    assert told(table, Ended).winners == (2,)
    table.says(
        ("game.over", "correct"), ("correct.who", 1), ("correct.what", "followers"), ("correct.number", 9)
    )
    assert told(table, Ended).winners == (1,)
    table.say("game.over", "done")
    outcome = ending.outcome(table.view)
    assert outcome is not None
    assert outcome.winners == (1,)


# ---------------------------------------------------------------- the end


def over(followers: list[int], **more: list[int]) -> ValdaTable:
    """The last round is over, and everybody has this."""
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
    """Dutch breaks a tie by buildings; English and French by resources, German not at all."""
    ended = told(over(followers, **more), Ended)
    assert (ended.why, ended.winners, ended.by) == ("played", winners, by)


def test_six_rounds_are_played() -> None:
    table = ValdaTable().lies(round=5, turn=4).attacked(2).say("attack.who", "none")
    assert told(table, RoundBegins) == RoundBegins(6, 1, True)


def test_with_the_turnaround_the_sixth_round_goes_the_other_way_and_ends_with_the_first_player() -> None:
    table = ValdaTable(turnaround="yes").say("first.die", {"1": 1, "2": 6, "3": 1, "4": 1})
    table.lies(round=5, turn=1).attacked(2).say("attack.who", "none")
    assert told(table, RoundBegins) == RoundBegins(6, 1, False)
    assert table.view.order == (1, 4, 3, 2)


def test_a_race_is_won_at_once_by_the_first_to_have_twenty() -> None:
    table = ValdaTable(race="yes").has(3, followers=19).attacked().hit(3)
    table.says(("effect.kind", "steal"), ("effect.what", "gold"), ("effect.number", 1))
    assert not [event for event in table.told if isinstance(event, Ended)]
    table.says(("effect.kind", "gain"), ("effect.what", "followers"), ("effect.number", 1))
    assert told(table, Ended) == Ended("race", (3,), "followers")
    assert table.answers() == ("done",)


def test_a_race_has_no_last_round() -> None:
    table = ValdaTable(race="yes", turnaround="yes").say("first.die", {"1": 6, "2": 1, "3": 1, "4": 1})
    table.lies(round=6, turn=4).attacked(2).say("attack.who", "none")
    assert told(table, RoundBegins) == RoundBegins(7, 1, True)


# ---------------------------------------------------------------- what the table does by hand


@pytest.mark.parametrize(
    ("part", "questions"),
    [
        ("trades", {"trade.give"}),
        ("cards", {"game.what"}),
        ("buildings", {"build.what"}),
        ("attacks", {"attack.who"}),
        ("conversions", {"followers.what"}),
    ],
)
def test_what_is_done_by_hand_is_not_asked(part: str, questions: set[str]) -> None:
    for hand in ("box", "hand"):
        table = ValdaTable(parts="some", **{part: hand})
        table.has(1, blood=9, gold=9, diamond=9, odin=1)
        asked = set()
        table.says(("resource.roll", "roll"), ("resource.dice", {"1": 1, "2": 1}))
        while table.view.turn == 1:
            asked.add(table.asked())
            table.say(table.asked(), next(one for one in table.answers() if one in ("done", "none")))
        assert (questions <= asked) == (hand == "box")


def test_weapons_by_hand_are_not_offered() -> None:
    table = ValdaTable(parts="some", weapons="hand").attacked().attack(2, 3)
    assert table.on_request("weapon.play") == ()
    table.say("attack.defence", 3)
    assert table.answers() == ("none", 3, 4)


def test_where_the_box_is_not_told_all_any_building_is_offered_and_paid_as_far_as_it_knows() -> None:
    """What can surely be paid stands first."""
    table = ValdaTable(parts="some", cards="hand").bare(1, gold=2, diamond=1, blood=1).building()
    assert table.answers()[:2] == ("done", "mine")
    table.say("build.what", "drill")
    assert table.stash(1) == (1, 0, 0)


def test_in_a_race_nothing_that_brings_followers_is_done_by_hand() -> None:
    with pytest.raises(BadOption, match="cards"):
        COMPANION.complete({"race": "yes", "parts": "some", "cards": "hand"})
    assert COMPANION.complete({"race": "yes", "parts": "some", "trades": "hand"})["trades"] == "hand"


# ---------------------------------------------------------------- dice of another box


def test_the_sides_of_the_dice_are_options() -> None:
    table = ValdaTable(yellow_gold=6, blue_two=6, white_minus=0, white_zero=0, white_one=6)
    faces = table.view.setup.faces
    assert (set(faces.yellow), set(faces.blue), set(faces.white)) == ({"gold"}, {2}, {1})
    with pytest.raises(BadOption, match="white_zero"):
        COMPANION.complete({"white_minus": 4, "white_zero": 3})


def test_a_holding_counts_all_its_buildings() -> None:
    assert Holding(mine=2, drill=1, temples=(1, 0, 0, 0, 0, 2, 0)).buildings == 6
