"""A whole evening without pads, in full words: thumbs shown to all, and the die at night."""

from __future__ import annotations

from pathlib import Path

from gm_appliance.testing import evening
from tests.screenplays.scenes import TURN_AGAIN
from tests.screenplays.without_pads import (
    FOUR_TO_THREE,
    goes_on,
    the_conspirators_call_the_end,
    the_second_round_up_to_its_vote,
    thor_is_banished,
    thumbs_are_entered,
    thumbs_are_shown,
    to_the_first_vote,
)
from tests.seven import EVERYBODY, THOR, VALKYRIE_2


def test_an_evening_of_thumbs(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        table.pads = {}  # a press on one would be a mistake of the test's
        to_the_first_vote(table, "thumbs")
        thumbs_are_shown(table, THOR)
        thumbs_are_entered(table, FOUR_TO_THREE)
        thor_is_banished(table)
        goes_on(table)
        the_second_round_up_to_its_vote(table)
        thumbs_are_shown(table, VALKYRIE_2)
        thumbs_are_entered(table, dict.fromkeys(EVERYBODY, "down"))
        table.hears("7 down, 0 up.", "Valkyrie 2 falls.", TURN_AGAIN)
        the_conspirators_call_the_end(table)
