"""A program in the settings is only accepted where only root can write, not on the boot partition."""

from __future__ import annotations

import json
import shlex
import sys
from contextlib import closing
from pathlib import Path

import pytest

from gm_appliance.config import SoundSettings, usable, usable_part
from gm_appliance.storage.journal import Journal
from tests.devices.sound.workshop import Workshop

SECRET = "Valkyrie conspires"

THIEF = """
import pathlib, sys
state, loot = map(pathlib.Path, sys.argv[1:])
loot.write_bytes(b"".join(one.read_bytes() for one in sorted(state.glob("journal.sqlite*"))))
"""
"""A "voice" that reads the journal of the running game."""


def stolen(places: Path, where: str, *, named: bool = False) -> bytes:
    """The data that a voice copies from the journal, with its settings in this folder."""
    loot, state = places / "loot", places / "state"
    state.mkdir()
    with closing(Journal(state / "journal.sqlite")) as journal:
        journal.set_setting("secret", SECRET)
        words = shlex.join(
            (sys.executable, "-S", "-c", THIEF.replace("\n", ";").strip(";"), str(state), str(loot))
        )
        file = places / where / "gm-appliance.toml"
        file.write_text(f"[voice]\ncommand = {json.dumps(words)}\n[sound]\ndevice = 'hw:CARD=b1'\n", "utf-8")
        config = usable(file if named else None)
        assert config.sound == SoundSettings("hw:CARD=b1"), "all else counts"
        workshop = Workshop(places, speech=config.speech())
        workshop.says("Odin.")
        workshop.renderer.close()
    return loot.read_bytes() if loot.exists() else b""


@pytest.mark.parametrize("named", [False, True], ids=["found", "named"])
def test_a_program_named_on_the_boot_partition_never_sees_the_journal(places: Path, named: bool) -> None:
    assert stolen(places, "boot", named=named) == b""
    (mistake,) = usable(places / "boot" / "gm-appliance.toml").mistakes
    assert (mistake.line, mistake.key) == (2, "command")
    assert str(places / "etc" / "gm-appliance.toml") in mistake.what


def test_the_same_program_would_where_only_root_writes(places: Path) -> None:
    """The thief works, so the test above can fail."""
    assert SECRET.encode() in stolen(places, "etc")


def test_an_empty_command_is_none(places: Path) -> None:
    (places / "boot" / "gm-appliance.toml").write_text('[voice]\ncommand = ""\nrate = 180\n')
    config = usable()
    assert config.mistakes == ()
    assert config.voice.rate == 180


@pytest.mark.parametrize(
    "device",
    [
        "file:'|sh /boot/firmware/x',raw",
        "tee:default,/var/lib/gm-appliance/journal.sqlite,raw",
        "{type file}",
    ],
)
def test_a_sound_device_is_no_way_round(device: str) -> None:
    """ALSA's own devices write files and run programs."""
    config = usable_part(f"[sound]\ndevice = {json.dumps(device)}".encode())
    assert config.sound == SoundSettings()
    assert config.mistakes
