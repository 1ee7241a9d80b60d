"""A model of a disk that forgets what was not synced, fed with system calls recorded by strace.

It stands for any file system that keeps its promises and does no more: data is safe once its file
was synced, a name once its directory was, and a rename happens as a whole.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

RECORDED = "openat,write,pwrite64,ftruncate,fsync,fdatasync,?unlink,unlinkat"
RECORDED += ",?rename,?renameat,renameat2,?mkdir,mkdirat"
CALL = re.compile(r"^(?:\d+ +)?(\w+)\((.*)\) += (\d+)(?:<.*)?$")
NAMING = ("openat", "unlink", "rename", "mkdir")
QUOTED = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
HELD = re.compile(r"^\d+<([^>]*)>")

Write: TypeAlias = "tuple[int, bytes | None]"  # at an offset; None cuts the file there


@dataclass
class File:
    synced: bytes = b""
    pending: list[Write] = field(default_factory=list)

    def after(self, writes: list[Write]) -> bytes:
        data = bytearray(self.synced)
        for at, piece in writes:
            if piece is None:
                del data[at:]
                data.extend(bytes(max(0, at - len(data))))
            else:
                data.extend(bytes(max(0, at - len(data))))
                data[at : at + len(piece)] = piece
        return bytes(data)


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
    """Files, the names they have, and the names that were synced."""

    names: dict[str, File] = field(default_factory=dict)
    synced_names: dict[str, File] = field(default_factory=dict)
    directories: set[str] = field(default_factory=set)  # made since; they have a File for their name
    pending: list[Naming] = field(default_factory=list)

    def sync(self, path: str) -> None:
        if path in self.names and path not in self.directories:
            file = self.names[path]
            file.synced, file.pending = file.after(file.pending), []
            return
        done = [one for one in self.pending if (one.off or one.on).rpartition("/")[0] == path]
        self.pending = [one for one in self.pending if one not in done]
        for naming in done:
            naming.apply(self.synced_names)

    def name(self, off: str, on: str, file: File | None = None) -> None:
        """Take the name `off` away and put `on` up, in one; a name may be missing."""
        naming = Naming(off, on, self.names[off] if file is None else file)
        naming.apply(self.names)
        self.pending.append(naming)

    def written(self) -> dict[str, bytes]:
        """A killed process: the system keeps all it was given."""
        return self._reached({name: file.after(file.pending) for name, file in self.names.items()})

    def kept(self) -> dict[str, bytes]:
        """A power cut: only what was synced."""
        return self._reached({name: file.synced for name, file in self.synced_names.items()})

    def torn(self, rng: random.Random) -> dict[str, bytes]:
        """A power cut amid writing: of the rest some sectors and some names, in any order."""
        names = dict(self.synced_names)
        for naming in self.pending:
            if rng.random() < 0.6:
                naming.apply(names)
        found = {}
        for name, file in names.items():
            sectors = [piece for write in file.pending for piece in _sectors(write)]
            found[name] = file.after([piece for piece in sectors if rng.random() < 0.6])
        return self._reached(found)

    def _reached(self, found: dict[str, bytes]) -> dict[str, bytes]:
        """Files alone, without those whose directory has lost its name."""
        lost = self.directories - set(found)
        names = [name for name in found if name not in self.directories]
        return {name: found[name] for name in names if name.rpartition("/")[0] not in lost}


def _sectors(write: Write) -> Iterator[Write]:
    at, piece = write
    if piece is None:
        yield write
        return
    first = 512 - at % 512
    cuts = [0, *range(first, len(piece), 512), len(piece)]
    for start, end in pairwise(cuts):
        yield at + start, piece[start:end]


def _bytes(escaped: str) -> bytes:
    return re.sub(rb"\\x(..)", lambda hex: bytes.fromhex(hex[1].decode()), escaped.encode())


def play(trace: Path, inside: str, at_first: dict[str, bytes], hear: Callable[[str], None]) -> Iterator[Disk]:
    """The disk after each recorded call below the directory `inside`, which held `at_first`.

    `hear` is given what the process wrote to its standard output, in its turn.
    """
    files = {name: File(data) for name, data in at_first.items()}
    disk = Disk(dict(files), dict(files))
    for line in trace.read_text().splitlines():
        call = CALL.match(line)
        if call is None:
            continue
        name, args, _ = call.groups()
        quoted = [_bytes(one) for one in QUOTED.findall(args)]
        held = HELD.match(args)
        path = _bytes(held[1]).decode() if held else ""
        if name == "write" and args.startswith("1<"):
            hear(quoted[0].decode())
        elif name in ("fsync", "fdatasync") and path.startswith(inside):
            disk.sync(path)
        elif name == "pwrite64" and path in disk.names:
            disk.names[path].pending.append((int(args.rsplit(", ", 1)[1]), quoted[0]))
        elif name == "ftruncate" and path in disk.names:
            disk.names[path].pending.append((int(args.rsplit(", ", 1)[1]), None))
        elif name == "write" and path in disk.names:
            raise AssertionError(f"the model does not know where this is written: {line[:200]}")
        elif name.startswith(NAMING) and quoted[-1].decode().startswith(inside):
            _name(disk, name, args, [one.decode() for one in quoted])
        else:
            continue
        yield disk


def _name(disk: Disk, call: str, args: str, paths: list[str]) -> None:
    if call.startswith("mkdir"):
        disk.name("", paths[0], File())
        disk.directories.add(paths[0])
    elif call.startswith("unlink"):
        disk.name(paths[0], "")
    elif call.startswith("rename"):
        disk.name(paths[0], paths[1])
    elif "O_CREAT" in args and paths[0] not in disk.names:
        assert "O_TRUNC" not in args
        disk.name("", paths[0], File())
