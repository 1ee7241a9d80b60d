"""Draw the pictures that are shown without a drawing library.

python -m tests.devices.display.bare_pictures      writes the file again
"""

from __future__ import annotations

from gm_appliance.core.cues.screens import TextScreen
from gm_appliance.devices.display import bare
from gm_appliance.devices.display.drawing import draw
from gm_appliance.devices.display.driver import pages_of

SCREENS = {
    "welcome": TextScreen("The game master wakes."),
    "trouble": TextScreen("It does not start. Your game is safe.", "OK: try again"),
    "trouble-back": TextScreen("It does not start. Your game is safe.", "OK: again BACK: older"),
    "before": TextScreen("Back to the version before?", "OK: yes  BACK: no"),
    "unplug": TextScreen("You can unplug me."),
    "unplug-plug": TextScreen("You can unplug me.", "On again: plug me in"),
    "unplug-button": TextScreen("You can unplug me.", "On: power button"),
}


if __name__ == "__main__":
    for name, screen in SCREENS.items():
        (bare.PICTURES / f"{name}.pages").write_bytes(b"".join(pages_of(draw(screen))))
