"""The front panel: five buttons between a pin and ground, by gpiozero on lgpio.

lgpio reports every change of a pin from a thread of its own, which only notes it with its time. The panel's
thread debounces the changes, detects the guarded hold and passes the rest on; it sleeps while nothing is
pressed. Its work is in `Contacts`, which can be tested without threads, clock or pins. The host's loop times
holds and repeats.
"""

from __future__ import annotations

import glob
import logging
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from gm_appliance.core.ports import PANEL, PANEL_BUTTONS, FaultReport, Input, Stop
from gm_appliance.core.values import Redacted, Value
from gm_appliance.devices.gpio_chips import header, labels
from gm_appliance.devices.libraries import load_when_asked, loading_when_called
from gm_appliance.devices.worker import Worker

log = logging.getLogger(__name__)

CHATTER = 0.002  # seconds a pin must be still before lgpio reports it: a broken switch costs no Python time
DEBOUNCE_SECONDS = 0.010  # seconds it must then be still to count: taps of 20 ms pass, no burst measured did
GUARDED = ("back", "repeat")  # the buttons that shut the box down when held together
GUARDED_HOLD = 5.0  # seconds they must be held


class PanelSettings(Value):
    """Whether there is a panel, and each button's BCM pin number (GPIO5, not pin 29)."""

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
    """The part of `inbox.TableInbox` that the panel uses."""

    def now(self) -> float: ...

    def press(self, source: int, button: str, down: bool, t: float) -> None: ...

    def post(self, item: Input) -> None: ...


class Change(Redacted):
    """A button's contact closed (down) or opened at `t`. It may be a secret vote, so the repr hides it."""

    redacted = ("button", "down")

    t: float
    button: str
    down: bool


class GuardedHold:
    """Detects two buttons held together for GUARDED_HOLD seconds, which shuts the box down.

    Each of them has a meaning of its own when held. So as soon as both are down, the first is passed on
    as released, which makes it a tap, and the second is not passed on until both are up again.
    """

    def __init__(self) -> None:
        self._down: set[str] = set()
        self.due: float | None = None  # when `wake` reports the hold if nothing changes; once
        self._swallowing = False

    def change(self, change: Change) -> Change | None:
        """The change to pass on instead of this one; None for none."""
        if change.button not in GUARDED:
            return change
        if change.down:
            self._down.add(change.button)
        else:
            self._down.discard(change.button)
        if self._swallowing:
            self.due = None
            self._swallowing = bool(self._down)
            return None
        if len(self._down) == len(GUARDED):
            self.due, self._swallowing = change.t + GUARDED_HOLD, True
            first = next(button for button in GUARDED if button != change.button)
            return Change(change.t, first, False)
        return change

    def wake(self, now: float) -> bool:
        """Whether the hold is complete; true once."""
        if self.due is None or self.due > now:
            return False
        self.due = None
        return True


class Contacts:
    """Turns raw changes of all contacts, in order, into edges and shutdowns, in order.

    A change counts once it has lasted for DEBOUNCE_SECONDS. An edge's time is when its contact came to rest,
    so edges are in the order of their times.
    """

    def __init__(self) -> None:
        self._down = dict.fromkeys(PANEL_BUTTONS, False)
        self._unsettled: dict[str, Change] = {}
        self._guard = GuardedHold()

    def found_down(self, button: str) -> None:
        """The button is held at the start, which is no press."""
        self._down[button] = True

    @property
    def due(self) -> float | None:
        """When `wake` should be called if nothing changes; None if it need not be."""
        dues = [self._guard.due, *(one.t + DEBOUNCE_SECONDS for one in self._unsettled.values())]
        return min((due for due in dues if due is not None), default=None)

    def change(self, seen: Change) -> list[Change | Stop]:
        """Take a raw change; returns the edges and shutdowns that were due before it."""
        given = self.wake(seen.t)
        if seen.down == self._down[seen.button]:
            self._unsettled.pop(seen.button, None)
        else:
            self._unsettled.setdefault(seen.button, seen)
        return given

    def wake(self, now: float) -> list[Change | Stop]:
        """The edges and shutdowns due by `now`."""
        given: list[Change | Stop] = []
        while (due := self.due) is not None and due <= now:
            if self._guard.wake(due):
                given.append(Stop(off=True))
            for button in PANEL_BUTTONS:
                change = self._unsettled.get(button)
                if change and change.t + DEBOUNCE_SECONDS == due:
                    self._down[button] = self._unsettled.pop(button).down
                    edge = self._guard.change(change)
                    given += [edge] if edge else []
        return given


_one_at_a_time = threading.Lock()


