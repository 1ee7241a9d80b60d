"""The line of everything in a TOML document, which `tomllib` does not report."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from typing import TypeAlias

KeyPath: TypeAlias = "tuple[str | int, ...]"
"""The keys from the top level; array elements have their index, from 0."""

_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_HEADER_OPENS = re.compile(r"\[\[?")
_HEADER_CLOSES = re.compile(r"\]\]?")
_KEY_PART = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*'""")
_EQUALS = re.compile("=")
# Up to two quotes directly before the closing three belong to the text.
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"""(?!")|' r"'''.*?'''(?!')|" r'"(?:[^"\\]|\\.)*"|' r"'[^']*'", re.DOTALL
)
_OTHER_VALUE = re.compile(r"[^,\]}#\n]+")


def lines_of(text: str) -> dict[KeyPath, int]:
    """The line, from 1, of every key, table and array element of a document that `tomllib` accepts.

    ``voice`` in ``[voice]`` and ``[voice.more]`` has its first line. For other documents this raises
    ValueError or returns garbage.
    """
    scanner = _Scanner(text.replace("\r\n", "\n"))
    scanner.document()
    return scanner.lines


class _Scanner:
    """Tells keys from values in a legal document."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line_ends = [end.start() for end in re.finditer("\n", text)]
        self._tables_in: dict[KeyPath, int] = {}  # number of tables so far in each array of tables
        self.lines: dict[KeyPath, int] = {}

    def document(self) -> None:
        table: KeyPath = ()
        while self._peek():
            if self._peek() == "[":
                table = self._header()
            else:
                self._pair(table)

    def _header(self) -> KeyPath:
        line = self._line()
        begins_new = self._take(_HEADER_OPENS) == "[["
        keys = self._key()
        self._peek()
        self._take(_HEADER_CLOSES)
        path: KeyPath = ()
        for key in keys[:-1]:
            path = self._latest(self._note((*path, key), line))
        path = self._note((*path, keys[-1]), line)
        if begins_new:
            self._tables_in[path] = self._tables_in.get(path, 0) + 1
        return self._note(self._latest(path), line)

    def _latest(self, path: KeyPath) -> KeyPath:
        """The table that a header means: in an array of tables, the last one."""
        return (*path, self._tables_in[path] - 1) if path in self._tables_in else path

    def _pair(self, path: KeyPath) -> None:
        self._peek()
        line = self._line()
        for key in self._key():
            path = self._note((*path, key), line)
        self._peek()
        self._take(_EQUALS)
        self._value(path)

    def _key(self) -> list[str]:
        parts = []
        while True:
            self._peek()
            part = self._take(_KEY_PART)
            quoted = part[0] in "\"'"
            # tomllib resolves the escapes.
            parts.append(next(iter(tomllib.loads(f"{part}=0"))) if quoted else part)
            if self._peek() != ".":
                return parts
            self._at += 1

    def _value(self, path: KeyPath) -> None:
        opening = self._peek()
        if opening in ("[", "{"):
            self._at += 1
            number = 0
            while self._peek() != ("]" if opening == "[" else "}"):
                if opening == "[":
                    self._value(self._note((*path, number), self._line()))
                else:
                    self._pair(path)
                number += 1
                if self._peek() == ",":
                    self._at += 1
            self._at += 1
        else:
            self._take(_STRING if opening in ('"', "'") else _OTHER_VALUE)

    # ------------------------------------------------------------ the text

    def _peek(self) -> str:
        """The next character after blanks, line ends and comments; empty at the end."""
        self._take(_BLANK)
        return self._text[self._at : self._at + 1]

    def _take(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self._text, self._at)
        if found is None:
            raise ValueError(f"line {self._line()} is not TOML")
        self._at = found.end()
        return found.group()

    def _line(self) -> int:
        return bisect_left(self._line_ends, self._at) + 1

    def _note(self, path: KeyPath, line: int) -> KeyPath:
        self.lines.setdefault(path, line)
        return path
