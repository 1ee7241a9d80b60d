"""Root file systems for emulated machines: Debian with a kernel, and modules that Debian leaves out.

They are made once, which needs the network, and copied for each run. The installer of this checkout's release
installs it into the copy.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from tests.system import container
from tests.system.container import CACHE, SUITE, NotHere, bundle, unpack

PARTS = Path(__file__).with_name("parts")
MIRROR = "http://deb.debian.org/debian"
PACKAGES = (
    *("systemd", "systemd-sysv", "dbus", "udev", "kmod", "procps", "lz4", "python3"),
    *("python3-venv", "python3-evdev", "espeak-ng", "alsa-utils"),
)
INITRD = ("virtio_pci", "virtio_blk", "ext4", "bcm2835", "sdhci_iproc", "mmc_block")
"""Modules needed to mount the disk, on either machine."""

PINS = ("irq_sim.ko", "gpio-sim.ko")
"""Modules in /root that simulate pins, in the order in which they are loaded."""

UNREAD = ("doc", "man", "locale")
"""Folders of /usr/share that are left out."""

SIZE = "2G"
"""Of a disk; a card's must be a power of two."""

OUTSIDE = {"mmdebstrap": "mmdebstrap", "mke2fs": "e2fsprogs", "unshare": "util-linux"}
"""The programs needed, with their Debian packages."""

PI_3B = 0xA02082
"""The revision that gpiozero reads; a real Pi's firmware puts it into the device tree."""


@dataclass(frozen=True)
class Machine:
    debian: str
    wheels: str


PC = Machine("amd64", "x86_64")
PI = Machine("arm64", "aarch64")


def or_skipped() -> AbstractContextManager[None]:
    """Skip the test if something is missing, unless GM_REQUIRE_BOOT is set."""
    return container.or_skipped("GM_REQUIRE_BOOT")


def need(tools: dict[str, str]) -> None:
    """Raises NotHere without root, the programs that make a root file system, or these."""
    container.need(OUTSIDE | tools)


