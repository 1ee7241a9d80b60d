"""Copies an archive to an empty stick, into a new folder that appears complete or not at all."""

from __future__ import annotations

import io
import os
import re
import shutil
import tarfile
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

FOLDER = "gm-appliance-"  # the folder of a copy, without its number

OF_SYSTEMS = frozenset(
    ("system volume information", "$recycle.bin", "lost+found", "android", "found.000", "indexervolumeguid")
)
"""Files that operating systems put onto every stick, in lower case."""

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,60}(/[A-Za-z0-9][A-Za-z0-9._-]{0,60})?")
"""A file, or one in a folder, with a name that any system can read."""

MOST, FILES = 256 * 2**20, 2000  # bytes and files that are accepted, more than years of evenings make


MOST_RESULTS = 16 * 2**20  # bytes; some 20,000 games


def is_empty(folder: Path) -> bool:
    """Whether the folder has no files, except those of operating systems and of earlier copies."""
    return all(
        one.name.startswith(".")
        or one.name.lower() in OF_SYSTEMS
        or (re.fullmatch(rf"{FOLDER}\d+(\.part)?", one.name) and one.is_dir())
        for one in folder.iterdir()
    )


def receive(archive: BinaryIO, folder: Path) -> Path:
    """Unpack an archive into a new folder; returns it. Raises OSError, after removing what it can."""
    numbers = [int(found[1]) for one in folder.iterdir() if (found := re.match(rf"{FOLDER}(\d+)", one.name))]
    whole = folder / f"{FOLDER}{max(numbers, default=0) + 1}"
    part = whole.with_name(f"{whole.name}.part")
    try:
        part.mkdir()
        _unpack(archive, part)
        part.rename(whole)
    except (OSError, tarfile.TarError) as error:
        with suppress(OSError):
            shutil.rmtree(part)
        raise error if isinstance(error, OSError) else OSError(f"not the whole archive: {error}") from error
    return whole


def results_on(folder: Path) -> list[str]:
    """The lines of the league's files in all copies, as far as they are not too long."""
    files = [
        one
        for one in sorted(folder.glob(f"{FOLDER}*/league.jsonl"))
        if one.is_file() and not one.is_symlink()
    ]
    lines, left = dict[str, None](), MOST_RESULTS
    for one in files:
        left -= one.stat().st_size
        if left >= 0:
            lines |= dict.fromkeys(one.read_text("utf-8", "replace").splitlines())
    return [*lines]


END = bytes(2 * tarfile.BLOCKSIZE)  # the end of an archive; the library does not notice if it is missing


class _Tail(io.BufferedIOBase):
    """Reads a stream. last: as many of the bytes read last as `END` has."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self.last = stream, b""

    def read(self, size: int | None = -1, /) -> bytes:
        came = self._stream.read(-1 if size is None else size)
        self.last = (self.last + came)[-len(END) :]
        return came


def _unpack(stream: BinaryIO, folder: Path) -> None:
    left, archive = MOST, _Tail(stream)
    with tarfile.open(fileobj=archive, mode="r|") as files:
        for number, one in enumerate(files):
            left -= one.size
            content = files.extractfile(one) if one.isreg() else None
            if content is None or not NAME.fullmatch(one.name) or left < 0 or number >= FILES:
                raise OSError(f"{one.name!r} is no file to be copied")
            to = folder / one.name
            to.parent.mkdir(exist_ok=True)
            with to.open("xb") as out:
                shutil.copyfileobj(content, out)
                out.flush()
                os.fsync(out.fileno())
    if archive.last != END:
        raise OSError("the archive is cut off")


def drain(stream: BinaryIO) -> None:
    """Read the rest, so that the sender gets the answer instead of an error."""
    with suppress(OSError):
        for _ in range(MOST // 2**16):
            if not stream.read(2**16):
                break
