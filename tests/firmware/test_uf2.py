"""The files to drag onto a Pico: read as its boot program does, they hold the firmware where MicroPython
looks for it, and the hub runs from them."""

from __future__ import annotations

import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from gm_appliance.devices.pads.flashing import compiled, firmware_files
from hardware import uf2
from tests.benches.firmware_hub import FirmwareHub

pytestmark = [pytest.mark.process, pytest.mark.usefixtures("micropython")]

FAMILIES = {"pico": 0xE48BFF56, "pico-2": 0xE48BFF59}
# Where MicroPython's files begin and how many bytes they have, from its `ports/rp2/boards`.
FILES = {
    "pico": (0x100A0000, 1408 * 1024),
    "pico-2": (0x10100000, 3072 * 1024),
}
READ = """
import os, sys, vfs
class Flash:
    def __init__(self, name):
        self.file = open(name, "rb")
        self.blocks = self.file.seek(0, 2) // 4096
    def readblocks(self, block, to, at=0):
        self.file.seek(4096 * block + at)
        self.file.readinto(to)
    def ioctl(self, what, block):
        return {4: self.blocks, 5: 4096}.get(what, 0)
disk = vfs.VfsLfs2(Flash(sys.argv[1]), progsize=256)
for folder in ("", "firmware/"):
    for name, kind, *_ in disk.ilistdir("/" + folder):
        if kind == 0x8000:
            with disk.open("/" + folder + name, "rb") as one:
                with open(sys.argv[2] + "/" + folder + name, "wb") as copy:
                    copy.write(one.read())
"""


def boot_rom(file: bytes, family: int) -> dict[int, bytes]:
    """What the Pico's boot program writes, by address. Raises ValueError where it would wait for more, or
    erase what it does not write."""
    found: dict[int, bytes] = {}
    told = set()
    for at in range(0, len(file), 512):
        *magic, flags, address, size, number, many, kind = struct.unpack_from("<8I", file, at)
        if magic != [0x0A324655, 0x9E5D5157] or file[at + 508 : at + 512] != b"\x30\x6f\xb1\x0a":
            raise ValueError(f"block {at // 512} is not UF2")
        if flags == 0x2000 and kind == family and size == 256 and address % 256 == 0:
            found[address] = file[at + 32 : at + 288]
            told.add((number, many))
    if told != {(number, len(found)) for number in range(len(found))}:
        raise ValueError("blocks are missing, or counted wrong")
    of_files = {address for address in found if address >= 0x100A0000}
    if len({address // 4096 for address in of_files}) * 16 != len(of_files):
        raise ValueError("half a sector of a file")
    return found


def files_of(pages: dict[int, bytes], name: str, folder: Path) -> dict[str, Path]:
    """The files MicroPython finds on a Pico whose flash held something else before."""
    start, size = FILES[name]
    flash = bytearray(b"\xa5" * size)
    for address, data in pages.items():
        if address >= start:
            flash[address - start : address - start + len(data)] = data
    (folder / "flash").write_bytes(flash)
    (folder / "read.py").write_text(READ, "utf-8")
    (folder / "read" / "firmware").mkdir(parents=True)
    words = ["micropython", *(str(folder / name) for name in ("read.py", "flash", "read"))]
    subprocess.run([sys.executable, "-c", uf2.RUN, *words], check=True, timeout=60)
    paths = (path for path in (folder / "read").rglob("*") if path.is_file())
    return {path.relative_to(folder / "read").as_posix(): path for path in paths}


@pytest.mark.long
def test_the_hub_runs_from_the_file_of_each_kind(tmp_path: Path) -> None:
    right = compiled(firmware_files(), tmp_path)
    for pico in uf2.PICOS:
        made = uf2.uf2(pico, uf2.littlefs(right, pico.storage))
        assert uf2.uf2(pico, uf2.littlefs(right, pico.storage)) == made, "the same firmware made other bytes"
        (tmp_path / pico.name).mkdir()
        files = files_of(boot_rom(made, FAMILIES[pico.name]), pico.name, tmp_path / pico.name)
        assert {name: path.read_bytes() for name, path in files.items()} == {
            name: path.read_bytes() for name, path in right.items()
        }
    with FirmwareHub(files=files) as hub:
        assert hub.boots == 1


def test_the_micropython_that_is_fetched_is_for_each_kind_and_not_too_old() -> None:
    lines = Path(uf2.__file__).with_name("micropython.txt").read_text().splitlines()
    for pico, line in zip(uf2.PICOS, lines, strict=True):
        told = re.fullmatch(rf"[0-9a-f]{{64}}  {pico.micropython}-\d{{8}}-v(\d+)\.(\d+)\.\d+\.uf2", line)
        assert told
        assert (int(told[1]), int(told[2])) >= uf2.OLDEST


def micropython(banner: str, machine: str, size: int = 300_000, family: int = uf2.RP2040) -> bytes:
    """A file as MicroPython's own, but for the program."""
    program = f"{banner} on 2026-04-06\0; {machine}\0".encode().ljust(size, b"\x01")
    pages = {uf2.XIP + at: program[at : at + 256].ljust(256, b"\xff") for at in range(0, size, 256)}
    return uf2.blocks(pages, family)


PICO = uf2.PICOS[0]
IMAGE = b"\x02" * 4096 + b"\xff" * (PICO.storage - 4096)


def test_micropython_and_the_firmware_go_into_one_file() -> None:
    other = uf2.blocks({0x10FFFF00: b"\x03" * 256}, 0xE48BFF57)
    made = uf2.uf2(PICO, IMAGE, other + micropython("MicroPython v1.28.0", PICO.machine))
    pages = boot_rom(made, PICO.family)
    assert made.startswith(other), "a block for another kind of Pico stays as it is"
    assert pages[uf2.XIP].startswith(b"MicroPython v1.28.0")
    assert pages[FILES["pico"][0]] == b"\x02" * 256


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (micropython("MicroPython v1.25.0", PICO.machine), "1.26 or later"),
        (
            micropython("MicroPython v1.28.0", uf2.PICOS[1].machine),
            "not MicroPython for Raspberry Pi Pico with",
        ),
        (micropython("CircuitPython 9.0.0", PICO.machine), "not MicroPython"),
        (micropython("MicroPython v1.28.0", PICO.machine, family=uf2.RP2350), "not MicroPython"),
        (micropython("MicroPython v1.28.0", PICO.machine, size=700_000), "room of the files"),
        (b"x" * 512, "not a UF2 file"),
    ],
)
def test_what_is_not_micropython_for_this_pico_is_refused(given: bytes, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        uf2.uf2(PICO, IMAGE, given)


def test_a_file_that_the_boot_program_would_not_take_is_found() -> None:
    right = uf2.uf2(PICO, IMAGE)
    for wrong, told in (
        (right[:-512], "missing"),
        (right[:20] + b"\x09" + right[21:], "counted wrong"),
        (b"\0" + right[1:], "not UF2"),
        (uf2.blocks({PICO.start: b"\x02" * 256}, PICO.family), "half a sector of a file"),
    ):
        with pytest.raises(ValueError, match=told):
            boot_rom(wrong, PICO.family)
