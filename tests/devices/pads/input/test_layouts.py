"""Which input devices count as pads, and which keys as thumbs."""

from __future__ import annotations

import pytest

from gm_appliance.core.values import replace
from gm_appliance.devices.pads.input.layouts import InputDevice, KeyLayout, layouts
from tests.devices.pads.input.devices import KEYPAD_KEYS, TYPING, gamepad, keyboard, number_pad, shutter


def of(device: InputDevice, keypad: str = "") -> KeyLayout | None:
    return layouts([device], keypad)[0]


def thumbs(layout: KeyLayout | None) -> dict[int, tuple[int, str]]:
    assert layout is not None
    return dict(layout.thumbs)


def test_a_number_pad_has_four_places_each_columns_upper_key_is_up() -> None:
    seven, four, eight, five, nine, six, plus, enter = 71, 75, 72, 76, 73, 77, 78, 96
    layout = of(number_pad())
    assert thumbs(layout) == {
        **{seven: (0, "up"), four: (0, "down"), eight: (1, "up"), five: (1, "down")},
        **{nine: (2, "up"), six: (2, "down"), plus: (3, "up"), enter: (3, "down")},
    }
    assert layout is not None
    assert layout.places == 4


def test_a_small_one_without_enter_has_three() -> None:
    layout = of(replace(number_pad(), keys=KEYPAD_KEYS - {96}))
    assert layout is not None
    assert layout.places == 3
    assert 78 not in layout.thumbs


@pytest.mark.parametrize(
    ("keys", "axes", "axis"),
    [
        ({0x130, 0x220, 0x221}, {1, 0x11}, None),  # a cross of four buttons
        ({0x130}, {0, 1, 0x10, 0x11}, 0x11),  # a hat, beside sticks
        ({0x120, 0x121}, {0, 1}, 1),  # only this axis
    ],
)
def test_a_gamepads_thumbs_are_its_cross(keys: set[int], axes: set[int], axis: int | None) -> None:
    layout = of(replace(gamepad(), keys=frozenset(keys), axes=frozenset(axes)))
    assert thumbs(layout) == {0x220: (0, "up"), 0x221: (0, "down")}
    assert layout is not None
    assert layout.axis == axis


def test_a_remotes_second_button_is_down_whichever_key_it_sends() -> None:
    layout = of(shutter())
    assert thumbs(layout) == {115: (0, "up"), 114: (0, "down"), 28: (0, "down")}
    assert layout is not None
    assert layout.places == 1


@pytest.mark.parametrize(
    "device",
    [
        keyboard(),
        replace(shutter(), name="Logitech K380"),  # a Bluetooth keyboard with volume keys
        InputDevice("vc4-hdmi", "vc4-hdmi/input0", "", False, frozenset((28, 114, 115))),
        InputDevice("C-Media USB Audio", "usb-1.4/input3", "", False, frozenset((113, 114, 115))),
        InputDevice("Bose (AVRCP)", "", "aa:bb", True, frozenset((114, 115, 164))),
        InputDevice("mouse", "usb-1.5/input0", "", False, frozenset((0x110, 0x111)), frozenset((0, 1))),
        InputDevice("pwr_button", "gpio-keys/input0", "", False, frozenset((116,))),
        InputDevice("motion sensors", "usb-1.3/input1", "", False, frozenset(), frozenset((0, 1))),
        InputDevice("pedals", "usb-1.6/input0", "", False, frozenset((0x120,)), frozenset((2,))),
    ],
    ids=lambda one: one.name,
)
def test_devices_that_are_no_pads_are_ignored(device: InputDevice) -> None:
    assert of(device) is None


def test_parts_of_a_keyboard_are_ignored() -> None:
    port = "usb-0000:01:00.0-1.1"
    beside = replace(number_pad(), phys=f"{port}/input1")
    bluetooth = replace(shutter(), name="K380", keys=TYPING)
    volume = replace(bluetooth, name="K380 Consumer Control", keys=frozenset((114, 115)))
    elsewhere = replace(number_pad(), phys=f"{port}1/input0")
    found = layouts([keyboard(f"{port}/input0"), beside, bluetooth, volume, elsewhere])
    assert [one is not None for one in found] == [False, False, False, False, True]


def test_a_gamepad_whose_adapter_claims_to_be_a_keyboard_is_used() -> None:
    found = layouts([keyboard("usb-1.3/input1"), gamepad("usb-1.3/input0")])
    assert [one is not None for one in found] == [False, True]


def test_a_number_pad_that_claims_letters_is_taken_once_it_is_named() -> None:
    claims = replace(number_pad(name="HCT USB Entry Keyboard"), keys=TYPING)
    assert of(claims) is None
    assert of(claims, "  ") is None
    assert of(claims, "entry keyboard") is not None
    assert of(keyboard(), "entry keyboard") is None


def test_it_is_known_again_by_its_port_and_without_a_cable_by_its_address() -> None:
    assert gamepad("usb-1.3/input0").identity == "usb-1.3/input0"
    assert shutter("ff:01").identity == "ff:01"
    assert replace(shutter(""), phys="").identity == "AB Shutter3"
