"""Installing, rolling back and removing, on a simulated Pi."""

from __future__ import annotations

import errno
import hashlib
import shutil
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_appliance.core.language import languages
from gm_appliance.devices.sound.language_voices import voices_of
from gm_appliance.install import voices
from gm_appliance.install.building import APT, NotInstalled
from gm_appliance.install.commands import Asked
from gm_appliance.install.places import Places
from gm_appliance.install.releases import NoRelease, name_of
from gm_appliance.install.system_files import BEGIN, END, LINES, with_ours, without_ours
from tests.install.machine import Pi, files, release


def test_one_command_makes_a_box_of_a_fresh_pi(pi: Pi, first: Path) -> None:
    pi.installer().install(first)
    needed = {"python3-venv", "python3-lgpio", "python3-evdev", "espeak-ng", "alsa-utils"}
    assert pi.packages == needed | {"flite", "libttspico-utils", "mbrola-nl2"}
    assert pi.active
    assert pi.enabled
    assert pi.running == name_of(first)
    after = files(pi.root)
    units = {f"etc/systemd/system/{one.name}" for one in (first / "systemd").glob("*.service")}
    assert units <= set(after)
    last = "usr/lib/systemd/system-shutdown/gm-appliance"
    assert after[last] == (first / "systemd/gm-appliance.shutdown").read_bytes()
    assert (pi.root / last).stat().st_mode & 0o777 == 0o755
    assert b"\n[all]\ndtparam=i2c_arm=on\n" in after["boot/firmware/config.txt"]
    assert "sudo reboot" in pi.said[-1]


def test_a_voice_that_is_not_free_may_be_missing_unless_it_is_asked_for(pi: Pi, first: Path) -> None:
    pi.free_only = True
    pi.installer().install(first)
    assert pi.active
    assert "espeak-ng" in pi.packages
    assert sum("Pico" in line for line in pi.said) == 1
    assert {"flite", "festvox-italp16k"} < pi.packages, "a free one for Italian"
    with pytest.raises(NotInstalled, match="non-free"):
        pi.installer().add_voice("pico", first)


def test_a_voice_is_installed_beside_the_releases_and_stays_with_updates(
    box: Pi, first: Path, second: Path
) -> None:
    box.asked.clear()
    for voice in ("piper", "piper:de_DE-thorsten-medium", "hibari"):
        box.installer().add_voice(voice, first)
    folder = box.root / "opt/gm-appliance/voices"
    pips = [line for line in box.asked if " pip install " in line]
    assert [line.partition(" -m ")[0] for line in pips] == [
        f"{folder}/{name}/bin/python" for name in ("piper", "piper", "hibari")
    ]
    assert all("--require-hashes" in line and (first / line.split()[-1]).is_file() for line in pips)
    asked = " ".join(line for line in box.asked if "piper.download_voices" in line)
    fetched = [word for word in asked.split() if word.endswith("-medium")]
    assert fetched == [*(voices_of("piper")[one][0] for one in languages()), "de_DE-thorsten-medium"]
    assert "Voice" in box.said[-1]
    box.installer().install(second)
    box.installer().roll_back()
    assert {one.name for one in folder.iterdir()} == {"piper", "hibari"}
    box.installer().remove()
    assert not folder.exists()


@pytest.mark.parametrize(("memory", "network", "said"), [(899, True, 0), (900, True, 2), (900, False, 3)])
def test_hibari_comes_by_itself_where_there_is_the_memory_and_a_network(
    box: Pi, first: Path, monkeypatch: pytest.MonkeyPatch, memory: int, network: bool, said: int
) -> None:
    shutil.rmtree(box.root / "opt/gm-appliance/voices", ignore_errors=True)
    monkeypatch.setattr(voices, "_memory", lambda: memory)
    box.network, box.said = network, []
    voices.add_hibari(first, Places(box.root), Asked(box.run), box.said.append)
    assert len(box.said) == said, "nothing; what it takes; and why it cannot be had"
    assert (box.root / "opt/gm-appliance/voices/hibari").exists() == (said == 2)


def test_a_voice_that_cannot_be_fetched_leaves_the_others_as_they_were(box: Pi, first: Path) -> None:
    shutil.rmtree(box.root / "opt/gm-appliance/voices", ignore_errors=True)
    box.installer().add_voice("piper", first)
    box.network = False
    for voice in ("piper:fr_FR-siwis-medium", "hibari"):
        with pytest.raises(NotInstalled, match="internet"):
            box.installer().add_voice(voice, first)
    assert [one.name for one in (box.root / "opt/gm-appliance/voices").iterdir()] == ["piper"]


