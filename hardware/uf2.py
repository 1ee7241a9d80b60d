"""The hub's firmware as files to drag onto a Pico: `python -m hardware.uf2` writes them into dist.

MicroPython keeps its files in a littlefs at the end of the flash. A UF2 file with only that, dragged onto a
Pico that has MicroPython, puts the firmware there. With `--micropython FOLDER`, a folder with MicroPython's
own UF2 files, as `make micropython` gets them, MicroPython is in the same file. MicroPython's port for PCs
makes the littlefs.
"""

from __future__ import annotations

import argparse
import re
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from gm_appliance.devices.pads.flashing import compiled, firmware_files

DIST = Path(__file__).parents[1] / "dist"

XIP = 0x10000000
"""Where the flash begins in the Pico's memory."""
ERASED, PAGE, SECTOR, BLOCK = b"\xff", 256, 4096, 512
"""The bytes of an empty flash; what is written and what is erased at a time; and a block of a UF2 file."""
MAGIC = (0x0A324655, 0x9E5D5157, 0x0AB16F30)
HAS_FAMILY = 0x2000
HEAD = struct.Struct("<8I")
"""Two magic numbers, flags, address, bytes, number of the block, blocks, family."""
RP2040, RP2350 = 0xE48BFF56, 0xE48BFF59

OLDEST = (1, 26)
"""MicroPython's version that the firmware needs."""
SECONDS = 60.0


class Pico(NamedTuple):
    """A kind of Pico. micropython: its name in MicroPython's files; machine: in its banner. flash: its bytes.
    storage: those at the end that MicroPython, from 1.26 to 1.29, keeps files in."""

    name: str
    micropython: str
    machine: str
    family: int
    flash: int
    storage: int

    @property
    def start(self) -> int:
        """The address of its files."""
        return XIP + self.flash - self.storage


MIB = 1 << 20
PICOS = (
    Pico("pico", "RPI_PICO", "Raspberry Pi Pico with RP2040", RP2040, 2 * MIB, 1408 << 10),
    Pico("pico-2", "RPI_PICO2", "Raspberry Pi Pico2 with RP2350", RP2350, 4 * MIB, 3 * MIB),
)
"""They run on a Pico W and a Pico 2 W, too. MicroPython's own files for those add only the drivers of a
radio, which the hub does not use, and whose licences are not for everybody."""

FORMAT = """
import os, sys, vfs

class Flash:
    def __init__(self, size):
        self.data = bytearray(b"\\xff" * size)
    def readblocks(self, block, to, at=0):
        start = 4096 * block + at
        to[:] = self.data[start:start + len(to)]
    def writeblocks(self, block, data, at=None):
        start = 4096 * block + (at or 0)
        self.data[start:start + len(data)] = data
    def ioctl(self, what, block):
        if what == 4:
            return len(self.data) // 4096
        if what == 5:
            return 4096
        if what == 6:
            self.data[4096 * block:4096 * (block + 1)] = b"\\xff" * 4096
        return 0

size, source, target = int(sys.argv[1]), sys.argv[2], sys.argv[3]
flash = Flash(size)
vfs.VfsLfs2.mkfs(flash, progsize=256)
disk = vfs.VfsLfs2(flash, progsize=256, mtime=False)
def copied(folder):
    if folder:
        disk.mkdir(folder)
    for name, kind, *_ in sorted(os.ilistdir(source + folder)):
        path = folder + "/" + name
        if kind == 0x4000:
            copied(path)
        else:
            with open(source + path, "rb") as one, disk.open(path, "wb") as other:
                other.write(one.read())
copied("")
disk.umount()
with open(target, "wb") as made:
    made.write(flash.data)
"""
"""As MicroPython for the Pico makes it, in `ports/rp2/modules/_boot.py`, and without the time of writing."""
RUN = "import sys; from micropython_unix import run_main; sys.exit(run_main(sys.argv[1:]))"


