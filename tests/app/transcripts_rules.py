"""The rules of the first game once more, for the second referee: what must come after every choice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Line = dict[str, Any]

CARDS = {7: (5, 2), 8: (6, 2), 9: (6, 3), 10: (7, 3), 11: (8, 3), 12: (8, 4)}
CARDS |= {13: (9, 4), 14: (10, 4), 15: (10, 5)}
GODS = ("odin", "thor", "hel")
OVER = ("end", "anew")


class Disagrees(Exception):
    """Something in the transcript does not follow from what stood before it."""


def demand(true: object, why: str) -> None:
    if not true:
        raise Disagrees(why)


class Rules:
    """What must be asked next, and of whom; which events must be told before it; how it is over.

    Methods named after a decision say what follows from its choice.
    """

    def __init__(
        self,
        *,
        ballot: str = "pads",
        roll_call: str = "yes",
        count: str = "seats",
        accused_votes: str = "yes",
        dice: str = "box",
    ) -> None:
        self.ballot, self.roll_call, self.dice_are = ballot, roll_call, dice
        self.totals, self.accused_votes = count == "totals", accused_votes == "yes"
        self.seats: list[int] = []
        self.god_at: dict[str, int] = {}
        self.pads: dict[int, int] = {}
        self.gone: set[int] = set()
        self.factions: dict[int, str] = {}
        self.below: set[int] = set()
        self.card_at: dict[str, int] = {}
        self.oracle = self.round = 1
        self.dice: list[int] = []
        self.dusk: tuple[set[int], dict[str, int], int] = set(), {}, 1
        self.banished_by = ""
        self.spared: list[int] = []
        self.accuser = self.accused = 0
        self.thumbs: dict[int, str] = {}
        self.again = False
        self.next, self.asked = "", list[int]()  # the decision that must come next, and of whom
        self.later: list[tuple[str, list[int]]] = []  # what goes on after that
        self.swap = False
        self.events: list[Line] = []  # the events that must come next
        self.over: Line | None = None  # the outcome that must come

    def begin(self, players: int, god_at: dict[str, int]) -> None:
        """So many sit here; gods at these seats, or at none yet."""
        self.seats = list(range(1, players + 1))
        self.god_at = god_at or {"odin": 1}
        if god_at:
            self.seated()
        else:
            self.ask("setup.seat")

    def asgard(self) -> list[int]:
        return [seat for seat in self.seats if seat not in self.below]

    def present(self) -> list[int]:
        return [seat for seat in self.seats if seat not in self.gone]

    def padded(self) -> list[int]:
        return [seat for seat in self.present() if seat in self.pads]

    def tell(self, name: str, **fields: Any) -> None:
        self.events.append({"name": name, **fields})

    def ask(self, name: str, asked: Iterable[int] = ()) -> None:
        self.next, self.asked = name, list(asked)

    def ask_first(self, name: str, asked: Iterable[int] = ()) -> None:
        """Before what would be open now."""
        self.later.append((self.next, self.asked))
        self.ask(name, asked)

    def go_on(self) -> None:
        self.ask(*self.later.pop())

    # ------------------------------------------------------------ seats and pads

    def on_setup_seat(self, seat: int) -> None:
        god = GODS[len(self.god_at)]
        left = len(GODS) - len(self.god_at) - 1
        demand(max(self.god_at.values()) < seat <= len(self.seats) - left, f"{god} cannot sit there")
        self.god_at[god] = seat
        self.tell("Seated", god=god, seat=seat)
        if not left:
            self.seated()

    def seated(self) -> None:
        self.cards_home()
        self.ask("setup.deal")
        if self.ballot == "pads" and self.roll_call == "yes":
            self.call(self.seats)
        elif self.ballot == "pads":
            self.pads = {seat: seat for seat in self.seats}

    def cards_home(self) -> None:
        self.card_at = {god: self.god_at[god] for god in ("odin", "thor")}

    def call(self, seats: list[int], swap: bool = False) -> None:
        self.swap = swap
        self.ask_first("setup.pad", seats)

    def on_setup_pad(self, pad: int) -> None:
        seat, *rest = self.asked
        taken = [at for one, at in self.pads.items() if one not in self.asked]
        demand(pad not in taken, "that pad is another's")
        self.pads = {one: at for one, at in self.pads.items() if one != seat and at != pad}
        if pad:
            self.pads[seat] = pad
        self.tell("PadCalled", seat=seat, none=pad == 0, swap=self.swap)
        self.ask("setup.pad", rest)
        if not rest:
            self.go_on()
            if self.next in ("setup.faction", "setup.factions"):
                self.learn()

    # ------------------------------------------------------------ the factions

    def on_setup_deal(self, value: str) -> None:
        demand(value == "dealt", "not dealt")
        if self.ballot == "pads":
            self.learn()
        else:
            self.nightfall()

    def learn(self) -> None:
        self.again = False
        unknown = [seat for seat in self.seats if seat not in self.factions]
        at_pads = [seat for seat in unknown if seat in self.pads]
        if at_pads:
            self.ask("setup.factions", at_pads)
        else:
            self.ask("setup.faction", unknown)

    def on_setup_faction(self, value: str) -> None:
        self.factions[self.asked[0]] = value
        unknown = [seat for seat in self.seats if seat not in self.factions]
        self.ask("setup.faction", unknown)
        if not unknown:
            self.learned()

    def on_setup_factions(self, value: dict[str, str]) -> None:
        demand({int(key) for key in value} <= set(self.asked), "somebody pressed who was not asked")
        self.factions.update({int(key): card for key, card in value.items()})
        unknown = [seat for seat in self.seats if seat not in self.factions]
        missing = [seat for seat in unknown if seat in self.pads]
        if missing:
            self.tell("Missing", seats=missing)
        if not unknown:
            self.learned()
        elif missing and not self.again:
            self.again = True
            self.ask("setup.factions", missing)
        else:
            self.ask("setup.faction", unknown)

    def learned(self) -> None:
        cards = list(self.factions.values())
        fit = (cards.count("protect"), cards.count("conspire")) == CARDS[len(self.seats)]
        self.tell("FactionsLearned", fit=fit)
        if fit:
            self.nightfall()
        else:
            self.factions = {}
            self.learn()

    # ------------------------------------------------------------ the night, and banishment

    def nightfall(self) -> None:
        self.dusk = set(self.below), dict(self.card_at), self.oracle
        if self.ballot == "pads":
            self.ask("conspiracy", self.padded())
        else:
            self.ask("conspiracy.night")

    def on_conspiracy(self, value: dict[str, int]) -> None:
        tally: dict[int, int] = {}
        for key, mark in value.items():
            demand(mark in self.asgard(), "somebody marked who is not in Asgard")
            demand(int(key) in self.asked, "somebody marked who was not asked")
            if self.factions[int(key)] == "conspire":
                tally[mark] = tally.get(mark, 0) + 1
        victim = 0
        for seat in self.asgard():  # in the order they are named: the first of equals stays
            if tally.get(seat, 0) > tally.get(victim, 0):
                victim = seat
        self.banish_by_night(victim)

    def on_conspiracy_night(self, value: str) -> None:
        demand(value == "over", "the night goes on")
        self.ask("conspiracy.die")

    def on_conspiracy_die(self, value: int | str) -> None:
        demand(value == "nobody" or value in self.asgard(), "the die lies there at nobody of Asgard")
        self.banish_by_night(0 if value == "nobody" else int(value))

    def banish_by_night(self, victim: int) -> None:
        self.ask("oracle.first-die")
        if victim:
            self.banish(victim, "conspiracy")
        else:
            self.tell("NobodyBanished")

    def banish(self, seat: int, by: str) -> None:
        """To be followed by what is open now, unless the game is over, or may be."""
        demand(seat not in self.below, "banished twice")
        self.below.add(seat)
        self.tell("Banished", seat=seat, by=by)
        if self.ballot != "pads":
            self.banished_by = by
            self.ask_first("end.called")
            return
        left = {self.factions[one] for one in self.asgard()}
        if len(left) == 1:
            self.won(left.pop(), {"last_banished": seat, "by": by})

    def on_end_called(self, value: str) -> None:
        if value != "on":
            self.won(value, {})
            return
        demand(len(self.asgard()) > 1, "with one in Asgard no game goes on")
        self.go_on()

    def won(self, winner: str, facts: Line) -> None:
        loser = "protect" if winner == "conspire" else "conspire"
        self.tell("Won", faction=winner, factions=self.revealed())
        self.is_over([winner], f"all-{loser}-banished", facts)

    def revealed(self) -> list[str]:
        """Everybody's faction, where the box knows them all."""
        return [self.factions[seat] for seat in self.seats if len(self.factions) == len(self.seats)]

    def is_over(self, winners: list[str], reason: str, facts: Line) -> None:
        known = {str(seat): card for seat, card in enumerate(self.revealed(), 1)}
        facts = {"rounds": self.round, "factions": known, "asgard": self.asgard(), **facts}
        self.over = {"winners": winners, "reason": reason, "facts": facts}

    # ------------------------------------------------------------ the gods

    def on_oracle_first_die(self, value: int) -> None:
        demand(value in range(1, 7), "no die shows that")
        self.dice = [value]
        self.ask("oracle.second-die")

    def on_oracle_second_die(self, value: int) -> None:
        demand(value in range(1, 7), "no die shows that")
        self.dice.append(value)
        for _ in range(sum(self.dice)):
            self.oracle = self.oracle + 1 if self.oracle < len(self.seats) else 1
        self.tell("OracleMoved", dice=self.dice, seat=self.oracle)
        away = [god for god, seat in self.card_at.items() if seat != self.god_at[god]]
        if away:
            self.tell("CardsReturned", cards=away)
        self.cards_home()
        self.gods_from("odin")

    def gods_from(self, god: str) -> None:
        """On to this god's turn, or the next one's who can act; then to the look."""
        for one in GODS[GODS.index(god) :]:
            seat = self.god_at[one]
            if one != "thor" and self.card_at["thor"] == seat:
                self.tell("Skipped", god=one)
            elif seat in self.gone:
                self.tell("Absent", god=one)
            elif not self.targets(one):
                self.tell("Targetless", god=one)
            else:
                self.ask(f"action.{one}", [seat])
                return
        self.ask("oracle.look")

    def targets(self, god: str) -> list[int]:
        others = [seat for seat in self.seats if seat != self.god_at[god]]
        if god == "thor":
            shielded = self.card_at["odin"] if self.card_at["odin"] != self.god_at["odin"] else 0
            return [seat for seat in others if seat != shielded]
        if god == "hel":
            wounded = self.card_at["thor"] if self.card_at["thor"] != self.god_at["thor"] else 0
            return [seat for seat in others if seat == wounded and seat not in self.below]
        return others

    def on_action_odin(self, value: int | str) -> None:
        self.lay_card("odin", "thor", value)

    def on_action_thor(self, value: int | str) -> None:
        self.lay_card("thor", "hel", value)

    def lay_card(self, god: str, then: str, value: int | str) -> None:
        if value == "pass":
            self.tell("Passed", god=god)
        else:
            demand(value in self.targets(god), f"{god} may not do that")
            self.card_at[god] = int(value)
            self.tell("CardLaid", god=god, seat=value)
        self.gods_from(then)

    def on_action_hel(self, value: int | str) -> None:
        self.ask("oracle.look")
        if value == "pass":
            self.tell("Passed", god="hel")
            return
        demand(value in self.targets("hel"), "hel may not do that")
        self.banish(int(value), "hel")

    def on_oracle_look(self, value: str) -> None:
        demand(value == "looked", "not looked")
        self.tell("Looked")
        self.spared = []
        self.ask("council.accuse")
