"""The files outside /opt: their places, and which services must be informed of changes."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from gm_appliance.install.places import Places


class Put(NamedTuple):
    """A file. kind: of what must be informed of a change."""

    source: str
    to: str
    kind: str = "nothing"
    mode: int = 0o644


UNITS = """
    gm-appliance.service gm-appliance-rescue.service gm-appliance-proven.service gm-appliance-proven.timer
    gm-appliance-phones.socket gm-appliance-phones.service
    gm-appliance-room.socket gm-appliance-room.service
    gm-appliance-stick.socket gm-appliance-stick.service gm-appliance-stick@.service
"""

FILES = (
    *(Put(f"systemd/{name}", f"etc/systemd/system/{name}", "units") for name in UNITS.split()),
    Put("systemd/gm-appliance.journald", "etc/systemd/journald.conf.d/gm-appliance.conf", "log"),
    Put("systemd/gm-appliance.sysusers", "etc/sysusers.d/gm-appliance.conf", "user"),
    Put("systemd/70-seathub.rules", "etc/udev/rules.d/70-seathub.rules", "rules"),
    Put("systemd/71-activity-light.rules", "etc/udev/rules.d/71-activity-light.rules", "rules"),
    Put("systemd/72-stick.rules", "etc/udev/rules.d/72-stick.rules", "rules"),
    Put("systemd/gm-appliance.modules", "etc/modules-load.d/gm-appliance.conf", "modules"),
    Put("systemd/50-gm-appliance.rules", "etc/polkit-1/rules.d/50-gm-appliance.rules"),
    Put("systemd/gm-appliance.dnsmasq", "etc/NetworkManager/dnsmasq-shared.d/gm-appliance.conf"),
    Put("systemd/gm-appliance.shutdown", "usr/lib/systemd/system-shutdown/gm-appliance", mode=0o755),
    Put("systemd/gm-appliance.command", "usr/local/bin/gm-appliance", mode=0o755),
)


def put(source: Path, places: Places) -> set[str]:
    """Install all files; returns the kinds of those that changed. Raises OSError. Files that this release
    does not have, when going back, are removed."""
    changed = set()
    for one in FILES:
        to = places.root / one.to
        note(places, *(f"folder {up}" for up in to.parents if not up.exists()))
        to.parent.mkdir(parents=True, exist_ok=True)
        if (source / one.source).exists():
            new = write(to, (source / one.source).read_bytes(), one.mode)
        else:
            new = to.exists()
            to.unlink(missing_ok=True)
        changed |= {one.kind} if new else set()
    return changed


def groups(source: Path) -> list[str]:
    """The groups of parts that this release needs. Raises OSError."""
    lines = (source / "systemd/gm-appliance.sysusers").read_text("utf-8").splitlines()
    return [line.split()[1] for line in lines if line.startswith("g ")]


def note(places: Places, *made: str) -> None:
    """Remember folders and groups to remove again."""
    if made:
        with places.made.open("a") as file:
            file.writelines(f"{one}\n" for one in made)


def noted(places: Places, kind: str) -> list[str]:
    """The names noted at installation. kind: ``"folder"`` or ``"group"``."""
    lines = places.made.read_text("utf-8").splitlines() if places.made.exists() else []
    return [line.partition(" ")[2] for line in lines if line.startswith(f"{kind} ")]


def put_settings(source: Path, places: Places) -> bool:
    """Install the commented settings if there are none; an existing file is never changed."""
    if places.settings.exists():
        return False
    return write(places.settings, (source / "config/gm-appliance.toml").read_bytes(), 0o640)


# ---------------------------------------------------------------- config.txt

BEGIN = "# gm-appliance: from here"
END = "# gm-appliance: to here"

LINES = (
    # config.txt may end in the section of another model, where these lines would be ignored.
    "[all]",
    "dtparam=i2c_arm=on",
    # A full picture takes 93 ms at the usual 100 kHz, 23 ms at this.
    "dtparam=i2c_arm_baudrate=400000",
)


def put_boot_settings(places: Places) -> bool:
    """Add our lines to the Pi's ``config.txt``; returns whether it changed, so that a reboot is needed."""
    return _change_boot_settings(places, with_ours)


def _change_boot_settings(places: Places, change: Callable[[str], str]) -> bool:
    if (file := places.boot_settings) is None:
        return False
    text = file.read_bytes().decode("utf-8", "surrogateescape")
    return write(file, change(text).encode("utf-8", "surrogateescape"))


def with_ours(text: str) -> str:
    """The file with our lines at its end, replacing earlier ones."""
    before = without_ours(text)
    gap = "" if not before or before.endswith("\n") else "\n"
    return before + gap + "\n".join((BEGIN, *LINES, END)) + "\n"


def without_ours(text: str) -> str:
    """The file without our lines.

    Of a block without an end, as after a torn write, only our own lines are removed.

    >>> without_ours("dtparam=audio=on\\n" + with_ours(""))
    'dtparam=audio=on\\n'
    """
    kept: list[str] = []
    inside = False
    for line in text.splitlines(keepends=True):
        said = line.strip()
        if said == BEGIN:
            inside = True
        elif inside and said == END:
            inside = False
        elif inside and (said in LINES or said.startswith("dtparam=i2c_arm")):
            continue
        else:
            inside = False
            kept.append(line)
    return "".join(kept)


# ---------------------------------------------------------------- all of them


def remove(places: Places) -> None:
    """Remove everything that `put` and `put_boot_settings` installed. The owner's settings stay."""
    for one in FILES:
        (places.root / one.to).unlink(missing_ok=True)
    for folder in sorted(noted(places, "folder"), reverse=True):
        with suppress(OSError):  # others use it by now
            Path(folder).rmdir()
    _change_boot_settings(places, without_ours)


def write(file: Path, content: bytes, mode: int = 0o644) -> bool:
    """Write a file completely or not at all; returns whether it changed."""
    if file.is_file() and file.read_bytes() == content:
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f"{file.name}.new")
    with new.open("wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    new.chmod(mode)
    os.replace(new, file)
    sync_folder(file.parent)
    return True


def sync_folder(folder: Path) -> None:
    """Sync renames in the folder to the card. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
