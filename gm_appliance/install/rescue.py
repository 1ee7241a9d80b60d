"""What the people at the table are told when the game master fails again and again; then it is tried anew.

systemd starts this as root after repeated failures, under the machine's own Python: what fails may be the
release's environment. A release on trial is given up for the one before. Else the display and a recorded
voice say what to press; OK, or a while of waiting, starts the game master again. It never gives up.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from gm_appliance.devices.display import bare
from gm_appliance.install.commands import Asked, MachineCommands
from gm_appliance.install.installer import Installer
from gm_appliance.install.places import SERVICE, Places

WORDS = Path(__file__).parent / "recorded/trouble.wav"
"""Recorded by the box's own voice; a test renders it anew."""

AGAIN_AFTER = 120.0
"""Seconds after which it is tried again although nobody pressed OK."""

SAY_EVERY = 40.0
"""Seconds from one telling to the next."""

LOOK = 0.05
"""Seconds between two looks at the button."""

OK_PIN = 13
"""The pin of OK where the settings name no other."""


@dataclass(frozen=True)
class Surroundings:
    """What it asks of the world. pressed: whether OK is down."""

    show: Callable[[str], None]
    play: Callable[[], None]
    pressed: Callable[[], bool]
    now: Callable[[], float]
    rest: Callable[[float], None]


def rescue(installer: Installer, world: Surroundings) -> str:
    """Tell the people, wait for OK or a while, and start the game master again.

    Returns the release that was gone back to; empty where none was on trial.
    """
    before = ""
    if installer.releases.on_trial():
        before = installer.roll_back_on_trial()
    else:
        _tell_until_pressed(world)
    installer.ask.try_("systemctl", "reset-failed", SERVICE)
    # Not waited for: this unit ends, and OnFailure= calls it again if need be.
    installer.ask.try_("systemctl", "start", "--no-block", SERVICE)
    return before


def _tell_until_pressed(world: Surroundings) -> None:
    with suppress(OSError):
        world.show("trouble")
    begun = world.now()
    said = -SAY_EVERY
    was_down = True  # a button that is stuck is no answer
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
    """Whether the button at this pin is down; never, where there are no pins or nothing that reads them."""
    try:
        lgpio: Any = import_module("lgpio")
        chip = lgpio.gpiochip_open(_chip())
        lgpio.gpio_claim_input(chip, pin, lgpio.SET_PULL_UP)
    except Exception as error:  # lgpio's own kinds, of which Debian's releases have different ones
        print(f"No button can be read: {error}", file=sys.stderr)
        return lambda: False
    return lambda: lgpio.gpio_read(chip, pin) == 0


def _chip() -> int:
    """The header's chip: on a Pi 5 with an older kernel it is number 4."""
    return 4 if Path("/dev/gpiochip4").exists() and not Path("/dev/gpiochip0").exists() else 0


def main() -> int:
    places = Places()
    files = places.all_settings
    ask = Asked(MachineCommands())
    world = Surroundings(
        show=lambda name: bare.show(name, bare.settings_in(files)),
        play=lambda: _play(ask),
        pressed=button(ok_pin(files)),
        now=time.monotonic,
        rest=time.sleep,
    )
    before = rescue(Installer(places, ask), world)
    print(f"Went back to {before}." if before else "Trying again.")
    return 0


def _play(ask: Asked) -> None:
    ask.try_("aplay", "--quiet", str(WORDS))


if __name__ == "__main__":
    sys.exit(main())
