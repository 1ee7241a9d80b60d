"""The second referee's rules go on: the council, its ballots, and what happens to people."""

from __future__ import annotations

from tests.app.transcripts_rules import GODS, OVER, Rules, demand

TABLES_OWN = ("setup.deal", "conspiracy.die", "end.called", "council.accuse")
"""Open decisions in which the table, or anybody, may ask for something else."""


class Council(Rules):
    """From the Oracle's look to the next night; and decisions on the side, whenever they come."""

    def on_council_close(self, value: str) -> None:
        self.end_council("agreed")

    def end_council(self, why: str) -> None:
        self.tell("CouncilEnds", why=why)
        self.next_round()

    def next_round(self) -> None:
        self.round += 1
        self.tell("RoundBegins", round=self.round)
        self.nightfall()

    def on_end_called(self, value: str) -> None:
        super().on_end_called(value)
        if not self.over and self.banished_by == "council":
            self.next_round()

    def on_council_accuse(self, value: int) -> None:
        demand(value in self.present(), "nobody sits there")
        self.accuser, self.accused = value, 0
        self.tell("Accuses", accuser=value)
        self.ask("council.whom", [value])

    def on_council_whom(self, value: int | str) -> None:
        if value == "pass":
            self.tell("Withdrawn", accuser=self.accuser)
            self.ask("council.accuse")
            return
        demand(value in self.asgard() and value != self.accuser, "that seat cannot be accused")
        demand(value not in self.spared, "the second accusation must be of another")
        self.accused = int(value)
        self.tell("Accused", accuser=self.accuser, accused=self.accused)
        self.ask("council.support")

    def on_council_drop(self, value: str) -> None:
        self.tell("Dropped", accused=self.accused)
        self.ask("council.accuse")

    def on_council_support(self, value: int) -> None:
        demand(value in self.present() and value not in (self.accuser, self.accused), "not that supporter")
        self.tell("Supported", supporter=value, accused=self.accused)
        self.ask("council.defence", [self.accused])
        if self.accused in self.gone:
            self.open_ballot()

    def on_council_defence(self, value: str) -> None:
        self.open_ballot()

    # ------------------------------------------------------------ the ballot

    def voters(self) -> list[int]:
        return [seat for seat in self.present() if self.accused_votes or seat != self.accused]

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
        demand(value == "shown", "not shown")
        self.ask("council.thumb", self.voters())

    def on_council_vote(self, value: dict[str, str]) -> None:
        demand({int(key) for key in value} <= set(self.asked), "somebody voted who was not asked")
        self.thumbs.update({int(key): thumb for key, thumb in value.items()})
        missing = [seat for seat in self.asked if seat not in self.thumbs]
        if missing:
            self.tell("Missing", seats=missing)
        if missing and not self.again:
            self.again = True
            self.ask("council.vote", missing)
        else:
            self.on_one_by_one("council.booth")

    def on_council_booth(self, value: str) -> None:
        self.thumbs[self.asked[0]] = value
        self.on_one_by_one("council.booth")

    def on_council_thumb(self, value: str) -> None:
        self.thumbs[self.asked[0]] = value
        self.on_one_by_one("council.thumb")

    def on_one_by_one(self, name: str) -> None:
        """Whoever is left is asked, one after the other; then all thumbs are counted."""
        left = [seat for seat in self.voters() if seat not in self.thumbs]
        self.ask(name, left)
        if not left:
            self.count()

    def count(self) -> None:
        thumbs = [self.thumbs[seat] for seat in self.voters()]
        demand(set(thumbs) <= {"down", "up"}, "that is no thumb")
        down, up = thumbs.count("down"), thumbs.count("up")
        count = {"kind": "Count", "raw_down": down, "raw_up": up, "modifiers": []}
        wounded = self.card_at["thor"]
        if wounded != self.god_at["thor"] and wounded in self.voters():
            thumb = self.thumbs[wounded]
            down, up = down - (thumb == "down"), up - (thumb == "up")
            lost = {"kind": "Modifier", "seat": wounded, "card": "thor", "thumb": thumb, "votes": -1}
            count["modifiers"] = [lost]
        if self.totals:
            self.tell("Totals", accused=self.accused, down=down, up=up)
        else:
            shown = {str(seat): self.thumbs[seat] for seat in self.voters()}
            self.tell("ThumbsShown", accused=self.accused, thumbs=shown)
            self.tell("Counted", accused=self.accused, count={**count, "down": down, "up": up})
        if down > up:
            self.banish(self.accused, "council")
            if self.ballot == "pads" and not self.over:
                self.next_round()
            return
        self.tell("Spared", accused=self.accused, tie=down == up)
        if self.spared:
            self.end_council("second")
        else:
            self.spared = [self.accused]
            self.ask("council.accuse")

    # ------------------------------------------------------------ what happens to people

    def on_request(self) -> list[str]:
        """What can be decided on the side of what is open now."""
        by_hand = ("oracle.first-die", "oracle.second-die") if self.dice_are == "own" else ()
        each = self.next.startswith(("action.", "council.w", "council.s", "council.d"))
        alone = self.next in ("setup.faction", "council.booth", "council.thumb")
        if not (each or alone or self.next in (*TABLES_OWN, *by_hand)) or self.next == "council.show":
            return []
        on_request = ["somebody.leaves"]
        if self.next not in ("setup.deal", "setup.faction"):
            on_request.append("somebody.comes")
        if self.ballot == "pads":
            on_request.append("pad.broken")
        night = self.next in ("conspiracy.die", *by_hand) or self.next.startswith("action.")
        if night or (self.next == "end.called" and self.banished_by != "council"):
            on_request.append("night.void")
        return on_request

    def on_night_void(self, value: str) -> None:
        below, cards, self.oracle = self.dusk
        back = [seat for seat in self.seats if seat in self.below - below]
        moved = [god for god, seat in cards.items() if self.card_at[god] != seat]
        self.below, self.card_at = set(below), dict(cards)
        self.later.clear()
        self.tell("NightVoid", seats=back, cards=moved)
        self.nightfall()

    def on_somebody_leaves(self, value: int | str) -> None:
        if value in OVER:
            self.ended()
            return
        demand(value in self.present(), "nobody sits there")
        self.ask_first("somebody.left", [int(value)])

    def on_somebody_left(self, value: str) -> None:
        (seat,) = self.asked
        if value in OVER:
            self.ended()
            return
        self.go_on()
        self.gone.add(seat)
        self.thumbs.pop(seat, None)
        self.tell("Leaves", seat=seat)
        god = self.next.removeprefix("action.")
        if god in GODS and self.asked == [seat]:
            self.tell("Absent", god=god)
            self.after_the_turn_of(god)
        elif self.next == "council.whom" and self.asked == [seat]:
            self.tell("Withdrawn", accuser=seat)
            self.ask("council.accuse")
        elif self.next == "council.defence" and self.asked == [seat]:
            self.open_ballot()
        elif self.next in ("council.booth", "council.thumb"):
            self.on_one_by_one(self.next)

    def after_the_turn_of(self, god: str) -> None:
        if god == GODS[-1]:
            self.ask("oracle.look")
        else:
            self.gods_from(GODS[GODS.index(god) + 1])

    def on_somebody_comes(self, value: int | str) -> None:
        if value in OVER:
            self.ended()
            return
        demand(value in self.gone, "that place is not empty")
        self.gone.remove(int(value))
        self.tell("Joins", seat=value)

    def on_pad_broken(self, value: int | str) -> None:
        if value == "everybody":
            self.call(self.present())
        else:
            demand(value in self.present(), "nobody sits there")
            self.call([int(value)], swap=True)

    def ended(self) -> None:
        self.tell("Ended", factions=self.revealed())
        self.is_over([], "ended", {})
