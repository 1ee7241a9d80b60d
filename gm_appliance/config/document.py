"""Parses a file as TOML as far as possible: tables with syntax errors are left out."""

from __future__ import annotations

import re
import tomllib
from typing import Any, NamedTuple

from gm_appliance.config.lines import KeyPath, lines_of
from gm_appliance.config.mistakes import Mistake
from gm_appliance.config.schema import short
from gm_appliance.core.language import N_
from gm_appliance.core.messages import _

MOST_SPOILT = 20  # with so many syntax errors it must be another kind of file
MOST_DOTS = 100  # in a line; tomllib can take minutes for a key with more
_DEEP, _LONG = N_("Brackets are nested too deeply"), N_("A number is too long")  # limits of Python
MOST_LINES = 200  # lines after which a statement is taken to be unfinished


class Document(NamedTuple):
    """data: the legal part. lines: of everything in it. mistakes: the syntax errors."""

    data: dict[str, Any]
    lines: dict[KeyPath, int]
    mistakes: list[Mistake]


def document_of(content: bytes) -> Document:
    """Parse any bytes. Raises nothing."""
    text, mistakes = _decoded(content)
    for _round in range(MOST_SPOILT):
        try:
            return Document(tomllib.loads(text), lines_of(text), mistakes)
        except (ValueError, RecursionError) as error:
            line, what = _place(text, error)
        mistakes.append(_not_toml(text.split("\n")[line - 1], line, what))
        without = _without_table(text, line)
        text = without if without != text else ""
    return Document({}, {}, mistakes)


def _decoded(content: bytes) -> tuple[str, list[Mistake]]:
    """The text, without tables that cannot be decoded."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "", [Mistake(1, _("this is UTF-16; save the file as UTF-8"))]
    mistakes, spoilt = [], []
    for number, line in enumerate(content.split(b"\n"), 1):
        if told := _unreadable(line):
            mistakes.append(Mistake(number, told))
            # It does no harm in a comment.
            spoilt += [] if re.match(rb"[^\"'\x80-\xff]*#", line) else [number]
        if len(mistakes) == MOST_SPOILT:
            return "", mistakes
    text = content.decode("utf-8-sig", "replace")
    for number in spoilt:
        text = _without_table(text, number)
    return text, mistakes


def _unreadable(line: bytes) -> str:
    """Why a line cannot be read; empty if it can."""
    if line.partition(b"#")[0].count(b".") > MOST_DOTS:
        return _("it has more than {most} dots; is it the right file?", most=MOST_DOTS)
    try:
        line.decode()
        return ""
    except UnicodeDecodeError as error:
        byte = f"0x{line[error.start]:02x}"
        if line[error.start] in b"\x82\x84\x91\x92\x93\x94":  # of Windows
            return _('byte {byte} is a typographic quote. Write a straight one: "', byte=byte)
        return _("byte {byte} is not UTF-8; save the file as UTF-8", byte=byte)


def _place(text: str, error: Exception) -> tuple[int, str]:
    """The line with the syntax error, and the parser's message."""
    if isinstance(error, tomllib.TOMLDecodeError):
        found = re.search(r"\(at line (\d+)", str(error))
        # The parser notices an unclosed string or array only at the end.
        line = int(found[1]) if found else _never_finished(text)
        return line, re.sub(r" \(at .*\)$", "", str(error))
    if isinstance(error, RecursionError):
        return _never_finished(text), _DEEP.text
    # A number of thousands of digits: Python's own limit, not TOML's.
    return _never_finished(text), _LONG.text


def _never_finished(text: str) -> int:
    """The line that exceeds a limit of Python, else the first line of the first unfinished statement. The
    last line if every statement by itself is legal."""
    start, statement = 1, ""
    for number, line in enumerate(text.split("\n"), 1):
        statement += line + "\n"
        try:
            tomllib.loads(statement)
        except tomllib.TOMLDecodeError:
            if number - start < MOST_LINES:
                continue
            return start
        except (ValueError, RecursionError):
            return number
        start, statement = number + 1, ""
    return min(start, number)


def _without_table(text: str, line: int) -> str:
    """The text with the table around this line blanked out."""
    lines = text.split("\n")
    heads = [number for number, one in enumerate(lines, 1) if one.lstrip(" \t").startswith("[")]
    first = max((number for number in heads if number <= line), default=1)
    after = min((number for number in heads if number > line), default=len(lines) + 1)
    lines[first - 1 : after - 1] = [""] * (after - first)
    return "\n".join(lines)


# ---------------------------------------------------------------- in words


def _not_toml(text: str, line: int, what: str) -> Mistake:
    shown = short("".join(c if c.isprintable() else " " for c in text).strip())
    told = _("`{line}` is not TOML.", line=shown)
    return Mistake(line, f"{told} {_advice(text, what)}", key=shown)


def _advice(line: str, what: str) -> str:
    if what in (_DEEP.text, _LONG.text):
        return _(what)
    if what.startswith(("Cannot overwrite", "Cannot declare", "Duplicate", "Cannot redefine")):
        return _("It occurs twice; keep one of them")
    if what.startswith(("Unescaped", "Invalid hex", "Escaped")):
        return _("Write \\\\ for one backslash")
    if quote := re.search("[“”„‟«»‘’‚‛]", line):
        return _('{quote} is a typographic quote. Write a straight one: "', quote=quote[0])
    if "\N{NO-BREAK SPACE}" in line:
        return _("It has a non-breaking space. Write plain ones")
    if what.startswith(("Unterminated", "Illegal character", "Expected '\"", 'Expected "')):
        return _("A closing quote is missing")
    if what.startswith(("Unclosed", "Expected ']")):
        return _("A closing bracket is missing")
    return _(
        "Tables look like {table}, settings like {number} or {text}, one per line",
        **{"table": "[voice]", "number": "rate = 160", "text": 'language = "en"'},
    )
