"""A box's announcements, and what its next process must therefore find and ask; without the journal."""

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
        new = deepcopy(self)
        if given[0] == 0:  # a session that could not be begun yet
            return new
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
            new.kept, new.draft = [], None
        elif write == "go_on":
            new.sessions[given[0] - 1] = "running"
        elif write in ("end", "keep_aside"):
            new.sessions[given[0] - 1] = {"end": "ended", "keep_aside": "aside"}[write]
            new.kept, new.draft = [], None
        else:
            raise Lost(f"{write} of {given}: a whole game is not to be left")
        return new


class Told:
    """Takes announcements; raises Lost as soon as something is missing.

    resumed: how often the same decision was found open again.
    faults:  the announced faults of journal and results, such as ``"journal-full"``.
    """

    def __init__(self) -> None:
        self._is = Kept()
        self._going: Kept | None = None  # with the write that began and did not return
        self._failed: list[Kept] = []  # with each write that failed since the last one that did not
        self._write, self._given = "", list[Any]()
        self._made: list[Any] | None = None  # the standing choices of the game that is played
        self._refused = False  # whether one of them could not be written, and was not since
        self._questions = 0  # asked since it was refused, while nobody was told
        self._late: set[str] = set()  # settings that could not be written, and were not since
        self._finished = False  # whether a game was played to its end in this life
        self._results: list[Any] = []
        self._listed: list[Any] = []  # the results that were found, and can be asked for at the table
        self._pads: dict[str, Any] = {}
        self._boots = 0
        self._open = ""  # the decision asked since the last choice
        self._expected = ""  # to be asked first
        self.resumed = 0
        self.faults: list[str] = []

    @property
    def over(self) -> int:
        return self._is.sessions.count("ended")

    @property
    def games(self) -> int:
        return len(self._results)

    @property
    def settings(self) -> list[str]:
        return [*(self._going or self._is).settings]

    @property
    def trouble(self) -> bool:
        """Whether a fault was announced, and not its end."""
        return self._failing("journal") or self._failing("results")

    def _failing(self, part: str) -> bool:
        told = [one for one in self.faults if one.startswith(part)]
        return told[-1:] in ([f"{part}-full"], [f"{part}-lost"])

    def hear(self, line: dict[str, Any]) -> None:
        if "found" in line:
            self._finds(line["found"])
            self._comes(line["pads"])
        elif "goes" in line:
            self._write, self._given = line["goes"], line["given"]
            if self._write == "keep_aside" and self.over >= len(self._results):
                raise Lost(f"{self._given}: a game without a result is not to be left")
            self._going = self._is.after(self._write, self._given)
        elif "failed" in line:
            assert self._going
            self._failed.append(self._going)
            self._going = None
            if self._write == "set_setting":
                self._late.add(self._given[0])
            elif self._write != "draft":
                self._refused = True
        elif "went" in line:
            assert self._going
            if self._write == "set_setting":
                self._late.discard(self._given[0])
            self._is, self._going, self._failed = self._going, None, []
            if self._write not in ("draft", "set_setting"):
                self._open = self._expected = ""
        elif "results" in line:
            self._results += line["results"]
        elif "playing" in line:
            self._made = [*self._is.kept] if line["playing"] else None
            self._finished = not line["playing"]
        elif "chose" in line:
            assert self._made is not None
            self._made.append(line["chose"])
            self._check_kept()
        elif "announced" in line:
            self._announced(line["announced"])
        elif "asked" in line:
            self._asked(line["asked"])
        elif line.get("ended") == "in order":
            self._ends()

    def _announced(self, name: str) -> None:
        if name.startswith(("journal-", "results-", "session-")):
            self.faults.append(name)
        elif name == "taken-back" and self._made is not None:
            self._made.pop()

    def _check_kept(self) -> None:
        """Raises Lost if standing choices are not written although no write failed."""
        if self._made in (None, self._is.kept):
            self._refused = False
        elif not self._refused:
            raise Lost(f"what follows from {self._made} came before it was kept")

    def _ends(self) -> None:
        """Check that whatever is not written when the box is switched off was told."""
        kept = self._made in (None, self._is.kept) and not (self._finished and "running" in self._is.sessions)
        if not kept and not self._failing("journal"):
            raise Lost("the end of the game is not kept, and nobody was told")
        if self.over > len(self._results) and not self._failing("results"):
            raise Lost("a result is not kept, and nobody was told")
        if self._late and not self.trouble:
            raise Lost(f"of the settings are not kept: {self._late}")

    def _comes(self, pads: dict[str, Any]) -> None:
        if any(pads[one] != self._pads.get(one, pads[one]) for one in pads):
            raise Lost(f"{pads} are other pads than {self._pads}")
        self._pads |= pads

    def _asked(self, name: str) -> None:
        self._results = self._listed + [one for one in self._results if one not in self._listed]
        self._check_kept()
        self._questions = self._questions + 1 if self._refused and not self._failing("journal") else 0
        if self._questions > 1:
            raise Lost(f"a choice is not kept, and nobody was told before {name}")
        if self._refused or self._failing("journal") or name.startswith(("menu.", "option.")):
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
        if there not in (self._is, self._going, *self._failed):
            raise Lost(f"{there} is found, not {self._is}, nor {self._going}")
        if found["boots"] <= self._boots or found["damaged"] or found["twice"]:
            raise Lost(f"{found['boots']} after {self._boots} boots; {found['damaged']=}; {found['twice']=}")
        if there.kept != self._is.kept or there.sessions != self._is.sessions:
            self._open = ""
        self._is, self._going, self._boots = there, None, found["boots"]
        self._made, self._refused, self._finished = None, False, False
        self._failed, self._late = [], set()
        self.faults = []
        self._expected, self._listed = self._open, found["results"]
