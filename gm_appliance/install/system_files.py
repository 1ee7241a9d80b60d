"""The files outside /opt: their places, and which services must be informed of changes."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from gm_appliance.install import boot_settings
from gm_appliance.install.places import Places


@dataclass(frozen=True)
class Put:
    """One file.

    source: below the release's folder. to: below the root. kind: what must be informed of a change.
    mode: who may read and run it.
    """

    source: str
    to: str
    kind: str
    mode: int = 0o644


FILES = (
    Put("systemd/gm-appliance.service", "etc/systemd/system/gm-appliance.service", "units"),
    Put("systemd/gm-appliance-rescue.service", "etc/systemd/system/gm-appliance-rescue.service", "units"),
    Put("systemd/gm-appliance-proven.service", "etc/systemd/system/gm-appliance-proven.service", "units"),
    Put("systemd/gm-appliance-proven.timer", "etc/systemd/system/gm-appliance-proven.timer", "units"),
    Put("systemd/gm-appliance-phones.socket", "etc/systemd/system/gm-appliance-phones.socket", "units"),
    Put("systemd/gm-appliance-phones.service", "etc/systemd/system/gm-appliance-phones.service", "units"),
    Put("systemd/gm-appliance-stick.service", "etc/systemd/system/gm-appliance-stick.service", "units"),
    Put("systemd/gm-appliance-stick.socket", "etc/systemd/system/gm-appliance-stick.socket", "units"),
    Put("systemd/gm-appliance-stick@.service", "etc/systemd/system/gm-appliance-stick@.service", "units"),
    Put("systemd/gm-appliance.journald", "etc/systemd/journald.conf.d/gm-appliance.conf", "log"),
    Put("systemd/gm-appliance.sysusers", "etc/sysusers.d/gm-appliance.conf", "user"),
    Put("systemd/70-seathub.rules", "etc/udev/rules.d/70-seathub.rules", "rules"),
    Put("systemd/71-activity-light.rules", "etc/udev/rules.d/71-activity-light.rules", "rules"),
    Put("systemd/50-gm-appliance.rules", "etc/polkit-1/rules.d/50-gm-appliance.rules", "nothing"),
    Put("systemd/gm-appliance.dnsmasq", "etc/NetworkManager/dnsmasq-shared.d/gm-appliance.conf", "nothing"),
    Put("systemd/72-stick.rules", "etc/udev/rules.d/72-stick.rules", "rules"),
    Put("systemd/gm-appliance.modules", "etc/modules-load.d/gm-appliance.conf", "modules"),
    Put("systemd/gm-appliance.shutdown", "usr/lib/systemd/system-shutdown/gm-appliance", "nothing", 0o755),
    Put("systemd/gm-appliance.command", "usr/local/bin/gm-appliance", "nothing", 0o755),
)


def put(source: Path, places: Places) -> set[str]:
    """Install all files; returns the kinds of those that changed. Raises OSError.

    Files that this release does not have, when going back, are removed.
    """
    for one in FILES:
        folder = (places.root / one.to).parent
        note(places, *(f"folder {up}" for up in (folder, *folder.parents) if not up.exists()))
        folder.mkdir(parents=True, exist_ok=True)
    return {one.kind for one in FILES if _copied(source / one.source, places.root / one.to, one.mode)}


def _copied(source: Path, to: Path, mode: int) -> bool:
    if source.exists():
        return _write(to, source.read_bytes(), mode)
    there = to.exists()
    to.unlink(missing_ok=True)
    return there


def groups(source: Path) -> list[str]:
    """The groups of parts that this release needs. Raises OSError."""
    lines = (source / "systemd/gm-appliance.sysusers").read_text("utf-8").splitlines()
    return [line.split()[1] for line in lines if line.startswith("g ")]


def note(places: Places, *made: str) -> None:
    """Remember folders and groups that `remove` and the installer take away again."""
    if made:
        with places.made.open("a") as file:
            file.writelines(f"{one}\n" for one in made)


def noted(places: Places, kind: str) -> list[str]:
    """Those of a kind, ``"folder"`` or ``"group"``."""
    try:
        lines = places.made.read_text("utf-8").splitlines()
    except OSError:
        return []
    return [line.partition(" ")[2] for line in lines if line.startswith(f"{kind} ")]


def put_settings(source: Path, places: Places) -> bool:
    """Install the commented settings if there are none; an existing file is never changed."""
    if places.settings.exists():
        return False
    return _write(places.settings, (source / "config/gm-appliance.toml").read_bytes(), 0o640)


def put_boot_settings(places: Places) -> bool:
    """Add our lines to the Pi's ``config.txt``; returns whether it changed, so that a reboot is needed."""
    file = places.boot_settings
    return file is not None and _write(
        file, boot_settings.with_ours(_text(file)).encode("utf-8", "surrogateescape")
    )


def remove(places: Places) -> None:
    """Remove everything that `put` and `put_boot_settings` installed. The owner's settings stay."""
    for one in FILES:
        (places.root / one.to).unlink(missing_ok=True)
    for folder in sorted(noted(places, "folder"), reverse=True):
        with suppress(OSError):  # others use it by now
            Path(folder).rmdir()
    file = places.boot_settings
    if file:
        _write(file, _bytes(boot_settings.without_ours(_text(file))))


def _text(file: Path) -> str:
    return file.read_bytes().decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _write(file: Path, content: bytes, mode: int = 0o644) -> bool:
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
    return True
