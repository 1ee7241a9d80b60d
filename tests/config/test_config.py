"""The configuration: its meaning, its places, and the message for each kind of mistake."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_appliance import cli
from gm_appliance.config import (
    MOST_BYTES,
    ConfigError,
    Configuration,
    Mistake,
    VoiceSettings,
    configuration,
    parse,
    search_paths,
)
from gm_appliance.config.lines import lines_of
from gm_appliance.config.schema import SETTINGS, Setting
from gm_appliance.core.cues.screens import MenuScreen, NumberScreen
from gm_appliance.core.game import Number, OneOf
from gm_appliance.core.people import Person
from gm_appliance.core.ports import PANEL
from gm_appliance.core.values import replace
from gm_appliance.games.registry import GAMES
from gm_appliance.storage.journal import Journal
from gm_appliance.testing import Asked, Games, VirtualTable, evening

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "config" / "gm-appliance.toml"


@pytest.fixture(autouse=True)
def no_settings_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", "/home/odin")
    monkeypatch.setattr("gm_appliance.config.BOOT", tmp_path / "boot")
    monkeypatch.setattr("gm_appliance.config.MACHINE", tmp_path / "etc")


def mistakes(content: str | bytes) -> list[str]:
    """What is said of a file, a line each, from the number of the line on."""
    with pytest.raises(ConfigError) as caught:
        parse(content if isinstance(content, bytes) else content.encode(), "F")
    first, *rest = str(caught.value).split("\n")
    assert first == "the configuration cannot be used"
    assert all(line.startswith("F:") for line in rest)
    return [line[2:] for line in rest]


def test_an_empty_file_changes_nothing() -> None:
    assert parse(b"") == Configuration()
    assert Configuration() == Configuration("en", None, VoiceSettings(160, 100))
    assert Configuration().games["gotterdammerung"]["agree"] == 15


# ---------------------------------------------------------------- what it means


def test_every_setting_arrives() -> None:
    read = parse(
        b'language = "en"\nstate = "~/games"\n'
        b"[voice]\nrate = 200\nvolume = 0\n"
        b'[games]\nscorepad = { players = 9, wins = "lowest" }\n'
        b"[games.gotterdammerung]\nvote = 30\n"
    )
    assert (read.language, read.state, read.voice) == ("en", Path("/home/odin/games"), VoiceSettings(200, 0))
    assert dict(read.games["scorepad"]) == {
        **Configuration().games["scorepad"],
        "players": 9,
        "wins": "lowest",
    }
    assert dict(read.games["gotterdammerung"]) == {**Configuration().games["gotterdammerung"], "vote": 30}


COMMAND = ["", "flite", "sh -c 'a | b'"], [" ", "''", "a 'b", "a\nb", 1, []]
FOLDER = ["", "/", "~", "~/a b", "/var/x"], ["a", "./a", "C:/a", "~nobody/x", "/a\0", 1, True, []]
OF_TEXT: dict[str, tuple[list[Any], list[Any]]] = {"command": COMMAND, "state": FOLDER}


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
        usual: tuple[list[Any], list[Any]] = [key.default], ["\x07", "\n", "a\0", 1, True, []]
        legal, beyond = OF_TEXT.get(key.name, usual)
    header = f"[{'.'.join(key.section)}]\n" if key.section else ""
    # What a button may have is what the display leaves it.
    below = '\n[display]\ndriver = "none"' if key.section == ("panel",) else ""
    for value in legal:
        parse(f"{header}{key.name} = {json.dumps(value)}{below}".encode())
    for value in beyond:
        (said,) = mistakes(f"{header}{key.name} = {json.dumps(value)}{below}")
        assert said.startswith(f"{2 if header else 1}: {header.strip()} {key.name} = ".replace("  ", " "))
        assert f" is not possible. It takes {key.legal}" in said


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


def test_a_games_options_take_the_configured_values() -> None:
    read = parse(b'[games.scorepad]\nuntil = "rounds"\nrounds = 3\nplayers = 6\n')
    game = read.game("scorepad")
    assert game.complete({}) == {
        "players": 6,
        "mode": "round",
        "wins": "highest",
        "until": "rounds",
        "rounds": 3,
    }
    options = {option.name: option for option in game.options}
    assert options["players"].domain == Number(2, 15, 6)
    assert options["until"].domain == OneOf(("rounds", "none", "target"))
    # What a default does not let count may stand in the file all the same: the menu may come to it.
    assert game.complete({"until": "target"})["target"] == 100


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm() -> None:
    assert parse("\ufefflanguage = 'en'\r\n[voice]\r\nrate = 100\r\n".encode()).voice.rate == 100
    assert mistakes("\ufeff[voice]\r\n\r\nrate = 1\r\n")[0].startswith("3: [voice] rate = 1 ")


# ---------------------------------------------------------------- mistakes, each kind once

RATE = "It takes a whole number from 80 to 450"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        # names
        ("[voice]\nvolme = 3", "2: [voice] 'volme' is not known here. Did you mean 'volume'?"),
        ("[voice]\nRATE = 160", "2: [voice] 'RATE' is not known here. Did you mean 'rate'?"),
        ("langage = 'en'", "1: 'langage' is not known here. Did you mean 'language'?"),
        ("[voise]\nrate = 3", "1: [voise] is not known here. Did you mean [voice]?"),
        ("rate = 160", "1: 'rate' is not known here. It belongs under [voice]"),
        ("volme = 3", "1: 'volme' is not known here. Did you mean 'volume' under [voice]?"),
        (
            "[voice]\nstate = '/x'",
            "2: [voice] 'state' is not known here. It belongs at the top, before the first [table]",
        ),
        (
            "[voice]\nplayers = 7",
            "2: [voice] 'players' is not known here. "
            "It belongs under [games.gotterdammerung], under [games.thor], under [games.valda], "
            "under [games.odins-table], under [games.scorepad] or under [games.first-player]",
        ),
        ("[scorepad]\nplayers = 7", "1: [scorepad] is not known here. Did you mean [games.scorepad]?"),
        (
            "\n[games.gotterdamerung]\n",
            "2: [games.gotterdamerung] is not known here. Did you mean [games.gotterdammerung]?",
        ),
        ("[gotterdamerung]", "1: [gotterdamerung] is not known here. Did you mean [games.gotterdammerung]?"),
        (
            "[voice]\n'x y' = 1",
            "2: [voice] 'x y' is not known here. "
            "Known here: rate, volume, quietest, loudest, engine, name, command",
        ),
        (
            "['x y']",
            '1: ["x y"] is not known here. '
            "Known here: language, state, voice, sound, panel, display, pads, games, roster",
        ),
        (
            "voice.pitch.low = 1",
            "1: [voice.pitch] is not known here. "
            "Known here: rate, volume, quietest, loudest, engine, name, command",
        ),
        # tables that are none, and the other way round
        ("voice = 160", "1: 'voice' is a table. Write [voice] once, with its keys below it"),
        ("[[voice]]\nrate = 160", "1: 'voice' is a table. Write [voice] once, with its keys below it"),
        (
            "games = []",
            "1: 'games' is a table. "
            "Write [games.gotterdammerung], [games.thor], [games.valda], [games.odins-table], "
            "[games.scorepad], [games.dice] or [games.first-player] once, with its keys below it",
        ),
        ("[language]\nx = 1", '1: language = {…} is not possible. It takes "en"'),
        # values
        ("[voice]\nrate = 900", f"2: [voice] rate = 900 is not possible. {RATE}. Did you mean 450?"),
        ("[voice]\nrate = -1", f"2: [voice] rate = -1 is not possible. {RATE}. Did you mean 80?"),
        ("[voice]\nrate = '160'", f'2: [voice] rate = "160" is not possible. {RATE}. Did you mean 160?'),
        ("[voice]\nrate = 160.2", f"2: [voice] rate = 160.2 is not possible. {RATE}. Did you mean 160?"),
        ("[voice]\nrate = inf", f"2: [voice] rate = inf is not possible. {RATE}. Did you mean 450?"),
        ("[voice]\nrate = nan", f"2: [voice] rate = nan is not possible. {RATE}"),
        ("[voice]\nrate = true", f"2: [voice] rate = true is not possible. {RATE}"),
        (
            "[voice]\nquietest = 60\nvolume = 40",
            "3: [voice] volume = 40 is not possible. It is quieter than quietest = 60, line 2",
        ),
        (
            "[voice]\nvolume = 40\nloudest = 30",
            "3: [voice] loudest = 30 is not possible. It is quieter than volume = 40, line 2",
        ),
        (
            "[voice]\nloudest = 30\nquietest = 40",
            "3: [voice] quietest = 40 is not possible. It is louder than loudest = 30, line 2",
        ),
        ("[voice]\nrate = 'fast'", f'2: [voice] rate = "fast" is not possible. {RATE}'),
        ("[voice]\nrate = [\n1]", f"2: [voice] rate = […] is not possible. {RATE}"),
        ("[voice]\nrate = 2020-01-01", f"2: [voice] rate = 2020-01-01 is not possible. {RATE}"),
        (
            f"[voice]\nrate = 0x{'f' * 5000}",
            f"2: [voice] rate = a huge number is not possible. {RATE}. Did you mean 450?",
        ),
        (
            "[games.scorepad]\nmode = 'Free'",
            '2: [games.scorepad] mode = "Free" is not possible. '
            'It takes "round" or "free". Did you mean "free"?',
        ),
        (
            "[games.scorepad]\nuntil = 'round'",
            '2: [games.scorepad] until = "round" is not possible. '
            'It takes "none", "target" or "rounds". Did you mean "rounds"?',
        ),
        ("language = 'de'", '1: language = "de" is not possible. It takes "en"'),
        (
            "state = 'games'",
            '1: state = "games" is not possible. It takes a folder that begins with / or ~/, in quotes; '
            'or "". Did you mean "~/games"?',
        ),
        (
            'state = "\\u0000\\u202e"',
            '1: state = "\\u0000\\u202e" is not possible. '
            'It takes a folder that begins with / or ~/, in quotes; or ""',
        ),
        # not text
        (b"# x = 1\n# caf\xe9\n", "2: byte 0xe9 is not UTF-8; save the file as UTF-8"),
        (b"\xff\xfex\0", "1: this is UTF-16; save the file as UTF-8"),
    ],
)
def test_a_mistake_is_told(content: str | bytes, said: str) -> None:
    assert mistakes(content) == [said]


TWICE = "It is there twice; keep one of them"
QUOTE = "A closing quote is missing"
BRACKET = "A closing bracket is missing"
HOW = 'Tables look like [voice], settings like rate = 160 or language = "en", one per line'


@pytest.mark.parametrize(
    ("content", "line", "shown", "advice"),
    [
        ("[voice]\nrate = 1\nrate = 2", 3, "rate = 2", TWICE),
        ("[voice]\nrate = 99\n\n[voice]\n", 4, "[voice]", TWICE),
        ("voice = {rate = 1, rate = 2}", 1, "voice = {rate = 1, rate = 2}", TWICE),
        ("\nstate = '/x\nrate = 1", 2, "state = '/x", QUOTE),
        ('\nstate = "/x\nrate = 1', 2, 'state = "/x', QUOTE),
        ("\nstate = '''/x\n\nrate = 1", 2, "state = '''/x", QUOTE),
        ('\nstate = """/x\n\nrate = 1', 2, 'state = """/x', QUOTE),
        ("[voice\nrate = 1", 1, "[voice", BRACKET),
        ("x = [1,\n2", 1, "x = [1,", BRACKET),
        ("x = [\n1\nrate = 1", 3, "rate = 1", BRACKET),
        ("voice = {rate = 1", 1, "voice = {rate = 1", BRACKET),
        ('state = "C:\\x"', 1, 'state = "C:\\x"', "Write \\\\ for one backslash"),
        ("language = en", 1, "language = en", HOW),
        ("#\r\nlanguage = en\r\n", 2, "language = en", HOW),
        ("#\r\nstate = '''\r\n\r\n", 2, "state = '''", QUOTE),
        ("\nvolume = 50%", 2, "volume = 50%", HOW),
        ("rate: 160", 1, "rate: 160", HOW),
        ("rate", 1, "rate", HOW),
        ("rate =\n", 1, "rate =", HOW),
        ("rate = 1 volume = 2", 1, "rate = 1 volume = 2", HOW),
        ("a\0\rb", 1, "a  b", HOW),
    ],
)
def test_what_is_not_toml_is_told(content: str, line: int, shown: str, advice: str) -> None:
    (said,) = mistakes(content)
    assert re.fullmatch(rf"{line}: `{re.escape(shown)}` is not TOML \(.+\)\. {re.escape(advice)}", said)


def test_a_stretch_that_is_too_much_for_python_is_told_with_its_line() -> None:
    (deep,) = mistakes("[voice]\nrate = 160\nx = " + "[" * 5000)
    assert deep.startswith("3: `x = [[[[[")
    assert "nest too deep" in deep
    (long,) = mistakes("[voice]\nvolume = [\n2,\n" + "1" * 5000)
    assert long.startswith("4: `111")
    assert "4300 digits" in long
    assert max(len(deep), len(long)) < 250


@st.composite
def mistaken(draw: st.DrawFn) -> tuple[str, dict[int, str]]:
    """A file of legal settings with mistakes planted in it: its text; by line, what must be said there."""
    tables = draw(
        st.permutations([table for table in dict.fromkeys(key.section for key in SETTINGS) if table])
    )
    lines: list[str] = []
    planted: dict[int, str] = {}
    for table in ((), *tables):
        lines += [f"[{'.'.join(table)}]"] if table else []
        for key in draw(st.permutations([key for key in SETTINGS if key.section == table])):
            lines += draw(st.sampled_from(([], [""], ["# rate = 1"], ["  #"])))
            value = key.written(key.default)
            match draw(st.sampled_from(("", "", "name", "value"))):
                case "":
                    lines.append(f"{key.name} = {value}")
                case "name":
                    lines.append(f"{key.name}{key.name[-1]} = {value}")
                    planted[len(lines)] = f"Did you mean '{key.name}'?"
                case _:
                    lines.append(f"{key.name} = [\n]  # ]")
                    # The element goes on to another line; the next number takes account of it.
                    lines[-1:] = lines[-1].split("\n")
                    planted[len(lines) - 1] = f"{key.name} = […] is not possible. It takes {key.legal}"
    return "\n".join(lines), planted


@given(mistaken())
def test_planted_mistakes_are_found_and_nothing_else(made: tuple[str, dict[int, str]]) -> None:
    text, planted = made
    if not planted:
        assert parse(text.encode()) == Configuration()
        return
    told = {int(one.split(":")[0]): one for one in mistakes(text)}
    assert list(told) == sorted(planted)
    assert [line for line, said in planted.items() if said not in told[line]] == []


@given(st.one_of(st.binary(max_size=60), st.text("[]voicerate={}.\"'\\\n#1 ", max_size=60).map(str.encode)))
def test_any_bytes_are_settings_or_mistakes(content: bytes) -> None:
    said: tuple[Mistake, ...] | None = None
    try:
        parse(content)
    except ConfigError as error:
        said = error.mistakes
    # None: settings. Nothing else than a ConfigError comes out, and each says something of a line there is.
    lines = content.count(b"\n") + 1
    assert said is None or (said and all(1 <= one.line <= lines and one.what for one in said))


# ---------------------------------------------------------------- where it is found


def test_the_users_own_file_comes_before_the_boot_partitions_and_that_before_the_machines(
    tmp_path: Path,
) -> None:
    own, boot, machine = search_paths()
    assert [own, boot, machine] == [tmp_path / at / "gm-appliance.toml" for at in ("xdg", "boot", "etc")]
    assert configuration() == Configuration()
    assert configuration().source is None
    machine.parent.mkdir()
    machine.write_text("[voice]\nrate = 100\nvolume = 1\n")
    assert configuration().voice == VoiceSettings(100, 1)
    boot.parent.mkdir()
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
    with pytest.raises(ConfigError, match="another file"):
        configuration(big)


def test_a_file_that_is_found_but_cannot_be_read_is_no_reason_to_take_the_next(tmp_path: Path) -> None:
    own, _boot, machine = search_paths()
    for path in (own, machine):
        path.parent.mkdir()
    machine.write_text("")
    own.symlink_to(tmp_path / "gone")
    with pytest.raises(ConfigError, match="No such file"):
        configuration()


# ---------------------------------------------------------------- on the command line


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The settings of every virtual table that would be started."""
    started: list[Any] = []
    monkeypatch.setattr("gm_appliance.app.virtual_table.simulate", started.append)
    return started


