"""The messages between the box and the phones' process beside the seat hub's protocol, a line of JSON each.

All of them are public. The box trusts the process as little as a cable: it checks pads, names and choices.
"""

from __future__ import annotations

from typing import TypeAlias

from gm_appliance.core.values import Kind, Value

# ---------------------------------------------------------------- from the box


class Serve(Kind):
    """Let phones in.

    token:    32 hexadecimal digits; a phone that has it is at the table.
    port:     on all addresses of the network; 0 for any free one.
    language: of the page.
    """

    token: str
    port: int
    language: str


class Rest(Kind):
    """Let phones in no longer, and say goodbye to those present."""


class Place(Value):
    """A seat and its player. pad: the one called for it, or its own number; 0 for none."""

    seat: int
    pad: int
    name: str


class Places(Kind):
    """All seats of the game; none without a game."""

    places: tuple[Place, ...]


class Mood(Kind):
    """closed: eyes are closed, and every phone is black. quiet: presses may be secret, and go out only by the
    clock. thumbs: everybody is asked for a thumb, and every phone shows two halves."""

    closed: bool
    quiet: bool
    thumbs: bool


class Shown(Kind):
    """The display, in words."""

    title: str
    lines: tuple[str, ...]


class Item(Value):
    """One option. seat, square: as in `core.offers.Offer`. group: the subject that several options share;
    empty for none."""

    said: str
    seat: int = 0
    square: str = ""
    group: str = ""


class Range(Value):
    """A number to choose: the value shown, and its limits."""

    value: int
    lo: int
    hi: int


class Choices(Kind):
    """The choices of the seat of one pad; nothing without items and number."""

    pad: int
    prompt: str
    question: str
    items: tuple[Item, ...] = ()
    number: Range | None = None
    shape: str = "list"  # or "number", "ring", "board", "piles": how the display shows it
    columns: str = ""  # of a board, "ABCDEF"
    rows: str = ""  # of a board, from the top
    guarded: bool = False  # an option must be tapped twice, so that no stray tap chooses


class Page(Value):
    """A page to read: standings, the round's story, rules."""

    name: str
    title: str
    lines: tuple[str, ...]


class Reading(Kind):
    """Everything that phones can read now."""

    pages: tuple[Page, ...]


class Free(Kind):
    """Take this pad away from its phone."""

    pad: int


class Mark(Kind):
    """Answer with `Marked` once every phone that is awake has been heard after this."""

    number: int


FromBox: TypeAlias = Mark | Serve | Rest | Places | Mood | Shown | Choices | Reading | Free

# ---------------------------------------------------------------- from the phones


class Serving(Kind):
    """Phones can come. addresses: the machine's own, the likeliest first, each with its port unless it is 80.

    port: the one that is open.
    """

    addresses: tuple[str, ...]
    port: int


class NotServing(Kind):
    """The port could not be opened. reason: "taken", "forbidden", "no-network"."""

    reason: str


class Present(Kind):
    """The pads whose phones are there, and those of them that sleep or were not heard for some seconds."""

    there: tuple[int, ...]
    asleep: tuple[int, ...] = ()


class Chose(Kind):
    """Somebody tapped an option, or entered a number, on the phone of this pad."""

    pad: int
    prompt: str
    item: int | None = None
    number: int | None = None


class Named(Kind):
    """Somebody typed a name on the phone of this pad."""

    pad: int
    name: str


class Marked(Kind):
    """Every phone that is awake has sent its presses from before this mark."""

    number: int


FromPhones: TypeAlias = Marked | Serving | NotServing | Present | Chose | Named
