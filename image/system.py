"""The system of a slot: a minimal Debian with a kernel, and the release.

Debian is made once and kept; the release's own installer installs it into a copy.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import stat
import struct
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Mapping
from pathlib import Path

from image import initramfs, layout

HERE = Path(__file__).parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gm-appliance"
SUITE = "bookworm"
PACKAGES = (
    *("systemd", "systemd-sysv", "dbus", "udev", "kmod", "procps", "python3", "python3-venv"),
    *("python3-evdev", "espeak-ng", "alsa-utils", "e2fsprogs", "fdisk", "rauc", "rauc-service"),
    *("flite", "libttspico-utils"),
    *("linux-image-arm64", "raspi-firmware", "u-boot-rpi", "busybox-static"),
)
COMPONENTS = "main,non-free,non-free-firmware"  # Pico is in non-free, and may be passed on
UNREAD = ("doc", "man", "info", "locale", "lintian")
"""Folders of /usr/share that are left out, but for LICENCES."""

LICENCES = "/usr/share/doc/*/copyright"

EPOCH = "1700000000"
"""The newest time of Debian's files in the archive, before any release of the card."""

INSIDE = {"DEBIAN_FRONTEND": "noninteractive", "INITRD": "No", "LC_ALL": "C.UTF-8"}

MASKED = """
    getty@.service serial-getty@.service console-getty.service getty.target systemd-logind.service
    e2scrub_reap.service e2scrub_all.timer fstrim.timer apt-daily.timer apt-daily-upgrade.timer
    dpkg-db-backup.timer systemd-random-seed.service systemd-journal-flush.service
    systemd-journal-catalog-update.service systemd-update-utmp.service systemd-machine-id-commit.service
    systemd-update-utmp-runlevel.service systemd-update-done.service ldconfig.service
    systemd-hwdb-update.service systemd-sysusers.service systemd-firstboot.service systemd-pstore.service
    systemd-binfmt.service systemd-tmpfiles-clean.timer alsa-state.service systemd-remount-fs.service
    rauc-mark-good.service systemd-pcrphase.service systemd-pcrphase-sysinit.service
    systemd-boot-system-token.service systemd-networkd.service dev-hugepages.mount dev-mqueue.mount
    sys-kernel-debug.mount sys-kernel-tracing.mount systemd-ask-password-console.path
    systemd-ask-password-wall.path systemd-user-sessions.service
    sys-fs-fuse-connections.mount sys-kernel-config.mount proc-sys-fs-binfmt_misc.automount
    kmod-static-nodes.service systemd-tmpfiles-setup-dev.service systemd-modules-load.service
    systemd-repart.service
"""
"""Units that a read-only box without logins and network does not need, and that slow its start."""

MODULES = """
    net drivers/net drivers/infiniband drivers/ata drivers/nvme drivers/crypto drivers/iio
    drivers/hwmon/[!r]* drivers/isdn drivers/target drivers/mtd drivers/bluetooth drivers/gpu/drm/amd
    drivers/gpu/drm/nouveau drivers/gpu/drm/radeon drivers/media/[!cmr]* drivers/xen fs/btrfs fs/xfs fs/ocfs2
    fs/ceph fs/nfs fs/nfsd fs/smb fs/cifs fs/gfs2 fs/f2fs fs/ubifs fs/jfs fs/reiserfs fs/dlm fs/orangefs
    fs/afs fs/9p fs/bcachefs
"""
"""Kernel modules that are left out, for hardware that no box has; DRIVER in hwmon is kept."""

DRIVER = "raspberrypi-hwmon"
"""Reports undervoltage, the most common fault of a Pi. Debian does not build it for ARM."""

COMPILER = ("base-files", "coreutils", "dash", "findutils", "grep", "make", "mawk", "sed", "tar", "xz-utils")
"""The packages needed to compile a module, besides the kernel's headers, which depend on the compiler."""

SIGNED = b"~Module signature appended~\n"
SIGNATURE = struct.Struct(">8xI")
"""Precedes SIGNED: eight bytes, and the length of the signature before them."""

