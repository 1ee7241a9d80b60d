"""Lines of keys: documents made by hypothesis, with `tomllib` and the making of them as two judges."""

from __future__ import annotations

import json
import tomllib
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gm_appliance.config.lines import KeyPath, lines_of

# ---------------------------------------------------------------- documents whose lines are known


@dataclass
class Document:
    """TOML as it is being written, and the line each thing was first mentioned on.

    data: what the document holds, put together without reading it.
    """

    text: str = ""
    lines: dict[KeyPath, int] = field(default_factory=dict)
    data: dict[str, Any] = field(default_factory=dict)

    def write(self, text: str) -> None:
        self.text += text

    def mention(self, path: KeyPath) -> None:
        self.lines.setdefault(path, self.text.count("\n") + 1)


# Whatever could be taken for structure stands in names, strings and comments.
LOOKALIKE = "[]{}=.,#'\"\\ \t-_aéß→0\n"
NAMES = ("a", "b", "Voice", "rate", "1", "-_", "", ".", "a.b", "[x]", "a = 1", "#", '"', "'", "\\", "é\n")
names = st.sampled_from(NAMES)
remarks = st.text(LOOKALIKE.replace("\n", "").replace("\t", ""), max_size=8)


def quoted(name: str, draw: st.DrawFn) -> str:
    """One of the ways a name can be written."""
    ways = [json.dumps(name, ensure_ascii=draw(st.booleans()))]
    if "'" not in name and "\n" not in name:
        ways.append(f"'{name}'")
    if name and all(letter.isascii() and (letter.isalnum() or letter in "-_") for letter in name):
        ways += [name] * 3
    return draw(st.sampled_from(ways))


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """A document of tables, arrays of tables, dotted and quoted keys, and every kind of value."""
    document = Document()
    current: tuple[KeyPath, dict[str, Any]] = ((), document.data)
    arrays: list[str] = []
    for _ in range(draw(st.integers(0, 10))):
        _blank_lines(document, draw)
        match draw(st.sampled_from(("pair", "pair", "pair", "table", "array"))):
            case "pair":
                _pair(document, draw, *current)
                document.write(draw(st.sampled_from(("\n", " \t# [x]\n", "\n\n"))))
            case "table":
                current = _table(document, draw, arrays) or current
            case _:
                current = _array(document, draw, arrays) or current
    if draw(st.booleans()):
        document.text = document.text.removesuffix("\n")
    return document


def _blank_lines(document: Document, draw: st.DrawFn) -> None:
    if draw(st.booleans()):
        document.write(draw(st.sampled_from(("\n", " \n", f"# {draw(remarks)}\n", "  "))))


def _table(document: Document, draw: st.DrawFn, arrays: list[str]) -> tuple[KeyPath, dict[str, Any]] | None:
    """A header of a new table, at the top, below a new name or in an array's last table."""
    above: tuple[KeyPath, dict[str, Any]] = (), document.data
    mentioned: list[KeyPath] = []
    written = ""
    if draw(st.booleans()) and arrays:
        array = draw(st.sampled_from(arrays))
        last = len(document.data[array]) - 1
        above = (array, last), document.data[array][last]
        written = f"{quoted(array, draw)}."
    elif draw(st.booleans()):
        name = draw(names)
        if name in document.data:
            return None
        inner: dict[str, Any] = {}
        document.data[name] = inner
        above = (name,), inner
        mentioned.append((name,))
        written = f"{quoted(name, draw)} . "
    name = draw(names)
    if name in above[1]:
        return None
    path = (*above[0], name)
    for one in (*mentioned, path):
        document.mention(one)
    document.write(f"[{draw(st.sampled_from(('', ' ')))}{written}{quoted(name, draw)} ]\n")
    above[1][name] = {}
    return path, above[1][name]


def _array(document: Document, draw: st.DrawFn, arrays: list[str]) -> tuple[KeyPath, dict[str, Any]] | None:
    """A header that begins another table of an array of tables."""
    name = draw(st.sampled_from(arrays) if draw(st.booleans()) and arrays else names)
    if name in document.data and name not in arrays:
        return None
    if name not in arrays:
        arrays.append(name)
    tables = document.data.setdefault(name, [])
    path = (name, len(tables))
    document.mention((name,))
    document.mention(path)
    document.write(f"[[ {quoted(name, draw)}]] # ]]\n")
    tables.append({})
    return path, tables[-1]


