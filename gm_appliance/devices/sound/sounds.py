"""Generates the appliance's sounds once, in the background, in child processes, and keeps them on disk."""

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
from gm_appliance.devices.sound.shelf import copied

log = logging.getLogger(__name__)

TIMEOUT = 120.0  # seconds after which generating a sound counts as hung
URGENT = 3  # how many sounds are generated without a pause: the horn, and enough of the storm to be heard
REST = 3.0  # the pause after every other sound, as a multiple of the time it took
AT_HAND = 9  # how many are kept in memory too, in case the card fails: all short ones, a minute of storm
GIVE_UP = 2  # the number of failed sounds after which no more are tried


def made_sound(name: str, wav: Path) -> bool:
    """Generate the sound `name` into `wav` in a child process, unless it is there. Returns whether it was
    missing. Raises OSError, SubprocessError or RenderFailed if it fails."""
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
    cache: Path,
    names: Iterable[str],
    supply: Callable[[str, Path], None],
    closing: threading.Event,
    memory: Path | None = None,
) -> None:
    """Generate these sounds in this order, and `supply` each with its name, until `closing` is set.

    Sounds that fail are left out and logged once; after GIVE_UP failures no more are tried.
    memory: a folder for the first AT_HAND of them, which sound even if the card is full or gone.
    """
    failed = 0
    with contextlib.suppress(OSError):  # the card may be gone
        _forget_older(cache)
    for number, name in enumerate(names):
        if closing.is_set():
            return
        wav, began = cache / storm.file_name(name), time.monotonic()
        try:
            if memory and number < AT_HAND:
                wav, made = _at_hand(name, wav, memory)
            else:
                made = made_sound(name, wav)
        except (OSError, subprocess.SubprocessError, RenderFailed) as error:
            if not failed:
                log.error("No %s: %s. Likely the disk is full: free some of it.", name, error)
            failed += 1
            if failed == GIVE_UP:
                return
            continue
        supply(name, wav)
        if made and number >= URGENT:
            closing.wait(REST * (time.monotonic() - began))


def _at_hand(name: str, wav: Path, memory: Path) -> tuple[Path, bool]:
    """The sound's file, in memory and if possible on the card, and whether it had to be generated."""
    here = memory / wav.name
    try:
        wav_seconds(wav)
        copied(wav, here)
        return here, False
    except (RenderFailed, OSError):
        made = made_sound(name, here)
    with contextlib.suppress(OSError):
        wav.parent.mkdir(parents=True, exist_ok=True)
        copied(here, wav)
    return here, made


def _forget_older(cache: Path) -> None:
    """Delete sounds of other versions and unfinished ones, which are megabytes."""
    current = {storm.file_name(name) for name in storm.SOUNDS}
    for pattern in ("*horn-*.wav", "rain-*.wav", "wind-*.wav", "storm-*.wav", "thunder-*.wav"):
        for path in cache.glob(pattern):
            if path.name not in current:
                with contextlib.suppress(OSError):
                    path.unlink()
    for path in cache.glob("*.wav.*.part"):
        with contextlib.suppress(OSError):
            # A time long ago or in the future is no file being written now, even if the clock was set.
            if abs(time.time() - path.stat().st_mtime) > TIMEOUT:
                path.unlink()
