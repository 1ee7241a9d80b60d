"""A Debian that boots in a systemd container, to install the real release into.

The root file system is made once, by debootstrap, and copied for each run. Its downloads are kept too, so an
interrupted run can continue. lgpio comes from the package index, as Debian has none.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gm-appliance"
SUITE = "bookworm"
PACKAGES = "systemd,systemd-sysv,dbus,udev,python3,procps,libasound2"
LGPIO = "lgpio==0.2.2.0"
TOOLS = {"debootstrap": "debootstrap", "systemd-nspawn": "systemd-container", "nsenter": "util-linux"}
BOOTED_WITHIN = 120.0
CGROUPS = (("systemd", ("cgroup", "none,name=systemd")), ("unified", ("cgroup2", "")))


class NotHere(RuntimeError):
    """The tests cannot be run here; the message says what is missing and how to get it."""


@contextmanager
def or_skipped(unless: str) -> Iterator[None]:
    """Skip the test if something is missing, unless this variable is set."""
    try:
        yield
    except (NotHere, OSError, subprocess.CalledProcessError) as error:
        if os.environ.get(unless, "") not in ("", "0"):
            raise
        pytest.skip(str(error))


def need(tools: Mapping[str, str] = TOOLS) -> None:
    """Raises NotHere without root or these programs. tools: their Debian packages by name."""
    if os.geteuid() != 0:
        raise NotHere("this needs root")
    missing = sorted({package for tool, package in tools.items() if shutil.which(tool) is None})
    if missing:
        raise NotHere(f"missing; get it with: apt install {' '.join(missing)}")


def pristine() -> Path:
    """An unused root file system, made the first time, which needs the network. Raises NotHere."""
    root = CACHE / f"rootfs-{SUITE}-1"
    if not (root / "etc/debian_version").exists():
        half = debootstrap(SUITE, PACKAGES)
        add_lgpio(half)
        half.rename(root)
    return root


def debootstrap(suite: str, packages: str) -> Path:
    """A new minimal root with these packages; rename it once it is complete. Raises NotHere."""
    half = CACHE / f"rootfs-{suite}.half"
    shutil.rmtree(half, ignore_errors=True)
    fetched = CACHE / f"packages-{suite}"
    fetched.mkdir(parents=True, exist_ok=True)
    options = ["--variant=minbase", f"--include={packages}", f"--cache-dir={fetched}"]
    made = subprocess.run(["debootstrap", *options, suite, str(half)], capture_output=True, text=True)
    if made.returncode != 0:
        raise NotHere(f"debootstrap failed, which needs the network the first time: {made.stdout[-500:]}")
    return half


def add_lgpio(root: Path, machine: str = "x86_64") -> None:
    """Put it where Debian's Python finds it. Raises NotHere."""
    download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(root / "tmp")]
    version = ["--only-binary=:all:", "--python-version", "3.11", "--platform", f"manylinux_2_34_{machine}"]
    if subprocess.run([*download, *version, LGPIO], capture_output=True).returncode != 0:
        raise NotHere("lgpio could not be downloaded, which needs the network the first time")
    (wheel,) = (root / "tmp").glob("lgpio-*.whl")
    shutil.unpack_archive(wheel, root / "usr/lib/python3/dist-packages", "zip")
    wheel.unlink()


def overlayroot() -> str:
    """The functions of Debian's own overlayroot, as a shell script. Raises NotHere."""
    CACHE.mkdir(parents=True, exist_ok=True)
    if not (there := sorted(CACHE.glob("overlayroot_*.deb"))):
        subprocess.run(["apt-get", "download", "overlayroot"], cwd=CACHE, capture_output=True)
        there = sorted(CACHE.glob("overlayroot_*.deb"))
    if not there:
        raise NotHere("overlayroot could not be downloaded; it needs Debian and the network the first time")
    with tempfile.TemporaryDirectory() as unpacked:
        subprocess.run(["dpkg-deb", "--extract", str(there[-1]), unpacked], check=True)
        script = Path(unpacked, "usr/share/initramfs-tools/scripts/init-bottom/overlayroot").read_text()
    functions = script.partition('\ncfgd="')[0]
    assert "overlayrootify_fstab() {" in functions
    return functions.replace(". /scripts/functions", ":").replace('case "$1" in', "case none in", 1)