PARTS = f"""
    snd-bcm2835 snd-usb-audio vc4 i2c-bcm2835 i2c-dev cdc-acm usbhid usb-storage uas sd_mod exfat vfat
    nls_ascii nls_utf8 dwc2 xhci-pci loop dm-verity squashfs bcm2835_wdt bcm2835_thermal bcm2711_thermal
    {DRIVER}
"""
"""Modules for hardware that a box may have, and for updates. HDMI and USB sound need some of media's."""

GONE = """
    boot/firmware usr/lib/u-boot usr/lib/raspi-firmware etc/machine-id etc/hostname etc/resolv.conf
    etc/passwd- etc/group- etc/shadow- etc/gshadow- etc/.pwd.lock etc/subuid- etc/subgid-
    usr/share/initramfs-tools usr/lib/linux-image-* etc/apt etc/cron.* dev/* proc/* sys/*
    usr/lib/aarch64-linux-gnu/perl usr/share/perl* usr/lib/udev/hwdb* usr/share/python-wheels
    usr/lib/systemd/system-generators/* usr/lib/systemd/system/multi-user.target.wants/dbus.service
"""


class NotMade(RuntimeError):
    """The card could not be made; the message says why."""


def run(*command: str | Path, env: Mapping[str, str] | None = None) -> str:
    """The output of a command. Raises NotMade with its end."""
    done = subprocess.run(
        [str(word) for word in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env={**os.environ, **(env or {})},
    )
    if done.returncode != 0:
        raise NotMade(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout[-2000:]}")
    return done.stdout


def within(root: Path, *command: str) -> str:
    """Run a command in this root, without a network. Raises NotMade."""
    inside = 'mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" && exec chroot "$0" "$@"'
    return run("unshare", "--mount", "--net", "sh", "-c", inside, root, *command, env=INSIDE)


def debian(mirror: str) -> Path:
    """An unused Debian as an archive, made the first time. Raises NotMade."""
    recipe = hashlib.sha256(
        repr((SUITE, mirror, PACKAGES, COMPONENTS, UNREAD, LICENCES, DRIVER, COMPILER)).encode()
    ).hexdigest()[:8]
    made = CACHE / f"card-{SUITE}-{recipe}.tar"
    if not made.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        half = made.with_suffix(".half.tar")
        without = [f"--dpkgopt=path-exclude=/usr/share/{folder}/*" for folder in UNREAD]
        without.append(f"--dpkgopt=path-include={LICENCES}")
        make = [
            "mmdebstrap",
            "--arch=arm64",
            "--variant=minbase",
            "--mode=root",
            f"--include={','.join(PACKAGES)}",
        ]
        make += [f"--components={COMPONENTS}", "--dpkgopt=force-unsafe-io", *without]
        run(*make, SUITE, half, mirror, env={**INSIDE, "SOURCE_DATE_EPOCH": EPOCH})
        add_driver(half, mirror)
        half.rename(made)
    return made


def add_driver(archive: Path, mirror: str) -> None:
    """Add DRIVER, compiled from the source of Debian's kernel. Raises NotMade and OSError."""
    found = re.search(r"boot/vmlinuz-((\d+\.\d+)\S*)", run("tar", "--list", "-f", archive))
    if found is None:
        raise NotMade(f"{archive} has no kernel.")
    kernel, source = found[1], f"linux-source-{found[2]}"
    with tempfile.TemporaryDirectory(dir=archive.parent) as folder:
        root = Path(folder, "root")
        wanted = f"--include={','.join((*COMPILER, source, f'linux-headers-{kernel}'))}"
        run("mmdebstrap", "--arch=arm64", "--variant=extract", "--mode=root", wanted, SUITE, root, mirror)
        (root / "usr/bin/awk").symlink_to("mawk")
        built = root / "driver"
        built.mkdir()
        (built / "Makefile").write_text(f"obj-m := {DRIVER}.o\n")
        unpack = ("tar", "--extract", "--strip-components=3", "-f", root / f"usr/src/{source}.tar.xz")
        run(*unpack, "-C", built, f"{source}/drivers/hwmon/{DRIVER}.c")
        within(root, "make", "-C", f"/lib/modules/{kernel}/build", "M=/driver", "modules")
        within(root, "strip", "--strip-debug", f"/driver/{DRIVER}.ko")
        module = Path(folder, f"usr/lib/modules/{kernel}/kernel/drivers/hwmon/{DRIVER}.ko")
        module.parent.mkdir(parents=True)
        shutil.copyfile(built / module.name, module)
        as_debians = ("--owner=0", "--group=0", "--mode=0644", f"--mtime=@{EPOCH}")
        run("tar", "--append", "-f", archive, *as_debians, "-C", folder, f"./{module.relative_to(folder)}")


def system(folder: Path, archive: Path, bundle: Path, rauc: Mapping[str, str], epoch: int) -> Path:
    """Make the system in `folder`, with the files of its slot, ``slot``, and of the boot partition, ``boot``.

    bundle: of `make bundle`. rauc: RAUC's files that differ by release, by name. Raises NotMade and OSError.
    """
    root = folder / "system"
    root.mkdir()
    run("tar", "--extract", "--numeric-owner", "--xattrs", "--xattrs-include=*", "-f", archive, "-C", root)
    install(root, bundle)
    settle(root, rauc)
    boots(root, folder / "slot")
    take_firmware(root, folder / "boot")
    normalise(root, epoch)
    return root


def install(root: Path, bundle: Path) -> None:
    """Install the release by its own installer; systemctl only pretends to start services."""
    fetched = root / "tmp/lgpio"
    only = ("--only-binary=:all:", "--python-version", "3.11", "--platform", "manylinux_2_34_aarch64")
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes", *only)
    run(*pip, "--dest", fetched, "--requirement", HERE / "lgpio.txt")
    (wheel,) = fetched.glob("lgpio-*.whl")
    shutil.unpack_archive(wheel, root / "usr/lib/python3/dist-packages", "zip")
    shutil.rmtree(fetched)
    release = root / "root/release"
    release.mkdir()
    run("tar", "--extract", "--strip-components=1", "-f", bundle, "-C", release)
    within(root, "env", "SYSTEMD_OFFLINE=1", "sh", "/root/release/install.sh")
    shutil.rmtree(release)
    compiled = "rm -rf $(find /opt -name __pycache__); cd / && /usr/bin/python3 -m compileall -q"
    within(root, "sh", "-c", f"{compiled} --invalidation-mode unchecked-hash /opt/gm-appliance")


def settle(root: Path, rauc: Mapping[str, str]) -> None:
    """Make it the system of a slot: read-only, without logins, and quick to start."""
    kernel = next((root / "lib/modules").iterdir())
    within(root, "depmod", kernel.name)
    thin(kernel)
    for module in kernel.rglob("*.ko"):
        unsign(module)
    within(root, "depmod", kernel.name)
    run("cp", "--recursive", "--no-preserve=ownership", f"{HERE}/root/.", root)
    (root / "etc/rauc").mkdir(exist_ok=True)
    for name, content in {**rauc, "system.conf": rauc_settings()}.items():
        (root / "etc/rauc" / name).write_text(content)
    (root / "etc/fstab").write_text("# image/init has mounted all there is.\n")
    for unit in MASKED.split():
        link = root / "etc/systemd/system" / unit
        link.unlink(missing_ok=True)
        link.symlink_to("/dev/null")
    within(root, "systemctl", "--quiet", "enable", "gm-appliance-prompt.service")
    within(root, "systemctl", "--quiet", "set-default", "multi-user.target")
    within(root, "usermod", "--lock", "--shell", "/usr/sbin/nologin", "root")
    unprivilege(root)


def thin(kernel: Path) -> None:
    """Leave out MODULES. Raises NotMade if PARTS, or what they need, are missing then."""
    needs = dict(line.split(":") for line in (kernel / "modules.dep").read_text().splitlines())
    for path in [path for pattern in MODULES.split() for path in kernel.glob(f"kernel/{pattern}")]:
        remove(path)
    whole = {
        Path(path).stem
        for path in needs
        if all((kernel / one).exists() for one in (path, *needs[path].split()))
    }
    if lost := set(PARTS.split()) - whole:
        raise NotMade(f"Left out, or without what they need: {', '.join(sorted(lost))}; see MODULES.")


def unprivilege(root: Path) -> None:
    """Remove setuid and setgid bits, as nobody logs in on a card."""
    for path in root.rglob("*"):
        mode = path.lstat().st_mode
        if stat.S_ISREG(mode) and mode & (stat.S_ISUID | stat.S_ISGID):
            path.chmod(stat.S_IMODE(mode) & ~(stat.S_ISUID | stat.S_ISGID))


def unsign(module: Path) -> None:
    """Remove a module's signature, which is optional and slow to check."""
    content = module.read_bytes()
    if content.endswith(SIGNED):
        end = len(content) - len(SIGNED) - SIGNATURE.size
        module.write_bytes(content[: end - SIGNATURE.unpack_from(content, end)[0]])


def rauc_settings() -> str:
    """RAUC's settings: the two slots, and the program that chooses which one starts."""
    slots = "".join(
        f"\n[slot.system.{number}]\ndevice=/dev/disk/by-partuuid/{layout.uuid(part)}\ntype=raw\nbootname={name}\n"
        for number, (name, part) in enumerate((("A", layout.A), ("B", layout.B)))
    )
    return (
        "[system]\ncompatible=gm-appliance-pi\nbootloader=custom\nbundle-formats=verity\n"
        "statusfile=/run/rauc.status\nmountprefix=/run/rauc\n\n"
        "[handlers]\nbootloader-custom-backend=/usr/lib/gm-appliance/card\n\n"
        # A Pi's clock stops without power, so a signature is checked as of the day it was made.
        "[keyring]\npath=/etc/rauc/keyring.pem\nuse-bundle-signing-time=true\n" + slots
    )


def boots(root: Path, slot: Path) -> None:
    """Put the kernel and its initramfs into the slot's folder, under the names in the boot script."""
    (slot / "boot").mkdir(parents=True)
    (kernel,) = (root / "boot").glob("vmlinuz-*")
    version = kernel.name.removeprefix("vmlinuz-")
    (slot / "boot/initrd.img").write_bytes(initramfs.archive(root, version, HERE / "init"))
    # U-Boot reads a card slowly.
    run("lz4", "-9", "--rm", "-q", kernel, slot / "boot/vmlinuz.lz4")
    (slot / "boot/sums").write_bytes(sums(slot / "boot"))
    for name in (f"System.map-{version}", f"config-{version}"):
        (root / "boot" / name).unlink(missing_ok=True)


def sums(folder: Path) -> bytes:
    """The CRC-32s of initramfs and kernel, which the boot script checks before it starts them."""
    parts = (zlib.crc32((folder / name).read_bytes()) for name in ("initrd.img", "vmlinuz.lz4"))
    return b"".join(part.to_bytes(4, "little") for part in parts)


def take_firmware(root: Path, folder: Path) -> None:
    """Copy the boot partition's files from Debian: the Pi's firmware, U-Boot, device trees."""
    folder.mkdir()
    for name in ("bootcode.bin", "start.elf", "fixup.dat", "start4.elf", "fixup4.dat"):
        shutil.copy(root / "usr/lib/raspi-firmware" / name, folder)
    shutil.copy(root / "usr/lib/u-boot/rpi_arm64/u-boot.bin", folder)
    for tree in initramfs.trees(root):
        shutil.copy(tree, folder)


def remove(path: Path) -> None:
    """Remove a file, a link, or a folder with its content."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()


def normalise(root: Path, epoch: int) -> None:
    """Remove what depends on when or where it was made."""
    for folder in ("tmp", "run", "var"):
        for one in (root / folder).iterdir():
            remove(one)
    for path in [path for pattern in GONE.split() for path in root.glob(pattern)]:
        remove(path)
    (root / "boot/firmware").mkdir()
    (root / "etc/machine-id").write_text("")
    (root / "etc/hostname").write_text("gm-appliance\n")
    for path in sorted(root.rglob("*")):
        # Debian's files are older; the others have the time of a checkout or of this build.
        if path.lstat().st_mtime > int(EPOCH):
            os.utime(path, (epoch, epoch), follow_symlinks=False)
    os.utime(root, (epoch, epoch))
