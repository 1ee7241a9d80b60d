"""Sound boards on the header (HATs) whose pins the settings give to the panel or the display.

A board is known by its overlay in the Pi's config.txt, by its own memory, or by the card in the settings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from gm_appliance.config.lines import KeyPath
from gm_appliance.config.pins import used_pins
from gm_appliance.devices.display.settings import PINS

SOUND_PINS = frozenset((18, 19, 20, 21))  # I²S: clock, frames, and data in both directions

I2S_BOARDS = frozenset(
    (
        *("hifiberry", "iqaudio", "iqaudiodac", "justboom", "allo", "audioinjector", "dionaudio"),
        *("googlevoicehat", "max98357a", "wm8960", "pisound", "merus", "sndrpihifiberry", "bossdac"),
        *("dacplus", "dacpro", "digiampplus", "codeczero", "sabre"),
    )
)
"""Words that name boards with I²S."""

MORE: Mapping[tuple[str, ...], frozenset[int]] = {
    ("hifiberry", "digi", "pro"): frozenset((5, 6)),
    ("hifiberry", "digi2", "pro"): frozenset((5, 6)),
    ("hifiberry", "amp100"): frozenset((4, 17)),
    ("hifiberry", "miniamp"): frozenset((16, 26)),
    ("max98357a",): frozenset((4,)),
}
"""Other pins of boards, by words that must all be in the name: clocks, mute, shutdown."""

CONFIG_FILES = ("boot/firmware/config.txt", "boot/config.txt")
MEMORY = "proc/device-tree/hat"


def pins_of(name: str) -> frozenset[int]:
    """The pins of the board with this name; none for an unknown board."""
    words = set(re.findall(r"[a-z0-9]+", name.lower()))
    found = SOUND_PINS if words & I2S_BOARDS else frozenset[int]()
    return found.union(*(pins for needed, pins in MORE.items() if words.issuperset(needed)))


def boards(device: str, root: Path = Path("/")) -> Iterator[tuple[str, str]]:
    """The names of boards, each with the place it is from. device: of the sound settings."""
    if device:
        yield device, "[sound] device"
    for name in CONFIG_FILES:
        for overlay in re.findall(r"^[ \t]*dtoverlay=([^,\s]+)", _text(root / name), re.MULTILINE):
            yield overlay, f"/{name}"
    told = " ".join(_text(root / MEMORY / name).strip("\0 \n") for name in ("vendor", "product"))
    if told.strip():
        yield told, "its own memory"


def doubts(values: Mapping[KeyPath, int | str], root: Path = Path("/")) -> Iterator[str]:
    """A warning for each pin that the settings and a board both use. values: of all settings."""
    used = list(used_pins(values))
    told = set[int]()
    for name, where in boards(str(values.get(("sound", "device"), "")), root):
        taken = pins_of(name)
        free = sorted(set(range(PINS[0], PINS[1] + 1)) - {one.pin for one in used} - taken)
        for one in used:
            if one.pin in taken - told:
                told.add(one.pin)
                yield (
                    f"{one.name} is GPIO{one.pin}, which the sound board {name} takes ({where}). "
                    f"Free: {', '.join(map(str, free))}"
                )


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace")
    except OSError:
        return ""
