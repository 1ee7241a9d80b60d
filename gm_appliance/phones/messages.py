"""The messages between the box and the phones' process beside the seat hub's protocol, a line of JSON each.

All of them are public. The box trusts the process as little as a cable: it checks pads, names and choices.
"""

from __future__ import annotations

from typing import TypeAlias

from gm_appliance.core.values import Kind, Redacted, Value

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


class Sign(Value, omit_defaults=True):
    """Something at a seat: another god's card, a marker, or a number of points."""

    label: str
    symbol: str = ""
    colour: str = "plain"
    number: int | None = None


# Many attributes: one for each thing visible at a seat.
class Place(Value, omit_defaults=True):
    """A seat and its player, as it lies on the table.

    pad:    the one called for it, or its own number; 0 for none. role: what the seat is called beside a name.
    symbol: of its plate. out: whether it is turned round; the note says why. signs: what else lies there.
    thumb:  "up" or "down" where the table shows it. card: its own card, once it is face up, as on the table.
    told: as on its plate.
    """

    seat: int
    pad: int
    name: str
    role: str = ""
    symbol: str = ""
    note: str = ""
    out: bool = False
    signs: tuple[Sign, ...] = ()
    thumb: str = ""
    card: Sign | None = None
    told: tuple[str, ...] = ()


class Places(Kind):
    """All seats of the game; none without a game."""

    places: tuple[Place, ...]


class Mood(Kind):
    """closed: eyes are closed, and every phone is black. quiet: presses may be secret, and go out only by the
    clock. thumbs: everybody is asked for a thumb, and every phone shows two halves."""

    closed: bool
    quiet: bool
    thumbs: bool


class Versus(Value):
    """Two numbers side by side. thumbs: down on the left, up on the right.

    reasons: for them, each with the two numbers as they are then, None if they are not known.
    """

    left: int
    right: int
    reasons: tuple[tuple[str, int | None, int | None], ...] = ()
    thumbs: bool = False


class ShownAccusation(Value):
    """As `core.cues.props.Accusation`."""

    by: int
    against: int
    label: str
    told: str


class Piece(Value):
    """A piece on a board. hollow: of the other side. chosen: the one to move."""

    square: str
    hollow: bool = False
    chosen: bool = False


class ShownBoard(Value):
    """A board with its pieces. columns, rows: their names of one letter, the rows from the top."""

    columns: str
    rows: str
    pieces: tuple[Piece, ...] = ()


class ShownLane(Value):
    """Somebody's way along a track. marked: whether it is being moved."""

    label: str
    at: int
    marked: bool = False


class Track(Value):
    """A track of so many spaces. zones: spaces where one is safe."""

    lanes: tuple[ShownLane, ...]
    length: int
    zones: tuple[int, ...] = ()


# Many attributes: one for each thing that a picture can be made of.
class Shown(Kind, omit_defaults=True):
    """What goes on: the box's last words, and what the display's picture is made of.

    phase:    the picture's title. chapter: the part of the game, such as its round.
    sentence, more: what was said, the first sentence apart from the rest.
    acts:     the seat that decides now; called: the seat whose pad is being called, -1 for any; 0 for none.
    fell:     the seats that were turned round since the last decision.
    rows:     of a table, such as standings.
    beat:     of a vote: "before", "now", "over", by the public timetable; empty without one. left: seconds
              from the beginning of "now". up, down: what the thumbs mean; empty if that is only their names.
    """

    phase: str = ""
    sentence: str = ""
    more: str = ""
    acts: int = 0
    called: int = 0
    fell: tuple[int, ...] = ()
    accused: ShownAccusation | None = None
    versus: Versus | None = None
    dice: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    board: ShownBoard | None = None
    track: Track | None = None
    beat: str = ""
    left: int = 0
    up: str = ""
    down: str = ""
    chapter: str = ""


class Item(Value, omit_defaults=True):
    """One option. seat, square: as in `core.offers.Offer`. group: the subject that several options share;
    empty for none. worth, symbol, left: of the pile it is about; left: its cards, None if not counted."""

    said: str
    seat: int = 0
    square: str = ""
    group: str = ""
    worth: str = ""
    symbol: str = ""
    left: int | None = None


class Range(Value, omit_defaults=True):
    """A number to choose: the value shown, its limits, and the display's line below it."""

    value: int
    lo: int
    hi: int
    line: str = ""


# Many attributes: one for each way in which a choice is laid out.
class Choices(Kind, omit_defaults=True):
    """The choices of the seat of one pad; nothing without items and number.

    shape: how the display shows it: "list", "number", "ring", "board", "piles". own: the words for a sole
    choice on one's own key. tone: of that key, "down", "up" or "" for neither, as thumbs would choose it.
    guarded: an option must be tapped twice, so that no stray tap chooses. barred: seats and why.
    """

    pad: int
    prompt: str
    question: str
    items: tuple[Item, ...] = ()
    number: Range | None = None
    shape: str = "list"
    guarded: bool = False
    own: str = ""
    tone: str = ""
    barred: tuple[tuple[int, str], ...] = ()


class Page(Value):
    """A page to read: standings, the round's story, rules."""

    name: str
    title: str
    lines: tuple[str, ...]


class Reading(Kind):
    """Everything that phones can read now."""

    pages: tuple[Page, ...]


class PanelSheet(Kind, omit_defaults=True):
    """The box's panel on a phone. pad: whose phone may have it, 0 for none. open: whether it has.

    title, lines, hint: of the display, in words. at: the line under the cursor, -1 for none.
    """

    pad: int = 0
    open: bool = False
    prompt: int = 0
    title: str = ""
    lines: tuple[str, ...] = ()
    at: int = -1
    hint: str = ""


class Free(Kind):
    """Take this pad away from its phone."""

    pad: int


class Mark(Kind):
    """Answer with `Marked` once every phone that is awake has been heard after this."""

    number: int


FromBox: TypeAlias = Mark | Serve | Rest | Places | Mood | Shown | Choices | Reading | PanelSheet | Free

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


class Pressed(Kind, Redacted):
    """A button of the panel was tapped, or held, on the phone of this pad; or "open" or "close", which the
    panel has only there. prompt: the one it showed."""

    pad: int
    button: str
    prompt: int = 0
    held: bool = False
    redacted = ("button",)


class Marked(Kind):
    """Every phone that is awake has sent its presses from before this mark."""

    number: int


FromPhones: TypeAlias = Marked | Serving | NotServing | Present | Chose | Named | Pressed
