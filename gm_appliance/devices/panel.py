"""The front panel: five buttons between a pin and ground, by gpiozero on lgpio.

lgpio tells every change of a pin from one thread of its own. What is told is only noted there, with
its time; the panel's thread takes the bounce out of it, watches for the guarded hold and passes the
rest on. That thread sleeps while nothing is pressed. What it does is in `Contacts`, which needs
neither thread nor clock nor pins to be tested. Holds and repeats are timed by the host's loop.
"""

from __future__ import annotations

import glob
import logging
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cache, partial
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from gm_appliance.core.ports import PANEL, PANEL_BUTTONS, FaultReport, Input, Stop
from gm_appliance.core.values import immutable
from gm_appliance.devices.worker import Worker

log = logging.getLogger(__name__)

CHATTER = 0.002
"""Seconds a pin must be still before lgpio tells of it at all: a broken switch costs no Python."""

SETTLE = 0.010
"""Seconds a contact must then be still to count. A tap of 20 ms passes; no burst measured did."""

GUARDED = ("back", "repeat")
"""The buttons that shut the box down when held together."""

GUARDED_HOLD = 5.0
"""Seconds they must be held."""


@immutable
class PanelSettings:
    """Whether there is a panel, and the BCM number (GPIO5, not pin 29) of each button's pin."""

    enabled: bool = True
    up: int = 5
    down: int = 6
    ok: int = 13
    back: int = 16
    repeat: int = 26

    @property
    def pins(self) -> dict[str, int]:
        """By button, in the order of `ports.PANEL_BUTTONS`."""
        return {button: getattr(self, button) for button in PANEL_BUTTONS}


class PanelInbox(Protocol):
    """What the panel needs of `inbox.TableInbox`."""

    def now(self) -> float: ...

    def press(self, source: int, button: str, down: bool, t: float) -> None: ...

    def post(self, item: Input) -> None: ...


# ---------------------------------------------------------------- from contacts to edges


@dataclass(frozen=True, order=True)
class Change:
    """A button's contact closed (down) or opened at `t`. It may be a thumb given unseen: so no repr."""

    t: float
    button: str = field(repr=False)
    down: bool = field(repr=False)


@dataclass(frozen=True, repr=False)
class Debounce:
    """One contact without its bounce: a change counts once it has stood for SETTLE seconds.

    down:  as it counts. It begins as the contact is found: what is held then is no press.
    seen:  as it was last seen, bounce included. since: when it changed to that.
    """

    down: bool = False
    seen: bool = False
    since: float = 0.0

    @property
    def due(self) -> float | None:
        """When `settle` should be called; None while nothing has changed."""
        return self.since + SETTLE if self.seen != self.down else None

    def change(self, down: bool, t: float) -> Debounce:
        """The contact was seen closed or open at `t`. What is due by then must be settled first."""
        return self if down == self.seen else replace(self, seen=down, since=t)

    def settle(self) -> Debounce:
        """What is due counts now."""
        return replace(self, down=self.seen)


class GuardedHold:
    """Two buttons held together for GUARDED_HOLD seconds ask for a shutdown.

    Each of them alone means something else when held. So as soon as both are down the first is
    passed on as released, a tap, and the second not at all, until both are up again.
    """

    def __init__(self) -> None:
        self._down: set[str] = set()
        self._since: float | None = None  # both down since; None when they are not, or it was given
        self._swallowing = False

    @property
    def due(self) -> float | None:
        """When `wake` gives the shutdown if nothing changes."""
        return None if self._since is None else self._since + GUARDED_HOLD

    def change(self, change: Change) -> Change | None:
        """What to pass on in place of this; None for nothing."""
        if change.button not in GUARDED:
            return change
        if change.down:
            self._down.add(change.button)
        else:
            self._down.discard(change.button)
        if self._swallowing:
            self._since = None
            self._swallowing = bool(self._down)
            return None
        if len(self._down) == len(GUARDED):
            self._since, self._swallowing = change.t, True
            first = next(button for button in GUARDED if button != change.button)
            return Change(change.t, first, False)
        return change

    def wake(self, now: float) -> bool:
        """Whether the hold is complete; told once."""
        complete = self.due is not None and self.due <= now
        if complete:
            self._since = None
        return complete


class Contacts:
    """All of the panel's contacts: what was seen of them, in order, to edges and shutdowns, in order.

    An edge's time is when its contact came to rest, so they come in the order of their times.
    """

    def __init__(self) -> None:
        self._contacts = {button: Debounce() for button in PANEL_BUTTONS}
        self._guard = GuardedHold()

    def found_down(self, button: str) -> None:
        """It is held already at the beginning, which is no press."""
        self._contacts[button] = Debounce(down=True, seen=True)

    @property
    def due(self) -> float | None:
        """When `wake` should be called if nothing changes; None: not before something does."""
        dues = [self._guard.due, *(contact.due for contact in self._contacts.values())]
        return min((due for due in dues if due is not None), default=None)

    def change(self, seen: Change) -> list[Change | Stop]:
        """A contact was seen to change; returns what was due before that."""
        given = self.wake(seen.t)
        self._contacts[seen.button] = self._contacts[seen.button].change(seen.down, seen.t)
        return given

    def wake(self, now: float) -> list[Change | Stop]:
        """What is due by `now`."""
        given: list[Change | Stop] = []
        while (due := self.due) is not None and due <= now:
            if self._guard.wake(due):
                given.append(Stop())
            for button, contact in self._contacts.items():
                if contact.due == due:
                    self._contacts[button] = settled = contact.settle()
                    edge = self._guard.change(Change(contact.since, button, settled.down))
                    given += [edge] if edge else []
        return given


# ---------------------------------------------------------------- the pins


_one_at_a_time = threading.Lock()


