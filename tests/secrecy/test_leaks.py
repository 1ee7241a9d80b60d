"""Whatever leaks is caught, by the checker that finds nothing in the real box."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.secrecy.compare import leak
from tests.secrecy.drawn import NEVER, Evening, Secrets, drawn_evening
from tests.secrecy.evening import play, the_box
from tests.secrecy.leaks import LEAKS

pytestmark = pytest.mark.many

EVENINGS = 150
"""The most evenings in which a leak must show. The real box is compared in the same ones."""


WHERE: dict[str, Callable[[Evening], bool]] = {
    "lamps_of_the_thumbs_where_only_the_total_is_told": lambda evening: (
        (evening.options.get("count"), evening.options["ballot"], evening.options["gods"])
        == ("totals", "pads", 3)
    ),
    "lamps_of_those_who_had_pressed_before_a_pause": lambda evening: evening.options["ballot"] == "pads",
}
"""Evenings in which there is something to leak; where nothing is said, all of them."""


SHOWS = {
    "a_night_longer_by_every_conspirator_in_asgard": 21,
    "an_undo_after_a_banishment_that_did_not_end_the_game": 8,
    "an_exit_code_by_faction": 4,
    "a_late_release_taken_for_a_tap_of_the_next_decision": 4,
    "a_count_of_the_pressed_shown_in_the_ballot": 12,
    "a_text_prepared_only_if_seat_two_conspires": 40,
    "the_slow_called_by_the_box_within_the_window": 12,
    "a_window_that_ends_when_all_have_pressed": 12,
    "lamps_of_those_who_had_pressed_before_a_pause": 71,
    "lamps_of_the_thumbs_where_only_the_total_is_told": 81,
    "thumbs_laid_out_in_the_order_in_which_they_came": 12,
}
"""The evening in which a rare leak shows, to be looked at first; after other changes it may be another."""


def caught(name: str) -> str | None:
    for seed in (SHOWS.get(name, 0), *range(EVENINGS)):
        evening = drawn_evening(seed)
        if name in WHERE and not WHERE[name](evening):
            continue
        runs = [play(evening, Secrets(run, NEVER), LEAKS[name](the_box())) for run in (0, 1)]
        if told := leak(*runs):
            return told
    return None


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_caught(name: str) -> None:
    assert caught(name) is not None
