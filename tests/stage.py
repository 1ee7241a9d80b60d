"""A table for tests that read like a screenplay: hands press, ears hear, and time goes when it is told to.

The evening runs in a thread of its own, and only while the test lets it: whoever waits for the clock
hands over. Nothing sleeps, and nothing but button edges goes in.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from gm_appliance.app.evening import Evening
from gm_appliance.core.cues import (
    Card,
    Cell,
    Deck,
    MenuScreen,
    Plate,
    Prop,
    RingScreen,
    Screen,
    ShownThumb,
    Tally,
    ThrownDie,
    Token,
)
from gm_appliance.core.game import Choice, Decision
from gm_appliance.core.ports import PANEL, PANEL_BUTTONS, Edge, Input, Ports, Stop, Trouble, estimated_length
from gm_appliance.devices.inbox import TableInbox
from gm_appliance.games.registry import SHELF, Boxed
from gm_appliance.storage.journal import Journal

SOON = 200.0
"""Seconds after which something that should be heard counts as never said."""

PATIENCE = 30.0
"""Real seconds after which the other side counts as hanging; never waited for in a test that passes."""


class _Clock:
    """A clock that stands still until the test moves it."""

    def __init__(self) -> None:
        self.t = 0.0
        self.mail: deque[Input] = deque()
        self.wakes: float | None = None  # what the evening waits for; None: an input alone
        self.idle = threading.Semaphore(0)
        self.go = threading.Semaphore(0)

    def now(self) -> float:
        return self.t

    def post(self, item: Input | None) -> None:
        if item is not None:
            self.mail.append(item)

    def take(self, until: float | None) -> Input | None:
        if not self.mail and (until is None or until > self.t):
            self.wakes = until
            self.idle.release()
            self.go.acquire()
        return self.mail.popleft() if self.mail else None


class Table:
    """Everything people at the table can do, hear and see. Seats by number; 0 is the panel.

    pads: the number of the pad that lies before each seat; hands press it, and its lamp is theirs.
    left: everything that left a port, with its time.
    """

    def __init__(self, state: Path, shelf: Mapping[str, Boxed] = SHELF) -> None:
        self._shelf = shelf
        self._clock = _Clock()
        self._inbox = TableInbox(self._clock)
        self._inbox.on_ask(self._asks)
        self._asked = (0, 0)
        self._reported: dict[tuple[int, str], tuple[int, int]] = {}
        self._said: deque[tuple[float, str]] = deque()
        self._pressed: set[tuple[int, str]] = set()
        self._over = False
        self._failure: BaseException | None = None
        self.pads = {seat: seat for seat in range(1, 16)}
        self.left: list[tuple[float, str, Any]] = []
        self.screen: Screen | None = None
        self.lit: frozenset[int] = frozenset()
        self._storm = False
        self.sounds: list[str] = []
        self.lying: tuple[Prop, ...] = ()
        self.levels: dict[str, int] = {}  # what the voice was turned to
        self._state = state
        self._thread = threading.Thread(target=self._run, daemon=True)

    # ------------------------------------------------------------ the evening's thread

    def _run(self) -> None:
        ports = Ports(self._inbox, self, self, self, _Mixer(self), self)
        try:
            # A journal belongs to the thread it was opened in.
            with closing(Journal(self._state / "journal.sqlite")) as journal:
                levels = {"volume": 100, "rate": 160}
                nobody = _Nobody()
                Evening(ports, journal, "en", nobody, self._trouble, levels=levels, shelf=self._shelf).run()
        except BaseException as failure:  # told in the test's thread
            self._failure = failure
        self._over = True
        self._clock.idle.release()

    def _trouble(self, part: str, what: str) -> None:
        self._inbox.post(Trouble(part, what))

    def _settle(self) -> None:
        """Let the evening run until it waits again."""
        assert not self._over, "the evening is over"
        self._clock.go.release()
        self._wait()

    def _wait(self) -> None:
        assert self._clock.idle.acquire(timeout=PATIENCE), "the evening hangs"
        if self._failure:
            raise self._failure

    def switch_on(self) -> None:
        self._thread.start()
        self._wait()

    def switch_off(self) -> None:
        """As a signal does: the box says good night."""
        if not self._over and self._thread.is_alive():
            self._inbox.post(Stop())
            self._settle()

    # ------------------------------------------------------------ what the ports are given

    def _leaves(self, port: str, what: Any) -> None:
        self.left.append((round(self._clock.t, 3), port, what))

    def show(self, screen: Screen) -> None:
        self._leaves("display", screen)
        self.screen = screen

    def light(self, lit: frozenset[int]) -> None:
        self._leaves("lamps", lit)
        seats = {pad: seat for seat, pad in self.pads.items()}
        assert not seats or lit <= set(seats), f"a lamp before nobody: {lit} of {seats}"
        self.lit = frozenset(seats[pad] for pad in lit if seats)

    def say(self, text: str) -> float:
        self._leaves("voice", text)
        self._said.append((self._clock.t, text))
        return estimated_length(text)

    def hush(self) -> None: ...

    def prepare(self, texts: Sequence[str]) -> None: ...

    def volume(self, percent: int) -> None:
        self.levels["volume"] = percent

    def rate(self, words_per_minute: int) -> None:
        self.levels["rate"] = words_per_minute

    def lay(self, items: Sequence[Prop]) -> None:
        self._leaves("table", tuple(items))
        self.lying = tuple(items)

    # ------------------------------------------------------------ hands

    def press(self, source: int, button: str, down: bool = True) -> None:
        """A button goes down, or up, now."""
        assert source in self.pads or button in PANEL_BUTTONS, f"no pad lies before {source}"
        self._inbox.press(self.pads[source] if source else PANEL, button, down)
        self._settle()

    def reports(self, seat: int, button: str, down: bool = True, *, cancelled: bool = False) -> None:
        """What the hub's driver says of the pad before a seat, now; nothing is added to it.

        Down for a button that is down says that it still is.
        """
        key = (seat, button)
        asking, beat = self._reported.setdefault(key, self._asked)
        if not down:
            del self._reported[key]
        self.post(Edge(self.pads[seat], button, down, self._clock.t, asking, beat, cancelled))

    def _asks(self, asking: int, beat: int) -> None:
        self._asked = (asking, beat)

    def taps(self, source: int, button: str, times: int = 1) -> None:
        for _ in range(times):
            self.press(source, button)
            self.advance(0.1)
            self.press(source, button, down=False)
            self.advance(0.1)

    def holds(self, source: int, button: str, seconds: float = 0.8) -> None:
        self.press(source, button)
        self.advance(seconds)
        self.press(source, button, down=False)

    def ok(self) -> None:
        self.taps(PANEL, "ok")

    def chooses(self, line: str) -> None:
        """Somebody reads the display, goes down to this line, and presses OK."""
        passed = []
        while _marked(self.screen) != line:
            passed.append(_marked(self.screen))
            assert passed.count(passed[-1]) < 2, f"no {line!r} among {passed}"
            self.taps(PANEL, "down")
        self.ok()

    def post(self, item: Input) -> None:
        """Something other than a button comes in."""
        self.inbox_gets(item)

    def inbox_gets(self, *items: Input) -> None:
        """All these come in before the evening looks at the first of them."""
        for item in items:
            self._inbox.post(item)
        self._settle()

    def everybody_taps(self, thumbs: dict[int, str]) -> None:
        """Each seat its thumb, one a little after the other; who has no pad cannot."""
        for seat, thumb in thumbs.items():
            if seat not in self.pads:
                continue
            self.press(seat, thumb)
            self.advance(0.02)
            self.press(seat, thumb, down=False)

    # ------------------------------------------------------------ time

    @property
    def now(self) -> float:
        return self._clock.t

    def advance(self, seconds: float) -> None:
        """Let so much time go by."""
        self._until(self._clock.t + seconds)

    def _until(self, t: float) -> None:
        while self._clock.wakes is not None and self._clock.wakes <= t:
            self._clock.t = max(self._clock.t, self._clock.wakes)
            self._settle()
        self._clock.t = t

    # ------------------------------------------------------------ ears and eyes

    def hears(self, *sentences: str) -> None:
        """The next sentences are these, nothing else between; time goes on until they are said."""
        for sentence in sentences:
            until = self._clock.t + SOON
            while not self._said and self._clock.wakes is not None and self._clock.wakes <= until:
                self._until(self._clock.wakes)
            assert self._said, f"never said: {sentence!r}"
            said = self._said.popleft()[1]
            assert said == sentence, f"said {said!r}, not {sentence!r}"

    def hears_whatever(self, until: str) -> list[str]:
        """Sentences, until this one is said; returns those before it."""
        before: list[str] = []
        while True:
            limit = self._clock.t + SOON
            while not self._said and self._clock.wakes is not None and self._clock.wakes <= limit:
                self._until(self._clock.wakes)
            assert self._said, f"never said: {until!r}; said: {before}"
            said = self._said.popleft()[1]
            if said == until:
                return before
            before.append(said)

    def hears_nothing_for(self, seconds: float) -> None:
        assert not self._said, f"said before: {self._said[0][1]!r}"
        self.advance(seconds)
        assert not self._said, f"said: {self._said[0][1]!r}"

    def sees(self, title: str, *lines: str) -> None:
        """The display's title, and these among its lines, items and hints."""
        shown = _words(self.screen)
        assert shown[:1] == [title], shown
        assert [line for line in lines if line not in shown] == [], shown

    @property
    def title(self) -> str:
        """What stands above the display's lines."""
        return _words(self.screen)[0]

    def sees_closed_eyes(self) -> bool:
        return type(self.screen).__name__ == "ClosedScreen"

    def hears_the_storm(self) -> bool:
        return self._storm

    def lies_at(self, at: int | Cell) -> list[str]:
        """What lies at a seat, in no language; 0 is the middle."""
        return [_in_no_language(prop) for prop in self.lying if prop.at == at]


