"""The second referee's night and action phase, by the second rules."""

from __future__ import annotations

from typing import Any

from tests.app.transcripts_rules import PASS, Rules, demand
from tests.games import plain_gods as plain


class Rounds(Rules):
    """From nightfall to the Oracle's look."""

    def __init__(self, **options: int | str) -> None:
        super().__init__(**options)
        self.banished_by = ""

    def may_conspiracy(self) -> list[int]:
        return self.asgard()

    def on_conspiracy(self, value: dict[str, int]) -> None:
        tally: dict[int, int] = {}
        for key, mark in value.items():
            if self.factions[int(key)] == "conspire":
                tally[mark] = tally.get(mark, 0) + 1
        victim = None
        for seat in self.asgard():  # in the order they are named: the first of equals stays
            if tally.get(seat, 0) > (tally[victim] if victim else 0):
                victim = seat
        self.ask("oracle.first-die")
        self.banish_or_not(plain.night(self.table, victim), "conspiracy")

    def on_conspiracy_night(self, value: str) -> None:
        self.ask("conspiracy.die")

    def may_conspiracy_die(self) -> list[int | str]:
        return [*self.asgard(), "nobody"]

    def on_conspiracy_die(self, value: int | str) -> None:
        victim = None if value == "nobody" else int(value)
        self.ask("oracle.first-die")
        self.banish_or_not(plain.night(self.table, victim, die=True), "conspiracy")

    def banish_or_not(self, log: plain.Log, by: str) -> None:
        """Note a banishment, if any, and ask whether the game is over if it may be."""
        self.note(log)
        if log[-1][0] == "banished" and self.ballot != "pads" and self.may_have_won():
            self.banished_by = by
            self.ask_first("end.called")

    def may_have_won(self) -> list[str]:
        """The factions that may have won: one wins once all cards of the other are below."""
        protect, conspire = plain.FACTIONS[len(self.seats)]
        below = len(self.table["below"])
        return [*(["protect"] if below >= conspire else []), *(["conspire"] if below >= protect else [])]

    def may_end_called(self) -> list[str]:
        """The game is over once there is only one in Asgard."""
        return [*(["on"] if len(self.asgard()) > 1 else []), *self.may_have_won()]

    def on_end_called(self, value: str) -> None:
        if value == "on":
            self.go_on()
        else:
            self.won(value, {})

    def on_night_void(self, value: str) -> None:
        below, cards = set(self.table["below"]), self.cards()
        self.table.update(self.dusk)
        back = [seat for seat in self.seats if seat in below - self.table["below"]]
        moved = [card for card, seat in self.cards().items() if cards[card] != seat]
        self.later.clear()
        self.tell("NightVoid", seats=back, cards=moved)
        self.nightfall()

    def on_oracle_first_die(self, value: int) -> None:
        self.dice = [value]
        self.ask("oracle.second-die")

    def on_oracle_second_die(self, value: int) -> None:
        self.dice.append(value)
        log = plain.begin_actions(self.table, *self.dice)
        in_order = [(what, sorted(one, key=plain.ORDER.index)) for what, one in log[1:]]
        self.note([log[0], *in_order])
        self.gods_after("")

    def gods_after(self, god: str) -> None:
        """Ask the next god who can act; after the last one, the Oracle looks."""
        passed = plain.ORDER.index(god) + 1 if god else 0
        for one in plain.ORDER[passed:]:
            if one not in self.god_at:
                continue
            what, *rest = plain.who_acts(self.table, one)
            if what == "acts":
                self.ask(f"action.{one}", rest[:1])
                return
            self.note([(what, one)])
        self.ask("oracle.look")

    def acting(self) -> str:
        """The god whose turn it is; "" for none."""
        return self.next.removeprefix("action.") if self.next.startswith("action.") else ""

    def may(self, name: str) -> list[Any]:
        if self.acting() and name == self.next:
            return [*plain.may_aim_at(self.table, self.acting()), PASS]
        return super().may(name)

    def act(self, aim: int | str) -> None:
        god = self.acting()
        log = plain.does(self.table, god, aim)
        if log[0][0] == "banished":
            # On from here, once it is clear that the game goes on; no god comes after Hel.
            demand(god == plain.ORDER[-1], "the last god banishes")
            self.ask("oracle.look")
            self.banish_or_not(log, god)
        else:
            self.note(log)
            self.gods_after(god)