def test_installing_again_changes_nothing_and_interrupts_no_game(box: Pi, first: Path) -> None:
    before = files(box.root)
    box.asked.clear()
    box.status = "Playing thor"
    box.installer().install(first)
    assert files(box.root) == before
    assert not any(word in line for line in box.asked for word in ("restart", "pip", "apt-get", "daemon"))
    assert box.rested == 0


def test_games_and_settings_are_never_changed(pi: Pi, first: Path, second: Path) -> None:
    games = pi.root / "var/lib/gm-appliance/journal.sqlite"
    games.parent.mkdir(parents=True)
    games.write_text("games")
    settings = pi.root / "etc/gm-appliance.toml"
    settings.write_text("[voice]\nrate = 120\n")
    for one in (first, second):
        pi.installer().install(one)
    pi.installer().remove()
    assert games.read_text() == "games"
    assert settings.read_text() == "[voice]\nrate = 120\n"


def test_removing_waits_for_the_last_program_of_its_user(box: Pi) -> None:
    box.lingers = 12.0
    box.installer().remove()
    assert box.rested >= box.lingers
    assert not box.users
    assert "gm-appliance" not in box.groups


def test_a_user_that_cannot_be_removed_is_told_and_goes_the_next_time(pi: Pi, first: Path) -> None:
    groups = {*pi.groups}
    pi.installer().install(first)
    pi.lingers = 1e9
    with pytest.raises(
        NotInstalled,
        match=r"gm-appliance could not be removed: .* used by process 812\..* Restart the Pi, then run this",
    ):
        pi.installer().remove()
    assert pi.users == {"gm-appliance"}
    assert {*pi.groups} > groups
    pi.lingers = 0.0
    for _again in range(2):
        pi.installer().remove()
    assert not pi.users
    assert {*pi.groups} == groups
    assert not (pi.root / "opt/gm-appliance").exists()


def test_an_update_keeps_the_release_before_and_no_older_one(
    pi: Pi, first: Path, second: Path, tmp_path: Path
) -> None:
    third = release(tmp_path / "third", "1.2.0")
    for one in (first, second, third):
        pi.installer().install(one)
    assert pi.running == name_of(third)
    kept = {one.name for one in (pi.root / "opt/gm-appliance/releases").iterdir()}
    assert kept == {name_of(second), name_of(third)}
    assert pi.installer().roll_back() == name_of(second)
    assert pi.running == name_of(second)


def test_an_older_release_takes_away_the_units_it_does_not_have(pi: Pi, first: Path, second: Path) -> None:
    (first / "systemd/gm-appliance-proven.timer").unlink()
    pi.installer().install(first)
    before = files(pi.root)
    pi.installer().install(second)
    assert "etc/systemd/system/gm-appliance-proven.timer" in files(pi.root)
    pi.installer().roll_back()
    assert files(pi.root) == before


@pytest.mark.parametrize("file", ["systemd/70-seathub.rules", "config/gm-appliance.toml"])
def test_an_update_of_the_units_or_settings_alone_is_one(
    file: str, box: Pi, first: Path, tmp_path: Path
) -> None:
    other = release(tmp_path / "other", "1.0.0")
    (other / file).write_text((other / file).read_text() + "# another\n")
    box.installer().install(other)
    assert box.running == name_of(other) != name_of(first)
    rules = (box.root / "etc/udev/rules.d/70-seathub.rules").read_bytes()
    assert rules == (other / "systemd/70-seathub.rules").read_bytes()