def test_simulate_is_started_with_the_file(tmp_path: Path, started: list[Any]) -> None:
    file = tmp_path / "my.toml"
    file.write_text("state = '/var/games'\n[voice]\nrate = 200\nvolume = 40\n[games.scorepad]\nplayers = 9\n")
    with file.open("a", encoding="utf-8") as opened:
        opened.write('[[roster]]\nname = "Zoë"\nspoken = "Zo-ee"\n')
    assert cli.main(["simulate", "--config", str(file)]) == 0
    (settings,) = started
    config = settings.config
    assert (settings.state, config.language) == (Path("/var/games"), "en")
    assert (config.voice.rate, config.voice.volume) == (200, 40)
    assert config.roster == (Person("Zoë", "Zo-ee"),)
    assert config.game("scorepad").complete({})["players"] == 9
    assert config.game("gotterdammerung").complete({}) == GAMES["gotterdammerung"].game.complete({})


def test_flags_win_over_the_file_and_the_file_over_what_is_built_in(
    tmp_path: Path, started: list[Any]
) -> None:
    search_paths()[0].parent.mkdir()
    assert cli.main(["simulate"]) == 0
    search_paths()[0].write_text('state = "/var/games"\nlanguage = "en"\n')
    assert cli.main(["simulate"]) == 0
    assert cli.main(["simulate", "--state", "/x", "--language", "x-pseudo"]) == 0
    assert [(one.state, one.asked or one.config.language) for one in started] == [
        (tmp_path / "state/gm-appliance", "en"),
        (Path("/var/games"), "en"),
        (Path("/x"), "x-pseudo"),
    ]