def _pair(document: Document, draw: st.DrawFn, path: KeyPath, table: dict[str, Any]) -> None:
    """A key, perhaps a dotted one, and its value."""
    unused = [name for name in NAMES if name not in table]
    if not unused:
        return
    keys = [draw(st.sampled_from(unused)), *draw(st.lists(names, max_size=2))]
    for depth in range(len(keys)):
        document.mention((*path, *keys[: depth + 1]))
    document.write(draw(st.sampled_from((".", " . "))).join(quoted(key, draw) for key in keys))
    document.write(draw(st.sampled_from(("=", " = "))))
    for key in keys[:-1]:
        table = table.setdefault(key, {})
    table[keys[-1]] = _value(document, draw, (*path, *keys), 2)


def _value(document: Document, draw: st.DrawFn, path: KeyPath, depth: int) -> Any:
    kind = draw(
        st.sampled_from(("plain", "string", "string", "array", "inline") if depth else ("plain", "string"))
    )
    if kind == "plain":
        written = draw(
            st.sampled_from(("0", "-1.5e3", "true", "inf", "0xbeef", "1979-05-27 07:32:00Z", "07:32:00.5"))
        )
        document.write(written)
        return tomllib.loads(f"x={written}")["x"]
    if kind == "string":
        return _string(document, draw)
    if kind == "array":
        return _list(document, draw, path, depth)
    document.write("{ ")
    inline: dict[str, Any] = {}
    for number in range(draw(st.integers(0, 2))):
        key = draw(st.sampled_from([name for name in NAMES if name not in inline]))
        document.write(", " if number else "")
        document.mention((*path, key))
        document.write(f"{quoted(key, draw)} = ")
        inline[key] = _value(document, draw, (*path, key), depth - 1)
    document.write(" }")
    return inline


def _list(document: Document, draw: st.DrawFn, path: KeyPath, depth: int) -> list[Any]:
    between = st.sampled_from(("", " ", "\n", " # ], [\n  "))
    items: list[Any] = []
    document.write("[")
    for _ in range(draw(st.integers(0, 3))):
        document.write(draw(between))
        document.mention((*path, len(items)))
        items.append(_value(document, draw, (*path, len(items)), depth - 1))
        document.write(draw(between) + ",")
    if draw(st.booleans()):
        document.text = document.text.removesuffix(",")
    document.write(draw(between) + "]")
    return items


def _string(document: Document, draw: st.DrawFn) -> str:
    text = "".join(draw(st.lists(st.sampled_from((*LOOKALIKE, '"""')), max_size=10)))
    more = draw(st.integers(0, 2))  # quotes right before the three that close
    match draw(st.sampled_from(("line", "lines", "literal lines"))):
        case "line":
            document.write(json.dumps(text, ensure_ascii=False))
            return text
        case "lines":
            text += '"' * more
            text = text.replace('""""', '"-')
            escaped = text.replace("\\", "\\\\")
            one_of_three = draw(st.sampled_from(('\\"""', '"\\""', '""\\"')))
            escaped = escaped.replace('"""', one_of_three)
            document.write(f'"""\n{escaped}"""')
            return text
    text = text.replace("'", "-") + "'" * more
    document.write(f"'''\n{text}'''")
    return text


# ---------------------------------------------------------------- what is held against what


def paths_in(value: object, path: KeyPath = ()) -> set[KeyPath]:
    """Every key, table and element of what `tomllib` read."""
    found = {path} if path else set()
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        found |= paths_in(one, (*path, key))
    return found


def lines_by_reading_more_and_more(text: str) -> dict[KeyPath, range]:
    """The lines each thing can first be mentioned on, from `tomllib` alone.

    A thing is there once the first n lines hold it; where those before cannot be read, because
    they end within an array or a string, it may stand on any of them.
    """
    lines = text.split("\n")
    found: dict[KeyPath, range] = {}
    last_read = 0
    for n in range(1, len(lines) + 1):
        try:
            here = paths_in(tomllib.loads("\n".join(lines[:n])))
        except tomllib.TOMLDecodeError:
            continue
        for path in here - found.keys():
            found[path] = range(last_read + 1, n + 1)
        last_read = n
    return found


