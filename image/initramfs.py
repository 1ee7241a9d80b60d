"""The initramfs: busybox, `init`, and the modules that a card needs on every supported Pi.

A driver is taken if it is for something in a device tree, and in a folder of drivers for the card's
controller, its clocks and regulators, or the display's bus.
"""

from __future__ import annotations

import gzip
import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

BOARDS = (
    *("bcm2837-rpi-3-a-plus", "bcm2837-rpi-3-b", "bcm2837-rpi-3-b-plus", "bcm2837-rpi-zero-2-w"),
    *("bcm2711-rpi-4-b", "bcm2711-rpi-400"),
)
FIRST = "bcm2835_wdt"
"""Without it a Pi cannot restart, neither after a panic, nor on request, nor if it hangs."""

NEEDED = (
    *(FIRST, "crc32c_generic", "mmc_block", "ext4", "vfat", "nls_ascii", "nls_cp437"),
    *("loop", "squashfs", "i2c_dev"),
)
"""Needed regardless of device trees; file systems use checksums and charsets without depending on them."""

BESIDE = (
    *("clk", "dma", "firmware", "gpio", "i2c", "mailbox", "mmc", "pinctrl", "pmdomain"),
    *("regulator", "reset", "soc"),
)
"""The folders of drivers/ needed to read the card, and for the display's bus."""

COMPATIBLE = re.compile(rb"[a-z0-9,.-]+(?=\0)")


def trees(root: Path) -> list[Path]:
    """The device trees of all boards. Raises FileNotFoundError."""
    folder = next(root.glob("usr/lib/linux-image-*/broadcom"))
    return [folder / f"{board}.dtb" for board in BOARDS]


def modules(root: Path, kernel: str) -> list[str]:
    """The modules as paths below the root: FIRST, then each after those it needs.

    Raises FileNotFoundError if the kernel has no FIRST.
    """
    folder = root / "lib/modules" / kernel
    wanted = {name for tree in trees(root) for name in COMPATIBLE.findall(tree.read_bytes())}
    names = {*NEEDED, *_drivers((folder / "modules.alias").read_text(), {one.decode() for one in wanted})}
    needs = dict(line.split(":") for line in (folder / "modules.dep").read_text().splitlines())
    places = {Path(path).name.split(".")[0].replace("-", "_"): path for path in needs}
    if FIRST not in places:
        raise FileNotFoundError(f"{folder}: no {FIRST}, without which no Pi restarts")
    found: dict[str, None] = {}
    for name in sorted(names, key=lambda name: (name != FIRST, name)):
        path = places.get(name, "")
        # A missing module is built into the kernel.
        if path and (name in NEEDED or path.split("/")[1:3] in [["drivers", one] for one in BESIDE]):
            found |= dict.fromkeys([*reversed(needs[path].split()), path])
    return [f"lib/modules/{kernel}/{one}" for one in found]


def _drivers(aliases: str, wanted: set[str]) -> Iterator[str]:
    for line in aliases.splitlines():
        if line.startswith("alias of:N*T*C"):
            _, pattern, name = line.split()
            if wanted & {pattern.removeprefix("of:N*T*C").removesuffix("C*")}:
                yield name.replace("-", "_")


def archive(root: Path, kernel: str, init: Path) -> bytes:
    """The initramfs of this kernel."""
    taken = modules(root, kernel)
    files = {f"/{one}": (root / one).read_bytes() for one in taken}
    files["/init"] = init.read_bytes()
    files["/bin/busybox"] = (root / "bin/busybox").read_bytes()
    files["/modules"] = "".join(f"{one}\n" for one in taken).encode()
    return packed(files)


def packed(files: Mapping[str, bytes]) -> bytes:
    """An archive for the kernel; the same files give the same bytes."""
    folders = {str(up) for name in files for up in Path(name).parents}
    folders |= {"/proc", "/sys", "/dev", "/slot", "/root"}
    made = io.BytesIO()
    for number, name in enumerate(sorted(folders - {"/"}), 1):
        made.write(_entry(number, 0o040755, name[1:], b""))
    for number, (name, content) in enumerate(sorted(files.items()), 1000):
        made.write(_entry(number, 0o100755, name[1:], content))
    made.write(_entry(0, 0, "TRAILER!!!", b""))
    return gzip.compress(made.getvalue(), 9, mtime=0)


def _entry(number: int, mode: int, name: str, content: bytes) -> bytes:
    """One file in the `newc` format of cpio."""
    fields = (number, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(name) + 1, 0)
    head = b"070701" + b"".join(b"%08X" % one for one in fields) + name.encode() + b"\0"
    return head + bytes(-len(head) % 4) + content + bytes(-len(content) % 4)
