"""The making of the appliance's own sounds: once, in the background, by children, kept on disk."""

from __future__ import annotations

import contextlib
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from gm_appliance.devices.sound import storm
from gm_appliance.devices.sound.render import RenderFailed, wav_seconds

log = logging.getLogger(__name__)

TIMEOUT = 120.0
"""Seconds after which the making of a sound counts as hung."""

URGENT = 2
"""How many sounds are made without a rest: the horn, and enough of the storm to be heard."""

REST = 3.0
"""How long the making rests after every other sound, as a multiple of the time that sound took."""

GIVE_UP = 2
"""After how many sounds that could not be made it is no use to go on."""


def made_sound(name: str, wav: Path) -> bool:
    """Make the sound `name` as `wav` in a child process, unless it lies there whole.

    Returns whether it had to be made. Raises OSError, SubprocessError or RenderFailed where that fails.
    """
    try:
        wav_seconds(wav)
    except RenderFailed:
        wav.parent.mkdir(parents=True, exist_ok=True)
        command = (sys.executable, "-P", str(Path(storm.__file__).resolve()), name, str(wav))
        subprocess.run(command, check=True, timeout=TIMEOUT, capture_output=True)
        wav_seconds(wav)
        return True
    return False


def make_sounds(
    cache: Path, names: Iterable[str], supply: Callable[[str, Path], None], closing: threading.Event
) -> None:
    """Make these sounds in this order, and `supply` each with its name, until `closing` is set.

    What cannot be made is left out, and the log says why; after GIVE_UP of them no more are tried.
    """
    failed = 0
    _forget_older(cache)
    for number, name in enumerate(names):
        if closing.is_set():
            return
        wav, began = cache / storm.file_name(name), time.monotonic()
        try:
            made = made_sound(name, wav)
        except (OSError, subprocess.SubprocessError, RenderFailed) as error:
            log.error("No %s: %s. Likely the disk is full: free some of it.", name, error)
            failed += 1
            if failed == GIVE_UP:
                return
            continue
        supply(name, wav)
        if made and number >= URGENT:
            closing.wait(REST * (time.monotonic() - began))


def _forget_older(cache: Path) -> None:
    """Delete the sounds of former versions, and those whose making was cut off; they are megabytes."""
    current = {storm.file_name(name) for name in storm.SOUNDS}
    for pattern in ("horn-*.wav", "storm-*.wav", "thunder-*.wav"):
        for path in cache.glob(pattern):
            if path.name not in current:
                with contextlib.suppress(OSError):
                    path.unlink()
    for path in cache.glob("*.wav.*.part"):
        with contextlib.suppress(OSError):
            # Whatever the clock says: neither long ago nor in times to come is it being made now.
            if abs(time.time() - path.stat().st_mtime) > TIMEOUT:
                path.unlink()