def _do(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")


def _run(*command: str) -> str:
    """Raises NotHere with the end of its output."""
    return _succeeded(_do(*command))


def _succeeded(done: subprocess.CompletedProcess[str]) -> str:
    if done.returncode != 0:
        command = " ".join(done.args)
        raise NotHere(f"ended with {done.returncode}: {command}: {(done.stdout + done.stderr)[-800:]}")
    return done.stdout


def pristine(machine: Machine) -> Path:
    """An unused root, made the first time. Raises NotHere."""
    kind = f"boot-{SUITE}-{machine.debian}"
    root = CACHE / f"{kind}-{_recipe()}"
    if root.exists():
        return root
    for outdated in CACHE.glob(f"{kind}-*"):
        shutil.rmtree(outdated)
    half = CACHE / f"{root.name}.half"
    CACHE.mkdir(parents=True, exist_ok=True)
    _bootstrap(machine, half)
    _build_modules(half)
    container.add_lgpio(half, machine.wheels)
    half.rename(root)
    return root


def _recipe() -> str:
    """A digest that changes with the contents of a root."""
    modules = b"".join((PARTS / name).read_bytes() for name in ("Kbuild", "recording_i2c.c"))
    return hashlib.sha256(modules + repr((PACKAGES, INITRD, UNREAD)).encode()).hexdigest()[:8]


def _bootstrap(machine: Machine, root: Path) -> None:
    modules = "\\n".join(INITRD)
    small = "mkdir -p $1/etc/initramfs-tools/conf.d; cd $1/etc/initramfs-tools"
    small += f"; printf '{modules}\\n' > modules; echo MODULES=list > conf.d/modules"
    small += "; echo COMPRESS=lz4 > conf.d/compress"
    packages = ",".join((*PACKAGES, f"linux-image-{machine.debian}"))
    without = [f"--dpkgopt=path-exclude=/usr/share/{folder}/*" for folder in UNREAD]
    _run(
        *("mmdebstrap", f"--arch={machine.debian}", "--variant=minbase", "--mode=root", "--skip=check/empty"),
        *("--dpkgopt=force-unsafe-io", *without, f"--setup-hook={small}", f"--include={packages}"),
        *(SUITE, str(root), MIRROR),
    )


def _build_modules(root: Path) -> None:
    """Build the modules in a copy of the root with a compiler, for the root's own kernel."""
    kernel = kernel_of(root)
    workshop = root.with_suffix(".workshop")
    shutil.rmtree(workshop, ignore_errors=True)
    _run("cp", "--archive", "--reflink=auto", str(root), str(workshop))
    shutil.copy("/etc/resolv.conf", workshop / "etc/resolv.conf")
    build = workshop / "root/modules"
    shutil.copytree(PARTS, build)
    source = f"linux-source-{'.'.join(kernel.split('.')[:2])}"
    packages = ["gcc", "make", f"linux-headers-{kernel}", source, "xz-utils"]
    quietly = ["--yes", "--quiet", "--no-install-recommends"]
    _within(workshop, "apt-get", "update", "--quiet")
    _within(workshop, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", *quietly, *packages)
    _extract_pins(workshop, source, build)
    _within(workshop, "make", "-C", f"/lib/modules/{kernel}/build", "M=/root/modules", "modules")
    extra = root / "lib/modules" / kernel / "extra"
    extra.mkdir()
    shutil.copy(build / "recording_i2c.ko", extra)
    # Not where the kernel would load them: a machine with its own pins does not use them.
    for name in PINS:
        shutil.copy(build / name, root / "root")
    _within(root, "depmod", kernel)
    shutil.rmtree(workshop)


def _extract_pins(workshop: Path, source: str, build: Path) -> None:
    """Extract gpio-sim and what it needs, changed to use only symbols that the kernel exports to modules."""
    files = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")
    archive = str(workshop / f"usr/src/{source}.tar.xz")
    wanted = [f"{source}/{one}" for one in files]
    _run("tar", "-xf", archive, "-C", str(build), "--strip-components=1", *wanted)
    for one in files:
        shutil.move(build / one, build)
    interrupts = build / "irq_sim.c"
    text = interrupts.read_text().replace(
        "handle_simple_irq(irq_to_desc(irqnum));", "generic_handle_irq(irqnum);"
    )
    interrupts.write_text(f'#include <linux/module.h>\n{text}\nMODULE_LICENSE("GPL");\n')


def kernel_of(root: Path) -> str:
    (folder,) = (root / "lib/modules").iterdir()
    return folder.name


def _within(root: Path, *command: str) -> str:
    """Run a command in the root, with the network. Raises NotHere with the end of its output."""
    return _succeeded(_apart(root, *command, network=True))


def _apart(root: Path, *command: str, network: bool) -> subprocess.CompletedProcess[str]:
    """Run a command in the root, with mounts that end with it."""
    inside = 'mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" && exec chroot "$0" "$@"'
    without = [] if network else ["--net"]
    return _do("unshare", "--mount", *without, "sh", "-c", inside, str(root), *command)


@dataclass(frozen=True)
class Disk:
    """A disk to boot from, and the kernel for a machine without firmware."""

    image: Path
    kernel: Path
    initrd: Path


def install(folder: Path) -> Path:
    """A PC's root in this folder, with the release of this checkout. Raises NotHere. Raises AssertionError
    with the installer's output if it fails."""
    tar, before = bundle(PC.wheels), pristine(PC)
    root = folder / PC.debian
    subprocess.run(["cp", "--archive", "--reflink=auto", str(before), str(root)], check=True)
    (root / "boot/firmware").mkdir()
    (root / "boot/firmware/config.txt").write_text("dtparam=audio=on\n")
    release = unpack(tar, root, "release")
    # systemctl only pretends to start services.
    done = _apart(root, "env", "SYSTEMD_OFFLINE=1", "sh", f"{release}/install.sh", network=False)
    assert done.returncode == 0, done.stdout + done.stderr
    shutil.rmtree(root / "root/release")
    return root


def put_parts(root: Path) -> None:
    home, etc = root / "root", root / "etc"
    for name in ("table-parts.sh", "hands.sh", "press.py"):
        shutil.copy(PARTS / name, home)
    (home / "hands.conf").write_text("LINE=/dev/virtio-ports/hands\n")
    units = etc / "systemd/system"
    for name in ("table-parts.service", "hands.service"):
        shutil.copy(PARTS / name, units)
        (units / "multi-user.target.wants" / name).symlink_to(f"../{name}")
    shutil.copy(PARTS / "60-parts.rules", etc / "udev/rules.d")
    shutil.copy(PARTS / "no-i2c.conf", etc / "modprobe.d")
    drop_ins = units / "gm-appliance.service.d"
    drop_ins.mkdir()
    shutil.copy(PARTS / "patience.conf", drop_ins)
    (home / "simulated-pins").touch()
    shutil.copy(PARTS / "as-on-a-pi.conf", drop_ins)
    (home / "cpuinfo").write_text(f"Revision\t: {PI_3B:x}\n")
    # No login prompt on the tests' line.
    for name in ("serial-getty@.service", "getty@.service"):
        (units / name).unlink(missing_ok=True)
        (units / name).symlink_to("/dev/null")
    (etc / "hostname").write_text("table\n")
    (etc / "fstab").write_text("/dev/root / ext4 noatime 0 0\n")
    (etc / "machine-id").write_text("")


def disk(root: Path) -> Disk:
    made = Disk(root.with_suffix(".img"), root.with_suffix(".kernel"), root.with_suffix(".initrd"))
    kernel = kernel_of(root)
    shutil.copy(root / f"boot/vmlinuz-{kernel}", made.kernel)
    shutil.copy(root / f"boot/initrd.img-{kernel}", made.initrd)
    _run("mke2fs", "-q", "-t", "ext4", "-d", str(root), str(made.image), SIZE)
    return made
