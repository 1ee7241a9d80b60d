"""What an evening publishes: a list written by hand, from what was pressed and nothing else.

A second, plain reading of the rules. It imports nothing of the game: no event, no rule, no name; the
gods' effects are those of `plain_gods`, which imports nothing either. Secret choices come in as the
presses themselves, open ones as their values; what is pressed alone at the panel is seat 0's.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from tests.games import plain_gods as plain

Fact: TypeAlias = tuple[object, ...]


class Press(NamedTuple):
    """A pad's button went down, `at` seconds from the window's onset."""

    at: float
    seat: int
    button: str


class Listening(NamedTuple):
    """A stretch of a timetable in which presses count; `about` is the seat it names, or 0."""

    begins: float
    ends: float
    about: int


@dataclass
class Ledger:
    """Where one game stands, as far as anything is published of it.

    options: as the game was begun with; what is not given is as in a first game at pads of their own.
    calling: seats whose pad is to be called. pads: by seat. table: gods and cards, as `plain_gods` has them.
    dusk:    where all stood when the last night fell.
    final:   the last step read the factions; nobody may take it back.
    """

    players: int
    options: Mapping[str, object] = field(default_factory=dict)
    factions: dict[int, str] = field(default_factory=dict)
    thumbs: dict[int, str] = field(default_factory=dict)
    below: set[int] = field(default_factory=set)
    calling: list[int] = field(default_factory=list)
    pads: dict[int, int] = field(default_factory=dict)
    dusk: Ledger | None = None
    gods: list[str] = field(default_factory=lambda: ["odin"])
    seats: list[int] = field(default_factory=lambda: [1])
    table: plain.Table = field(default_factory=dict)
    first_die: int = 0
    accused: int = 0
    final: bool = False

    def __post_init__(self) -> None:
        self.at_pads = self.options.get("ballot", "pads") == "pads"
        self.calling = self.everybody()
        self.pads = {seat: seat for seat in self.everybody()}
        self.wanted = int(str(self.options.get("gods", 3)))
        if self.options.get("pick", "recommended") == "recommended" or self.wanted == len(plain.JOINS):
            self.gods = [*plain.JOINS[: self.wanted]]

    def everybody(self) -> list[int]:
        return [*range(1, self.players + 1)]

    def asgard(self) -> list[int]:
        return [seat for seat in self.everybody() if seat not in self.below]

    def after(
        self, name: str, value: object, presses: Sequence[Press], listening: Sequence[Listening]
    ) -> tuple[Ledger, list[Fact]]:
        """The ledger after a choice, and the facts it publishes. `value` is an open choice's."""
        if name == "night.void":
            assert self.dusk
            dusk = self.dusk._copied()
            dusk.pads = dict(self.pads)
            return dusk, [("night void",)]
        ledger = self._copied()
        if name in ("conspiracy", "conspiracy.night"):
            ledger.dusk = self._copied()
            ledger.dusk.dusk, ledger.dusk.final = None, False
        ledger.final = name in ("setup.factions", "conspiracy", "oracle.look")
        return ledger, ledger._enter(name, value, presses, listening)

    def _copied(self) -> Ledger:
        """Shares what never changes: the options, and dusk."""
        return copy.deepcopy(self, {id(self.options): self.options, id(self.dusk): self.dusk})

    def _enter(
        self, name: str, value: object, presses: Sequence[Press], listening: Sequence[Listening]
    ) -> list[Fact]:
        thumbs = _last_thumbs(presses, listening)
        if name == "pad.broken":
            self.calling = [seat for seat in self.everybody() if value in (seat, "everybody")]
        elif name == "setup.pad":
            self._give_pad(self.calling.pop(0), int(str(value)))
        elif name.startswith("somebody.") and value in ("end", "anew"):
            known = sorted(self.factions.items()) if len(self.factions) == self.players else []
            return [("won",), ("factions", *known)]
        elif name == "ballot.unheard":
            self._leave_pads(str(value))
        elif name == "setup.god":
            self.gods.append(str(value))
        elif name == "setup.seat":
            self.seats.append(int(str(value)))
        elif name in ("setup.factions", "setup.faction"):
            return self._learn(thumbs, alone=name == "setup.faction")
        elif name == "conspiracy":
            return self._night(_first_marks(presses, listening))
        elif name == "conspiracy.die":
            return [] if value == "nobody" else self._banish(int(str(value)))
        elif name in ("council.vote", "council.booth"):
            return self._vote(thumbs, alone=name == "council.booth")
        elif name == "council.thumb":
            return self._vote({self._voting()[0]: str(value)}, alone=True)
        elif name == "council.whom" and isinstance(value, int):
            self.accused = value
        elif name == "oracle.first-die":
            self.first_die = int(str(value))
        elif name == "oracle.second-die":
            plain.begin_actions(self._laid(), self.first_die, int(str(value)))
        elif name == "action.hel" and isinstance(value, int):
            return self._banish(value)
        elif name.startswith("action.") and isinstance(value, int | str):
            plain.does(self._laid(), name.removeprefix("action."), value)
        return []

    def _give_pad(self, seat: int, pad: int) -> None:
        """The seat that had the pad before has none now."""
        self.pads = {one: at for one, at in self.pads.items() if one != seat and at != pad}
        if pad:
            self.pads[seat] = pad

    def _leave_pads(self, ballot: str) -> None:
        """Nobody hears the box: what it heard in secret is forgotten, unless the pads stay."""
        if ballot != "pads":
            count = "seats" if ballot == "thumbs" else self.options.get("count", "seats")
            self.options = {**self.options, "ballot": ballot, "count": count}
            self.at_pads, self.pads, self.factions = False, {}, {}

    def _laid(self) -> plain.Table:
        """The cards as they lie; laid out when they are first asked for, for then all gods sit."""
        if not self.table:
            gods = sorted(self.gods, key=plain.ORDER.index)
            count = len(gods)
            even = [1 + (nth * self.players + count // 2) // count for nth in range(count)]
            seats = self.seats if len(self.seats) == count else even
            votes = self.options.get("accused_votes", "yes") == "yes"
            self.table = plain.new_table(self.players, dict(zip(gods, seats, strict=True)), {}, votes)
        return self.table

    # ------------------------------------------------------------ the factions and the night

    def _learn(self, thumbs: dict[int, str], alone: bool) -> list[Fact]:
        unknown = [seat for seat in self.everybody() if seat not in self.factions]
        if alone:
            thumbs = {unknown[0]: thumbs[0]}
        for seat in set(thumbs) & set(unknown):
            self.factions[seat] = "conspire" if thumbs[seat] == "down" else "protect"
        missing = [seat for seat in unknown if seat not in self.factions]
        if missing:
            self.final = not alone
            missing = [seat for seat in missing if seat in self.pads]
            return [] if alone else [("missing", *missing)]
        self.final = True
        right = list(self.factions.values()).count("conspire") == plain.FACTIONS[self.players][1]
        if not right:
            self.factions = {}
        return [("faction count", right)]

    def _night(self, marks: dict[int, int]) -> list[Fact]:
        votes = Counter(named for seat, named in marks.items() if self.factions[seat] == "conspire")
        if not votes:
            return [("banished", None)]
        # The roll call goes by rising seats, so of equals the lowest was named first.
        victim = min(votes, key=lambda seat: (-votes[seat], seat))
        kept = "dvalin" in self._laid()["pile"][victim]
        return [("banished", None)] if kept else self._banish(victim)

    # ------------------------------------------------------------ the ballot

    def _voting(self) -> list[int]:
        """Those whose thumb is still wanted."""
        return [seat for seat in plain.whose_thumbs(self._laid(), self.accused) if seat not in self.thumbs]

    def _vote(self, thumbs: dict[int, str], alone: bool) -> list[Fact]:
        wanted = self._voting()
        if alone:
            thumbs = {wanted[0]: thumbs.get(0, next(iter(thumbs.values())))}
        for seat in set(thumbs) & set(wanted):
            self.thumbs[seat] = thumbs[seat]
        missing = self._voting()
        if missing:
            missing = [seat for seat in missing if seat in self.pads]
            return [] if alone else [("missing", *missing)]
        shown, self.thumbs = dict(sorted(self.thumbs.items())), {}
        counted = plain.result(self._laid(), self.accused, shown)
        facts: list[Fact] = [("thumbs", *shown.items())]
        if self.options.get("count") == "totals":
            facts = [("totals", counted["down"], counted["up"])]
        self.final = self.options.get("ballot", "pads") != "thumbs"
        kept = "dvalin" in self._laid()["pile"][self.accused]
        if counted["down"] <= counted["up"] or kept:
            return [*facts, ("stays", self.accused)]
        return facts + self._banish(self.accused)

    def _banish(self, seat: int) -> list[Fact]:
        self.below.add(seat)
        self._laid()["below"].add(seat)
        if not self.at_pads:
            return [("banished", seat)]
        self.final = True
        left = {self.factions[one] for one in self.asgard()}
        if len(left) > 1:
            return [("banished", seat), ("the game goes on",)]
        return [("banished", seat), ("won", *left), ("factions", *sorted(self.factions.items()))]


def _last_thumbs(presses: Sequence[Press], listening: Sequence[Listening]) -> dict[int, str]:
    counted = [one for one in sorted(presses) if _heard(one, listening)]
    return {press.seat: press.button for press in counted}


def _first_marks(presses: Sequence[Press], listening: Sequence[Listening]) -> dict[int, int]:
    marks: dict[int, int] = {}
    for press in sorted(presses):
        heard = _heard(press, listening)
        if heard and press.button == "down":
            marks.setdefault(press.seat, heard.about)
    return marks


def _heard(press: Press, listening: Sequence[Listening]) -> Listening | None:
    return next((one for one in listening if one.begins < press.at <= one.ends), None)
