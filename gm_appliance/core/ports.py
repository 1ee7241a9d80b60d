"""The ports: the host's interfaces to the outside world, implemented by real and virtual drivers.

A port must not block, and must not raise for a missing or broken part: the driver reports the fault once,
through the inbox and the log.
"""
# Long: every port of the table.

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from gm_appliance.core.cues.props import Prop
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.values import Redacted, Value

PANEL = 0  # the source number of the panel; pads and seats count from 1

PANEL_BUTTONS = ("up", "down", "ok", "back", "repeat")
PAD_BUTTONS = ("up", "down")


class Edge(Redacted):
    """A button went down or up, or a pad's button is still down.

    source: PANEL or a pad's number.
    button: one of PANEL_BUTTONS or PAD_BUTTONS; left out of the repr, because it may be a vote.
    down:   whether it is down now. A pad's reader sends a second edge with `down` when the button has been
            down for the time of a hold: the host does not infer a hold from silence, because the line may be
            lost. The panel's buttons are wired to the box, so the host times their holds.
    t:      when it happened, in seconds on the inbox's clock.
    prompt_id: the number of the prompt that was open when the *press* began; later edges of the press carry
            the same. beat: the index of that prompt's beat.
    cancelled: the line was lost while the button was down, so the release was not seen. The press ends, and
            is neither a tap nor a hold. Never together with `down`.

    Seat 3's thumb goes up, twelve and a half seconds from the start, in the prompt of number 7:

    >>> edge = Edge(3, "up", True, 12.5, 7)
    >>> edge.source, edge.t, "up" in repr(edge)
    (3, 12.5, False)
    """

    redacted = ("button",)

    source: int
    button: str
    down: bool
    t: float
    prompt_id: int
    beat: int = 0
    cancelled: bool = False


STICK = "stick"  # the USB stick, as a part that has news

FAULTS = {
    "voice": ("missing", "lost", "back", "stand-in"),
    "sound": ("missing", "lost", "back"),
    "display": ("missing", "lost", "back"),
    "panel": ("missing",),
    "pads": (
        "missing",  # since the start
        "lost",  # all of them, or with `which` those of one shift register
        "back",  # all of them
        "none",  # individually connected pads: none since the start
        "unplugged",  # one of them
        "comes-and-goes",  # lost or unplugged again soon after it was back; "back" once that has stopped
        "too-many",  # more are plugged in than there are seats; the last ones are ignored
        "mixed-up",  # some were plugged in elsewhere, so it is unknown whose they are
        "unheard",  # the line was silent at the end of a vote
        "unusable",  # the log says why
        "other-protocol",  # the hub's firmware has another version of the protocol
        "several",  # more than one Pico is plugged in, and none identifies itself as the hub
        "dropped",  # the hub had to forget presses while the line was out
        "stuck",  # a button of one pad is stuck or chatters, and is ignored
        "mended",  # it works again
        "unsteady",  # the hub's own wires have a bad contact; presses still arrive
    ),
    "phones": (
        "taken",  # they cannot connect: another program uses the port
        "forbidden",  # the port may not be opened
        "no-network",  # the machine has no network
        "late",  # the process that serves them did not start
        "no-wifi",  # the box cannot start one
        "lost",  # the process that serves them has ended
        "back",  # it runs again, and phones reconnect by themselves
        "joined",  # one became the pad `which`
        "freed",  # the pad `which` was released from its phone, and can go to another one
        "panel",  # the phone of the pad `which` has the panel's buttons as well
        "dropped",  # presses came too late to count
    ),
    STICK: (
        "update",  # a newer version, signed
        *("unsigned", "damaged", "older", "same"),  # it holds one of these instead
        *("none", "foreign"),  # requested at the table: there is none, or one with other files
        "unread",  # its file system cannot be mounted here
        *("copied", "full", "protected", "pulled", "failed"),  # results of copying
        *("installed", "install-failed", "install-pulled"),  # results of the update
        "back-failed",  # the previous version could not replace this one
    ),
    "journal": (
        *("lost", "back", "full"),
        "fleeting",  # everything kept is lost at power-off
        "unread",  # the same, because the card's partition for games cannot be read
        "mended",  # the card's partition for games was damaged, and something may be lost
        "gone",  # the file has disappeared
        "set-aside",  # it was damaged, and nothing in it could be saved
        "games",  # it was damaged, and not every game could be saved
        "unsure",  # it was damaged, and nothing says what was lost
        "short",  # it was damaged, and a game lost its last choices
        "settings",  # it was damaged, and only settings were lost
        "saved",  # it was damaged, and everything was saved
    ),
    "session": (
        "set-aside",
        "short",  # the resumed game lost its last choices
    ),
    "results": ("lost", "back", "full", "damaged", "deleted", "undeleted"),
    "settings": (
        "wrong",  # one line, which is ignored
        "meant",  # the same, if another spelling was probably meant
        "several",  # some lines
        "unread",  # the whole file is ignored
    ),
    "room": ("lost",),  # the broker that its lights listen to does not answer
    "system": (
        "new",  # an update runs for the first time; its version is `meant`
        "back",  # the chosen system does not start, so the card's other one, of version `meant`, runs
    ),
}
"""The faults and recoveries of each part."""