def lgpio_factory() -> Any:
    """This process's one pin factory, for whatever uses pins; from any thread.

    Closing and opening it again would deafen lgpio for good. Never another than lgpio: the others
    poll, or touch the chip's registers behind the kernel's back. Raises whatever gpiozero and lgpio raise.
    """
    with _one_at_a_time:
        return made_factory()


@cache
def made_factory() -> Any:
    """See `lgpio_factory`."""
    here = os.getcwd()
    with ExitStack() as stack:
        # When imported, lgpio takes the whole process to LG_WD and makes a FIFO there. Once it is open
        # neither needs to stay.
        if "LG_WD" not in os.environ:
            os.environ["LG_WD"] = stack.enter_context(TemporaryDirectory(prefix="gm-appliance-"))
            stack.callback(os.environ.pop, "LG_WD")
        stack.callback(os.chdir, here)
        from gpiozero.pins.lgpio import LGPIOFactory
    return LGPIOFactory()


class Panel:
    """The panel at work, from `start` to `close`.

    shut_down: the guarded hold was made: the box is to be switched off, not only the service ended.
    """

    def __init__(self, inbox: PanelInbox) -> None:
        self.shut_down = False
        self._inbox = inbox
        self._devices: list[Any] = []
        self._noticed: deque[Change] = deque()
        self._contacts = Contacts()
        # Whatever goes wrong costs one press, never the panel.
        mishap = "The panel lost a press and goes on."
        self._worker = Worker("panel", self.pump, mishap, log, now=inbox.now)

    def wire(self, button: str, pin: int, factory: Any) -> None:
        """Listen to a button between this pin and ground. Raises whatever gpiozero and the factory raise."""
        from gpiozero import DigitalInputDevice

        device = DigitalInputDevice(pin, pull_up=True, bounce_time=CHATTER, pin_factory=factory)
        device.when_activated = partial(self._notice, button, True)
        device.when_deactivated = partial(self._notice, button, False)
        self._devices.append(device)
        # Only now that no change can be missed: one that is both found and noticed does no harm.
        if device.is_active:
            self._contacts.found_down(button)
            log.warning("The panel's %s is down at the start. If nobody holds it, look at its wires.", button)

    def start(self) -> None:
        self._worker.start()

    def close(self) -> None:
        """Listen no more. The pin factory stays open; see `lgpio_factory`."""
        self._worker.close(1.0)
        for device in self._devices:
            with self._worker.going_on():
                device.close()
        self._devices.clear()

    def pump(self) -> float | None:
        """Pass on what is due by now; returns when to look again if nothing is noticed before."""
        while self._noticed:
            self._pass_on(self._contacts.change(self._noticed.popleft()))
        self._pass_on(self._contacts.wake(self._inbox.now()))
        return self._contacts.due

    def _pass_on(self, given: Iterable[Change | Stop]) -> None:
        for one in given:
            with self._worker.going_on():
                if isinstance(one, Stop):
                    log.info("%s were held: the box shuts down.", " and ".join(GUARDED).upper())
                    self.shut_down = True
                    self._inbox.post(one)
                else:
                    self._inbox.press(PANEL, one.button, one.down, one.t)

    def _notice(self, button: str, down: bool) -> None:
        """From lgpio's thread, which would end at the first exception and with it every button."""
        with self._worker.going_on():
            self._noticed.append(Change(self._inbox.now(), button, down))
            self._worker.wake()


def open_panel(
    settings: PanelSettings,
    inbox: PanelInbox,
    fault: FaultReport,
    factory: Callable[[], Any] = lgpio_factory,
) -> Panel:
    """The panel, listening. Buttons that cannot be used are logged and told as ``("panel", "missing")``.

    Guaranteed to raise nothing. factory: gives gpiozero's pin factory.
    """
    panel = Panel(inbox)
    if not settings.enabled:
        return panel
    try:
        pins = factory()
    except Exception as error:
        log.error("There is no panel: %s", why(error))
        fault("panel", "missing")
        return panel
    missing = False
    for button, pin in settings.pins.items():
        try:
            panel.wire(button, pin, pins)
        except Exception as error:
            log.error("The panel's %s, on GPIO%d, does not work: %s", button, pin, why(error))
            missing = True
    if missing:
        fault("panel", "missing")
    panel.start()
    return panel


# ---------------------------------------------------------------- what is wrong, and what to do


def why(error: Exception) -> str:
    """What an error of gpiozero's or lgpio's means, and what helps."""
    if isinstance(error, ModuleNotFoundError) and error.name in ("gpiozero", "lgpio"):
        return (
            f"{error.name} is not installed for this Python. Install it (sudo apt install "
            f"python3-{error.name}) and make the virtual environment with --system-site-packages"
        )
    if isinstance(error, OSError) and ".lgd-nfy" in str(error.filename):
        return f"lgpio cannot write to {os.environ.get('LG_WD', os.getcwd())}. Name another folder in LG_WD"
    said = str(error).strip("'\"") or type(error).__name__
    if type(error).__name__ == "PinUnknownPi":
        return f"this is no Raspberry Pi, or /proc hides it ({said})"
    if "open gpiochip" in said:
        return f"{_chip()} ({said})"
    if "busy" in said:
        return (
            f"another program or an overlay uses the pin ({said}). sudo gpioinfo says which; "
            f"end it, or wire the button to another pin and name that in [panel]"
        )
    return said


def _chip() -> str:
    chips = sorted(glob.glob("/dev/gpiochip*"))
    if not chips:
        return "there is no /dev/gpiochip0: this kernel has no pins"
    if any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return f"none of {', '.join(chips)} is the header's"
    return f"this user may not use {chips[0]}. sudo usermod -aG gpio USER, then log in again"
