"""The whole box, down to the bytes on its wires: other secrets leave every port as it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from gm_appliance.core.values import replace
from tests.secrecy.compare import Tally
from tests.secrecy.drawn import NEVER, Evening, drawn_evening, in_turn
from tests.secrecy.whole.bots import with_bots
from tests.secrecy.whole.box import play_whole
from tests.secrecy.whole.hub import SeatHub
from tests.secrecy.whole.plants import ROOMS, joined, tiered
from tests.secrecy.whole.plants_faults import FAILING, GOES_ON, WHERE
from tests.secrecy.whole.replays import leak
from tests.secrecy.whole.strength import silent, strength, unseen
from tests.secrecy.whole.troubles import whole_evening

pytestmark = pytest.mark.many


SHORT, LONG = drawn_evening(4, 5), drawn_evening(4)
"""Evenings in which a planted leak is looked for until it shows, where `SHOWS` has no other."""

ALONE, AT_PADS, ON_PAGE = drawn_evening(229, 27), drawn_evening(105, 22), drawn_evening(51, 12)
"""Thumbs are given alone at the panel, one when the display has dimmed; at pads, in a vote; on the page."""

TOLD, BOTS = drawn_evening(295, 30), with_bots(drawn_evening(6))
"""Thumbs are told, each; bots vote too, alone at the panel, where the display was off."""

MISSED, LATE = drawn_evening(297, 30), drawn_evening(326, 30)
"""Somebody is slow, a night is over, a vote is told by its total; a thumb is let go after the window."""

WON, PAUSED = drawn_evening(57), drawn_evening(58)
"""Nearly all are banished; a window is paused."""

SETUP: dict[str, int | str] = {"players": 7, "roll_call": "no", "count": "totals", "dice": "box"}
BRIEF = dict.fromkeys(("defence", "drop", "talk"), 0) | {"agree": 10, "look": 8, "beat": 2, "vote": 5}
NIGHTS = Evening(413, 7, {**SETUP, **BRIEF}, 26, language="nl")
"""Two nights with a vote between them, so that whatever one leaves behind may show in the next."""

SHOWS = {
    "a night longer by every conspirator, in one language": replace(NIGHTS, seed=312),
    "the conspirators' seats added up on the page": NIGHTS,
    "a storm chosen by the marks before it": NIGHTS,
    "a story that counts taps": NIGHTS,
    "marks in a traceback": MISSED,
    "a faction card pushed forward by its faction": MISSED,
    "a sentence prepared for every mark": MISSED,
    "an undo after a banishment that did not end the game": AT_PADS,
    "an exit code by faction": MISSED,
    "the slow called by the box within the window": MISSED,
    "a window that ends when all have pressed": AT_PADS,
    "a late release taken for a tap of the next decision": LATE,
    "lamps of those who had pressed before a pause": PAUSED,
    "the thumb given alone on the display": ALONE,
    "a word when the same thumb is given twice": ALONE,
    "lamps of the thumbs where only the total is told": MISSED,
    "a moment of work for every mark": NIGHTS,
    "a display woken by a thumb given alone": BOTS,
    "a display dimmed over a thumb given alone": ALONE,
    "a display redrawn by a thumb given alone": ALONE,
    "a thumb given alone in the log": ALONE,
    "lamps lit one by one as they pressed": AT_PADS,
    "texts rendered in the order of the presses": drawn_evening(30, 12),
    "thumbs told as they came": AT_PADS,
    "a page told of every key of the panel": ON_PAGE,
}
"""Where a leak shows that needs something particular: there it is looked for first."""

SEARCHED = tuple(drawn_evening(seed, 34) for seed in range(300, 340))
"""Where a leak is looked for that none of them shows any more."""

QUICK = (NIGHTS, *in_turn((SHORT, BOTS, *FAILING[:2], *(evenings[0] for evenings in WHERE.values()))))
"""Evenings of the quick tier: the real box must be alike where its planted leaks are looked for."""

REST = (LONG, TOLD, ALONE, AT_PADS, ON_PAGE, MISSED, LATE, WON, PAUSED, *FAILING[2:], *WHERE[GOES_ON][1:])
"""The other evenings in which planted leaks are looked for."""


OTHERS = ((1, NEVER), (2, 10))
"""The second run of an evening, by turns: other secrets throughout, or its own way from a decision on."""

MORE = range(100, 115), range(115, 130), range(130, 145)
"""The evenings of the long tier."""


def compared(folder: Path, evenings: Iterable[Evening]) -> tuple[Tally, Counter[str]]:
    tally, outputs = Tally(), Counter[str]()
    for evening in evenings:
        first = play_whole(folder, evening, 0)
        assert first.exit == 0, f"evening {evening.seed}: {first.outputs[-40:]}"
        run, strays_at = OTHERS[evening.seed // 2 % 2]
        other = play_whole(folder, evening, run, strays_at=strays_at)
        told = leak(first, other)
        assert told is None, f"evening {evening.seed}, run {run}: {told}"
        tally.add(first, other)
        outputs += strength(first, other)
    return tally, outputs


def demand_strong(tally: Tally, outputs: Counter[str]) -> None:
    assert silent(outputs) == [], "nothing was compared at these ports"
    assert tally.alike >= tally.pairs
    assert tally.presses >= 5 * tally.alike
    assert tally.other_factions >= 0.8 * tally.pairs


def test_other_secrets_leave_every_wire_as_it_was(tmp_path: Path) -> None:
    tally, outputs = compared(tmp_path, QUICK)
    demand_strong(tally, outputs)
    assert tally.undiffering("setup.factions", "conspiracy", "council.booth") == []
    assert unseen(outputs) == [], "this never befell a box"


def test_a_lesson_is_the_same_for_all_conspirators(tmp_path: Path) -> None:
    evening = replace(with_bots(drawn_evening(105, 16)), newcomers=True)
    first, other = (play_whole(tmp_path, evening, run) for run in (0, 1))
    assert leak(first, other) is None
    assert first.cards != other.cards
    assert any(b"All together" in output.data for output in first.outputs)


def in_company_or_in_trouble(seed: int) -> Evening:
    """Every second evening with bots at some seats; in the others something may fail."""
    return with_bots(drawn_evening(seed)) if seed % 2 else whole_evening(seed)


@pytest.mark.long
@pytest.mark.parametrize("seeds", MORE, ids=str)
def test_more_evenings(tmp_path: Path, seeds: range) -> None:
    demand_strong(*compared(tmp_path, in_turn(map(in_company_or_in_trouble, seeds))))


@pytest.mark.long
def test_the_real_box_is_alike_wherever_leaks_are_planted(tmp_path: Path) -> None:
    compared(tmp_path, in_turn(REST))


@pytest.mark.long
def test_no_millisecond_that_matters_to_the_hub_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = play_whole(tmp_path, SHORT, 0)
    monkeypatch.setattr(SeatHub, "_next", lambda self, ms: ms + 1)
    assert run.windows
    assert play_whole(tmp_path, SHORT, 0).outputs == run.outputs


LEAKS = joined(ROOMS)


@pytest.mark.parametrize(("kind", "name"), tiered(LEAKS))
def test_a_planted_leak_is_caught(kind: str, name: str, tmp_path: Path) -> None:
    # The evening where it showed last, and others: which one has what it needs changes with any timing.
    likely = [SHOWS[name]] if name in SHOWS else []
    for evening in (*likely, SHORT, LONG, AT_PADS, ALONE, MISSED, LATE, *SEARCHED):
        if leak(*(play_whole(tmp_path, evening, run, LEAKS[kind][name]) for run in (0, 1))):
            return
    pytest.fail(f"{name}: not caught")