def littlefs(files: Mapping[str, Path], size: int) -> bytes:
    """A file system of this size that holds these files. Raises RuntimeError if it cannot be made."""
    with tempfile.TemporaryDirectory(prefix="gm-appliance-") as folder:
        source, program, target = (Path(folder, name) for name in ("files", "format.py", "made"))
        for name, path in files.items():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes(path.read_bytes())
        program.write_text(FORMAT, "utf-8")
        words = ["micropython", "-X", "heapsize=16M", *map(str, (program, size, source, target))]
        done = subprocess.run([sys.executable, "-c", RUN, *words], capture_output=True, timeout=SECONDS)
        if done.returncode or not target.is_file():
            raise RuntimeError(f"MicroPython for PCs makes no file system: {done.stderr.decode().strip()}")
        return target.read_bytes()


def pages(image: bytes, start: int) -> Iterator[tuple[int, bytes]]:
    """The addresses and bytes of the sectors in use. The others may hold anything."""
    for at in range(0, len(image), SECTOR):
        if image[at : at + SECTOR].strip(ERASED):
            for page in range(at, at + SECTOR, PAGE):
                yield start + page, image[page : page + PAGE]


def blocks(written: Mapping[int, bytes], family: int) -> bytes:
    """A UF2 file of pages by their addresses."""
    made = []
    for number, (address, data) in enumerate(sorted(written.items())):
        head = HEAD.pack(*MAGIC[:2], HAS_FAMILY, address, len(data), number, len(written), family)
        made.append((head + data).ljust(BLOCK - 4, b"\0") + MAGIC[2].to_bytes(4, "little"))
    return b"".join(made)


def taken(uf2: bytes, pico: Pico) -> tuple[bytes, dict[int, bytes]]:
    """Of MicroPython's UF2 file: the blocks for other families, and its pages for this Pico, by address.

    Raises ValueError if it is not MicroPython for it, is too old, or takes the room of the files.
    """
    others, found = [], dict[int, bytes]()
    for at in range(0, len(uf2), BLOCK):
        block = uf2[at : at + BLOCK]
        first, second, _flags, address, size, _number, _many, family = HEAD.unpack_from(block)
        if (first, second, block[-4:]) != (*MAGIC[:2], MAGIC[2].to_bytes(4, "little")):
            raise ValueError("this is not a UF2 file")
        if family == pico.family:
            found[address] = block[HEAD.size : HEAD.size + size]
        else:
            others.append(block)
    program = b"".join(data for _, data in sorted(found.items()))
    version = re.search(rb"MicroPython v(\d+)\.(\d+)\D", program)
    if version is None or pico.machine.encode() + b"\0" not in program:
        raise ValueError(f"this is not MicroPython for {pico.machine}")
    if (int(version[1]), int(version[2])) < OLDEST:
        raise ValueError("the scan needs MicroPython {}.{} or later".format(*OLDEST))
    if max(found) >= pico.start:
        raise ValueError("MicroPython takes the room of the files")
    return b"".join(others), found


def uf2(pico: Pico, image: bytes, micropython: bytes = b"") -> bytes:
    """The file to drag: the file system, with MicroPython if its own file is given."""
    others, found = taken(micropython, pico) if micropython else (b"", {})
    return others + blocks({**found, **dict(pages(image, pico.start))}, pico.family)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--micropython", type=Path, metavar="FOLDER", help="MicroPython's own UF2 files")
    given = parser.parse_args().micropython
    DIST.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="gm-appliance-") as folder:
        files = compiled(firmware_files(), Path(folder))
        for pico in PICOS:
            micropython = b""
            if given:
                (file,) = given.glob(f"{pico.micropython}-*.uf2")
                micropython = file.read_bytes()
            made = DIST / f"hub-{pico.name}.uf2"
            made.write_bytes(uf2(pico, littlefs(files, pico.storage), micropython))
            print(made)


if __name__ == "__main__":
    main()
