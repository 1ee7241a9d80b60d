"""Finds out whether a folder is lost at power-off: in memory, or on a layer over a read-only card."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

MOUNTS = Path("/proc/self/mountinfo")

IN_MEMORY = frozenset(("tmpfs", "ramfs"))
LAYERS = frozenset(("overlay", "overlayfs", "aufs"))


class Mount(NamedTuple):
    """upper: the folder to which a layer writes."""

    place: PurePosixPath
    kind: str
    upper: PurePosixPath | None


def fleeting(folder: Path, mounts: str) -> str:
    """The file system that loses this folder at power-off; empty if none does. mounts: the text of MOUNTS."""
    there = [*_read(mounts)]
    mount = _under(PurePosixPath(folder), there)
    if mount is None or mount.kind not in IN_MEMORY | LAYERS:
        return ""
    if mount.kind in LAYERS and mount.upper is not None:
        beneath = _under(mount.upper, there)
        # An invisible upper folder is assumed to be in memory.
        if beneath is not None and beneath.kind not in IN_MEMORY | LAYERS:
            return ""
    return mount.kind


def _under(path: PurePosixPath, mounts: list[Mount]) -> Mount | None:
    """The mount that contains this path: the longest, and the last of equal ones."""
    above = (mount for mount in reversed(mounts) if path.is_relative_to(mount.place))
    return max(above, key=lambda mount: len(mount.place.parts), default=None)


def _read(mounts: str) -> Iterator[Mount]:
    for line in mounts.splitlines():
        before, dash, after = line.partition(" - ")
        places, kinds = before.split(), after.split()
        if dash and len(places) >= 5 and len(kinds) >= 3:
            options = dict(one.partition("=")[::2] for one in kinds[2].split(","))
            upper = options.get("upperdir")
            yield Mount(_path(places[4]), kinds[0], _path(upper) if upper else None)


def _path(said: str) -> PurePosixPath:
    """A path with the kernel's octal escapes for blanks decoded."""
    for sign in (" ", "\t", "\n", "\\"):
        said = said.replace(f"\\{ord(sign):03o}", sign)
    return PurePosixPath(said)
