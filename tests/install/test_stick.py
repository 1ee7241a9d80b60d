"""The stick helper: the devices it mounts, the updates it accepts, the files it writes."""

from __future__ import annotations

import io
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.version import Version

from gm_appliance import __version__
from gm_appliance.install import stick_copy
from gm_appliance.install.commands import Ended
from gm_appliance.install.releases import order
from gm_appliance.install.stick import Found, Sticks, main
from image.build import manifest
from tests.install.plugged import archive, files_in, info


def kernel(root: Path, **disks: str) -> Sticks:
    """A machine with these disks, each by the bus it is on; ``a_1`` is a partition of ``a``."""
    for name, bus in disks.items():
        disk, _underscore, part = name.partition("_")
        real = root / "devices" / bus / f"sd{disk}"
        real.mkdir(parents=True, exist_ok=True)
        link = root / f"class/sd{disk}"
        link.parent.mkdir(exist_ok=True)
        if not link.is_symlink():
            link.symlink_to(real)
        if part:
            (real / f"sd{disk}{part}").mkdir()
            (real / f"sd{disk}{part}/partition").touch()
            (root / f"class/sd{disk}{part}").symlink_to(real / f"sd{disk}{part}")
    (root / "mounts").write_text("/dev/mmcblk0p2 / ext4 rw 0 0\nproc /proc proc rw 0 0\n")
    return Sticks(root / "keeps", root / "box", root / "class", Path("/dev"), root / "mounts")


def test_only_usb_disks_that_nothing_uses_are_looked_at(tmp_path: Path) -> None:
    sticks = kernel(tmp_path, a_1="usb1/1-1", b="usb1/1-2", c_1="pci0/ata1", d_1="usb2/2-1", d_2="usb2/2-1")
    mounts = tmp_path / "mounts"
    mounts.write_text(mounts.read_text() + "/dev/sdd2 /var/lib/gm-appliance ext4 rw 0 0\n")
    assert sticks.candidates() == ["/dev/sda1", "/dev/sdb"], "not the disk that the games are on"


@dataclass
class Programs:
    """All succeed. RAUC takes a bundle's file as its manifest, unless one is given. ran: the commands."""

    manifest: str = ""
    ran: list[tuple[str, ...]] = field(default_factory=list)

    def __call__(self, *command: str, within: float = 0.0) -> Ended:
        self.ran.append(command)
        if command[0] == "rauc":
            return info(self.manifest or Path(command[-1]).read_text())
        return Ended(0, "72500000\n" if command[0] == "udevadm" else "")


def test_a_stick_is_mounted_so_that_nothing_on_it_can_run(tmp_path: Path) -> None:
    programs = Programs()
    sticks = replace(kernel(tmp_path, a_1="usb1/1-1"), do=programs)
    assert sticks.look() == Found("empty", device="/dev/sda1", since=72) == sticks.known()
    (mount,) = (one for one in programs.ran if one[0] == "mount")
    assert mount[1:5] == ("-t", "vfat,exfat", "-o", "ro,nosuid,nodev,noexec")
    asked = ("info", "--query=property", "--property=USEC_INITIALIZED", "--value", "/dev/sda1")
    assert {one for one in programs.ran if "mount" not in one[0]} == {("udevadm", *asked)}


def test_of_several_bundles_the_newest_counts(tmp_path: Path) -> None:
    (tmp_path / "rauc").touch()
    for version in ("1.9", "1.10", "1.10rc2"):
        (tmp_path / f"gm-appliance-{version}.raucb").write_text(manifest(f"{version}-b873f987", NOW))
    sticks = Sticks(rauc=tmp_path / "rauc", running=tmp_path / "running", do=Programs())
    kinds = {"1.2-00000000": "update", "1.10-b873f987": "same", "2.0-00000000": "older"}
    for running, kind in kinds.items():
        sticks.running.write_text(manifest(running, NOW))
        build = "" if kind == "same" else "1.10-b873f987 2025-06-15T15:06:40Z"
        assert sticks.on(tmp_path) == Found(kind, "1.10", "", "gm-appliance-1.10.raucb", build)
    (tmp_path / "rauc").unlink()
    assert sticks.on(tmp_path).kind == "foreign", "without RAUC, as on Raspberry Pi OS, it is a file like any"


NOW = 1_750_000_000
RUNS = ("0.1.0-b873f987", NOW)


