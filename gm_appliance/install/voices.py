"""Installs speech engines beside the releases, so that an update changes none of them."""

from __future__ import annotations

import os
import shutil
from argparse import ArgumentTypeError
from collections.abc import Callable
from pathlib import Path

from gm_appliance.core.language import languages
from gm_appliance.core.messages import _
from gm_appliance.devices.sound.language_voices import voices_of
from gm_appliance.install.building import WHEELS, NotInstalled, installed, pip_install
from gm_appliance.install.commands import Asked, CommandFailed
from gm_appliance.install.places import Places

PICO, PIPER, HIBARI = "pico", "piper", "hibari"

PACKAGES = {
    "flite": ("flite",),
    PICO: ("libttspico-utils",),
    "festival": ("festival", "festvox-italp16k"),
    "mbrola": ("mbrola-nl2", "mbrola-de6", "mbrola-fr1", "mbrola-it4", "mbrola-en1"),
}
"""The Debian packages of voices. Pico and mbrola's voices are in "non-free", mbrola itself is in "contrib":
Raspberry Pi OS enables both, Debian does not."""

VOICES = (*PACKAGES, PIPER, HIBARI)
"""What can be installed; the name of a voice may follow, as in ``piper:NAME``."""

USUAL = ("flite", "libttspico-utils", "mbrola-nl2")
"""The packages of the best voices that need little memory: English, Pico's languages, Dutch."""

ENOUGH = 900  # megabytes of the machine's memory with which hibari is installed unasked


def named(word: str) -> str:
    """The word itself, if it names a voice that can be installed. Raises ArgumentTypeError otherwise."""
    engine, colon, voice = word.partition(":")
    if engine not in VOICES or (colon and (engine != PIPER or not voice)):
        raise ArgumentTypeError(_("{name!r} is not known here", name=word))
    return word


def _add_package(package: str, ask: Asked) -> bool:
    """Install a package if apt has it; returns whether it is installed."""
    if not installed(package, ask):
        ask.try_("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", package)
    return installed(package, ask)


def add_usual(ask: Asked) -> bool:
    """Install the usual voices that apt has; returns whether Pico is one of them."""
    there = [_add_package(package, ask) for package in USUAL]
    if not there[1]:
        for package in PACKAGES["festival"]:  # a free voice, Italian
            _add_package(package, ask)
    return there[1]


def add_hibari(source: Path, places: Places, ask: Asked, say: Callable[[str], None]) -> None:
    """Install hibari unless it is there, the machine is too small or the release is a bundle, which is for
    Pis without a network."""
    if _memory() >= ENOUGH and not (places.voices / HIBARI).exists() and not (source / WHEELS).exists():
        say(_("The English voice hibari: 60 MB to download, 170 MB on the card."))
        try:
            add(HIBARI, source, places, ask, say)
        except NotInstalled as error:
            say(str(error))


def _memory() -> int:
    """The machine's, in megabytes."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20


def add(word: str, source: Path, places: Places, ask: Asked, say: Callable[[str], None]) -> None:
    """Install a voice. source: the release. Raises NotInstalled."""
    engine, _colon, voice = word.partition(":")
    if engine in PACKAGES:
        if missing := [package for package in PACKAGES[engine] if not _add_package(package, ask)]:
            told = _(
                "{package} could not be installed. Pico and mbrola are in Debian's components non-free and "
                "contrib: add those to apt's sources, as docs/sound.md says, then run this again.",
                package=missing[0],
            )
            raise NotInstalled(told)
        return
    say(_("Installing {voice}: a few minutes.", voice=word))
    folder = places.voices / engine
    fresh = not folder.exists()
    try:
        ask("/usr/bin/python3", "-m", "venv", str(folder))
        python = str(folder / "bin/python")
        pins = str(source / f"requirements/{engine}.txt")
        ask(*pip_install(python), "--require-hashes", "--requirement", pins)
        if engine == PIPER:
            known = voices_of(PIPER)
            wanted = [voice] if voice else [known[one][0] for one in languages() if one in known]
            ask(python, "-m", "piper.download_voices", "--download-dir", str(folder), *wanted)
    except (CommandFailed, OSError) as error:
        if fresh:
            shutil.rmtree(folder, ignore_errors=True)
        told = _(
            "{voice} could not be installed. Is the Pi connected to the internet? The other voices are "
            "unchanged; run this again.\n{error}",
            voice=word,
            error=error,
        )
        raise NotInstalled(told) from error
