"""What the box may do in front of the players. A cue is data; the ports in `table` perform it.

Screens are data too, drawn in one place (`table.drawing`). The display holds a title of 16
columns and four lines of 21 columns, or one picture. Every text here is already in the players'
language.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

# ---------------------------------------------------------------- screens


@dataclass(frozen=True)
class Lines:
    """A title and up to four lines; the last says what the buttons do now."""

    title: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class MenuScreen:
    """A list to choose from, scrolled so that `at` (from 0) is visible; then the hint line."""

    title: str
    items: tuple[str, ...]
    at: int
    hint: str = ""


@dataclass(frozen=True)
class NumberScreen:
    """A number being entered, drawn large; `line` below it: what it will be added to, say."""

    title: str
    value: int
    hint: str = ""
    line: str = ""


@dataclass(frozen=True)
class RingSeat:
    """One place of the ring.

    label:  one or two letters.
    below:  banished to the Underworld: drawn hollow, so that shape tells, not only shade.
    wounds: how many wound cards lie here. cards: how many other action cards.
    oracle: holds the Oracle. marked: the marker is on this seat now.
    """

    label: str
    below: bool = False
    wounds: int = 0
    cards: int = 0
    oracle: bool = False
    marked: bool = False


@dataclass(frozen=True)
class RingScreen:
    """The ring of seats, clockwise from the top, with a title and a hint beside it."""

    title: str
    seats: tuple[RingSeat, ...]
    lines: tuple[str, ...] = ()
    hint: str = ""


@dataclass(frozen=True)
class BarScreen:
    """A title and a bar that is `left` of `whole` full: time that shrinks."""

    title: str
    left: int
    whole: int
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class CountScreen:
    """A counted ballot: thumbs down against thumbs up, drawn large, and the reasons."""

    title: str
    down: int
    up: int
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class DiceScreen:
    """Dice as thrown, each 1 to 6."""

    title: str
    dice: tuple[int, ...]
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class GridScreen:
    """Rows of short cells under a title: standings, scores. The first column is left-aligned."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    hint: str = ""


@dataclass(frozen=True)
class ClosedScreen:
    """Closed eyes: one still picture. Nothing on it moves while they are closed."""


Screen: TypeAlias = (
    "Lines | MenuScreen | NumberScreen | RingScreen | BarScreen | CountScreen"
    " | DiceScreen | GridScreen | ClosedScreen"
)


# ---------------------------------------------------------------- cues


@dataclass(frozen=True)
class Say:
    """Speak this sentence."""

    text: str


@dataclass(frozen=True)
class Pause:
    """Be silent for so many seconds."""

    seconds: float


@dataclass(frozen=True)
class Show:
    """Put this on the display."""

    screen: Screen


@dataclass(frozen=True)
class Light:
    """Light the lamps of these seats and no others."""

    lit: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Storm:
    """Start or end the storm. While it sounds, eyes are closed."""

    on: bool


@dataclass(frozen=True)
class Sound:
    """A short sound by name: ``"horn"``."""

    name: str


@dataclass(frozen=True)
class Prop:
    """One thing on the table.

    seat:  the place it lies at, from 1; 0 is the middle of the table.
    label: what is written on it, in the players' language.
    mark:  what it is: ``god``, ``god-below`` (turned to the Underworld), ``oracle``,
           ``card:odin`` (an action card, by its god), ``faction`` (face down),
           ``faction-forward`` (pushed forward for the Oracle), ``faction:protect`` or
           ``faction:conspire`` (revealed), ``thumb:up``, ``thumb:down``, ``die:4``,
           ``deal:5:2`` (in the middle: so many protectors and conspirators to be dealt),
           ``score`` (points, in the label), ``dealer``, ``name`` (whose place it is, in the label,
           where no god lies).
    """

    seat: int
    label: str
    mark: str


@dataclass(frozen=True)
class Props:
    """Everything that lies on the table now. On a real table people move it, told by the voice."""

    items: tuple[Prop, ...]


Cue: TypeAlias = "Say | Pause | Show | Light | Storm | Sound | Props"