@given(documents())
def test_every_key_has_its_line(document: Document) -> None:
    assert tomllib.loads(document.text) == document.data, "the test's own document"
    assert lines_of(document.text) == document.lines
    assert set(document.lines) == paths_in(document.data)


@given(documents(), st.data())
def test_so_it_has_after_any_edit_that_leaves_it_toml(document: Document, data: st.DataObject) -> None:
    text = document.text
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 2))
        text = text[:at] + data.draw(st.text(LOOKALIKE + "ab", max_size=2)) + text[at + cut :]
    agrees(text)


@given(
    st.lists(st.sampled_from((*"[]{}=.,#'\"\\\n ab1", "[[", "]]", '"""', "'''", "a = ", "\n[a")), max_size=12)
)
@example(["[", "a", ".", "b", "]", "\n", "[", "a", "]", "\n", "1", "=", "1"])
def test_so_it_has_in_any_heap_of_tokens_that_is_toml(tokens: list[str]) -> None:
    agrees("".join(tokens))


def agrees(text: str) -> None:
    """What tomllib accepts has lines, and the right ones; on all else the search at least ends."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with suppress(ValueError):
            lines_of(text)
        return
    lines, possible = lines_of(text), lines_by_reading_more_and_more(text)
    assert set(lines) == paths_in(data)
    assert {path: line for path, line in lines.items() if line not in possible[path]} == {}


# ---------------------------------------------------------------- by hand

BY_HAND = """\
# [voice]
top."in side" = "[voice]"   # rate = 1

[voice]
rate = '''
rate = 5
'''
many = [
  1,   # ]
  { rate = 2, x.y = "}" },
]
[games.scorepad]
rate = 3
'voice' . "rate" = \"\"\"
[games]
""\"\"\"
[[people]]
name = "a"
[people.seat]
n = 1
[[people]]
name = "b"
[[people.hats]]
"""


def test_lines_by_hand() -> None:
    assert tomllib.loads(BY_HAND)["games"]["scorepad"]["voice"]["rate"] == '[games]\n""'
    assert lines_of(BY_HAND) == {
        ("top",): 2,
        ("top", "in side"): 2,
        ("voice",): 4,
        ("voice", "rate"): 5,
        ("voice", "many"): 8,
        ("voice", "many", 0): 9,
        ("voice", "many", 1): 10,
        ("voice", "many", 1, "rate"): 10,
        ("voice", "many", 1, "x"): 10,
        ("voice", "many", 1, "x", "y"): 10,
        ("games",): 12,
        ("games", "scorepad"): 12,
        ("games", "scorepad", "rate"): 13,
        ("games", "scorepad", "voice"): 14,
        ("games", "scorepad", "voice", "rate"): 14,
        ("people",): 17,
        ("people", 0): 17,
        ("people", 0, "name"): 18,
        ("people", 0, "seat"): 19,
        ("people", 0, "seat", "n"): 20,
        ("people", 1): 21,
        ("people", 1, "name"): 22,
        ("people", 1, "hats"): 23,
        ("people", 1, "hats", 0): 23,
    }


def test_windows_line_ends_count_once() -> None:
    assert lines_of(BY_HAND.replace("\n", "\r\n")) == lines_of(BY_HAND)


@pytest.mark.parametrize(
    "text", ["a", "a = ", "[", "[a", 'a = "', "a = [", "a = {", "a = [}", '"""', "= 1", "a = {b}"]
)
def test_what_is_not_toml_ends_in_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="line 1"):
        lines_of(text)


def test_a_judge_notices_a_line_that_is_wrong() -> None:
    possible = lines_by_reading_more_and_more("a = 1\n\n[b]\nc = [\n1]\n")
    assert possible == {
        ("a",): range(1, 2),
        ("b",): range(3, 4),
        ("b", "c"): range(4, 6),
        ("b", "c", 0): range(4, 6),
    }