class Fault(Value):
    """A part is missing, broken or back, which is announced once.

    part:  a key of FAULTS. what: one of its values.
    which: one of several; otherwise 0. For the pads' "lost" a shift register of the hub, 1 to 4, or 0 for
           all: register k reads the pads 4k-3 to 4k, the fourth 13 to 15. For "stuck", "mended", "joined",
           "freed" and "panel" the pad's number. For the settings the line.
    meant: the probable spelling of a setting, the version on a stick, or that of the system; otherwise empty.
    shown: the lines to show with the announcement; empty to show its words.
    """

    part: str
    what: str
    which: int = 0
    meant: str = ""
    shown: tuple[str, ...] = ()


FaultReport: TypeAlias = Callable[[str, str], None]
"""Reports a part and its fault or recovery, see `Fault`. May be called from any thread."""


class Stop(Value):
    """A request to end the service, by a signal or the guarded hold.

    off: switch off the whole box, not only the service.
    """

    off: bool = False


Input: TypeAlias = "Edge | Fault | Stop"


class Inbox(Protocol):
    """Time and all inputs, in order."""

    def now(self) -> float:
        """Seconds on a monotonic clock."""

    def wait(self, until: float | None) -> Input | None:
        """The next input, or None at the time `until`. If that is None, wait indefinitely."""

    def ask(self, prompt_id: int, beat: int) -> None:
        """Tag presses that begin from now on with this prompt and beat."""

    def pads_heard(self) -> float:
        """When the line to the pads was last known to work; infinity if there is no line."""


class Display(Protocol):
    """Shows one screen at a time; the newest wins."""

    def show(self, screen: Screen) -> None:
        """Show this screen until the next one."""


class Lamps(Protocol):
    """The lamps at the seats."""

    def light(self, lit: frozenset[int]) -> None:
        """Light the lamps of these seats and no others."""


class Voice(Protocol):
    """Speaks sentences one after the other, in the table's language."""

    def say(self, text: str) -> float:
        """Queue a sentence and return its length in seconds, estimated if it is not rendered yet."""

    def hush(self) -> None:
        """Stop speaking and clear the queue."""

    def prepare(self, texts: Sequence[str]) -> None:
        """Render texts that may be spoken soon."""

    def length(self, text: str) -> float | None:
        """The exact length of a sentence in seconds, the estimated one if it cannot be rendered; None if it
        is not rendered yet, which this call triggers."""

    def volume(self, percent: int) -> None:
        """Set the loudness, in percent, 0 to 100; at once."""

    def rate(self, words_per_minute: int) -> None:
        """Set the speed of later sentences, in words a minute, 80 to 450."""


class Mixer(Protocol):
    """Plays the storm and short sounds."""

    def storm(self, on: bool) -> None:
        """Start or end the storm."""

    def play(self, name: str) -> None:
        """Play a short sound, ``"horn"``, ``"last-horn"`` or ``"thunder"``, beside the storm."""

    def volume(self, percent: int) -> None:
        """Set the loudness of the storm and the short sounds, in percent, 0 to 100."""


class Tabletop(Protocol):
    def lay(self, items: Sequence[Prop]) -> None:
        """Show these props on the table, and no others. A real table ignores it: people move the cards."""


class Pointer(Protocol):
    """Screens beside the display on which people can choose, and read."""

    @property
    def points(self) -> bool:
        """Whether anybody uses one now; if not, nothing is offered."""

    def place(self, pads: Mapping[int, int]) -> None:
        """Set the pads of these seats, 0 for none. Any other seat has the pad of its own number."""

    def read(self, pages: Sequence[tuple[str, str, tuple[str, ...]]]) -> None:
        """Set the pages to read: the name, the title and the lines of each."""

    def hear(self, sentences: Sequence[str]) -> None:
        """Write out what is said now, except what to press at the box."""

    def offer(self, offers: Any) -> None:
        """Offer these `core.offers.Offers` to point at, or None. A click presses the panel's buttons."""


