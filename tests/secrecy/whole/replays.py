"""An evening told again afterwards, as `gm-appliance replay` prints it, and compared like its ports.

A replay holds the choices that stand. Two runs that part at a published fact must tell the same of every
choice before it that nobody takes back later; runs that never part must tell the same to the last byte.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from itertools import count
from pathlib import Path

from gm_appliance import cli
from gm_appliance.storage.journal import Journal, JournalReader
from tests.secrecy import compare
from tests.secrecy.evening import Run

A_CHOICE = re.compile(r"[ \d]{5}\d\.\d  ")
"""How the line of a choice begins: with its time."""


def tell_again(run: Run, folder: Path, put: Callable[[str, bytes], None]) -> None:
    """Everything that can be asked of the journal, which nobody has open; told to port "replay". A game that
    is not over is not told again, so it is given up then, and all is asked once more."""
    path = folder / "state" / "journal.sqlite"
    reader = JournalReader(path)
    sessions, running = reader.sessions(), reader.running()
    reader.close()
    if not sessions:
        return
    numbers = [str(one.id) for one in sessions]
    _ask_for(numbers, path, put)
    if running:
        with Journal(path) as journal:
            journal.keep_aside(running.id, "given up")
        _ask_for(numbers, path, put)
    run.retold = _printed(path, numbers[-1], "--events")[0].splitlines()


def _ask_for(numbers: Sequence[str], path: Path, put: Callable[[str, bytes], None]) -> None:
    for asked in ([], *([number, *how] for number in numbers for how in ((), ("--events",)))):
        for printed in _printed(path, *asked):
            for line in printed.splitlines():
                put("replay", line.encode())


def _printed(path: Path, *asked: str) -> tuple[str, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = cli.main(["replay", *asked, "--state", str(path.parent)])
    return out.getvalue(), err.getvalue(), str(code)


def leak(one: Run, other: Run) -> str | None:
    """What tells these runs apart, at a port or told again; None where nothing does."""
    return compare.leak(one, other) or _told_otherwise(one, other)


def _told_otherwise(one: Run, other: Run) -> str | None:
    choices = standing_together(one, other)
    if not choices:
        return None
    mine, its = (choices_told(run.retold, choices) for run in (one, other))
    return None if mine == its else f"told again, of {choices} choices: {mine} and {its}"


def standing_together(one: Run, other: Run) -> int:
    """How many choices came before two runs part, and stand in both of them; 0 if they never part."""
    until = compare.parting(one, other).at[0]
    return 0 if until == math.inf else min(_stood(one, until), _stood(other, until))


def _stood(run: Run, until: float) -> int:
    before = [standing for t, standing in run.standing if t < until]
    return min([*before[-1:], *(standing for t, standing in run.standing if t >= until)], default=0)


def choices_told(told: Sequence[str], choices: int) -> list[str]:
    """The lines of a replay's first choices; its heading is left out, which tells how the evening ended."""
    number = count(1)
    begins = [at for at, line in enumerate(told) if A_CHOICE.match(line) and next(number) <= choices + 1]
    if not begins:
        return []
    return list(told[begins[0] : begins[-1] if len(begins) > choices else len(told)])
