"""The rescue program: tells the people at the table that the game master keeps failing, and restarts it.

systemd starts it as root after repeated failures, under the system's Python and from a separate copy
(`rescue_copy`), as the release or its environment may be broken. If a release is on trial, or ends here too
often in a row (`releases`), the one before is started; on a card, `card` does that. Otherwise the display and
a recorded voice say what to press: OK, or a timeout, restarts the game master; BACK, then OK, goes back to
the version before, if there is one.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from gm_appliance.devices import gpio_chips
from gm_appliance.devices.display import bare
from gm_appliance.install.commands import Asked
from gm_appliance.install.installer import Before, Installer, version_before
from gm_appliance.install.places import SERVICE, Places

RECORDED = Path(__file__).parent / "recorded"
"""Words recorded with the box's own voice, by `python -m tests.install.recordings`."""

SAID = {"trouble": ("trouble",), "trouble-back": ("trouble", "trouble-back"), "before": ("before",)}
"""The recordings that are played with each picture."""

AGAIN_AFTER = 120.0  # seconds after which the game master is started without a press
SAY_EVERY = 40.0

PLAYER = ("timeout", "15", "aplay", "--quiet")  # its time is limited, in seconds, as the sound card may hang
LOOK = 0.05  # seconds between two looks at the buttons
OK, BACK = "ok", "back"
PINS = {OK: 13, BACK: 16}  # the default pins of the two buttons


def rescue(installer: Installer, box: Box) -> str:
    """Tell people, and restart the game master; returns the version gone back to, empty for none."""
    went_back = ""
    with suppress(OSError):  # on a full or read-only card nothing is counted
        went_back = installer.roll_back_if_failed()
    if not went_back:
        offered = Before("", lambda: None)
        with suppress(OSError):
            offered = version_before(installer, rescued=True)
        if _tell_until_pressed(box, "trouble-back" if offered.version else "trouble"):
            with suppress(OSError, RuntimeError):
                offered.go_back()
                went_back = offered.version
        box.hush()
    installer.ask.try_("systemctl", "reset-failed", SERVICE)
    # Without waiting: this unit ends, and OnFailure= starts it again if necessary.
    installer.ask.try_("systemctl", "start", "--no-block", SERVICE)
    return went_back


def _tell_until_pressed(box: Box, trouble: str) -> bool:
    """Whether people want to go back: BACK, then OK, at the picture "trouble-back"."""
    begun, said, told, picture = box.now(), -SAY_EVERY, "", trouble
    were_down = {OK: True, BACK: True}  # ignores a stuck button
    while (since := box.now() - begun) < AGAIN_AFTER:
        if picture != told:
            told, said = picture, -SAY_EVERY
            with suppress(OSError):
                box.show(picture)
        if since - said >= SAY_EVERY:
            said = since
            with suppress(OSError):
                box.play(picture)
        down = {button: box.pressed(button) for button in were_down}
        if down[OK] and not were_down[OK]:
            return picture == "before"
        if down[BACK] and not were_down[BACK] and trouble != "trouble":
            picture = trouble if picture == "before" else "before"
        were_down = down
        box.rest(LOOK)
    return False


# ---------------------------------------------------------------- the machine


def pins(files: tuple[Path, ...]) -> dict[str, int]:
    """The pins of the two buttons, by the first of these settings files that can be read."""
    found = (said for file in files if (said := bare.section(file, "panel")) is not None)
    settings = next(found, {})
    said = {button: settings.get(button) for button in PINS}
    return PINS | {button: pin for button, pin in said.items() if isinstance(pin, int)}


def buttons(where: Mapping[str, int]) -> Callable[[str], bool]:
    """A function that tells whether a button is down; always False if pins cannot be read."""
    try:
        lgpio: Any = import_module("lgpio")
        chip = lgpio.gpiochip_open(gpio_chips.header_number())
        for pin in where.values():
            lgpio.gpio_claim_input(chip, pin, lgpio.SET_PULL_UP)
    except Exception as error:  # lgpio's exceptions differ between Debian's releases
        print(f"No button can be read: {error}", file=sys.stderr)
        return lambda _button: False
    return lambda button: lgpio.gpio_read(chip, where[button]) == 0


class Box:
    """The machine's display, sound, buttons and clock, with the settings in these files."""

    _playing: subprocess.Popen[bytes] | None = None
    now = staticmethod(time.monotonic)

    def __init__(self, files: tuple[Path, ...]) -> None:
        self._files = files
        self.pressed = buttons(pins(files))

    def show(self, picture: str) -> None:
        """Raises OSError if there is no display."""
        bare.show(picture, bare.settings_in(self._files))

    def play(self, picture: str) -> None:
        """Start the words of a picture on the default sound card. Raises OSError if there is no player."""
        self.hush()
        null = subprocess.DEVNULL
        words = (str(RECORDED / f"{name}.wav") for name in SAID[picture])
        self._playing = subprocess.Popen((*PLAYER, *words), stdin=null, stdout=null, stderr=null)

    def hush(self) -> None:
        if self._playing is not None:
            self._playing.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._playing.wait(1.0)
            self._playing = None

    def rest(self, seconds: float) -> None:
        time.sleep(seconds)


def main() -> int:
    if sys.argv[1:] == ["--check"]:
        needed = (f for name in SAID for f in (RECORDED / f"{name}.wav", bare.PICTURES / f"{name}.pages"))
        return 0 if all(file.is_file() for file in needed) else 1
    places = Places()
    before = rescue(Installer(places, Asked()), Box(places.all_settings))
    print(f"Went back to {before}." if before else "Trying again.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
