"""Games with chosen gods, brought to where a test wants them by what people at the table do.

Gods are named and Valkyries numbered: "saga" is Saga's seat, 1 the first Valkyrie's.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, TypeAlias

from gm_appliance.core.game import JSON
from gm_appliance.games.gotterdammerung.events import Counted
from gm_appliance.games.gotterdammerung.model import Count
from tests.games.gotterdammerung import TABLE, Party

ORDER = (
    *("odin", "brynhild", "sif", "thor", "idun", "niord", "heimdall", "balder"),
    *("freya", "tyr", "skadi", "loki", "dvalin", "saga", "hel"),
)
TAKERS = ("idun", "skadi", "loki")
"""The gods who choose a card (or the Oracle), not a player."""

Who: TypeAlias = "str | int"


class Pantheon(Party):
    """These gods in the first seats, in order of play, then the Valkyries. Odin always plays.

    valkyries:    how many; more if there would be fewer than seven players.
    conspirators: by name; by default the first Valkyries, then gods from the last one on.
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

    # ------------------------------------------------------------ names

    def seat(self, who: Who) -> int:
        return self.gods.index(who) + 1 if isinstance(who, str) else len(self.gods) + who

    def name(self, seat: int) -> Who:
        return self.gods[seat - 1] if seat <= len(self.gods) else seat - len(self.gods)

    def aims(self) -> set[Who]:
        """What the god whose turn it is may act on."""
        assert self.open.startswith("action.")
        return {self.name(one) if isinstance(one, int) else one for one in self.legal()} - {"pass"}

    def by(self) -> Who:
        """Who decides now."""
        who: Any = self.decision().who
        return self.name(who.seat)

    def lies(self, card: str) -> Who:
        """Who holds an action card; its own god while it is at home."""
        return self.name(self.view.cards[card])

    @property
    def oracle(self) -> Who:
        return self.name(self.view.oracle)

    @property
    def below(self) -> set[Who]:
        return {self.name(seat) for seat in self.view.seats if self.view.place(seat).below}

    # ------------------------------------------------------------ a round

    def banish(self, who: Who) -> list[Any]:
        """Banish somebody by night, after a round in which nothing happens if it is not night yet."""
        if self.open != "conspiracy":
            self.until("")
            self.talk().close()
        return self.night(self.seat(who))

    def begin_round(self, oracle: Who = "") -> list[Any]:
        """A night without a victim unless it is over, then dice that bring the Oracle there or 7 seats on."""
        if self.open == "oracle.look":
            self.look()
        if self.open == "council.accuse":
            self.close()
        if self.open == "conspiracy":
            self.night()
        if not oracle:
            return self.roll(3, 4)
        far = (self.seat(oracle) - self.view.oracle) % len(self.view.seats)
        total = far if far >= 2 else far + len(self.view.seats)
        assert total <= 12, "two dice do not carry the Oracle so far"
        return self.roll(total // 2, total - total // 2)

    def until(self, god: str, **aims: Who) -> list[Any]:
        """The gods of `aims` act, the others pass, until it is this god's turn; "" for all turns."""
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

    # ------------------------------------------------------------ the council

    def talk(self) -> Pantheon:
        if self.open == "oracle.look":
            self.look()
        return self

    def ballot(self, accused: Who, *down: Who) -> list[Any]:
        """An accusation and a ballot, with thumbs down from these and up from the rest; the events told."""
        self.talk().to_vote(self.seat(accused))
        return self.vote(self.seat(one) for one in down)

    def count(self, accused: Who, *down: Who) -> Count:
        """How that ballot would be counted; the game stays where it is."""
        told = deepcopy(self).ballot(accused, *down)
        return next(event.count for event in told if isinstance(event, Counted))

    def weight(self, who: Who) -> int:
        """How many votes somebody has, in a ballot on a Valkyrie without a card."""
        spared = getattr(self.view.phase, "spared", ())
        free = [seat for seat in self.view.asgard if not self.view.cards_at(seat) and seat not in spared]
        accused = next(one for one in map(self.name, free) if isinstance(one, int) and one != who)
        return self.count(accused, who).down

    def accusable(self, accuser: Who) -> set[Who]:
        """The players somebody may accuse now."""
        twin = deepcopy(self)
        twin.talk().do("council.accuse", self.seat(accuser))
        return {self.name(one) for one in twin.legal() if isinstance(one, int)}
