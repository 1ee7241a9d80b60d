"""The lines of keys, compared with those that `tomllib` finds in ever longer beginnings of a document."""

from __future__ import annotations

import tomllib
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gm_appliance.config.lines import KeyPath, lines_of

# Characters in names, strings and comments that look like structure.
LOOKALIKE = "[]{}=.,#'\"\\ \t-_aéß→0\n"

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
TABLES = BY_HAND.split("\n\n")


def paths_in(value: object, path: KeyPath = ()) -> set[KeyPath]:
    """Every key, table and element of parsed data."""
    found = {path} if path else set()
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        found |= paths_in(one, (*path, key))
    return found


def lines_by_reading_more_and_more(text: str) -> dict[KeyPath, range]:
    """The lines on which each key may first occur, by `tomllib`.

    A key occurs in the first n lines if they can be parsed and have it. If shorter beginnings cannot be
    parsed, because they end within an array or a string, it may be on any of their last lines.
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


@given(st.sampled_from((BY_HAND, *TABLES)), st.data())
def test_every_key_has_its_line_after_any_edit_that_leaves_it_toml(text: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 2))
        text = text[:at] + data.draw(st.text(LOOKALIKE + "ab", max_size=2)) + text[at + cut :]
    agrees(text)


@given(
    st.lists(st.sampled_from((*"[]{}=.,#'\"\\\n ab1", "[[", "]]", '"""', "'''", "a = ", "\n[a")), max_size=12)
)
@example(["[", "a", ".", "b", "]", "\n", "[", "a", "]", "\n", "1", "=", "1"])
def test_every_key_has_its_line_in_any_tokens_that_are_toml(tokens: list[str]) -> None:
    agrees("".join(tokens))


def agrees(text: str) -> None:
    """Legal TOML has the right lines; anything else raises ValueError at most."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with suppress(ValueError):
            lines_of(text)
        return
    lines, possible = lines_of(text), lines_by_reading_more_and_more(text)
    assert set(lines) == paths_in(data)
    assert {path: line for path, line in lines.items() if line not in possible[path]} == {}


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
