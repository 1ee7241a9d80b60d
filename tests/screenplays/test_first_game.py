"""One whole evening, first press to last: the first game for seven, as a screenplay."""

from __future__ import annotations

from gm_appliance.testing.table import VirtualTable
from tests.screenplays import scenes
from tests.seven import EVERYBODY, HEL, ODIN, PANEL, THOR, VALKYRIE_1, VALKYRIE_2, VALKYRIE_3, VALKYRIE_4


def test_an_evening(table: VirtualTable) -> None:
    assert table.sounds == ["horn"]
    scenes.to_the_deal(table)
    scenes.deal(table)
    scenes.the_box_learns(table)

    # Round one: the conspirators agree on Valkyrie three.
    scenes.night(table, VALKYRIE_3, tuple(EVERYBODY))
    scenes.morning(table, "Valkyrie 3")
    table.sees_written(scenes.TURN)
    assert "turned plate" in table.lies_at(VALKYRIE_3)
    scenes.throw(table, 3, 6)
    table.hears("3 and 6. The Oracle moves on 9 seats, to Thor.")
    table.sees("The dice", "Oracle: Thor")
    assert "oracle" in table.lies_at(THOR)

    table.hears(scenes.PROTECT, "Valkyrie 1?", scenes.AIM)
    assert table.lit == {ODIN}
    table.sees("Odin protects", "Valkyrie 1")
    table.taps(ODIN, "down", 5)
    table.sees("Odin protects", "Valkyrie 4")
    table.holds(ODIN, "up")
    table.hears("Odin protects Valkyrie 4.", "Put Odin's card there.")
    table.hears(scenes.WOUND, "Odin?", scenes.AIM)
    table.taps(THOR, "down")
    table.holds(THOR, "up")
    table.hears("Thor wounds Valkyrie 1.")
    assert "thor" in table.lies_at(VALKYRIE_1)
    table.hears(scenes.BANISH, "Valkyrie 1?", scenes.AIM)
    table.holds(HEL, "down")
    table.hears("Hel passes.")
    scenes.the_oracle_looks(table, "Thor")

    scenes.accuse(table, ODIN, 1, THOR, known=True)
    table.taps(HEL, "up")
    table.hears("Hel seconds it.")
    scenes.defend(table, THOR)
    down = (ODIN, VALKYRIE_3, HEL, VALKYRIE_4)
    scenes.vote(table, THOR, {seat: "down" if seat in down else "up" for seat in EVERYBODY})
    table.hears("4 down, 3 up.", "If your pad is lit, you voted down.")
    assert table.lit == set(down)
    table.hears("Thor's wound on Valkyrie 1: one fewer thumb up.", "4 down, 2 up.")
    table.sees("Vote", "4", "2", "Thor: -1 ▲")
    table.hears("Thor falls.", scenes.TURN_AGAIN)

    # Round two: Thor, now in the Underworld, goes on conspiring.
    table.hears("Round 2. Thor is the Oracle. Underworld: Thor and Valkyrie 3.")
    scenes.night(table, HEL, (ODIN, VALKYRIE_1, VALKYRIE_2, HEL, VALKYRIE_4), number=2)
    scenes.morning(table, "Hel", number=2)
    scenes.throw(table, 1, 3)
    table.hears("1 and 3. Valkyrie 4 is the Oracle.")
    table.hears("Take back your action cards.")
    assert "thor" in table.lies_at(THOR)
    table.hears("Odin.")
    table.holds(ODIN, "down")
    table.hears("Odin passes.")
    table.hears("Thor.")
    table.holds(THOR, "down")
    table.hears("Thor passes.", "Hel has nobody to banish.")
    scenes.the_oracle_looks(table, "Valkyrie 4", number=2)

    # Nobody seconds the first accusation, and the table drops it.
    scenes.accuse(table, VALKYRIE_3, 2, VALKYRIE_2, number=2)
    table.taps(PANEL, "up")
    table.sees("Who seconds it?", "Drop it")
    table.ok()
    table.hears("Nobody seconds it.")

    # It is made again. Valkyrie four forgets to vote, and is called by name.
    scenes.accuse(table, VALKYRIE_3, 2, VALKYRIE_2, number=2, known=True, goes_on=True)
    table.taps(ODIN, "up")
    table.hears("Odin seconds it.")
    scenes.defend(table, VALKYRIE_2, number=2)
    thumbs = {ODIN: "down", VALKYRIE_1: "down", THOR: "up", VALKYRIE_2: "up", VALKYRIE_3: "down", HEL: "up"}
    scenes.vote(table, VALKYRIE_2, thumbs, first=False)
    table.hears("Valkyrie 4, I have no thumb from you.")
    table.sees("Still missing", "Valkyrie 4")
    table.hears("All other thumbs count.")
    scenes.vote_after_all(table, VALKYRIE_2, {VALKYRIE_4: "down"})
    table.hears("4 down, 3 up.", "Valkyrie 2 falls.")
    table.hears("The last conspirator is in the Underworld. Asgard stands.")
    table.sees("Asgard wins", "Rounds: 2")
    assert table.lit == frozenset()
    table.hears("Who were the conspirators?", "Thor.")
    table.sees("Asgard wins", "Thor", "Rounds: 2")
    assert "conspire" in table.lies_at(THOR)
    assert "conspire" not in table.lies_at(VALKYRIE_2)
    table.hears("Valkyrie 2.")
    table.sees("Asgard wins", "Thor", "Valkyrie 2", "Rounds: 2")
    assert table.lit == {THOR, VALKYRIE_2}
    assert "conspire" in table.lies_at(VALKYRIE_2)
    scenes.see_the_end(table)
    table.hears("Round 2 decided it: Valkyrie 2 fell, 4 to 3.")
    table.hears("Valkyrie 3 accused 2 times, and was right every time.")
    table.taps(ODIN, "up")  # and what else there is to tell is skipped

    # And once more, with the same people: one press.
    table.hears("Again, with the same people?")
    assert "conspire" in table.lies_at(THOR)
    table.ok()
    scenes.who_is_who(table)
    scenes.deal(table)