def test_a_full_card_leaves_nothing_behind_and_a_short_message(
    box: Pi, second: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sorted(box.root.rglob("*"))

    def full(_source: object, there: object, **_how: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(there))

    monkeypatch.setattr(shutil, "copyfile", full)
    with pytest.raises(NotInstalled, match=r"the card is full.*Make room for \d+ MB") as told:
        box.installer().install(second)
    assert len(str(told.value)) < 200
    assert sorted(box.root.rglob("*")) == before


def test_a_second_installer_is_refused(box: Pi, second: Path) -> None:
    box.status = "Playing thor"
    told = []

    def meanwhile(seconds: float) -> None:
        box.status = ""
        box.rest(seconds)
        other = box.installer()
        for do in (lambda: other.install(second), other.roll_back, other.remove):
            with pytest.raises(NotInstalled, match=r"Another install\.sh is running") as refused:
                do()
            told.append(refused.value)

    waiting = box.installer()
    waiting.rest = meanwhile
    waiting.install(second)
    assert told
    box.installer().install(second)


def test_a_32_bit_system_is_refused_at_once(pi: Pi, first: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "maxsize", 2**31 - 1)
    with pytest.raises(NotInstalled, match="needs 64 bit"):
        pi.installer().install(first)
    assert pi.asked == []


def test_a_pi_without_a_network_says_what_to_do_and_stays_as_it_is(pi: Pi, first: Path) -> None:
    pi.network = False
    before = files(pi.root)
    with pytest.raises(NotInstalled, match=r"python3-lgpio could not be installed.*bundle"):
        pi.installer().install(first)
    pi.packages.update(("python3-lgpio", "python3-venv"))
    with pytest.raises(NotInstalled, match="connected to the internet"):
        pi.installer().install(first)
    assert files(pi.root) == before
    assert not any((pi.root / "opt/gm-appliance/releases").iterdir())


def carry(source: Path, *wheels: str) -> None:
    (source / "wheels").mkdir()
    for name in wheels:
        (source / "wheels" / name).write_text(name)
    hashes = (hashlib.sha256(name.encode()).hexdigest() for name in wheels)
    (source / "requirements/own.txt").write_text("".join(f"part==1 --hash=sha256:{one}\n" for one in hashes))


WHEELS = [f"{name}-py3-none-any.whl" for name in ("pip-26.0", "espeakng_loader-1", "gm_appliance-1")]


@pytest.mark.parametrize("changed", WHEELS)
def test_a_changed_file_in_a_bundle_is_refused_before_anything_runs(
    changed: str, pi: Pi, first: Path
) -> None:
    pi.packages.update(APT)
    carry(first, *WHEELS)
    (first / "wheels" / changed).write_text("another")
    before = files(pi.root)
    with pytest.raises(NotInstalled, match=f"{changed} was changed or damaged.*copy the bundle"):
        pi.installer().install(first)
    assert files(pi.root) == before
    assert not [line for line in pi.asked if "python" in line and " install " in line]


@pytest.mark.parametrize("lgpio", ["on the machine", "carried"])
def test_a_bundle_needs_no_network(lgpio: str, pi: Pi, first: Path) -> None:
    pi.network = False
    carry(first, *WHEELS[::2])
    if lgpio == "carried":
        (first / "packages").mkdir()
        (first / "packages/python3-lgpio_0.2.2_arm64.deb").write_text("")
    else:
        pi.packages.add("python3-lgpio")
    pi.installer().install(first)
    assert pi.running == name_of(first)
    pips = [line for line in pi.asked if " install " in line and "bin/python" in line]
    assert pips
    assert all("--no-index --find-links" in line for line in pips)
    assert any(line.endswith("espeakng-loader") for line in pips)  # as there is no espeak-ng


def test_an_incomplete_release_is_refused(tmp_path: Path, first: Path) -> None:
    (first / "gm_appliance/__init__.py").unlink()
    with pytest.raises(NoRelease, match=r"not a complete release.*Unpack the release again"):
        name_of(first)


ENDS = "\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
"""Line ends for Python; an editor only writes the second."""

LINE = st.one_of(
    st.sampled_from(("[pi4]", "[all]", "dtparam=audio=on", "# dtparam=i2c_arm=on", "", "dtparam=spi=on")),
    st.text(st.characters(codec="utf-8", exclude_characters=ENDS)),
).filter(lambda line: line.strip() not in (BEGIN, END))
OWNERS = st.lists(LINE, max_size=6).map(lambda lines: "".join(f"{line}\n" for line in lines))


@given(OWNERS)
def test_it_is_there_once_and_goes_without_a_trace(text: str) -> None:
    once = with_ours(text)
    assert with_ours(once) == once
    assert without_ours(once) == text
    assert once.endswith("\n".join(("[all]", *LINES[1:], END)) + "\n")


def test_a_last_line_without_an_end_stays_whole() -> None:
    assert with_ours("[pi5]\nfoo=1").startswith("[pi5]\nfoo=1\n# gm-appliance")


def test_an_older_block_is_replaced_and_a_torn_one_goes() -> None:
    older = f"a=1\n{BEGIN}\n[all]\ndtparam=i2c_arm_baudrate=100000\n{END}\nb=2\n"
    assert without_ours(older) == "a=1\nb=2\n"
    torn = f"a=1\n{BEGIN}\n[all]\ndtparam=i2c_arm=on\nb=2\n"
    assert without_ours(torn) == "a=1\nb=2\n"
