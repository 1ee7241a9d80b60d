"""What is wrong in a configuration, as it is told."""

from __future__ import annotations

from typing import NamedTuple

from gm_appliance.config.lines import KeyPath
from gm_appliance.core.messages import _


class Mistake(NamedTuple):
    """Something wrong in a file.

    line: from 1; 0 where it is the file itself. what: in the words of messages.
    path: where it stands, so that it can be left out; empty where that is done already.
    key:  what is wrong, as it stands there. meant: what was probably meant; both may be empty.
    """

    line: int
    what: str
    path: KeyPath = ()
    key: str = ""
    meant: str = ""

    def in_file(self, file: object) -> str:
        """With the file and the line before it."""
        return f"{file}:{self.line or ''}{':' if self.line else ''} {self.what}"


class ConfigError(ValueError):
    """A configuration that cannot be used; the message has a line for every mistake."""

    def __init__(self, file: str, *mistakes: Mistake) -> None:
        self.mistakes = mistakes
        lines = (one.in_file(file) for one in mistakes)
        super().__init__("\n".join((_("the configuration cannot be used"), *lines)))
