"""How phones join the table, written as a game: a series of questions.

The outcome's reason says what to do next: ``"done"``; ``"here"`` to use the place's Wi-Fi; ``"share"``
to start the box's own; ``"free"`` to release a phone's pad, given by the fact `pad`; or ``"rest"`` if no
more phones are wanted.
"""

from __future__ import annotations

from gm_appliance.core.game import (
    Choice,
    Decision,
    Number,
    OneOf,
    Outcome,
    Ready,
    Step,
    Table,
    demanded,
    pages,
)
from gm_appliance.core.values import Value, replace

HERE, OWN = "here", "own"  # the Wi-Fi for phones: the place's, or the box's own

DONE, TYPED, HELP, FREE, REST = "done", "typed", "help", "free", "rest"
"""Choices offered while the code is shown."""

HINTS = ("same", "guests", "mobile", "stay", "lock")
"""Advice for phones that do not connect or stay connected: one page each."""

MOST, FEW = 15, 4  # the most phones possible, and the number suggested


class Wifi(Value):
    """The box's own Wi-Fi. carries: how many phones it can serve at once."""

    carries: int
    name: str = ""
    password: str = ""


class JoiningView(Value):
    """Nothing is secret, so this is the state too.

    phase: ``"network"``, ``"wanted"``, ``"crowded"``, ``"wifi"``, ``"code"``, ``"typed"``, ``"help"``,
           ``"free"``, or a reason of the outcome.
    link:  the content of the QR code. address, code: what people can type instead, in the browser and on
           the page.
    there: the pads of phones. names: those that people typed, with their pads.
    own:   the Wi-Fi the box can start, or has started if it has a name; None if it cannot.
    pad:   the one to release. wanted: how many phones there will be.
    """

    phase: str = "code"
    link: str = ""
    address: str = ""
    code: str = ""
    there: tuple[int, ...] = ()
    names: tuple[tuple[int, str], ...] = ()
    own: Wifi | None = None
    pad: int = 0
    wanted: int = 0


def decision(view: JoiningView) -> Decision | None:
    match view.phase:
        case "network":
            return Decision("joining.network", Table(), OneOf((HERE, OWN)))
        case "wanted":
            return Decision("joining.wanted", Table(), Number(1, MOST, FEW))
        case "crowded":
            return Decision("joining.crowded", Table(), OneOf((HERE, OWN)))
        case "wifi":
            return Decision("joining.wifi", Table(), Ready(("scanned",)), talk=True)
        case "code":
            free = (FREE,) if view.there else ()
            return Decision("joining.code", Table(), OneOf((DONE, TYPED, HELP, *free, REST)), talk=True)
        case "typed":
            return Decision("joining.typed", Table(), Ready(("seen",)), talk=True)
        case "help":
            return Decision("joining.help", Table(), pages(HINTS), talk=True)
        case "free":
            return Decision("joining.free", Table(), OneOf((*view.there, "none")))
    return None


def apply(view: JoiningView, choice: Choice) -> Step[JoiningView, JoiningView]:
    demanded(decision(view), choice)
    return Step(_after(view, choice))


def _after(view: JoiningView, choice: Choice) -> JoiningView:
    value = choice.value
    match view.phase:
        case "network":
            return replace(view, phase="wanted" if value == OWN else HERE)
        case "wanted":
            assert view.own
            assert isinstance(value, int)
            return replace(view, phase="crowded" if value > view.own.carries else "share", wanted=value)
        case "crowded":
            return replace(view, phase="share" if value == OWN else HERE)
        case "free" if isinstance(value, int):
            return replace(view, phase="freed", pad=value)
        case "wifi" | "typed" | "help" | "free":
            return replace(view, phase="code")
    return replace(view, phase=str(value))


def outcome(view: JoiningView) -> Outcome | None:
    if view.phase == "freed":
        return Outcome((), FREE, {"pad": view.pad})
    return Outcome((), view.phase) if view.phase in (DONE, HERE, REST, "share") else None