@pytest.mark.parametrize(
    ("name", "made", "kind", "version"),
    [
        (*RUNS, "same", "0.1.0"),
        ("0.1.0-b873f987", NOW + 1, "update", "0.1.0 (2025-06-15)"),  # the card's own parts have changed
        ("0.1.0-00000001", NOW - 86_400, "older", "0.1.0 (2025-06-14)"),
        ("0.1.0-99999999", NOW - 86_400, "older", "0.1.0 (2025-06-14)"),
        ("0.1.0-00000001", NOW + 86_400, "update", "0.1.0 (2025-06-16)"),
        ("0.1.0-ffffffff", NOW, "update", "0.1.0 (2025-06-15)"),  # not committed: either may be the newer one
        ("0.0.9-99999999", NOW + 1, "older", "0.0.9"),
        ("1.0", NOW, "update", "1.0"),
        ("9.9-beta", NOW, "damaged", ""),
        ("9" * 61, NOW, "damaged", ""),
    ],
)
def test_what_make_image_writes_is_compared_as_versions_are(
    name: str, made: int, kind: str, version: str, tmp_path: Path
) -> None:
    (tmp_path / "running").write_text(manifest(*RUNS))
    sticks = Sticks(running=tmp_path / "running", do=Programs(manifest(name, made)))
    found = sticks.checked(Path("gm-appliance.raucb"))
    assert (found.kind, found.version) == (kind, version)


NUMBERS = st.integers(0, 12)
VERSIONS = st.builds(
    "{}{}{}{}{}".format,
    st.lists(NUMBERS, min_size=1, max_size=4).map(lambda parts: ".".join(map(str, parts))),
    st.just("") | st.builds("{}{}".format, st.sampled_from(("a", "b", "rc")), NUMBERS),
    st.just("") | st.builds(".post{}".format, NUMBERS),
    st.just("") | st.builds(".dev{}".format, NUMBERS),
    st.just("") | st.from_regex(r"\+[a-z0-9]{1,2}(\.[a-z0-9]{1,2}){0,2}", fullmatch=True),
)


@given(VERSIONS, VERSIONS, st.text("0123456789abcdef", min_size=8, max_size=8))
def test_versions_are_ordered_as_the_library_orders_them(one: str, other: str, digest: str) -> None:
    ours = order(f"{one}-{digest}"), order(other)
    theirs = Version(one), Version(other)
    assert (ours[0] < ours[1], ours[0] == ours[1]) == (theirs[0] < theirs[1], theirs[0] == theirs[1])


def test_the_version_of_this_release_is_one() -> None:
    assert str(Version(__version__)) == __version__
    assert order(__version__)


def test_each_copy_has_a_folder_of_its_own(tmp_path: Path) -> None:
    for _ in range(2):
        assert stick_copy.is_empty(tmp_path)
        stick_copy.receive(archive(("results.jsonl", b"{}"), ("games/1.txt", b"a")), tmp_path)
    one = ["", "/games", "/games/1.txt", "/results.jsonl"]
    assert files_in(tmp_path) == [f"gm-appliance-{n}{rest}" for n in (1, 2) for rest in one]


@pytest.mark.parametrize(
    "bad",
    [
        archive(("good", b"a"), ("../up", b"a")),
        archive(("good", b"a"), ("/etc/passwd", b"a")),
        archive(("good", b"a"), ("link", "/etc")),
        archive(("good", b"a"), ("a/b/c", b"a")),
        archive(("good", b"a"), ("good", b"again")),
        archive(("autorun.inf\n", b"a")),
        io.BytesIO(b"no archive at all" * 99),
        io.BytesIO(archive(("good", b"a" * 9999)).getvalue()[:3000]),
        io.BytesIO(archive(("good", b"a"), ("next", b"a")).getvalue()[:1024]),  # between two files
        io.BytesIO(),
    ],
)
def test_an_archive_that_is_none_leaves_nothing(bad: io.BytesIO, tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    with pytest.raises(OSError, match=r"."):
        stick_copy.receive(bad, tmp_path / "stick")
    assert files_in(tmp_path) == ["stick"]


def test_no_more_is_taken_than_was_agreed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stick_copy, "MOST", 1000)
    with pytest.raises(OSError, match="no file to be copied"):
        stick_copy.receive(archive(("a", b"a" * 600), ("b", b"b" * 600)), tmp_path)
    assert files_in(tmp_path) == []


def test_other_words_are_not_understood(tmp_path: Path) -> None:
    programs = Programs()
    for asked in (b"", b"sh\n", b"install; reboot\n", b"\xff" * 99, b"run /stick/x\n", b"x" * 10**6):
        answer = io.BytesIO()
        Sticks(tmp_path, do=programs).serve(io.BytesIO(asked), answer)
        assert answer.getvalue() == b'{"said": "failed"}\n'
    assert programs.ran == []
    assert main(["anything"]) == 2