def bundle(machine: str = "x86_64", tree: Path = ROOT) -> Path:
    """A bundle of a checkout for this kind of machine. Raises NotHere."""
    made = subprocess.run(
        [sys.executable, "requirements/bundle.py", "--machine", machine],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
    )
    if made.returncode != 0:
        raise NotHere(f"the bundle could not be made, which needs the network: {made.stderr[-500:]}")
    return tree / made.stdout.split(":")[0]


class Container:
    """pid: of its init."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._log = root.with_suffix(".log")
        self._process: subprocess.Popen[bytes] | None = None
        self.pid = 0

    def boot(self, *options: str) -> None:
        """Boot it again and wait until systemd is done; options are systemd-nspawn's. Raises TimeoutError."""
        self.pull_the_plug()
        environment = {**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1", "SYSTEMD_NSPAWN_LOCK": "0"}
        command = ["systemd-nspawn", "--directory", str(self.root), "--boot", "--register=no", "--keep-unit"]
        command += ["--console=pipe", "--private-network", "--machine", self.root.name, *options]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                command,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=_own_cgroup,
            )
        self.until(self._init_is_there)
        self.until(lambda: self.run("systemctl is-system-running").stdout.strip() in ("running", "degraded"))

    def _init_is_there(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self._log.read_text(errors="replace")
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        # There is another one for a moment, which only makes the container.
        self.pid = next((child for child in map(int, children) if _is_an_init(child)), 0)
        return self.pid != 0

    def run(self, script: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["nsenter", "--target", str(self.pid), "--all", "sh", "-c", script],
            capture_output=True,
            text=True,
        )

    def run_while_off(self, script: str) -> str:
        """Run a shell script in its files, as root; returns the output."""
        done = subprocess.run(["chroot", str(self.root), "sh", "-c", script], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def within_service(self, script: str) -> subprocess.CompletedProcess[str]:
        return self.run(f"nsenter --target {self.main_pid()} --mount --net sh -c '{script}'")

    def main_pid(self) -> int:
        return int(self.fact("MainPID"))

    def fact(self, name: str) -> str:
        return self.run(f"systemctl show --property {name} --value gm-appliance").stdout.strip()

    def until(self, true: Callable[[], bool]) -> None:
        deadline = time.monotonic() + BOOTED_WITHIN
        while not true():
            if time.monotonic() > deadline:
                raise TimeoutError(self._log.read_text(errors="replace")[-2000:])
            time.sleep(0.1)

    def goes_off(self) -> None:
        assert self._process is not None
        self._process.wait(BOOTED_WITHIN)
        self._process = None

    def pull_the_plug(self) -> None:
        """Kill it, unless it is off already."""
        if self._process is None:
            return
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        self._process.wait(60)
        self._process, self.pid = None, 0


def _is_an_init(pid: int) -> bool:
    """Whether it is process 1 of a container."""
    with suppress(OSError):
        status = Path(f"/proc/{pid}/status").read_text()
        return status.split("\nNSpid:")[1].split("\n")[0].split()[1:] == ["1"]
    return False


def _own_cgroup() -> None:
    for name, _how in CGROUPS:
        folder = Path("/sys/fs/cgroup") / name / "gm-appliance-tests"
        (folder / "cgroup.procs").write_text(str(os.getpid()))


def make_cgroups() -> None:
    """Make our own group in both hierarchies, which are mounted if necessary."""
    for name, (kind, options) in CGROUPS:
        place = Path("/sys/fs/cgroup") / name
        if not (place / "cgroup.procs").exists():
            place.mkdir(exist_ok=True)
            with_options = ["-o", options] if options else []
            subprocess.run(["mount", "-t", kind, *with_options, kind, str(place)], check=True)
        (place / "gm-appliance-tests").mkdir(exist_ok=True)


def unpack(tar: Path, root: Path, name: str) -> Path:
    """Unpack a release there; returns its folder in the container."""
    folder = root / "root" / name
    with tarfile.open(tar) as release:
        release.extractall(root / "root", filter="data")
        (root / "root" / release.getnames()[0]).rename(folder)
    return Path("/root") / name