@contextmanager
def parts_of_gpiozero() -> Iterator[None]:
    """Within it, parts of gpiozero are imported without its hundred classes for other parts, and without what
    it looks for plug-ins and averages with."""
    load_when_asked("gpiozero")
    with loading_when_called("importlib.metadata", "statistics", "gpiozero.output_devices"):
        yield


def lgpio_factory() -> Any:
    """The process's only pin factory, from any thread.

    lgpio would receive nothing after closing and reopening it. Other factories are never used: they poll, or
    write to the chip's registers behind the kernel's back. Raises NoHeader, and errors of gpiozero and lgpio.
    """
    with _one_at_a_time:
        return made_factory()


class NoHeader(OSError):
    """None of the GPIO chips is the header's."""


@cache
def made_factory() -> Any:
    found = labels()
    chip = header(found)
    if found and chip is None:
        named = ", ".join(f"/dev/gpiochip{number} ({label})" for number, label in found.items())
        raise NoHeader(f"no GPIO chip is the header's; there are {named}. Update Raspberry Pi OS")
    here = os.getcwd()
    with ExitStack() as stack:
        # On import, lgpio changes the process's directory to LG_WD and makes a FIFO there. Neither is needed
        # once the FIFO is open.
        if "LG_WD" not in os.environ:
            os.environ["LG_WD"] = stack.enter_context(TemporaryDirectory(prefix="gm-appliance-"))
            stack.callback(os.environ.pop, "LG_WD")
        stack.callback(os.chdir, here)
        with parts_of_gpiozero():
            from gpiozero.pins.lgpio import LGPIOFactory
    # If no chip can be opened, this raises lgpio's error.
    return LGPIOFactory(chip=chip)


class Panel:
    """The panel at work, from `start` to `close`."""

    def __init__(self, inbox: PanelInbox) -> None:
        self._inbox = inbox
        self._devices: list[Any] = []
        self._noticed: deque[Change] = deque()
        self._contacts = Contacts()
        # An error costs one press, never the panel.
        mishap = "The panel lost a press and goes on."
        self._worker = Worker("panel", self.pump, mishap, log, now=inbox.now)

    def wire(self, button: str, pin: int, factory: Any) -> None:
        """Listen to a button between this pin and ground. Raises errors of gpiozero and the factory."""
        with parts_of_gpiozero():
            from gpiozero.input_devices import DigitalInputDevice

        device = DigitalInputDevice(pin, pull_up=True, bounce_time=CHATTER, pin_factory=factory)
        device.when_activated = partial(self._notice, button, True)
        device.when_deactivated = partial(self._notice, button, False)
        self._devices.append(device)
        # Only now, when no change can be missed. Being both found and noticed does no harm.
        if device.is_active:
            self._contacts.found_down(button)
            log.warning("The panel's %s is down at the start. If nobody holds it, look at its wires.", button)

    def start(self) -> None:
        self._worker.start()

    def close(self) -> None:
        """Stop listening. The pin factory stays open; see `lgpio_factory`."""
        self._worker.close(1.0)
        for device in self._devices:
            with self._worker.going_on():
                device.close()
        self._devices.clear()

    def pump(self) -> float | None:
        """Pass on what is due; returns when to call this again if nothing is noticed before."""
        while self._noticed:
            self._pass_on(self._contacts.change(self._noticed.popleft()))
        self._pass_on(self._contacts.wake(self._inbox.now()))
        return self._contacts.due

    def _pass_on(self, given: Iterable[Change | Stop]) -> None:
        for one in given:
            with self._worker.going_on():
                if isinstance(one, Stop):
                    log.info("%s were held: the box shuts down.", " and ".join(GUARDED).upper())
                    self._inbox.post(one)
                else:
                    self._inbox.press(PANEL, one.button, one.down, one.t)

    def _notice(self, button: str, down: bool) -> None:
        """Called on lgpio's thread, where an exception would end the thread and disable all buttons."""
        with self._worker.going_on():
            self._noticed.append(Change(self._inbox.now(), button, down))
            self._worker.wake()


def open_panel(
    settings: PanelSettings, inbox: PanelInbox, fault: FaultReport, factory: Callable[[], Any] = lgpio_factory
) -> Panel:
    """The panel, listening. Unusable buttons are logged and reported as ``("panel", "missing")``. Never
    raises. factory: returns gpiozero's pin factory."""
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


def why(error: Exception) -> str:
    """What an error of gpiozero or lgpio means, and what helps."""
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
        return "there is no /dev/gpiochip*: this kernel has no pins"
    return f"this user may not use {chips[0]}. sudo usermod -aG gpio USER, then log in again"
