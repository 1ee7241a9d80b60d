"""The rescue program: informs the people at the table when the game master keeps failing, and starts it
again.

systemd starts it as root after repeated failures, under the system's Python and from a separate copy
(`rescue_copy`), as the release or its environment may be broken. If a release is on trial, the one before is
started. Otherwise the display and a recorded voice say what to press; OK, or a timeout, starts the game
master again. It never gives up.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from gm_appliance.devices import gpio_chips
from gm_appliance.devices.display import bare
from gm_appliance.install.commands import Asked, MachineCommands
from gm_appliance.install.installer import Installer
from gm_appliance.install.places import SERVICE, Places

WORDS = Path(__file__).parent / "recorded/trouble.wav"
"""Recorded with the box's own voice; a test renders it again."""

AGAIN_AFTER = 120.0
"""Seconds after which the game master is started without a press."""

SAY_EVERY = 40.0
"""Seconds between two repetitions of the words."""

SPEAKS = 15
"""Seconds `aplay` may take, in case the sound card hangs."""

LOOK = 0.05
"""Seconds between two looks at the button."""

OK_PIN = 13
"""The default pin of OK."""


@dataclass(frozen=True)
class Surroundings:
    """Display, sound, button and clock. pressed: whether OK is down.

    play: starts the words without waiting for their end. hush: stops them.
    """

    show: Callable[[str], None]
    play: Callable[[], None]
    hush: Callable[[], None]
    pressed: Callable[[], bool]
    now: Callable[[], float]
    rest: Callable[[float], None]


def rescue(installer: Installer, world: Surroundings) -> str:
    """Inform the people, wait for OK or a timeout, and start the game master again.

    Returns the release that was switched back to; empty if none was on trial.
    """
    before = ""
    if installer.releases.on_trial():
        before = installer.roll_back_on_trial()
    else:
        _tell_until_pressed(world)
        world.hush()
    installer.ask.try_("systemctl", "reset-failed", SERVICE)
    # Without waiting: this unit ends, and OnFailure= starts it again if necessary.
    installer.ask.try_("systemctl", "start", "--no-block", SERVICE)
    return before


def _tell_until_pressed(world: Surroundings) -> None:
    with suppress(OSError):
        world.show("trouble")
    begun = world.now()
    said = -SAY_EVERY
    was_down = True  # ignores a stuck button
    while (since := world.now() - begun) < AGAIN_AFTER:
        if since - said >= SAY_EVERY:
            said = since
            with suppress(OSError):
                world.play()
        down = world.pressed()
        if down and not was_down:
            return
        was_down = down
        world.rest(LOOK)


# ---------------------------------------------------------------- the machine


def ok_pin(files: tuple[Path, ...]) -> int:
    for file in files:
        said = bare.section(file, "panel")
        if said is not None:
            pin = said.get("ok", OK_PIN)
            return pin if isinstance(pin, int) else OK_PIN
    return OK_PIN


def button(pin: int) -> Callable[[], bool]:
    """A function that tells whether the button at this pin is down; never if pins cannot be read."""
    try:
        lgpio: Any = import_module("lgpio")
        chip = lgpio.gpiochip_open(gpio_chips.header_number())
        lgpio.gpio_claim_input(chip, pin, lgpio.SET_PULL_UP)
    except Exception as error:  # lgpio's exceptions differ between Debian's releases
        print(f"No button can be read: {error}", file=sys.stderr)
        return lambda: False
    return lambda: lgpio.gpio_read(chip, pin) == 0


@dataclass
class Speaker:
    """Plays the recorded words on the default sound card."""

    command: tuple[str, ...] = ("timeout", str(SPEAKS), "aplay", "--quiet", str(WORDS))
    _process: subprocess.Popen[bytes] | None = None

    def play(self) -> None:
        """Start from the beginning. Raises OSError if there is no player."""
        self.hush()
        self._process = subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def hush(self) -> None:
        if self._process is not None:
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(1.0)
            self._process = None


def main() -> int:
    if sys.argv[1:] == ["--check"]:
        return 0 if WORDS.is_file() and (bare.PICTURES / "trouble.pages").is_file() else 1
    places = Places()
    files = places.all_settings
    ask = Asked(MachineCommands())
    speaker = Speaker()
    world = Surroundings(
        show=lambda name: bare.show(name, bare.settings_in(files)),
        play=speaker.play,
        hush=speaker.hush,
        pressed=button(ok_pin(files)),
        now=time.monotonic,
        rest=time.sleep,
    )
    before = rescue(Installer(places, ask), world)
    print(f"Went back to {before}." if before else "Trying again.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
