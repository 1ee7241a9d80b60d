"""The folder of a release: the same bytes each time, signed, with all licences and a list of its parts."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

from gm_appliance.install.releases import name_of
from hardware.uf2 import PAGE, XIP, blocks
from image import contents
from image.signing import Keys, pair
from image.system import NotMade
from release import licences, make, packages, parts

EPOCH = 1_700_000_000
NAME = f"gm-appliance-{name_of(parts.ROOT)}"
STATUS = """\
Package: u-boot-rpi
Status: install ok installed
Architecture: arm64
Source: u-boot
Version: 2023.01+dfsg-2

Package: gone
Status: deinstall ok config-files
Architecture: all
Version: 1

Package: libstdc++6
Status: install ok installed
Architecture: arm64
Source: gcc-12 (12.2.0-14)
Version: 12.2.0-14+deb12u1
"""

pytestmark = [
    pytest.mark.many,
    pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl"),
]


def wheel(name: str, version: str, **files: str) -> tuple[str, bytes]:
    packed = io.BytesIO()
    about = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr(f"{about}/METADATA", f"Name: {name}\nVersion: {version}\nLicense-Expression: MIT\n")
        for place, text in files.items():
            file.writestr(place.replace("INFO", about), text)
    return f"{name}-{version}-py3-none-any.whl", packed.getvalue()


PAINT = wheel("paint_box", "2.0", **{"INFO/licenses/LICENSE": "MIT", "paint/libbrush-1a.so.1.52": "ELF"})
SERIAL = wheel("pyserial", "3.5")


def tar(to: Path, **files: bytes) -> None:
    with tarfile.open(to, "w") as made:
        for name, content in files.items():
            contents.add(made, name, content, EPOCH)


def debians(to: Path, *documented: str) -> None:
    """The archive of a Debian, and what is kept of it."""
    archive = to.with_suffix(".whole.tar")
    texts = {f"./usr/share/doc/{name}/copyright": f"of {name}".encode() for name in documented}
    tar(archive, **{"./var/lib/dpkg/status": STATUS.encode(), "./usr/bin/sh": b"ELF", **texts})
    contents.contents(archive, to, EPOCH)
    archive.unlink()


@pytest.fixture
def dist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with every part, as the targets leave them; those of KiCad and root are not real."""
    folder = tmp_path / "dist"
    folder.mkdir()
    monkeypatch.setattr(parts, "DIST", folder)
    monkeypatch.setattr(parts, "changed", lambda sources: 0.0)
    for part in parts.PARTS:
        for file in part.files if part.target else ():
            (folder / file.format(name=NAME)).write_bytes(file.encode())
    tar(folder / f"{NAME}.tar", **{f"{NAME}/wheels/{name}": content for name, content in (PAINT, SERIAL)})
    debians(folder / f"{NAME}.debian.tar", "u-boot-rpi", "libstdc++6")
    return folder


@pytest.fixture
def signing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Keys:
    made = Keys(tmp_path / "key.pem", tmp_path / "cert.pem", tmp_path / "spare.pem")
    pair(made.key, made.certificate)
    pair(tmp_path / "other-key.pem", made.spare)
    monkeypatch.setenv("KEYS", str(tmp_path))
    return made


def assembled(to: Path) -> dict[str, bytes]:
    to.mkdir(parents=True)
    assert make.assembled(to / NAME, EPOCH) == []
    return read(to / NAME)


