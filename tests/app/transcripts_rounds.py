"""The second referee's night, action phase, council and ballots, and people who leave or join."""

from __future__ import annotations

from typing import Any

from tests.app.transcripts_rules import OVER, PASS, Line, Rules, demand
from tests.games import plain_gods as plain

TABLES_OWN = ("setup.deal", "conspiracy.die", "end.called", "council.accuse")
"""Open decisions during which decisions on request are possible."""

CHOOSING = ("setup.god", "setup.seat")
ONE_BY_ONE = (
    *("council.whom", "council.support", "council.defence"),
    *("setup.faction", "council.booth", "council.thumb"),
)


class Council(Rules):
    """From nightfall to the next night, and decisions on request."""

    def __init__(self, **options: int | str) -> None:
        super().__init__(**options)
        self.banished_by = ""
        self.spared: list[int] = []
        self.accuser = self.accused = 0
        self.thumbs: dict[int, str] = {}

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
        if value != "on":
            self.won(value, {})
            return
        self.go_on()
        if self.banished_by == "council":
            self.next_round()

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

    def on_oracle_look(self, value: str) -> None:
        self.tell("Looked")
        self.spared = []
        self.talk()

    def talk(self) -> None:
        """The talk until somebody accuses; it ends at once if nobody can be accused."""
        self.ask("council.accuse")
        if not self.may_council_accuse():
            self.end_council("nobody")

    def end_council(self, why: str) -> None:
        self.tell("CouncilEnds", why=why)
        self.next_round()

    def next_round(self) -> None:
        self.table["round"] += 1
        self.tell("RoundBegins", round=self.table["round"])
        self.nightfall()

    def on_council_close(self, value: str) -> None:
        self.end_council("agreed")

    def may_council_accuse(self) -> list[int]:
        return [seat for seat in self.present() if plain.may_accuse(self.table, seat, self.spared)]

    def on_council_accuse(self, value: int) -> None:
        self.accuser, self.accused = value, 0
        self.tell("Accuses", accuser=value)
        self.ask("council.whom", [value])

    def may_council_whom(self) -> list[int | str]:
        return [*plain.may_accuse(self.table, self.accuser, self.spared), PASS]

    def on_council_whom(self, value: int | str) -> None:
        if value == PASS:
            self.tell("Withdrawn", accuser=self.accuser)
            self.talk()
            return
        self.accused = int(value)
        self.tell("Accused", accuser=self.accuser, accused=self.accused)
        self.ask("council.support")

    def on_council_lapse(self, value: str) -> None:
        self.on_council_drop(value)

    def on_council_drop(self, value: str) -> None:
        self.tell("Dropped", accused=self.accused)
        self.talk()

    def may_council_support(self) -> list[int]:
        return [seat for seat in self.present() if seat not in (self.accuser, self.accused)]

    def on_council_support(self, value: int) -> None:
        self.tell("Supported", supporter=value, accused=self.accused)
        self.ask("council.defence", [self.accused])
        if self.accused not in self.present():
            self.open_ballot()

    def on_council_defence(self, value: str) -> None:
        self.open_ballot()

    def voters(self) -> list[int]:
        return plain.whose_thumbs(self.table, self.accused)

    def open_ballot(self) -> None:
        self.thumbs, self.again = {}, False
        at_pads = [seat for seat in self.voters() if seat in self.pads]
        if self.ballot == "thumbs":
            self.ask("council.show")
        elif at_pads:
            self.ask("council.vote", at_pads)
        else:
            self.ask("council.booth", self.voters())

    def on_council_show(self, value: str) -> None:
        self.ask("council.thumb", self.voters())

    def on_council_vote(self, value: dict[str, str]) -> None:
        self.thumbs.update({int(key): thumb for key, thumb in value.items()})
        missing = [seat for seat in self.asked if seat not in self.thumbs]
        if missing:
            self.tell("Missing", seats=missing)
        if missing and not self.again:
            self.again = True
            self.ask("council.vote", missing)
        else:
            self.one_by_one("council.booth")

    def on_council_booth(self, value: str) -> None:
        self.thumbs[self.asked[0]] = value
        self.one_by_one("council.booth")

    def on_council_thumb(self, value: str) -> None:
        self.thumbs[self.asked[0]] = value
        self.one_by_one("council.thumb")

    def one_by_one(self, name: str) -> None:
        """Ask the remaining seats in turn; then count all thumbs."""
        left = [seat for seat in self.voters() if seat not in self.thumbs]
        self.ask(name, left)
        if not left:
            self.count()

    def count(self) -> None:
        counted = plain.result(self.table, self.accused, self.thumbs)
        if self.totals:
            self.tell("Totals", accused=self.accused, down=counted["down"], up=counted["up"])
        else:
            shown = {str(seat): self.thumbs[seat] for seat in self.voters()}
            self.tell("ThumbsShown", accused=self.accused, thumbs=shown)
            self.tell("Counted", accused=self.accused, count=slips(counted))
        log = plain.verdict(self.table, self.accused, counted)
        if log[0][0] == "spared":
            log = [(*log[0][:2], log[0][2] == "tie")]
        self.banish_or_not(log, "council")
        if log[0][0] == "banished":
            if self.next != "end.called" and not self.over:
                self.next_round()
        elif self.spared:
            self.end_council("second")
        else:
            self.spared = [self.accused]
            self.talk()

    def began(self) -> bool:
        return self.next not in ("setup.deal", "setup.faction", *CHOOSING)

    def on_request(self) -> list[str]:
        """What can be decided on the side of what is open now; at a window, what those are asked who do not
        hear the box."""
        if self.next in ("setup.factions", "conspiracy"):
            return ["ballot.unheard"]
        by_hand = ("oracle.first-die", "oracle.second-die") if self.dice_are == "own" else ()
        if self.next not in (*ONE_BY_ONE, *TABLES_OWN, *CHOOSING, *by_hand) and not self.acting():
            return []
        on_request = ["somebody.leaves"]
        if self.began():
            on_request.append("somebody.comes")
        if self.ballot == "pads" and self.next not in CHOOSING and self.present():
            on_request.append("pad.broken")
        after_the_night = self.acting() or self.next in ("conspiracy.die", *by_hand)
        if after_the_night or (self.next == "end.called" and self.banished_by != "council"):
            on_request.append("night.void")
        return on_request

    def may_somebody_leaves(self) -> list[int | str]:
        leaving: list[int | str] = [*self.present()] if self.began() else []
        return [*(leaving or ["nobody"]), "end"]

    def on_somebody_leaves(self, value: int | str) -> None:
        if value in OVER:
            self.ended()
        elif value != "nobody":
            self.ask_first("somebody.left", [int(value)])

    def on_somebody_left(self, value: str) -> None:
        (seat,) = self.asked
        if value in OVER:
            self.ended()
            return
        self.go_on()
        if value == "on":
            return
        self.table["gone"].add(seat)
        self.thumbs.pop(seat, None)
        self.tell("Leaves", seat=seat)
        god = self.acting()
        if god and self.asked == [seat]:
            self.note([("absent", god)])
            self.gods_after(god)
        elif self.next == "council.accuse":
            self.talk()
        elif self.next == "council.whom" and self.asked == [seat]:
            self.tell("Withdrawn", accuser=seat)
            self.talk()
        elif self.next == "council.defence" and self.asked == [seat]:
            self.open_ballot()
        elif self.next in ("council.booth", "council.thumb"):
            self.one_by_one(self.next)

    def may_somebody_comes(self) -> list[int | str]:
        return [*(sorted(self.table["gone"]) or ["nobody"]), "anew"]

    def on_somebody_comes(self, value: int | str) -> None:
        if value in OVER:
            self.ended()
            return
        if value == "nobody":
            return
        self.table["gone"].remove(int(value))
        self.tell("Joins", seat=value)

    def may_pad_broken(self) -> list[int | str]:
        return [*self.present(), "everybody"]

    def on_pad_broken(self, value: int | str) -> None:
        if value == "everybody":
            self.call(self.present())
        else:
            self.call([int(value)], swap=True)

    def ended(self) -> None:
        self.tell("Ended", factions=self.revealed())
        self.is_over([], "ended", {})


def slips(counted: plain.Table) -> Line:
    """A counted ballot as in the transcript, with its modifying cards in any order."""
    modifiers = [
        {"seat": seat, "card": card, "thumb": thumb, "votes": votes}
        for card, seat, thumb, votes in counted["reasons"]
    ]
    down, up = counted["raw"]
    return {
        **{"raw_down": down, "raw_up": up, "modifiers": modifiers},
        **{"down": counted["down"], "up": counted["up"]},
    }
