"""Finds out whether a folder survives power-off: not in memory, nor on a layer over a read-only card."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

MOUNTS = Path("/proc/self/mountinfo")

IN_MEMORY = frozenset(("tmpfs", "ramfs"))
LAYERS = frozenset(("overlay", "overlayfs", "aufs"))


class Mount(NamedTuple):
    """A mounted file system. upper: the folder to which a layer is written."""

    place: PurePosixPath
    kind: str
    upper: PurePosixPath | None


def fleeting(folder: Path, mounts: str) -> str:
    """The type of file system that loses this folder at power-off; empty if it survives.

    mounts: the text of `MOUNTS`.
    """
    there = [*_read(mounts)]
    mount = _under(PurePosixPath(folder), there)
    if mount is None or mount.kind not in IN_MEMORY | LAYERS:
        return ""
    if mount.kind in LAYERS and mount.upper is not None:
        beneath = _under(mount.upper, there)
        # An upper folder that is not visible is taken to be in memory.
        if beneath is not None and beneath.kind not in IN_MEMORY | LAYERS:
            return ""
    return mount.kind


def _under(path: PurePosixPath, mounts: list[Mount]) -> Mount | None:
    """The mount that contains this path: the longest, and the last of equal ones."""
    found = None
    for mount in mounts:
        if path.is_relative_to(mount.place) and (
            found is None or len(mount.place.parts) >= len(found.place.parts)
        ):
            found = mount
    return found


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
