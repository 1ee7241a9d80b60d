"""Every output of the box, written down as (virtual time, port, bytes) in the order it left.

The ports are as real as virtual time allows: the display's bytes are the picture's own, and the log's are
what `logging` formats.
"""

from __future__ import annotations

import heapq
import io
import logging
from collections import deque
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import count
from random import Random
from typing import NamedTuple, TypeAlias

from gm_appliance.core.cues.props import Prop
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.ports import Input
from gm_appliance.devices.display.drawing import frame
from gm_appliance.devices.inbox import DAY, Starved


class Output(NamedTuple):
    t: float
    port: str
    data: bytes


class TableClock:
    """A clock that jumps to the next thing that happens. cost: seconds it takes to look at one input, as if
    the box were slow."""

    def __init__(self, cost: float = 0.0) -> None:
        self._cost = cost
        self._now = 0.0
        self._mail: deque[Input] = deque()
        self._later: list[tuple[float, int, Callable[[], None]]] = []
        self._number = count()

    def now(self) -> float:
        return self._now

    def post(self, item: Input | None) -> None:
        if item is not None:
            self._mail.append(item)

    def at(self, t: float, happens: Callable[[], None]) -> None:
        """Let this happen at `t`: a hand presses, a part fails."""
        heapq.heappush(self._later, (t, next(self._number), happens))

    def work(self) -> None:
        """Look at an input. Hands go on pressing meanwhile, at their own time."""
        done = self._now + self._cost
        while self._later and self._later[0][0] <= done:
            self._let_happen()
        self._now = done

    def pass_by(self, seconds: float) -> None:
        """So much time goes by in which nobody looks at anything."""
        self._now += seconds

    def _let_happen(self) -> None:
        t, _number, happens = heapq.heappop(self._later)
        self._now = max(self._now, t)
        happens()

    def take(self, until: float | None) -> Input | None:
        if self._mail:
            return self._mail.popleft()
        if self._later and (until is None or self._later[0][0] <= until):
            self._let_happen()
            return None
        if until is None or until > DAY:
            raise Starved("the host waits for an input and none is scheduled")
        self._now = max(self._now, until)
        return None


Engine: TypeAlias = Callable[[str], float]
"""A speech engine: the seconds it speaks for a sentence."""


def quick(text: str) -> float:
    """As quick as espeak-ng, about."""
    return 0.3 + 0.06 * len(text)


def slow(text: str) -> float:
    """Twice as long."""
    return 2 * quick(text)


def recorded(text: str) -> float:
    """As long as somebody's recording may be."""
    return Random(text).uniform(0.2, 12.0)


ENGINES: dict[str, Engine] = {"quick": quick, "slow": slow, "recorded": recorded}


class Outputs:
    """The output ports, standard output and the log, all into one list."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.list: list[Output] = []

    def put(self, port: str, data: bytes) -> None:
        self.list.append(Output(self._now(), port, data))

    def show(self, screen: Screen) -> None:
        self.put("display", _picture(screen))

    def light(self, lit: frozenset[int]) -> None:
        self.put("lamps", bytes(sorted(lit)))

    def storm(self, on: bool) -> None:
        self.put("mixer", b"storm on" if on else b"storm off")

    def play(self, name: str) -> None:
        self.put("mixer", f"sound {name}".encode())

    def volume(self, percent: int) -> None:
        self.put("mixer", f"volume {percent}".encode())

    def lay(self, items: Sequence[Prop]) -> None:
        self.put("props", repr(items).encode())


_picture = lru_cache(maxsize=20_000)(frame)


class Voice:
    """The voice: a sentence is as long as the engine speaks. `tests.secrecy.whole` has the real queue."""

    def __init__(self, put: Callable[[str, bytes], None], engine: Engine) -> None:
        self._put, self._engine = put, engine

    def say(self, text: str) -> float:
        self._put("mixer", b"play " + text.encode())
        return self._engine(text)

    def hush(self) -> None:
        self._put("mixer", b"cut")

    def prepare(self, texts: Sequence[str]) -> None:
        self._put("engine", repr(texts).encode())

    def length(self, text: str) -> float:
        return self._engine(text)

    def volume(self, percent: int) -> None: ...

    def rate(self, words_per_minute: int) -> None: ...


class Console(io.TextIOBase):
    def __init__(self, outputs: Outputs, port: str) -> None:
        self._outputs = outputs
        self._port = port

    def write(self, text: str) -> int:
        self._outputs.put(self._port, text.encode())
        return len(text)


class LogPort(logging.Handler):
    """What the log's handler would write; times are the outputs' own."""

    def __init__(self, outputs: Outputs) -> None:
        super().__init__()
        self._outputs = outputs
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self._outputs.put("log", self.format(record).encode())
