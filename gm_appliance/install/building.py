"""Builds a release's folder: its files, and a virtual environment with compiled bytecode."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import sys
from pathlib import Path

from gm_appliance.core.messages import _
from gm_appliance.install.commands import Asked, CommandFailed
from gm_appliance.install.releases import Releases

APT = ("python3-venv", "python3-lgpio", "python3-evdev", "espeak-ng", "alsa-utils")
"""The Debian packages needed. PyPI has wheels of lgpio for some versions of Python, and none of evdev."""

WHEELS, PACKAGES = "wheels", "packages"  # folders of a bundle: what pip and apt would download
VOICE = "espeakng-loader"  # the wheel that replaces Debian's espeak-ng if that cannot be installed

CARRIED = (
    *("gm_appliance", "firmware", "systemd", "config", "requirements", "docs"),
    *("pyproject.toml", "LICENSE", "README.md"),
)
"""Copied into the release's folder, for going back, removing and reading."""

ROOM = 400  # the most megabytes that installing a release takes


class NotInstalled(RuntimeError):
    """The release could not be installed; the message says why and what to do. The former one still runs."""


def need_64_bit() -> None:
    """Raises NotInstalled on a 32-bit system, for which half of the packages do not exist."""
    if sys.maxsize < 2**32:
        told = _(
            "This is a 32-bit system, and the game master needs 64 bits. Write the 64-bit Raspberry Pi OS "
            "onto the card, then install again."
        )
        raise NotInstalled(told)


def need_packages(source: Path, ask: Asked) -> None:
    """Install missing Debian packages, from the bundle or else from the network. Raises NotInstalled without
    an essential one."""
    missing = [name for name in APT if not installed(name, ask)]
    if not missing:
        return
    carried = sorted(map(str, (source / PACKAGES).glob("*.deb")))
    if carried:
        ask.try_("apt-get", "install", "--yes", "--no-install-recommends", "--no-download", *carried)
    else:
        ask.try_("apt-get", "update", "--quiet")
        ask.try_("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *missing)
    essential = [name for name in missing if name == "python3-lgpio" and not installed(name, ask)]
    if essential and ask.try_("/usr/bin/python3", "-c", "import lgpio").code != 0:
        told = _(
            "{package} could not be installed, and without it there are no buttons. Connect the Pi to the "
            "internet and run this again, or install from a bundle (docs/install.md).",
            package=essential[0],
        )
        raise NotInstalled(told)


def installed(package: str, ask: Asked) -> bool:
    return "ok installed" in ask.try_("dpkg-query", "--show", "--showformat=${Status}", package).said


def build(source: Path, name: str, releases: Releases, ask: Asked) -> None:
    """Build the release's folder, replacing an incomplete one. Raises NotInstalled and OSError."""
    folder = releases.folder(name)
    _check_wheels(source)
    try:
        if folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(parents=True)
        copy(source, folder, CARRIED)
        _environment(source, folder, ask)
        releases.close(name)
    except (CommandFailed, OSError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise NotInstalled(_why_not(name, error)) from error


def _check_wheels(source: Path) -> None:
    """Raises NotInstalled if a wheel of the bundle is not pinned."""
    pins = "".join(file.read_text("utf-8") for file in (source / "requirements").glob("*.txt"))
    for wheel in sorted((source / WHEELS).glob("*")):
        if f"sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}" not in pins:
            told = _(
                "The file {file} was changed or damaged. Nothing was installed; copy the bundle to the Pi "
                "again and unpack it, or make a new one.",
                file=wheel,
            )
            raise NotInstalled(told)


def copy(source: Path, folder: Path, names: tuple[str, ...]) -> None:
    """Copy these files and folders, if they exist. Raises OSError."""
    without = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for one in names:
        here, there = source / one, folder / one
        if here.is_dir():
            shutil.copytree(here, there, ignore=without)
        elif here.exists():
            shutil.copy2(here, there)


def _why_not(name: str, error: CommandFailed | OSError) -> str:
    """The reason in a few lines, however many files failed."""
    if os.strerror(errno.ENOSPC) in str(error):
        return _(
            "{release} could not be installed: the card is full. Nothing has changed. Make room for {mb} MB, "
            "then run this again.",
            release=name,
            mb=ROOM,
        )
    if isinstance(error, CommandFailed):
        return _(
            "{release} could not be installed. Is the Pi connected to the internet? Nothing has changed; run "
            "this again.\n{error}",
            release=name,
            error=error,
        )
    if isinstance(error, shutil.Error):  # a tuple for each file
        (_source, file, reason), *_others = error.args[0]
        error = OSError(f"{file}: {reason}")
    return _(
        "{release} could not be installed. Nothing has changed; run this again.\n{error}",
        release=name,
        error=error,
    )


def pip_install(python: str, pip: str = "") -> tuple[str, ...]:
    """The beginning of a pip command. pip: the path into its wheel, if it is not installed itself."""
    program = (python, pip) if pip else (python, "-m", "pip")
    return (*program, "install", "--quiet", "--no-input", "--disable-pip-version-check", "--compile")


def _environment(source: Path, folder: Path, ask: Asked) -> None:
    environment = folder / "environment"
    python = str(environment / "bin/python")
    wheels = source / WHEELS
    # lgpio comes from Debian, so the environment sees the system's packages.
    system = ("/usr/bin/python3", "-m", "venv", "--system-site-packages", str(environment))
    # A bundle brings pip, which Debian's Python cannot install without python3-venv.
    bundled = sorted(wheels.glob("pip-*.whl"))
    if bundled:
        ask(*system, "--without-pip")
        install = (*pip_install(python, f"{bundled[-1]}/pip"), "--no-index", "--find-links", str(wheels))
    else:
        ask(*system)
        install = pip_install(python)
    ask(*install, "--require-hashes", "--requirement", str(folder / "requirements/appliance.txt"))
    if bundled and ask.try_("espeak-ng", "--version").code != 0:
        ask(*install, VOICE)
    ours = sorted(wheels.glob("gm_appliance-*.whl"))
    # Its build tools are pinned above; an isolated build would download unpinned ones.
    ask(*install, "--no-deps", "--no-build-isolation", str(ours[-1]) if ours else str(folder))
    # The service cannot write there, so every start would spend seconds compiling.
    ask(python, "-m", "compileall", "-q", str(folder / "gm_appliance/install"))
    ask(str(environment / "bin/gm-appliance"), "--version")
