"""Which input devices are pads, and which of their keys are whose thumbs.

The numbers of keys and axes are those of <linux/input-event-codes.h>.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from gm_appliance.core.values import immutable

KEY_ENTER, KEY_VOLUMEDOWN, KEY_VOLUMEUP = 28, 114, 115
BTN_TRIGGER, BTN_SOUTH = 0x120, 0x130
CROSS_UP, CROSS_DOWN = 0x220, 0x221
"""The cross of a gamepad; where it is an axis, what the ends of that count as."""

ABS_Y, ABS_HAT0Y = 0x01, 0x11

LETTERS = frozenset((*range(16, 26), *range(30, 39), *range(44, 51)))
"""From Q to P, from A to L, from Z to M."""

SHUTTERS = ("shutter", "selfie")
"""What a remote for a phone's camera is called."""

COLUMNS = ((71, 75), (72, 76), (73, 77), (78, 96))
"""Of a number pad: 7 above 4, 8 above 5, 9 above 6, plus above Enter."""


@immutable
class InputDevice:
    """What an input device says of itself.

    phys: where it is plugged in. uniq: of a Bluetooth device, its address. keys, axes: those it has, or
    claims to have.
    """

    name: str
    phys: str
    uniq: str
    bluetooth: bool
    keys: frozenset[int]
    axes: frozenset[int] = frozenset()

    @property
    def identity(self) -> str:
        """What it is known by the next time: its port; without a cable, its own address."""
        return (self.uniq if self.bluetooth else self.phys) or self.phys or self.name

    @property
    def whole(self) -> str:
        """What all that is one thing to the hand has in common: a keyboard is several devices to Linux."""
        return re.sub(r"/input\d+$", "", self.identity)


@immutable
class KeyLayout:
    """Whose thumbs the keys are.

    thumbs: by key, its place on the device, from 0, and the thumb, one of `ports.PAD_BUTTONS`. Several keys
            may be one thumb.
    axis:   one whose ends count as the cross's; None for none.
    """

    thumbs: Mapping[int, tuple[int, str]]
    axis: int | None = None

    @property
    def places(self) -> int:
        return 1 + max(place for place, _ in self.thumbs.values())


def layouts(devices: Sequence[InputDevice], keypad: str = "") -> list[KeyLayout | None]:
    """In the order of the devices, their layouts; None for what is no pad.

    A keyboard is none, nor the volume keys beside it: somebody may be typing there. It is told by its
    letters. Some remotes and number pads claim all keys there are: by Bluetooth what is called a shutter
    is a remote, and what has `keypad` in its name is a number pad.
    """
    typed_on = {one.whole for one in devices if one.keys & LETTERS and not _is_named(one, keypad)}
    return [_gamepad(one) or (None if one.whole in typed_on else _few_keys(one)) for one in devices]


def _is_named(device: InputDevice, keypad: str) -> bool:
    wanted = keypad.strip().casefold()
    return _is_shutter(device) or bool(wanted and wanted in device.name.casefold())


def _is_shutter(device: InputDevice) -> bool:
    return device.bluetooth and any(word in device.name.casefold() for word in SHUTTERS)


def _few_keys(device: InputDevice) -> KeyLayout | None:
    return (None if _is_shutter(device) else _number_pad(device)) or _remote(device)


def _gamepad(device: InputDevice) -> KeyLayout | None:
    """Its cross: where it lies is up and down on every gamepad, whatever its other buttons are called."""
    if not device.keys & {BTN_SOUTH, BTN_TRIGGER}:
        return None
    has_keys = {CROSS_UP, CROSS_DOWN} <= device.keys
    # Without a cross of its own, a simple pad has it as what would be the stick.
    axis = None if has_keys else next((one for one in (ABS_HAT0Y, ABS_Y) if one in device.axes), None)
    if axis is None and not has_keys:
        return None
    return KeyLayout(MappingProxyType({CROSS_UP: (0, "up"), CROSS_DOWN: (0, "down")}), axis)


def _number_pad(device: InputDevice) -> KeyLayout | None:
    columns = [pair for pair in COLUMNS if device.keys.issuperset(pair)]
    if len(columns) < 3:
        return None
    thumbs = {
        key: (place, thumb)
        for place, pair in enumerate(columns)
        for key, thumb in zip(pair, ("up", "down"), strict=True)
    }
    return KeyLayout(MappingProxyType(thumbs))


def _remote(device: InputDevice) -> KeyLayout | None:
    """A phone's shutter. One on a cable is some loudspeaker's volume, and one for music a headset's."""
    down = {KEY_VOLUMEDOWN, KEY_ENTER} & device.keys
    if not device.bluetooth or not down or KEY_VOLUMEUP not in device.keys or "AVRCP" in device.name:
        return None
    return KeyLayout(MappingProxyType({KEY_VOLUMEUP: (0, "up"), **dict.fromkeys(sorted(down), (0, "down"))}))