class Invitation(Value):
    """How a phone joins the table.

    link: for the QR code. address: to type instead, without "http://".
    code: to type on the page then, in capital letters and digits.
    """

    link: str
    address: str
    code: str


class OwnWifi(Protocol):
    """The box's own Wi-Fi for phones, if its hardware supports it. It has no internet."""

    @property
    def carries(self) -> int:
        """How many phones it serves at once; 0 if the box cannot start one, or does not know yet."""

    @property
    def name(self) -> str:
        """The name of the Wi-Fi; empty while there is none."""

    @property
    def password(self) -> str:
        """The password of the Wi-Fi; empty while there is none."""

    @property
    def failed(self) -> bool:
        """Whether the last `open` failed."""

    def open(self) -> None:
        """Start it. A failure is reported as the fault ``"no-wifi"`` of the phones."""

    def close(self) -> None:
        """Stop it; the machine returns to its usual network."""


class Phones(Protocol):
    """Phones as pads. Nothing listens for them before `open`.

    Everything here is public. Changes are reported through the inbox, as a `Fault` of ``"phones"``.
    """

    @property
    def is_open(self) -> bool:
        """Whether the table wants phones, even if they cannot connect yet."""

    @property
    def trouble(self) -> str:
        """Why they cannot connect: a value of ``FAULTS["phones"]``; empty if no trouble is known."""

    @property
    def invitations(self) -> Sequence[Invitation]:
        """The addresses at which they can connect, the likeliest first; empty while they cannot."""

    @property
    def there(self) -> frozenset[int]:
        """The pads that are phones, asleep or not."""

    @property
    def asleep(self) -> frozenset[int]:
        """The phones whose screens are dark, or that have been silent for some seconds."""

    @property
    def names(self) -> Mapping[int, str]:
        """The names that people typed on their phones, by pad; each is a name as in `people.is_name`."""

    def open(self) -> None:
        """Let phones in; without effect if they already may come in."""

    def close(self) -> None:
        """Let in no more phones, and say goodbye to those connected."""

    def free(self, pad: int) -> None:
        """Release a pad from its phone."""


def estimated_length(text: str) -> float:
    """Seconds needed to speak a sentence, estimated from its number of letters; a little too long."""
    return 0.5 + 0.075 * len(text)


class StickFound(Value):
    """The stick that is plugged in.

    kind: ``"none"``, ``"foreign"``, ``"unread"``, ``"empty"``, or for an update ``"update"`` if it can be
          installed, otherwise ``"unsigned"``, ``"damaged"``, ``"older"``, ``"same"``.
    version, build: of the update; two builds of a version differ in the second.
    since: when it was plugged in, in seconds after the machine was switched on.
    """

    kind: str = "none"
    version: str = ""
    build: str = ""
    since: int = 0


class Stick(Protocol):
    """USB sticks and versions, handled by another program. The result of a task is a `Fault` of STICK."""

    @property
    def found(self) -> StickFound:
        """The stick that is plugged in now."""

    def install(self, found: StickFound) -> None:
        """Have this update installed, unless the stick has another one by now; it runs after `restart`."""

    def copy(self) -> None:
        """Have results, finished games and a report copied to the stick."""

    def brought(self) -> Sequence[str]:
        """The boxes whose results are on the stick and not here, by their keys."""

    def take_in(self, boxes: Sequence[str]) -> None:
        """Take in their results, which `brought` found, and know these boxes from now on."""

    def restart(self) -> None:
        """Have the machine restarted; the service then ends as it does on a signal."""

    def before(self) -> str:
        """The version people can go back to; empty if there is none."""

    def go_back(self) -> None:
        """Have that version replace this one; the service then ends as it does on a signal."""


class Ports(Value):
    """All ports of a table.

    pointer: only for tables with screens, or phones. phones: if supported. wifi: if the box can start one.
    say_in:  queues a sentence in another language, given its tag and text, and returns its length in seconds;
             None if the voice has only one language.
    stick:   None if USB sticks are not handled.
    """

    inbox: Inbox
    display: Display
    lamps: Lamps
    voice: Voice
    mixer: Mixer
    tabletop: Tabletop
    pointer: Pointer | None = None
    say_in: Callable[[str, str], float] | None = None
    phones: Phones | None = None
    wifi: OwnWifi | None = None
    stick: Stick | None = None
