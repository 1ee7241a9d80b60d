"""Mistakes in a configuration."""

from __future__ import annotations

from typing import NamedTuple

from gm_appliance.config.lines import KeyPath
from gm_appliance.core.messages import _


class Mistake(NamedTuple):
    """Something wrong in a file.

    line:  from 1; 0 for the file itself.
    what:  the message.
    path:  the key or table to leave out; empty if it has been left out already.
    key:   the wrong text as written; may be empty.
    meant: what was probably meant; empty if that is unknown.
    """

    line: int
    what: str
    path: KeyPath = ()
    key: str = ""
    meant: str = ""

    def in_file(self, file: object) -> str:
        """The message, preceded by file and line."""
        return f"{file}:{self.line or ''}{':' if self.line else ''} {self.what}"


class ConfigError(ValueError):
    """A configuration that cannot be used. The message has one line for each mistake."""

    def __init__(self, file: str, *mistakes: Mistake) -> None:
        self.mistakes = mistakes
        lines = (one.in_file(file) for one in mistakes)
        super().__init__("\n".join((_("the configuration cannot be used"), *lines)))
