"""A model of a disk that forgets everything not synced.

Data is safe once its file was synced, a name once its directory was, and renames are atomic; nothing else.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

Write: TypeAlias = "tuple[int, bytes | None]"  # at an offset; None cuts the file there


SECTOR, PAGE = 512, 4096
"""The units that a cut keeps or loses: the smallest, and the usual one."""

Loss: TypeAlias = "tuple[int, dict[str, bytes], dict[str, bytes], dict[str, bytes]]"
"""The number of bytes a process had announced; the files left: all written, all synced, torn."""


@dataclass(eq=False)
class File:
    synced: bytearray = field(default_factory=bytearray)
    pending: list[Write] = field(default_factory=list)
    now: bytearray = field(default_factory=bytearray)

    @classmethod
    def of(cls, data: bytes) -> File:
        return cls(bytearray(data), [], bytearray(data))

    def write(self, at: int, piece: bytes | None) -> None:
        self.pending.append((at, piece))
        _apply(self.now, at, piece)

    def sync(self) -> None:
        for at, piece in self.pending:
            _apply(self.synced, at, piece)
        self.pending = []

    def torn(self, rng: random.Random, unit: int) -> bytes:
        """Everything synced, and some of the later writes."""
        data = bytearray(self.synced)
        for write in self.pending:
            for at, piece in _pieces(write, unit):
                if rng.random() < 0.6:
                    _apply(data, at, piece)
        return bytes(data)


def _apply(data: bytearray, at: int, piece: bytes | None) -> None:
    if piece is None:
        del data[at:]
    data.extend(bytes(max(0, at - len(data))))
    if piece is not None:
        data[at : at + len(piece)] = piece


@dataclass(frozen=True, eq=False)
class Naming:
    off: str
    on: str
    file: File

    def apply(self, names: dict[str, File]) -> None:
        names.pop(self.off, None)
        if self.on:
            names[self.on] = self.file


@dataclass
class Disk:
    names: dict[str, File] = field(default_factory=dict)
    synced_names: dict[str, File] = field(default_factory=dict)
    directories: set[str] = field(default_factory=set)  # made since; they have a File for their name
    pending: list[Naming] = field(default_factory=list)

    @classmethod
    def of(cls, files: dict[str, bytes]) -> Disk:
        """A disk that holds these, synced."""
        names = {name: File.of(data) for name, data in files.items()}
        return cls(dict(names), names)

    def sync(self, path: str) -> None:
        if path in self.names and path not in self.directories:
            self.names[path].sync()
            return
        done = [one for one in self.pending if (one.off or one.on).rpartition("/")[0] == path]
        self.pending = [one for one in self.pending if one not in done]
        for naming in done:
            naming.apply(self.synced_names)

    def name(self, off: str, on: str, file: File | None = None) -> None:
        """Atomically remove the name `off` and add `on`; one may be empty."""
        naming = Naming(off, on, self.names[off] if file is None else file)
        naming.apply(self.names)
        self.pending.append(naming)

    def written(self) -> dict[str, bytes]:
        """The files after a killed process."""
        return {name: bytes(file.now) for name, file in self.names.items() if name not in self.directories}

    def kept(self) -> dict[str, bytes]:
        """The files that were synced."""
        return self.cut().written()

    def torn(self, rng: random.Random) -> dict[str, bytes]:
        """The files after a power cut while writing."""
        return self.cut(rng).written()

    def forgets(self, what: str, seed: str) -> Disk:
        """The disk as it is found again after a cut.

        what: ``"all"`` that was not synced; of that some ``"sectors"`` or ``"pages"``, and names, by `seed`;
        nothing, when only a process was killed; or whatever there is, and it is a ``"new"`` one.
        """
        if what == "new":
            return Disk()
        if what == "":
            return self
        if what == "all":
            return self.cut()
        return self.cut(random.Random(seed), {"sectors": SECTOR, "pages": PAGE}[what])

    def cut(self, rng: random.Random | None = None, unit: int = SECTOR) -> Disk:
        """The disk after a power cut: with what was synced and, by `rng`, some names and some pieces of
        `unit` bytes of the rest, in any order."""
        names = dict(self.synced_names)
        for naming in self.pending:
            if rng and rng.random() < 0.6:
                naming.apply(names)
        lost = self.directories - set(names)
        reached = [name for name in names if lost.isdisjoint(_above(name))]
        left = {name: names[name].torn(rng, unit) if rng else bytes(names[name].synced) for name in reached}
        disk = Disk.of(left)
        disk.directories = self.directories & set(left)
        return disk


def _above(name: str) -> Iterator[str]:
    while name := name.rpartition("/")[0]:
        yield name


def _pieces(write: Write, unit: int) -> Iterator[Write]:
    at, piece = write
    if piece is None:
        yield write
        return
    first = unit - at % unit
    cuts = [0, *range(first, len(piece), unit), len(piece)]
    for start, end in pairwise(cuts):
        yield at + start, piece[start:end]
