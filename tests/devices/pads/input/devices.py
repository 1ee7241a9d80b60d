"""Input devices for tests: their descriptions, and their events in the kernel's order.

Taken from the output of `evtest`, without scan codes.
"""

from __future__ import annotations

from gm_appliance.devices.pads.input.layouts import InputDevice
from gm_appliance.devices.pads.input.thumbs import DeviceEvent

SYN, KEY, ABS = 0, 1, 3
REPORT = (SYN, 0, 0)
DROPPED = (SYN, 3, 0)

KEYPAD_KEYS = frozenset((55, 69, *range(71, 84), 96, 98))
TYPING = frozenset(range(1, 100))  # all keys of a keyboard, including its number block


def number_pad(port: str = "usb-1.2/input0", name: str = "MOSART Semi. Keypad") -> InputDevice:
    return InputDevice(name, port, "", False, KEYPAD_KEYS)


def gamepad(port: str = "usb-1.3/input0", name: str = "Xbox pad") -> InputDevice:
    return InputDevice(name, port, "", False, frozenset(range(0x130, 0x13E)), frozenset((0, 1, 0x10, 0x11)))


def shutter(address: str = "ff:01:02:03:04:05", name: str = "AB Shutter3") -> InputDevice:
    """Like many shutters it claims to have every key of a keyboard."""
    return InputDevice(name, "dc:a6:32:00:00:01", address, True, TYPING | {114, 115})


def keyboard(port: str = "usb-1.1/input0", name: str = "Dell keyboard") -> InputDevice:
    return InputDevice(name, port, "", False, TYPING)


def events(*lines: tuple[float, tuple[int, int, int]]) -> list[DeviceEvent]:
    return [DeviceEvent(*what, t) for t, what in lines]


def key(code: int, value: int) -> tuple[int, int, int]:
    return (KEY, code, value)


def tap(code: int, t: float, lasts: float = 0.1) -> list[DeviceEvent]:
    """The events of a key press and release; after a quarter second the key repeats."""
    repeats = [t + 0.25 + 0.033 * n for n in range(int(max(0.0, lasts - 0.25) / 0.033))]
    between = [one for at in repeats for one in ((at, key(code, 2)), (at, (SYN, 0, 1)))]
    return events((t, key(code, 1)), (t, REPORT), *between, (t + lasts, key(code, 0)), (t + lasts, REPORT))
