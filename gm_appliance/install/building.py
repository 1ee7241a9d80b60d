"""A release's folder: its files, and an environment of its own with compiled bytecode."""

from __future__ import annotations

import shutil
from pathlib import Path

from gm_appliance.core.messages import _
from gm_appliance.install.commands import Asked, CommandFailed
from gm_appliance.install.releases import Releases

APT = ("python3-venv", "python3-lgpio", "python3-evdev", "espeak-ng", "alsa-utils")
"""Debian's packages the box needs. lgpio's own wheels are not there for every Python, evdev's for none."""

WHEELS, PACKAGES = "wheels", "packages"
"""Folders of a bundle: what pip and what apt would otherwise fetch."""

VOICE = "espeakng-loader"
"""Stands in for Debian's espeak-ng where that cannot be fetched; in a bundle's wheels."""

PARTS = ("gm_appliance", "firmware", "systemd", "config", "requirements", "docs")
PAPERS = ("pyproject.toml", "LICENSE", "README.md")
CARRIED = (*PARTS, *PAPERS)
"""What is copied into the release's folder, beside its environment: for going back, removing and reading."""


class NotInstalled(RuntimeError):
    """The release could not be installed; the message says why and what to do. What ran before still runs."""


def need_packages(source: Path, ask: Asked) -> None:
    """Debian's packages where they are missing, from the bundle or else from the network.

    Raises NotInstalled where the box could not be played without.
    """
    missing = [name for name in APT if not _is_installed(name, ask)]
    if not missing:
        return
    carried = sorted(map(str, (source / PACKAGES).glob("*.deb")))
    if carried:
        ask.try_("apt-get", "install", "--yes", "--no-install-recommends", "--no-download", *carried)
    else:
        ask.try_("apt-get", "update", "--quiet")
        ask.try_("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *missing)
    essential = [name for name in missing if name == "python3-lgpio" and not _is_installed(name, ask)]
    if essential and ask.try_("/usr/bin/python3", "-c", "import lgpio").code != 0:
        told = _(
            "{package} could not be installed, and without it there are no buttons. Connect the Pi to the "
            "internet and run this again, or install from a bundle (docs/install.md).",
            package=essential[0],
        )
        raise NotInstalled(told)


def _is_installed(package: str, ask: Asked) -> bool:
    return "ok installed" in ask.try_("dpkg-query", "--show", "--showformat=${Status}", package).said


def build(source: Path, name: str, releases: Releases, ask: Asked) -> None:
    """The release's folder, complete. A torso of an earlier try goes first. Raises NotInstalled, OSError."""
    folder = releases.folder(name)
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    without = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for one in CARRIED:
        here, there = source / one, folder / one
        if here.is_dir():
            shutil.copytree(here, there, ignore=without)
        elif here.exists():
            shutil.copy2(here, there)
    try:
        _environment(source, folder, ask)
    except CommandFailed as error:
        shutil.rmtree(folder)
        told = _(
            "{release} could not be installed. Is the Pi connected to the internet, and is there room on the "
            "card? Nothing has changed; run this again.\n{error}",
            release=name,
            error=error,
        )
        raise NotInstalled(told) from error
    releases.close(name)


def _environment(source: Path, folder: Path, ask: Asked) -> None:
    environment = folder / "environment"
    python = str(environment / "bin/python")
    wheels = source / WHEELS
    # lgpio comes from Debian, so the machine's packages are seen from within. A bundle carries its own pip:
    # Debian's Python has none for its environments without python3-venv.
    bundled = sorted(wheels.glob("pip-*.whl"))
    system = ("/usr/bin/python3", "-m", "venv", "--system-site-packages")
    if bundled:
        ask(*system, "--without-pip", str(environment))
        pip: tuple[str, ...] = (python, f"{bundled[-1]}/pip")
    else:
        ask(*system, str(environment))
        pip = (python, "-m", "pip")
    quietly = ("--quiet", "--no-input", "--disable-pip-version-check")
    install: tuple[str, ...] = (*pip, "install", *quietly, "--compile")
    if bundled:
        install = (*install, "--no-index", "--find-links", str(wheels))
    ask(*install, "--requirement", str(folder / "requirements/appliance.txt"))
    if bundled and ask.try_("espeak-ng", "--version").code != 0:
        ask(*install, VOICE)
    ours = sorted(wheels.glob("gm_appliance-*.whl"))
    ask(*install, "--no-deps", str(ours[-1]) if ours else str(folder))
    # The first start would compile them, on a Pi for seconds, and could not write them down.
    ask(python, "-m", "compileall", "-q", str(folder / "gm_appliance/install"))
    ask(str(environment / "bin/gm-appliance"), "--version")
