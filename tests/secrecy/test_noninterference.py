"""No secret leaves the box but by what is published: hundreds of random evenings, two by two.

What is compared, up to when, and what is left out: docs/secrecy.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from gm_appliance.storage.journal import Journal
from tests.secrecy.compare import Tally, leak
from tests.secrecy.drawn import LONG, NEVER, Evening, Secrets, drawn_evening
from tests.secrecy.evening import play, the_box

pytestmark = pytest.mark.many

CHUNK = 20
"""Evenings in one test; each is played once and then twice more with other secrets."""


def runs_of(evening: Evening) -> Iterable[Secrets]:
    """One that comes to the same results as long as it can, and one that does not care from somewhere."""
    yield Secrets(1, NEVER)
    yield Secrets(2, evening.random("strays").randrange(evening.decisions))


def compared(seeds: Iterable[int], journal: Journal) -> Tally:
    tally, box = Tally(), the_box()
    for seed in seeds:
        evening = drawn_evening(seed, LONG)
        # The journal syncs every choice; a tenth of the evenings is enough of that.
        kept = journal if seed % 10 == 0 else None
        first = play(evening, Secrets(0, NEVER), box, kept)
        assert first.exit == 0, f"evening {seed}: {first.exit}"
        for secrets in runs_of(evening):
            other = play(evening, secrets, box, kept)
            told = leak(first, other)
            assert told is None, f"evening {seed}, run {secrets.run}: {told}"
            tally.add(first, other)
    return tally


def demand_informative(tally: Tally) -> None:
    """Equal runs prove something only if their secrets differ and they stay together for long."""
    print(tally)
    assert tally.other_factions >= 0.85 * tally.pairs
    # A seventh of the evenings has thumbs shown to all: there is no secret by which they could part.
    assert 0.1 * tally.pairs <= sum(tally.parted.values()) <= 0.8 * tally.pairs
    assert tally.alike >= 2 * tally.pairs
    # At the roll call hundreds, alone at the panel a few.
    assert tally.presses >= 10 * tally.alike
    assert tally.hours >= tally.pairs / 20
    assert tally.over
    assert len(tally.parted) >= 2


@pytest.mark.parametrize("chunk", range(3))
def test_other_secrets_leave_every_port_as_it_was(chunk: int, in_memory: Path) -> None:
    with Journal(in_memory / "state" / "journal.sqlite") as journal:
        tally = compared(range(chunk * CHUNK, (chunk + 1) * CHUNK), journal)
    demand_informative(tally)


DISTURBANCES = (
    "Paused. Keep what you have. Press repeat to go on.",
    "Paused. Open your eyes. Press repeat, and we begin this step anew.",
    "We go on.",
    "Open your eyes, all of you.",
    "Taken back.",
    "That cannot be taken back.",
    "There is nothing to take back.",
    "What would you like to know? Choose, then OK. Back: the game.",
    "I have lost the seat pads. Check the cable to the box.",
    "Some presses did not reach me. If yours is missing, press again.",
    "Look at pad 7: a button is stuck. If it stays stuck, press back.",
    "That count cannot be. Look again; we repeat it.",
    "The look is repeated. Whoever looked takes the same card.",
    "The night is void. All is as it was before.",
)


def test_the_evenings_hold_every_disturbance() -> None:
    late = 0
    ports: set[str] = set()
    heard: set[bytes] = set()
    for seed in range(2 * CHUNK):
        run = play(drawn_evening(seed), Secrets(0, NEVER), the_box())
        late += run.late
        ports |= {output.port for output in run.outputs}
        heard |= {output.data for output in run.outputs}
    assert {one for one in DISTURBANCES if b"play " + one.encode() not in heard} == set()
    assert late > 100
    assert {"display", "lamps", "mixer", "props", "exit"} <= ports


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(10))
def test_a_thousand_evenings_more(chunk: int, in_memory: Path) -> None:
    first = 10_000 + 100 * chunk
    with Journal(in_memory / "state" / "journal.sqlite") as journal:
        tally = compared(range(first, first + 100), journal)
    demand_informative(tally)
    assert len(tally.parted) >= 6