@pytest.mark.parametrize("command", ["simulate", "replay"])
def test_a_mistake_ends_it_with_code_1_and_no_traceback(
    command: str, tmp_path: Path, started: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "my.toml"
    file.write_text("\nlangage = 'en'\n[voice]\nvolme = 3\n")
    assert cli.main([command, "--config", str(file)]) == 1
    assert capsys.readouterr() == (
        "",
        "gm-appliance: the configuration cannot be used\n"
        f"{file}:2: 'langage' is not known here. Did you mean 'language'?\n"
        f"{file}:4: [voice] 'volme' is not known here. Did you mean 'volume'?\n",
    )
    assert cli.main([command, "--config", str(tmp_path / "none.toml")]) == 1
    assert capsys.readouterr().err.endswith("/none.toml: it cannot be read: No such file or directory\n")
    assert started == []


def test_replay_looks_where_the_file_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "my.toml"
    file.write_text(f'state = "{tmp_path / "elsewhere"}"\n')
    assert cli.main(["replay", "--config", str(file)]) == 1
    assert f"{tmp_path / 'elsewhere/journal.sqlite'} does not exist" in capsys.readouterr().err


def test_play_does_not_read_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "scorepad", "--auto", "1"]) == 0
    before = capsys.readouterr().out
    search_paths()[0].parent.mkdir()
    search_paths()[0].write_text("[games.scorepad]\nplayers = 15\nthis is not even TOML")
    assert cli.main(["play", "scorepad", "--auto", "1"]) == 0
    assert capsys.readouterr().out == before


