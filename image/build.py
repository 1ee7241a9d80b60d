"""Makes the card and the update of this release.

    make image          writes dist/gm-appliance-VERSION.img.xz and dist/gm-appliance-VERSION.raucb, and for
                        `make release` what of Debian is in both, dist/gm-appliance-VERSION.debian.tar

It needs root on Debian, the network, the packages in TOOLS, and the key that signs updates, which
`make signing-key` makes once. docs/developers/image.md says more.

    KEYS     the folder of that key; see image/signing.py
    MIRROR   where Debian comes from; with a snapshot's address, the same Debian is made at any time
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from gm_appliance.install.releases import name_of
from gm_appliance.install.slots import PLACES, SECTOR, Slots, written
from image import filesystems, layout
from image.contents import contents
from image.signing import Keys, keys
from image.system import HERE, NotMade, debian, run, system

ROOT = HERE.parent
MIRROR = "http://deb.debian.org/debian"
TOOLS = {
    "mmdebstrap": "mmdebstrap",
    "arch-test": "arch-test",
    "qemu-aarch64-static": "qemu-user-static",
    "update-binfmts": "binfmt-support",
    "mke2fs": "e2fsprogs",
    "mkfs.fat": "dosfstools",
    "mcopy": "mtools",
    "mkimage": "u-boot-tools",
    "mkenvimage": "u-boot-tools",
    "lz4": "lz4",
    "rauc": "rauc",
    "mksquashfs": "squashfs-tools",
    "openssl": "openssl",
    "xz": "xz-utils",
}
BINFMT = Path("/proc/sys/fs/binfmt_misc")
ENVIRONMENT = 0x4000
"""Bytes of U-Boot's environment in Debian's build."""


def need() -> None:
    """Raises NotMade if something needed is missing."""
    if os.geteuid() != 0:
        raise NotMade("Making a card needs root.")
    missing = sorted({package for tool, package in TOOLS.items() if shutil.which(tool) is None})
    if missing:
        raise NotMade(f"Missing; get it with: apt install {' '.join(missing)}")
    if not (BINFMT / "register").exists():
        run("mount", "-t", "binfmt_misc", "binfmt_misc", BINFMT)
    if not (BINFMT / "qemu-aarch64").exists():
        run("update-binfmts", "--enable", "qemu-aarch64")


def release(folder: Path, epoch: int) -> Path:
    """The bundle of `make bundle`."""
    env = {"PYTHONPATH": str(ROOT), "SOURCE_DATE_EPOCH": str(epoch)}
    said = run(sys.executable, ROOT / "requirements/bundle.py", env=env)
    *_warnings, last = said.splitlines()
    return Path(shutil.copy(ROOT / last.split(":")[0], folder))


def boot_partition(folder: Path, epoch: int) -> Path:
    """The boot partition: Debian's files, the settings, a text, and our boot script."""
    files = folder / "boot"
    for name in ("config.txt", "READ-ME.txt"):
        shutil.copy(HERE / "boot" / name, files)
    shutil.copy(ROOT / "config/gm-appliance.toml", files)
    date = {"SOURCE_DATE_EPOCH": str(epoch)}
    script = ("-A", "arm64", "-O", "linux", "-T", "script", "-C", "none", "-n", "gm-appliance")
    run("mkimage", *script, "-d", HERE / "boot.cmd", files / "boot.scr", env=date)
    run("mkenvimage", "-s", hex(ENVIRONMENT), "-o", files / "uboot.env", HERE / "boot/uboot.env.txt")
    made = folder / "boot.fat"
    filesystems.boot(files, made, layout.BOOT.sectors, epoch)
    return made


def card(to: Path, boot: Path, first: Path, games: Path) -> None:
    """Put everything in its place; the second system is made at the first start."""
    with to.open("wb") as file:
        file.truncate(layout.GAMES.end * SECTOR)
        file.write(layout.table())
        file.seek(PLACES[0] * SECTOR)
        file.write(written(Slots(seq=1)))
        for partition, content in ((layout.BOOT, boot), (layout.A, first), (layout.GAMES, games)):
            file.seek(partition.start * SECTOR)
            with content.open("rb") as part:
                shutil.copyfileobj(part, file, 2**20)


def manifest(version: str, epoch: int) -> str:
    """The manifest of an update, which a box compares with that of its running system.

    version: of `name_of`. epoch: the time of the commit, which orders builds of one version.
    """
    made = datetime.fromtimestamp(epoch, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return (
        f"[update]\ncompatible=gm-appliance-pi\nversion={version}\nbuild={made}\n\n[bundle]\nformat=verity\n\n"
        "[image.system]\nfilename=system.img\n"
    )


def update(to: Path, first: Path, told: str, signing: Keys, folder: Path) -> None:
    """The bundle that RAUC writes over the other slot. told: its manifest."""
    content = folder / "update"
    content.mkdir()
    os.link(first, content / "system.img")
    (content / "manifest.raucm").write_text(told)
    to.unlink(missing_ok=True)
    pack = "--mksquashfs-args=-comp zstd -Xcompression-level 9 -processors 2"
    run("rauc", "bundle", pack, f"--key={signing.key}", f"--cert={signing.certificate}", content, to)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--plain", action="store_true", help="write the card alone, unpacked")
    parser.add_argument("--to", type=Path, default=ROOT / "dist", help="where to; by default dist")
    options = parser.parse_args()
    try:
        made = make(options.to, plain=options.plain)
    except (NotMade, OSError, subprocess.CalledProcessError) as error:
        print(error, file=sys.stderr)
        return 1
    for file in made:
        print(f"{file}: {file.stat().st_size / 1e6:.0f} MB")
    return 0


def make(to: Path, *, plain: bool = False) -> list[Path]:
    """Make the files in the folder `to`. plain: only the card, unpacked. Raises NotMade and OSError."""
    need()
    version = name_of(ROOT)
    signing = keys()
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH") or run("git", "-C", ROOT, "log", "-1", "--format=%ct"))
    told = manifest(version, epoch)
    to.mkdir(parents=True, exist_ok=True)
    name = to / f"gm-appliance-{version}"
    with tempfile.TemporaryDirectory(dir=to, prefix="making-") as scratch:
        folder = Path(scratch)
        archive = debian(os.environ.get("MIRROR") or MIRROR)
        rauc = {"keyring.pem": signing.keyring, "running.raucm": told}
        root = system(folder, archive, release(folder, epoch), rauc, epoch)
        first, games = folder / "system.img", folder / "games.img"
        boot = boot_partition(folder, epoch)
        filesystems.squashed(root, folder / "slot/system.squashfs", epoch)
        filesystems.read_only(folder / "slot", first, layout.A.sectors * SECTOR, epoch, version)
        filesystems.games(games, layout.GAMES.sectors * SECTOR, epoch)
        image = name.with_name(f"{name.name}.img")
        card(image, boot, first, games)
        if plain:
            return [image]
        bundle = name.with_name(f"{name.name}.raucb")
        update(bundle, first, told, signing, folder)
        debians = contents(archive, name.with_name(f"{name.name}.debian.tar"), epoch)
    # In blocks, as otherwise the result depends on the number of processors.
    run("xz", "--force", "--threads=2", "--block-size=32MiB", image)
    return [image.with_name(f"{image.name}.xz"), bundle, debians]


if __name__ == "__main__":
    sys.exit(main())
