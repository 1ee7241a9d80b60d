"""Games with chosen gods, driven to a chosen point through what people at the table do. A string names a
god's seat ("saga"); a number is a Valkyrie's (1 is the first)."""

from __future__ import annotations

from typing import Any, TypeAlias

from gm_appliance.core.game import JSON
from tests.games.gotterdammerung import TABLE, Party

ORDER = (
    *("odin", "brynhild", "sif", "thor", "idun", "niord", "heimdall", "balder"),
    *("freya", "tyr", "skadi", "loki", "dvalin", "saga", "hel"),
)
TAKERS = ("idun", "skadi", "loki")
"""The gods who choose a card, or the Oracle, rather than a player."""

Who: TypeAlias = "str | int"


class Pantheon(Party):
    """A game with these gods in the first seats, in order of play, then Valkyries. Odin always plays.

    valkyries:    how many; raised to make at least seven players.
    conspirators: by name; by default the first Valkyries, then gods counted from the last.
    """

    def __init__(
        self, *gods: str, valkyries: int = 4, conspirators: tuple[Who, ...] = (), **options: JSON
    ) -> None:
        self.gods = tuple(god for god in ORDER if god in ("odin", *gods))
        self.valkyries = max(valkyries, 7 - len(self.gods))
        players = len(self.gods) + self.valkyries
        chosen: dict[str, JSON] = {"pick": "choose", "seating": "choose", **options}
        super().__init__((), players=players, gods=len(self.gods), **chosen)
        while self.open == "setup.god":
            self.do(self.open, next(god for god in self.gods if god in self.legal()))
        while self.open.startswith("setup.seat"):
            self.do(self.open, self.legal()[0])
        last_first = [*range(len(self.gods) + 1, players + 1), *range(len(self.gods), 0, -1)]
        self.conspirators = frozenset(
            [self.seat(one) for one in conspirators] or last_first[: TABLE[players]]
        )
        self.deal()

    def seat(self, who: Who) -> int:
        return self.gods.index(who) + 1 if isinstance(who, str) else len(self.gods) + who

    def by(self) -> int:
        """The seat whose decision is open."""
        who: Any = self.decision().who
        return int(who.seat)

    def banish(self, who: Who) -> list[Any]:
        """Banish somebody by night; if it is not night yet, finish a round in which nothing happens first."""
        if self.open != "conspiracy":
            self.until("")
            self.talk().close()
        return self.night(self.seat(who))

    def begin_round(self) -> list[Any]:
        """Finish the night, if it is not over, without a victim; then roll 7 for the Oracle."""
        if self.open == "oracle.look":
            self.look()
        if self.open == "council.accuse":
            self.close()
        if self.open == "conspiracy":
            self.night()
        return self.roll(3, 4)

    def until(self, god: str, **aims: Who) -> list[Any]:
        """Let the gods in `aims` act and the others pass until this god's turn; with "", to the last."""
        told: list[Any] = []
        if not self.open.startswith("action."):
            told += self.begin_round()
        while self.open.startswith("action.") and self.open != f"action.{god}":
            acting = self.open.removeprefix("action.")
            aim = aims.pop(acting, "pass")
            if acting not in TAKERS and aim != "pass":
                aim = self.seat(aim)
            told += self.do(self.open, aim)
        assert not aims, f"never asked: {', '.join(aims)}"
        assert not god or self.open == f"action.{god}", f"not {god}'s turn but {self.open!r}"
        return told

    def talk(self) -> Pantheon:
        if self.open == "oracle.look":
            self.look()
        return self

    def ballot(self, accused: Who, *down: Who) -> list[Any]:
        """Accuse and vote: thumbs down from `down`, up from the rest. Returns the events."""
        self.talk().to_vote(self.seat(accused))
        return self.vote(self.seat(one) for one in down)