# ---------------------------------------------------------------- at the table


def configured(text: str) -> Games:
    """The games as these settings offer them."""
    read = parse(text.encode())
    return {name: read.game(name) for name in read.games}


def is_offered(table: VirtualTable, option: str, number: int) -> None:
    """It is asked, beginning at this number."""
    table.hears(Asked(f"option.{option}"))
    assert isinstance(table.screen, NumberScreen)
    assert table.screen.value == number


def test_the_menu_starts_at_the_configured_values(tmp_path: Path) -> None:
    games = configured("[games.scorepad]\nplayers = 3\nuntil = 'rounds'\nrounds = 2\nmode = 'free'\n")
    with evening(tmp_path, games) as table:
        table.decides("menu.game", "scorepad")
        table.decides("menu.preset", "own")
        is_offered(table, "players", 3)
        table.ok()
        for option, lines in (("mode", 2), ("wins", 2), ("until", 3)):
            table.hears(Asked(f"option.{option}"))
            assert isinstance(table.screen, MenuScreen)
            assert (table.screen.at, len(table.screen.items)) == (0, lines)
            table.ok()
        is_offered(table, "rounds", 2)
        table.ok()
        table.hears(Asked("dealer.first"))
    begun = {"players": 3, "mode": "free", "wins": "highest", "until": "rounds", "rounds": 2}
    assert options_of_the_game_begun(tmp_path) == begun


