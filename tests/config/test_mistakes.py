"""The message for each kind of mistake in the configuration."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_appliance.config import Configuration, parse
from gm_appliance.config.schema import SETTINGS
from gm_appliance.core.language import languages
from gm_appliance.games.registry import GAMES
from tests.config.told import mistakes, refused


def one_of(*names: str) -> str:
    *first, last = names
    return f"{', '.join(first)} or {last}"


LANGUAGES = one_of(*(f'"{one}"' for one in ("ask", *languages())))
PLAYERS = (name for name, one in GAMES.items() if any(each.name == "players" for each in one.game.options))
RATE = "a whole number from 80 to 450"
FOLDER = 'a folder that begins with / or ~/, in quotes; or ""'
VOICE = "Known here: rate, volume, quietest, loudest, engine, name, command"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[voice]\nvolme = 3", "2: [voice] 'volme' is not known here. Did you mean 'volume'?"),
        ("[voise]\nrate = 3", "1: [voise] is not known here. Did you mean [voice]?"),
        ("rate = 160", "1: 'rate' is not known here. It belongs under [voice]"),
        ("volme = 3", "1: 'volme' is not known here. Did you mean 'volume' under [voice]?"),
        (
            "[voice]\nstate = '/x'",
            "2: [voice] 'state' is not known here. It belongs at the top, before the first [table]",
        ),
        ("[scorepad]\nplayers = 7", "1: [scorepad] is not known here. Did you mean [games.scorepad]?"),
        (
            "\n[games.gotterdamerung]\n",
            "2: [games.gotterdamerung] is not known here. Did you mean [games.gotterdammerung]?",
        ),
        ("[voice]\n'x y' = 1", f"2: [voice] 'x y' is not known here. {VOICE}"),
        (
            "['x y']",
            '1: ["x y"] is not known here. '
            "Known here: language, state, ratings, voice, sound, panel, display, pads, room, games, roster",
        ),
        ("voice.pitch.low = 1", f"1: [voice.pitch] is not known here. {VOICE}"),
        # tables that are none, and the other way round
        ("[[voice]]\nrate = 160", "1: 'voice' is a table. Write [voice] once, with its keys below it"),
        ("[voice]\nrate = [\n1]", f"2: [voice] rate cannot be […]. Possible: {RATE}"),
        (
            f"[voice]\nrate = 0x{'f' * 5000}",
            f"2: [voice] rate cannot be a huge number. Possible: {RATE}. Did you mean 450?",
        ),
        (
            "[voice]\nquietest = 60\nvolume = 40",
            "3: [voice] volume cannot be 40. It is quieter than quietest = 60, line 2",
        ),
        (
            "[voice]\nloudest = 30\nquietest = 40",
            "3: [voice] quietest cannot be 40. It is louder than loudest = 30, line 2",
        ),
        (b"# x = 1\n# caf\xe9\n", "2: byte 0xe9 is not UTF-8; save the file as UTF-8"),
        (b"\xff\xfex\0", "1: this is UTF-16; save the file as UTF-8"),
    ],
)
def test_a_mistake_is_told(content: str | bytes, said: str) -> None:
    assert mistakes(content) == [said]


@pytest.mark.parametrize(
    ("content", "legal", "meant"),
    [
        ("[voice]\nrate = 900", RATE, "450"),
        ('[voice]\nrate = "160"', RATE, "160"),
        ("[voice]\nrate = 160.2", RATE, "160"),
        ("[voice]\nrate = nan", RATE, ""),
        ('[games.scorepad]\nuntil = "round"', '"none", "target" or "rounds"', '"rounds"'),
        ('language = "la"', LANGUAGES, ""),
        ('state = "games"', FOLDER, '"~/games"'),
        ('state = "\\u0000\\u202e"', FOLDER, ""),
    ],
)
def test_a_wrong_value_is_told(content: str, legal: str, meant: str) -> None:
    assert mistakes(content) == [refused(content, legal, meant)]


TWICE = "It occurs twice; keep one of them"
QUOTE = "A closing quote is missing"
BRACKET = "A closing bracket is missing"
HOW = 'Tables look like [voice], settings like rate = 160 or language = "en", one per line'


@pytest.mark.parametrize(
    ("content", "line", "shown", "advice"),
    [
        ("[voice]\nrate = 1\nrate = 2", 3, "rate = 2", TWICE),
        ("[voice]\nrate = 99\n\n[voice]\n", 4, "[voice]", TWICE),
        ("\nstate = '/x\nrate = 1", 2, "state = '/x", QUOTE),
        ('\nstate = """/x\n\nrate = 1', 2, 'state = """/x', QUOTE),
        ("[voice\nrate = 1", 1, "[voice", BRACKET),
        ("x = [1,\n2", 1, "x = [1,", BRACKET),
        ("x = [\n1\nrate = 1", 3, "rate = 1", BRACKET),
        ('state = "C:\\x"', 1, 'state = "C:\\x"', "Write \\\\ for one backslash"),
        ("#\r\nlanguage = en\r\n", 2, "language = en", HOW),
        ("\nvolume = 50%", 2, "volume = 50%", HOW),
        ("rate =\n", 1, "rate =", HOW),
        ("rate = 1 volume = 2", 1, "rate = 1 volume = 2", HOW),
        ("a\0\rb", 1, "a  b", HOW),
    ],
)
def test_what_is_not_toml_is_told(content: str, line: int, shown: str, advice: str) -> None:
    (said,) = mistakes(content)
    assert re.fullmatch(rf"{line}: `{re.escape(shown)}` is not TOML\. {re.escape(advice)}", said)


def test_a_stretch_that_is_too_much_for_python_is_told_with_its_line() -> None:
    (deep,) = mistakes("[voice]\nrate = 160\nx = " + "[" * 5000)
    assert deep.startswith("3: `x = [[[[[")
    assert deep.endswith("Brackets are nested too deeply")
    (long,) = mistakes("[voice]\nvolume = [\n2,\n" + "1" * 5000)
    assert long.startswith("4: `111")
    assert long.endswith("A number is too long")
    assert max(len(deep), len(long)) < 250


@st.composite
def mistaken(draw: st.DrawFn) -> tuple[str, dict[int, str]]:
    """A file with planted mistakes: its text, and the expected messages by line."""
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
                    # The value spans two lines.
                    lines[-1:] = lines[-1].split("\n")
                    planted[len(lines) - 1] = f"{key.name} cannot be […]. Possible: {key.legal}"
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
