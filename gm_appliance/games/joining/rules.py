"""How phones come to the table, written as a game: one question after the other.

Its outcome says what to do: reason ``"done"``; ``"here"``, where the Wi-Fi of the place is to be used;
``"share"``, where the box is to make one; ``"free"``, where a pad is taken away from its phone, with the fact
`pad`; or ``"rest"``, where no phone is wanted any more.
"""

from __future__ import annotations

from gm_appliance.core.game import (
    Choice,
    Decision,
    IllegalChoice,
    Number,
    OneOf,
    Outcome,
    Ready,
    Step,
    Table,
    pages,
)
from gm_appliance.core.values import Value, replace

HERE, OWN = "here", "own"
"""The Wi-Fi that phones use: the one of the place, or the box's own."""

DONE, TYPED, HELP, FREE, REST = "done", "typed", "help", "free", "rest"
"""What can be done beside the code."""

HINTS = ("same", "guests", "mobile", "stay", "lock")
"""What helps phones that do not come, or do not stay: a page for each."""

MOST, FEW = 15, 4
"""Phones: the most there are, and how many are suggested."""


class Wifi(Value):
    """The box's own Wi-Fi. carries: how many phones it can serve at once."""

    carries: int
    name: str = ""
    password: str = ""


class JoiningView(Value):
    """Nothing is secret, so this is the state too.

    phase: ``"network"``, ``"wanted"``, ``"crowded"``, ``"wifi"``, ``"code"``, ``"typed"``, ``"help"``,
           ``"free"``, or a reason of the outcome.
    link:  what the code says. address, code: what is typed instead: in the browser, and on the page.
    there: the pads of phones. names: of these, those that were typed, with their pads.
    own:   the Wi-Fi that the box can make, or has made where it has a name; None where it can make none.
    pad:   the one to be freed. wanted: how many phones there will be.
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


def public(view: JoiningView) -> JoiningView:
    return view


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
    asked = decision(view)
    if asked is None:
        raise IllegalChoice(f"{choice!r}: nothing more is asked about phones")
    asked.demand(choice)
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