def test_no_number_starts_beyond_what_was_chosen_before_it(tmp_path: Path) -> None:
    games = configured("[games.gotterdammerung]\nplayers = 12\ngods = 12\n")
    with evening(tmp_path, games) as table:
        table.ok()
        is_offered(table, "players", 12)
        table.taps(PANEL, "down", 3)
        table.ok()
        is_offered(table, "gods", 9)
        press_ok_until_the_cards_are_dealt(table)
    begun = options_of_the_game_begun(tmp_path)
    assert (begun["players"], begun["gods"]) == (9, 9)


def test_what_is_not_asked_is_as_configured_now_and_what_was_asked_as_last_time(tmp_path: Path) -> None:
    games = configured("[games.gotterdammerung]\nplayers = 9\nagree = 20\nvote = 10\n")
    with evening(tmp_path, games) as table:
        table.ok()
        press_ok_until_the_cards_are_dealt(table)
    first = options_of_the_game_begun(tmp_path)
    assert (first["players"], first["agree"], first["vote"]) == (9, 20, 10)

    games = configured("[games.gotterdammerung]\nplayers = 8\nagree = 30\n")
    with evening(tmp_path, games) as table:
        table.hears(Asked("menu.resume"))
        press_ok_until_the_cards_are_dealt(table)
    assert options_of_the_game_begun(tmp_path) == first, "an interrupted game goes on as it began"

    with evening(tmp_path, games) as table:
        table.decides("menu.resume", "new")
        table.hears(Asked("menu.game"))
        table.ok()
        table.hears(Asked("menu.same"))
        assert isinstance(table.screen, MenuScreen)
        assert "9" in table.screen.items[table.screen.at]
        press_ok_until_the_cards_are_dealt(table)
    again = options_of_the_game_begun(tmp_path)
    assert (again["players"], again["agree"], again["vote"]) == (9, 30, 8)


