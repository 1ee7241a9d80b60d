"""What comes of an evening, and what it published."""

from __future__ import annotations

import logging
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from typing import TypeAlias

from gm_appliance.core import language
from gm_appliance.devices.inbox import Starved
from gm_appliance.host.loop import Stopped
from tests.secrecy.outputs import Console, LogPort, Output, Outputs
from tests.secrecy.windows import Window

GAME = "gotterdammerung"
Fact: TypeAlias = tuple[object, ...]


@dataclass
class Run:
    """What came of an evening.

    published: every fact of the hand-written list with its time.
    broken:    what no run may do, whatever another does.
    standing:  how many choices stand, and since when.
    retold:    the last game as `gm-appliance replay` tells it, where it was asked.
    windows:   the secret windows that ran to their end, and when that was.
    stamps:    when presses began to carry which prompt and beat.
    waits:     how often the host waited for an input, by prompt and beat.
    cards:     the faction cards as dealt. over: the game was played to its end.
    """

    outputs: list[Output] = field(default_factory=list)
    published: list[tuple[float, Fact]] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    standing: list[tuple[float, int]] = field(default_factory=list)
    retold: list[str] = field(default_factory=list)
    windows: list[tuple[float, Window]] = field(default_factory=list)
    stamps: list[tuple[float, int, int]] = field(default_factory=list)
    waits: Counter[tuple[int, int]] = field(default_factory=Counter)
    cards: dict[int, str] = field(default_factory=dict)
    exit: object = None
    over: bool = False
    befell: list[tuple[float, str]] = field(default_factory=list)


def exit_code(main: Callable[[], None]) -> object:
    """What the process would end with, its last words said as Python says them."""
    try:
        main()
    except Stopped:
        return 0
    except SystemExit as wish:
        return wish.code
    except Starved:
        return "starved"
    except Exception:
        traceback.print_exc()
        return 1
    return 0


@contextmanager
def written_down(outputs: Outputs) -> Iterator[None]:
    """The log at every level, standard output and standard error, as ports. Not what a translation lacks:
    that is logged once in a process, and two runs share one."""
    root, handler = logging.getLogger(), LogPort(outputs)
    handler.addFilter(lambda record: record.name != language.__name__)
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.NOTSET)
    try:
        with redirect_stdout(Console(outputs, "stdout")), redirect_stderr(Console(outputs, "stderr")):
            yield
    finally:
        root.setLevel(before)
        root.removeHandler(handler)
