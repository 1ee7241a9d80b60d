"""The keys that sign updates: none is made unasked; what a card takes before and after a change of keys."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from gm_appliance.install.stick import Sticks
from image import build, signing, system
from image.signing import Keys
from image.system import NotMade

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")

NOW = 1_750_000_000


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("KEYS", raising=False)
    for name in ("home", "stick"):
        (tmp_path / name).mkdir()
    return tmp_path / "home"


@pytest.fixture
def stick(home: Path) -> Path:
    return home.with_name("stick")


def names_in(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.rglob("*") if one.is_file())


def test_a_card_is_not_made_with_a_key_that_nobody_asked_for(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "need", lambda: None)
    with pytest.raises(NotMade, match=r"no key\.pem and no cert\.pem .*KEYS=.*make signing-key SPARE="):
        build.make(tmp_path / "dist")
    assert names_in(tmp_path) == []


def test_keys_are_made_once_and_the_spare_is_on_the_stick_alone(
    home: Path, stick: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["signing", "--spare", str(stick)])
    assert signing.main() == 0
    told = capsys.readouterr().out
    made = signing.keys()
    assert made.key == home / ".config/gm-appliance/0.x/key.pem"
    assert made.key.stat().st_mode & 0o077 == 0
    assert names_in(home) == ["cert.pem", "key.pem", "spare.pem"]
    assert names_in(stick) == ["spare-key.pem", "spare.pem"]
    for said in (str(made.key), str(stick / "spare-key.pem"), "Copy", "docs/developers/releasing.md"):
        assert said in told
    before = {one: one.read_bytes() for one in (*made, *stick.iterdir())}
    assert signing.main() == 1
    assert "NEXT=1" in capsys.readouterr().err
    assert {one: one.read_bytes() for one in before} == before
    assert names_in(stick) == ["spare-key.pem", "spare.pem"]


def test_a_spare_key_is_not_put_beside_the_other(home: Path, stick: Path) -> None:
    for place in (home / "nowhere", signing.places().key.parent):
        with pytest.raises(NotMade, match="SPARE=/media/stick"):
            signing.make(place)
    signing.make(stick)
    (stick / "spare-key.pem").unlink()
    with pytest.raises(NotMade, match="Plug in the stick"):
        signing.make(stick, following=True)


def test_a_new_line_begins_with_the_spare_key_of_the_former(
    home: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = signing.make(stick)
    spare = before.spare.read_bytes()
    monkeypatch.setattr(signing, "__version__", "1.0.0")
    assert "1.x" in str(signing.places().key)
    after = signing.make(stick)
    assert after.certificate.read_bytes() == spare
    assert before.key.exists(), "it can still sign for 0.x"


def test_an_expired_key_signs_nothing(home: Path, stick: Path) -> None:
    made = signing.make(stick)
    days = ("-signkey", str(made.key), "-days", "0", "-out", str(made.certificate))
    subprocess.run(["openssl", "x509", "-in", str(made.certificate), *days], check=True, capture_output=True)
    with pytest.raises(NotMade, match=r"expired.*NEXT=1"):
        signing.keys()


def card(folder: Path, trusted: str) -> Sticks:
    folder.mkdir()
    (folder / "keyring.pem").write_text(trusted)
    settings = system.rauc_settings().replace("/etc/rauc/keyring.pem", str(folder / "keyring.pem"))
    (folder / "system.conf").write_text(settings)
    (folder / "running").write_text(build.manifest("0.1.0-00000000", NOW))
    return Sticks(rauc=folder / "system.conf", running=folder / "running")


def signed(folder: Path, keys: Keys) -> Path:
    folder.mkdir()
    (folder / "system").write_bytes(os.urandom(100_000))
    update = folder / "gm-appliance-0.2.0.raucb"
    build.update(update, folder / "system", build.manifest("0.2.0-00000000", NOW), keys, folder)
    return update


@pytest.mark.process
@pytest.mark.skipif(
    None in (shutil.which("rauc"), shutil.which("mksquashfs")), reason="needs rauc and mksquashfs"
)
def test_a_card_takes_updates_of_both_its_keys_and_a_leaked_one_is_left_behind(
    home: Path, stick: Path, tmp_path: Path
) -> None:
    first = signing.make(stick)
    old = card(tmp_path / "old", first.keyring)
    spare = Keys(stick / "spare-key.pem", stick / "spare.pem", stick / "spare.pem")
    by_first, by_spare = signed(tmp_path / "first", first), signed(tmp_path / "spare", spare)

    second = signing.make(stick, following=True)
    new = card(tmp_path / "new", second.keyring)
    by_second = signed(tmp_path / "second", second)
    third = Keys(stick / "spare-key.pem", stick / "spare.pem", stick / "spare.pem")
    by_third = signed(tmp_path / "third", third)

    (tmp_path / "other").mkdir()
    for one in home.rglob("*.pem"):
        one.rename(tmp_path / f"away-{one.name}")
    by_stranger = signed(tmp_path / "stranger", signing.make(tmp_path / "other"))

    whole = by_first.read_bytes()
    for name, content, kind in (
        ("cut", whole[:50_000], "damaged"),
        ("spoilt", whole[:-500] + b"spoilt" + whole[-494:], "unsigned"),
        ("script", b"#!/bin/sh\ntouch /ran\n" * 999, "damaged"),
    ):
        (tmp_path / name).write_bytes(content)
        assert old.checked(tmp_path / name).kind == kind
    updates = (by_first, by_spare, by_second, by_third, by_stranger)
    assert [old.checked(one).kind for one in updates] == [*["update"] * 3, *["unsigned"] * 2]
    assert [new.checked(one).kind for one in updates] == ["unsigned", *["update"] * 3, "unsigned"]
