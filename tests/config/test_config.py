"""The meaning of the configuration, and the places of its file."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from gm_appliance import cli
from gm_appliance.config import (
    MOST_BYTES,
    ConfigError,
    Configuration,
    VoiceSettings,
    configuration,
    parse,
    search_paths,
)
from gm_appliance.config.schema import SETTINGS, Setting
from gm_appliance.core.values import replace
from tests.config.told import mistakes

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.usefixtures("places")


def test_an_empty_file_changes_nothing() -> None:
    assert parse(b"") == Configuration() == Configuration("en", None, VoiceSettings(160, 100))


def test_a_home_folder_and_the_options_of_games_arrive() -> None:
    read = parse(b'state = "~/games"\n[games]\nscorepad = { players = 9, wins = "lowest" }\n')
    assert read.state == Path("/home/odin/games")
    assert read.games["scorepad"] == {**Configuration().games["scorepad"], "players": 9, "wins": "lowest"}


COMMAND = ["", "flite", "sh -c 'a | b'"], [" ", "''", "a 'b", "a\nb", 1, []]
FOLDER = ["", "/", "~", "~/a b", "/var/x"], ["a", "./a", "C:/a", "~nobody/x", "/a\0", 1, True, []]
OF_TEXT: dict[str, tuple[list[Any], list[Any]]] = {"command": COMMAND, "state": FOLDER}
FILE = ["", "/a.pem", "~/a b.pem"], ["a.pem", "/a\0", 1, True, []]
OF_TEXT |= {
    "broker": (
        [
            "",
            "mqtt://a",
            "mqtts://home.local:8883",
            "mqtt://[fe80::1]:1883",
            "mqtt://a:60995",
            "mqtt://a:65535",
        ],
        ["a", "mqtt:/a", "mqtt://", "mqtt://a:0", "mqtt://a:65536", "mqtt://a/b", "mqtt://u:p@a", 1, []],
    ),
    "user": (["", "box", "Bär 1"], ["a\n", 1, []]),
    "password": (["", "s:/@#"], ["a\n", 1, []]),
    **dict.fromkeys(("authority", "certificate", "key"), FILE),
    "room.name": (["table", "attic-2"], ["", "league", "Table", "a/b", "+", "a" * 31, 1, []]),
}
SET = {"name": "gmw/en+f3", "device": "plughw:CARD=Headphones", "port": "/dev/ttyACM0", "keypad": "Keyboard"}


@pytest.mark.parametrize("key", SETTINGS, ids=lambda key: ".".join(key.path))
def test_the_ends_of_every_range_are_legal_and_what_lies_beyond_is_not(key: Setting) -> None:
    numbers = re.fullmatch(r"a whole number from (\S+) to (\S+)", key.legal)
    if numbers:
        low, high = (int(one, 0) for one in numbers.groups())
        legal: list[Any] = [low, high]
        beyond: list[Any] = [low - 1, high + 1, True, float(low), "7", []]
    elif key.options:
        legal, beyond = list(key.options), ["", "nothing", 0 if 1 in key.options else 1, False, 2.0, []]
    else:
        usual: tuple[list[Any], list[Any]] = (
            [key.default, SET.get(key.name)],
            ["\x07", "\n", "a\0", 1, True, []],
        )
        legal, beyond = OF_TEXT.get(".".join(key.path), OF_TEXT.get(key.name, usual))
    header = f"[{'.'.join(key.section)}]\n" if key.section else ""
    # Without a display all pins are free for buttons.
    below = '\n[display]\ndriver = "none"' if key.section == ("panel",) else ""
    for value in legal:
        read = parse(f"{header}{key.name} = {json.dumps(value)}{below}".encode())
        assert (read == parse(below.encode())) == (value == key.default), "it arrives"
    for value in beyond:
        (said,) = mistakes(f"{header}{key.name} = {json.dumps(value)}{below}")
        named = f"{header.strip()} {key.name}".strip()
        assert said.startswith(f"{2 if header else 1}: {named} cannot be ")
        assert f". Possible: {key.legal}" in said


def test_another_voice_is_a_program_with_its_arguments_and_where_it_was_set() -> None:
    read = parse(b"[voice]\n\ncommand = \"/opt/piper --model 'a b' {rate}\"\n")
    speech = replace(read, source=Path("/etc/box.toml")).speech()
    assert speech is not None
    assert speech.words == ("/opt/piper", "--model", "a b", "{rate}")
    assert speech.source == "/etc/box.toml:3: [voice] command"
    assert Configuration().speech() is None


@pytest.mark.parametrize(
    ("command", "turned"),
    [
        ("", ["rate", "volume"]),
        ("piper --length-scale {stretch}", ["rate", "volume"]),
        ("speak -s {rate}", ["rate", "volume"]),
        ("speak", ["volume"]),
    ],
)
def test_the_speed_is_offered_where_the_voice_has_more_than_one(command: str, turned: list[str]) -> None:
    assert sorted(parse(f'[voice]\ncommand = "{command}"\n'.encode()).levels()) == turned


@pytest.mark.parametrize(
    ("limits", "first"), [("loudest = 60", 60), ("quietest = 30", 100), ("quietest = 50\nvolume = 50", 50)]
)
def test_a_volume_that_is_not_given_starts_between_its_limits(limits: str, first: int) -> None:
    assert parse(f"[voice]\n{limits}\n".encode()).levels()["volume"] == first


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm() -> None:
    assert parse("\ufefflanguage = 'en'\r\n[voice]\r\nrate = 100\r\n".encode()).voice.rate == 100
    assert mistakes("\ufeff[voice]\r\n\r\nrate = 1\r\n")[0].startswith("3: [voice] rate cannot be 1.")


def test_the_users_own_file_comes_before_the_boot_partitions_and_that_before_the_machines(
    tmp_path: Path,
) -> None:
    own, boot, machine = search_paths()
    assert [own, boot, machine] == [tmp_path / at / "gm-appliance.toml" for at in ("xdg", "boot", "etc")]
    assert configuration() == Configuration()
    assert configuration().source is None
    machine.write_text("[voice]\nrate = 100\nvolume = 1\n")
    assert configuration().voice == VoiceSettings(100, 1)
    boot.write_text("[voice]\nrate = 99\n")
    assert (configuration().voice, configuration().source) == (VoiceSettings(99, 100), boot)
    own.parent.mkdir()
    own.write_text("[voice]\nrate = 200\n")
    assert (configuration().voice, configuration().source) == (VoiceSettings(200, 100), own)
    assert configuration(machine).voice == VoiceSettings(100, 1)


@pytest.mark.parametrize("unusable", ["", "relative/folder"])
def test_without_a_usable_xdg_folder_it_is_the_usual_one(
    unusable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", unusable)
    assert search_paths()[0] == Path("/home/odin/.config/gm-appliance.toml")


def test_the_machines_folders_are_the_boot_partition_and_etc() -> None:
    asked = "from gm_appliance.config import search_paths; print(*search_paths()[1:])"
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "/boot/firmware/gm-appliance.toml /etc/gm-appliance.toml\n"


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path, why in (
        (tmp_path / "none.toml", "it cannot be read: No such file or directory"),
        (tmp_path, "it cannot be read: Is a directory"),
    ):
        with pytest.raises(ConfigError, match=re.escape(f"\n{path}: {why}")):
            configuration(path)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", Mock(side_effect=PermissionError(13, "Permission denied")))
        with pytest.raises(ConfigError, match="try it with sudo"):
            configuration(tmp_path)
    big = tmp_path / "big.toml"
    big.write_bytes(b"#" * MOST_BYTES)
    assert configuration(big) == Configuration()
    big.write_bytes(b"#" * (MOST_BYTES + 1))
    with pytest.raises(ConfigError, match="the right file"):
        configuration(big)


def test_a_file_that_is_found_but_cannot_be_read_is_no_reason_to_take_the_next(tmp_path: Path) -> None:
    own, _boot, machine = search_paths()
    own.parent.mkdir()
    machine.write_text("")
    own.symlink_to(tmp_path / "gone")
    with pytest.raises(ConfigError, match="No such file"):
        configuration()


DOCUMENT = (ROOT / "docs" / "configuration.md").read_text("utf-8")


def test_the_documented_mistakes_are_told_like_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (content,) = re.findall(r"```toml\n(.*?)```", DOCUMENT, re.DOTALL)
    (answer,) = re.findall(r"```\n(gm-appliance: .*?)```", DOCUMENT, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    Path("my.toml").write_text(content, "utf-8")
    assert cli.main(["simulate", "--config", "my.toml"]) == 1
    assert capsys.readouterr().err == answer
