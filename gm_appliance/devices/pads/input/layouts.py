"""Decides which input devices are pads, and which keys are which thumbs.

The codes of keys and axes are those of <linux/input-event-codes.h>.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from gm_appliance.core.values import Value

KEY_ENTER, KEY_VOLUMEDOWN, KEY_VOLUMEUP = 28, 114, 115
BTN_TRIGGER, BTN_SOUTH = 0x120, 0x130
CROSS_UP, CROSS_DOWN = 0x220, 0x221  # the cross of a gamepad; the ends of its axis count as these keys

ABS_Y, ABS_HAT0Y = 0x01, 0x11

LETTERS = frozenset((*range(16, 26), *range(30, 39), *range(44, 51)))  # from Q to P, from A to L, from Z to M
SHUTTERS = ("shutter", "selfie")  # in the names of remotes for phone cameras

COLUMNS = ((71, 75), (72, 76), (73, 77), (78, 96))
"""The columns of a number pad: 7 above 4, 8 above 5, 9 above 6, plus above Enter."""


class InputDevice(Value):
    """The description of an input device.

    phys: where it is plugged in. uniq: the address of a Bluetooth device. keys, axes: those it claims to
    have. rank: how many devices with the same description came before it.
    """

    name: str
    phys: str
    uniq: str
    bluetooth: bool
    keys: frozenset[int]
    axes: frozenset[int] = frozenset()
    rank: int = 0

    @property
    def identity(self) -> str:
        """Identifies it across evenings: its port, or its address if it has no cable."""
        return f"{self._place} {self.rank + 1}" if self.rank else self._place

    @property
    def whole(self) -> str:
        """Common to all input devices of one physical device: a keyboard is several devices to Linux."""
        return re.sub(r"/input\d+$", "", self._place)

    @property
    def _place(self) -> str:
        return (self.uniq if self.bluetooth else self.phys) or self.phys or self.name


class KeyLayout(Value):
    """Assigns keys to thumbs.

    thumbs: by key, its place on the device, from 0, and the thumb, one of `ports.PAD_BUTTONS`. Several keys
            may be one thumb.
    axis:   the axis whose ends count as the cross; None for none.
    """

    thumbs: Mapping[int, tuple[int, str]]
    axis: int | None = None

    @property
    def places(self) -> int:
        return 1 + max(place for place, _ in self.thumbs.values())


def layouts(devices: Sequence[InputDevice], keypad: str = "") -> list[KeyLayout | None]:
    """The layouts of these devices, in order; None for those that are no pads.

    Keyboards, recognised by their letters, are none, and neither are volume keys beside them: somebody may be
    typing. Some remotes and number pads claim to have all keys: a Bluetooth device named like a shutter is a
    remote, and a device with `keypad` in its name is a number pad.
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
    """The layout of a gamepad's cross, which is alike on all gamepads, unlike their other buttons."""
    if not device.keys & {BTN_SOUTH, BTN_TRIGGER}:
        return None
    has_keys = {CROSS_UP, CROSS_DOWN} <= device.keys
    # On a simple pad, the stick's axis is the cross.
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
    """The layout of a phone's shutter. Similar keys on a cable are a loudspeaker's, with music keys a
    headset's."""
    down = {KEY_VOLUMEDOWN, KEY_ENTER} & device.keys
    if not device.bluetooth or not down or KEY_VOLUMEUP not in device.keys or "AVRCP" in device.name:
        return None
    return KeyLayout(MappingProxyType({KEY_VOLUMEUP: (0, "up"), **dict.fromkeys(sorted(down), (0, "down"))}))
