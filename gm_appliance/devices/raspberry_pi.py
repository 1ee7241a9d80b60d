"""Which Raspberry Pi this is. It needs only the standard library, as it is asked when all else has ended."""

from __future__ import annotations

from pathlib import Path

MODEL = Path("/proc/device-tree/model")

BUTTON, PLUG = "button", "plug"

_WITH_A_BUTTON = ("Raspberry Pi 5", "Raspberry Pi 500")
"""The Pi 5 brought the power button; a compute module has one only on some boards."""


def model(file: Path = MODEL) -> str:
    """The name of the machine, such as ``"Raspberry Pi 4 Model B Rev 1.5"``; empty if it is no Pi."""
    try:
        name = file.read_text("utf-8", "replace").rstrip("\0\n")
    except OSError:
        return ""
    return name if name.startswith("Raspberry Pi") else ""


def switched_on_by(model: str) -> str:
    """What switches this model on again after it was shut down: BUTTON, PLUG, or empty if that is not known.

    >>> switched_on_by("Raspberry Pi 5 Model B Rev 1.0"), switched_on_by("Raspberry Pi Zero 2 W Rev 1.0")
    ('button', 'plug')
    """
    if not model:
        return ""
    named = " ".join(model.split()[:3])
    return BUTTON if named in _WITH_A_BUTTON else PLUG