class _Mixer:
    def __init__(self, table: Table) -> None:
        self._table = table

    def storm(self, on: bool) -> None:
        self._table._leaves("storm", on)
        self._table._storm = on

    def play(self, name: str) -> None:
        self._table._leaves("sound", name)
        self._table.sounds.append(name)

    def volume(self, percent: int) -> None: ...


class _Nobody:
    """An observer who does nothing."""

    def asked(self, asking: int, decision: Decision) -> None: ...

    def chose(self, decision: Decision, choice: Choice) -> None: ...

    def told(self, event: Any) -> None: ...

    def rested(self, seconds: float) -> None: ...


def _words(screen: Screen | None) -> list[str]:
    """A screen's words, its title first."""
    words = [str(getattr(screen, "title", ""))]
    for part in ("lines", "items"):
        words += getattr(screen, part, ())
    words.append(str(getattr(screen, "hint", "")))
    for part in ("value", "dice", "left", "right"):
        if hasattr(screen, part):
            words.append(str(getattr(screen, part)))
    return words


def _in_no_language(prop: Prop) -> str:
    """What a thing is, whatever is written on it."""
    match prop:
        case Plate():
            return "turned plate" if prop.turned else "plate"
        case Card() if prop.face_down:
            return "face down"
        case Card() | Token():
            return prop.name
        case ShownThumb():
            return "thumb up" if prop.up else "thumb down"
        case Deck():
            return ", ".join(f"{count} {card.name}" for card, count in prop.cards)
        case Tally() | ThrownDie():
            return str(prop.number)


def _marked(screen: Screen | None) -> str:
    """What OK would choose, in the words of the display."""
    if isinstance(screen, MenuScreen):
        return screen.items[screen.at]
    assert isinstance(screen, RingScreen), screen
    return screen.lines[0]


@contextmanager
def evening(state: Path, shelf: Mapping[str, Boxed] = SHELF) -> Iterator[Table]:
    """A table that was just switched on; the box is switched off afterwards."""
    table = Table(state, shelf)
    table.switch_on()
    try:
        yield table
    finally:
        table.switch_off()