def press_ok_until_the_cards_are_dealt(table: VirtualTable) -> None:
    for _ in range(40):
        if table.all_heard(Asked("setup.deal")):
            return
        table.ok()
    raise AssertionError(f"no game began: {table.screen}")


def options_of_the_game_begun(state: Path) -> dict[str, Any]:
    with closing(Journal(state / "journal.sqlite")) as journal:
        session = journal.running()
        assert session is not None
        return dict(session.options)


# ---------------------------------------------------------------- what is written about it


def test_the_shipped_file_is_what_is_built_in() -> None:
    data = tomllib.loads(SHIPPED.read_text("utf-8"))
    for key in SETTINGS:
        table = data
        for name in key.section:
            table = table[name]
        assert table[key.name] == key.default, key
    assert parse(SHIPPED.read_bytes()) == Configuration()


def commented_above(text: str) -> dict[tuple[str, ...], str]:
    """By key, the comment that stands right above it."""
    comments = {}
    lines = text.split("\n")
    for place, line in lines_of(text).items():
        first = line - 1
        while first > 0 and lines[first - 1].startswith("#"):
            first -= 1
        comments[tuple(map(str, place))] = " ".join(one.removeprefix("# ") for one in lines[first : line - 1])
    return comments


@pytest.mark.parametrize("key", SETTINGS, ids=lambda key: ".".join(key.path))
def test_the_shipped_file_says_of_every_key_what_it_takes_and_why(key: Setting) -> None:
    comment = commented_above(SHIPPED.read_text("utf-8"))[(*key.section, key.name)]
    why, takes, legal = comment.partition(" It takes ")
    assert takes
    assert legal.startswith(key.legal)
    assert len(why) > 25


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
