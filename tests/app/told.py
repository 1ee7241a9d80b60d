"""What a box has announced so far, and so what its next process must find and ask.

It does not use the journal: it folds what `cut_evening` announces.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any


class Lost(AssertionError):
    """Something that was announced has been lost."""


@dataclass
class Kept:
    """kept, draft: of the running session. sessions: the status of each, oldest first."""

    kept: list[Any] = field(default_factory=list)
    draft: Any = None
    sessions: list[str] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)

    def after(self, write: str, given: list[Any]) -> Kept:
        """The state after a write to the journal, by its name and arguments."""
        new = deepcopy(self)
        if write == "set_setting":
            new.settings[given[0]] = given[1]
        elif write == "draft":
            new.draft = None if given[2] is None else given[1:3]
        elif write == "choose":
            new.kept, new.draft = [*new.kept, given[1:3]], None
        elif write == "undo":
            new.kept, new.draft = new.kept[:-1], None
        elif write == "begin":
            new.sessions.append("running")
        elif write == "end":
            new.sessions[given[0] - 1] = "ended"
            new.kept, new.draft = [], None
        else:
            raise Lost(f"{write} of {given}: a whole game is not to be left")
        return new


class Told:
    """Takes announcements; raises Lost as soon as something is missing.

    resumed: how often the same decision was found open again.
    """

    def __init__(self) -> None:
        self._is = Kept()
        self._going: Kept | None = None  # with the write that began and did not return
        self._write = ""
        self._results: list[Any] = []
        self._listed: list[Any] = []  # the results that were found, and can be asked for at the table
        self._pads: dict[str, Any] = {}
        self._boots = 0
        self._open = ""  # the decision asked since the last choice
        self._expected = ""  # to be asked first
        self.resumed = 0

    @property
    def over(self) -> int:
        """How many games were played to their end."""
        return self._is.sessions.count("ended")

    @property
    def settings(self) -> list[str]:
        """The settings that the next process must report."""
        return [*(self._going or self._is).settings]

    def hear(self, line: dict[str, Any]) -> None:
        """One announcement."""
        if "found" in line:
            self._finds(line["found"])
        elif "goes" in line:
            self._write, self._going = line["goes"], self._is.after(line["goes"], line["given"])
        elif "went" in line:
            assert self._going
            self._is, self._going = self._going, None
            if self._write not in ("draft", "set_setting"):
                self._open = self._expected = ""
        elif "results" in line:
            self._results += line["results"]
        elif "pads" in line:
            self._comes(line["pads"])
        elif "chose" in line and [line["chose"]] != self._is.kept[-1:]:
            raise Lost(f"what follows from {line['chose']} came before it was kept")
        elif "asked" in line:
            self._asked(line["asked"])

    def _comes(self, pads: dict[str, Any]) -> None:
        """Check that input devices have kept their pad numbers."""
        if any(pads[one] != self._pads.get(one, pads[one]) for one in pads):
            raise Lost(f"{pads} are other pads than {self._pads}")
        self._pads |= pads

    def _asked(self, name: str) -> None:
        self._results = self._listed + [one for one in self._results if one not in self._listed]
        if name.startswith(("menu.", "option.")):
            return
        if self._expected:
            if name != self._expected:
                raise Lost(f"{name} is asked where {self._expected} was")
            self.resumed += 1
        self._open, self._expected = name, ""

    def _finds(self, found: dict[str, Any]) -> None:
        missing = [one for one in self._results if one not in found["results"]]
        if missing:
            raise Lost(f"of the results are missing: {missing}")
        there = Kept(
            found["kept"],
            found["draft"],
            found["sessions"],
            {name: value for name, value in found["settings"].items() if value is not None},
        )
        if there not in (self._is, self._going):
            raise Lost(f"{there} is found, not {self._is}, nor {self._going}")
        if found["boots"] <= self._boots or found["damaged"]:
            raise Lost(f"{found['boots']} after {self._boots} boots; damaged: {found['damaged']}")
        if there.kept != self._is.kept or there.sessions != self._is.sessions:
            self._open = ""
        self._is, self._going, self._boots = there, None, found["boots"]
        self._expected, self._listed = self._open, found["results"]
