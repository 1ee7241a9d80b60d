"""Seven who have never played: the minute that teaches them, and their first thumbs."""

from __future__ import annotations

from pathlib import Path

from gm_appliance.testing import evening
from tests.screenplays import scenes
from tests.seven import EVERYBODY, VALKYRIE_2


def test_the_minute_before_a_first_game(tmp_path: Path) -> None:
    with evening(tmp_path, newcomers=True) as table:
        scenes.to_the_deal(table)
        table.hears("First time? One minute.", "OK: tell us.", "Back: we know it.")
        table.sees("First time?", "One minute", "BACK: we know it", "OK: tell us")
        table.ok()
        table.hears("5 protectors guard Asgard, 2 conspirators betray it.")
        table.sees("Your table", "1/16  OK: next")
        table.hears("Your faction card is secret. Only the conspirators know each other.")
        table.hears("To win, banish everybody in the other faction.")
        table.hears("If you are banished, you play on, and keep your faction secret.")
        table.hears("A round begins at night. All close their eyes.")
        table.sees("", "A round begins at night. All close their eyes.", "5/16  OK: next")
        table.hears("The conspirators open their eyes, and agree on somebody to banish.")
        table.hears("I read out names. Everybody taps thumb up at every name.")
        table.hears("Conspirators tap thumb down at the one they agreed on.")
        table.hears("By day, two dice choose the Oracle.")
        table.sees("The Oracle", "9/16  OK: next")
        table.hears("Then the gods act in silence, as their cards say.")
        table.hears("The Oracle looks at one faction card in the same world.")
        table.hears("Then the council: talk, lie, accuse. Somebody must second an accusation.")
        table.hears("To accuse, hold thumb down.")
        table.hears("Then all vote.", "Thumb down banishes, thumb up spares.", "A tie spares the accused.")
        table.sees("Vote", "16/16  OK or BACK")

        table.hears("All together: thumb up when I say now.")
        assert table.lit == set(EVERYBODY)
        table.hears("Now.")
        table.everybody_taps({seat: "up" for seat in EVERYBODY if seat != VALKYRIE_2})
        table.hears("6 of 7.", "Valkyrie 2, press thumb up.", "OK: go on.")
        table.sees("6 of 7", "Valkyrie 2", "OK: go on")
        assert table.lit == {VALKYRIE_2}
        table.taps(VALKYRIE_2, "up")
        table.hears("7 of 7.")
        scenes.deal(table)