def read(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def checks(folder: Path) -> bool:
    """What a release's own text tells to do says that it is as it was published."""
    commands = re.findall(r"^    (\S.*)$", (folder / "READ-ME.txt").read_text().split("published?")[1], re.M)
    assert len(commands) == 2
    return all(
        not subprocess.run(one.split(), cwd=folder, capture_output=True).returncode for one in commands
    )


def test_a_release_made_twice_is_the_same_but_for_its_signature(
    dist: Path, signing: Keys, tmp_path: Path
) -> None:
    first, again = assembled(tmp_path / "first"), assembled(tmp_path / "again")
    assert {name for name in first if first[name] != again.get(name)} == {make.SIGNATURE}
    assert first.keys() == again.keys() >= {"hub.zip", "case-pad-body.stl", "page-nl.pdf", f"{NAME}.img.xz"}
    times = {
        file.stat().st_mtime for file in (tmp_path / "first" / NAME).iterdir() if file.name != make.SIGNATURE
    }
    assert times == {EPOCH}


def test_who_has_the_folder_sees_whether_it_was_changed(dist: Path, signing: Keys, tmp_path: Path) -> None:
    assembled(tmp_path / "made")
    folder = tmp_path / "made" / NAME
    assert checks(folder)
    board = folder / "hub.zip"
    right = board.read_bytes()
    board.write_bytes(right + b".")
    assert not checks(folder)
    board.write_bytes(right)
    # Whoever changes the checksums, too, has no key.
    sums = folder / make.SUMS
    sums.write_text(sums.read_text().replace("hub.zip", "hub2.zip"))
    board.rename(folder / "hub2.zip")
    assert not checks(folder)


def test_what_is_missing_is_named_with_what_to_do(
    dist: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEYS", str(tmp_path / "none"))
    monkeypatch.setenv("MAKE", "false")
    (dist / "hub.zip").unlink()
    board, unsigned = make.assembled(tmp_path / NAME, EPOCH)
    assert "hub.zip" in board
    assert "make board" in board
    assert "make signing-key" in unsigned
    there = read(tmp_path / NAME)
    assert make.SIGNATURE not in there
    assert "hub.zip" not in there["READ-ME.txt"].decode()
    assert "page-de.pdf" in there


def test_what_is_older_than_its_source_is_made_again(
    dist: Path, signing: Keys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "changed", lambda sources: 2**33 if "hardware/kicad" in sources else 0)
    monkeypatch.setenv("MAKE", "false")
    (only,) = make.assembled(tmp_path / NAME, EPOCH)
    assert "hub.zip" in only


def test_every_licence_is_there(dist: Path, signing: Keys, tmp_path: Path) -> None:
    assert f"{NAME}.debian.tar" not in assembled(tmp_path / "made"), "it is among the licences, file by file"
    with zipfile.ZipFile(tmp_path / "made" / NAME / "licences.zip") as packed:
        there = {name: packed.read(name) for name in packed.namelist()}
    assert there["python/paint-box/LICENSE"] == b"MIT"
    assert b"Chris Liechti" in there["python/pyserial/pyserial.txt"]
    assert there["debian/u-boot-rpi/copyright"] == b"of u-boot-rpi"
    assert {
        "SOURCES.txt",
        "gm-appliance/LICENSE",
        "python/lgpio/lgpio.txt",
    } <= there.keys()


def test_without_a_licence_nothing_is_released(dist: Path, signing: Keys, tmp_path: Path) -> None:
    name, content = wheel("nobodys", "1")
    tar(dist / f"{NAME}.tar", **{f"{NAME}/wheels/{name}": content})
    with pytest.raises(NotMade, match=r"nobodys.*has no licence"):
        make.assembled(tmp_path / NAME, EPOCH)
    tar(dist / f"{NAME}.tar", **{f"{NAME}/wheels/{PAINT[0]}": PAINT[1]})
    debians(dist / f"{NAME}.debian.tar", "libstdc++6")
    with pytest.raises(NotMade, match="Debian's u-boot is"):
        make.assembled(tmp_path / NAME, EPOCH)


def test_the_list_has_every_package_with_its_version(dist: Path, signing: Keys, tmp_path: Path) -> None:
    listed = json.loads(assembled(tmp_path / "made")[make.LIST])
    addresses = {one["purl"].partition("?")[0] for one in listed["components"]}
    assert addresses >= {
        "pkg:deb/debian/u-boot-rpi@2023.01%2Bdfsg-2",
        "pkg:deb/debian/libstdc%2B%2B6@12.2.0-14%2Bdeb12u1",
        "pkg:pypi/paint-box@2.0",
        "pkg:pypi/pyserial@3.5",
        "pkg:pypi/lgpio@0.2.2.0",
        "pkg:npm/%40noble/ciphers@2.4.0",
    }
    assert not any("gone" in one for one in addresses)
    (paint,) = (one for one in listed["components"] if one["name"] == "paint-box")
    assert [one["name"] for one in paint["components"]] == ["libbrush-1a.so.1.52"]
    (library,) = (one for one in listed["components"] if one["name"] == "libstdc++6")
    assert {"name": "gm-appliance:source", "value": "gcc-12@12.2.0-14"} in library["properties"]


def test_whether_micropython_is_in_the_hubs_file_is_told(dist: Path, signing: Keys, tmp_path: Path) -> None:
    banner = b"MicroPython v1.27.0 on 2026-01-01"
    pages = {XIP: banner[:20].rjust(PAGE, b"."), XIP + PAGE: banner[20:].ljust(PAGE, b".")}
    for made, told, purls in (
        (blocks({XIP: b"." * PAGE}, 1), "first RPI_PICO or RPI_PICO2 of micropython.org", 0),
        (blocks(pages, 1), "MicroPython 1.27.0 is in it", 1),
    ):
        (dist / "hub-pico.uf2").write_bytes(made)
        make.assembled(tmp_path / NAME, EPOCH)
        there = read(tmp_path / NAME)
        assert told in there["READ-ME.txt"].decode()
        assert there[make.LIST].decode().count('"pkg:github/micropython/micropython@v1.27.0"') == purls


def test_a_list_that_is_not_as_its_schema_wants_it_is_refused() -> None:
    right = packages.of_python(packages.wheel(*PAINT))
    assert '"bomFormat": "CycloneDX"' in packages.listed(NAME, "1", [right], EPOCH)
    (digest,) = right.hashes
    digest.content = "of 32 bytes"
    with pytest.raises(NotMade, match="of 32 bytes"):
        packages.listed(NAME, "1", [right], EPOCH)


def test_every_part_is_made_by_a_target_that_is_there() -> None:
    targets = set(re.findall(r"^([\w-]+):", (parts.ROOT / "Makefile").read_text(), re.MULTILINE))
    assert {part.target for part in parts.PARTS} - {""} <= targets
    assert all((parts.ROOT / source).exists() for part in parts.PARTS for source in part.sources)


def test_kept_texts_are_of_packages_that_are_pinned() -> None:
    pins = "".join(
        (parts.ROOT / name).read_text() for name in ("requirements/appliance.txt", "requirements/bundle.txt")
    )
    pins += (parts.ROOT / "image/lgpio.txt").read_text()
    texts = {file.stem for file in licences.KEPT.glob("*.txt")} - {licences.SOURCES.stem, "micropython"}
    assert [name for name in texts if f"{name}==" not in pins] == []
