"""Valda: a table with its cubes, pawns and hands, which the box does not see; it is played as the box asks.

There is no published list of Valda's cards: `YELLOW`, `RED` and `DECK` are guesses from the icons in its
rulebook. Everybody plays three actions, builds whatever they can pay, attacks now and then, and defends if
their cards suffice. One table serves every mode, and the box's balances must agree with it at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random

from benchmarks.people import Custom, options
from gm_appliance.core.game import JSON, Chance, Choice, Clock, Decision, Number
from gm_appliance.games.valda import phases
from gm_appliance.games.valda.actions import DONE, DRAW
from gm_appliance.games.valda.cards import line
from gm_appliance.games.valda.conversion import CONVERSIONS, thrown_to
from gm_appliance.games.valda.model import (
    COSTS,
    GODS,
    LOKI,
    MOST,
    RESOURCES,
    SITES,
    START,
    TEMPLES,
    ValdaView,
)
from gm_appliance.games.valda.track import ROUNDS, safe_below

Does = tuple[str, str, int]
"""A card's effect: its kind, its subject ("any": a resource), and a number."""

YELLOW: tuple[tuple[int, tuple[Does, ...]], ...] = (
    *((4, ((what, what, 2),)) for what in RESOURCES),
    *((1, ((what, what, 3),)) for what in RESOURCES),
    (4, (("followers", "followers", 1),)),
    (2, (("gold", "gold", 1), ("diamond", "diamond", 1))),
    (3, (("steal", "any", 1),)),
    (1, (("steal", "followers", 1),)),
    (2, (("kill", "followers", 1),)),
    (1, (("lose", "any", 2),)),
    (1, (("action", "", 1),)),
    (1, (("destroy", "mine", 1),)),
    (4, ()),
)
RED: tuple[tuple[int, tuple[Does, ...]], ...] = (
    (5, (("kill", "followers", 1),)),
    (3, (("kill", "followers", 2),)),
    (3, (("steal", "followers", 1),)),
    (4, (("steal", "any", 1),)),
    (2, (("lose", "any", 2),)),
    (1, (("destroy", "mine", 1),)),
    (1, ()),
)
"""The number of copies and the effects of yellow cards and attacks; () if only cards change hands."""

DECK = {"yellow": 50, "red": 28, "blue": 22}
SWORDS, SHIELDS = (2, 3, 3, 4, 4, 5), (2, 2, 3, 3, 4)

ATTACKS, ATTACKS_LEADER = 0.25, 0.55
"""The probabilities that somebody with an attack card attacks the player whose turn it is, and a leader."""

SPARE = 3
"""Resources of each kind saved for building, except in the last round."""


@dataclass
class Card:
    """A card; once played, also by whom, on whom, and the player's choice for each effect."""

    colour: str
    does: tuple[Does, ...] = ()
    power: int = 0
    by: int = 0
    whom: int = 0
    whats: list[str] = field(default_factory=list)


@dataclass
class Fight:
    """An attack played against printed shields on a number of cards."""

    card: Card
    shields: int
    cards: int


@dataclass
class Turn:
    """The events of a turn, removed once told; None if not decided yet."""

    seat: int
    rolled: bool = False
    game: list[Card | str] | None = None
    builds: list[str] | None = None
    fights: list[Fight] | None = None
    powers: list[str] | None = None
    loki: bool = False


class Table:
    """The real table. has: holdings by seat. every: tell the guide about all attacks; otherwise only those
    that are defended and involve a god."""

    def __init__(self, rng: Random, *, every: bool = False) -> None:
        self._rng, self._every = rng, every
        self.has: dict[int, dict[str, int]] = {}
        self._turn, self._round = Turn(0), 0
        self._card: Card | None = None
        self._fight: Fight | None = None

    def __call__(self, decision: Decision, view: ValdaView) -> Choice | None:
        if isinstance(decision.who, Clock | Chance):
            return None
        if decision.name == "first.who" or not view.turn:
            return Choice(decision.name, 1)
        self._looks(decision, view)
        wanted = self._answer(decision, view)
        return wanted if isinstance(wanted, Choice) else Choice(decision.name, wanted)

    def _looks(self, decision: Decision, view: ValdaView) -> None:
        """See whose turn it is and what the box's dice show."""
        if not self.has:
            self._seats = view.seats
            for seat, stash in zip(view.seats, START[len(view.seats)], strict=True):
                self.has[seat] = {**dict.fromkeys(("followers", *COSTS), 0), "mine": 2}
                self.has[seat] |= zip(RESOURCES, stash, strict=True)
            self._hands = {seat: [self._drawn() for _ in range(6)] for seat in view.seats}
        if (view.round, view.turn) != (self._round, self._turn.seat):
            self._round, self._turn = view.round, Turn(view.turn)
        turn, has, lying = self._turn, self.has[view.turn], view.lying
        if lying and not turn.rolled and decision.name != "resource.roll":
            turn.rolled = True
            for what in lying.yellow:
                has[what] += 1
            has["blood"] += sum(lying.blue)
        if lying and lying.white and turn.loki:
            turn.loki = False
            has["followers"] = thrown_to(has["followers"], sum(lying.white))

    def _drawn(self) -> Card:
        (colour,) = self._rng.choices([*DECK], [*DECK.values()])
        if colour == "blue":
            return Card(colour, power=self._rng.choice(SHIELDS))
        kinds = YELLOW if colour == "yellow" else RED
        (does,) = self._rng.choices([one for _, one in kinds], [share for share, _ in kinds])
        return Card(colour, does, self._rng.choice(SWORDS))

    def _plays(self, card: Card, by: int, whom: int) -> bool:
        """Apply a card's effects; False if there is nothing to tell."""
        card.by, card.whom, has, own = by, whom, self.has[whom], self.has[by]
        for kind, any_, number in card.does:
            what = max(RESOURCES, key=has.__getitem__) if any_ == "any" else any_
            card.whats.append(what)
            if kind in ("steal", "kill", "lose", "destroy"):
                if not has[what]:
                    return False
                gone = min(number, has[what] - (safe_below(has[what]) if what == "followers" else 0))
                has[what] -= gone
                own[what] += gone if kind == "steal" else 0
            elif kind != "action":
                own[what] += number
        return bool(card.does)

    def _game(self) -> Iterator[Card | str]:
        """Draw two cards, then play a yellow card for each action, or take a resource if there is none."""
        seat, actions = self._turn.seat, 3
        hand, own = self._hands[seat], self.has[seat]
        hand += [self._drawn(), self._drawn()]
        leader = max((one for one in self._seats if one != seat), key=lambda one: self.has[one]["followers"])
        while actions:
            actions -= 1
            yellow = [card for card in hand if card.colour == "yellow"]
            if not yellow:
                what = min(RESOURCES, key=own.__getitem__)
                own[what] += 1
                yield what
                continue
            card = self._rng.choice(yellow)
            hand.remove(card)
            actions += sum(kind == "action" for kind, _what, _number in card.does)
            if self._plays(card, seat, leader):
                yield card
        del hand[10:]

    def _builds(self) -> Iterator[str]:
        """Build up to two affordable things: temples before mines and drills, a started god's first."""
        own = self.has[self._turn.seat]
        for _ in range(2):
            can = [what for what, cost in COSTS.items() if self._room(what) and self._pays(cost)]
            if not can:
                return
            what = max(can, key=lambda one: (one in GODS, own[one] in (1, 2), self._rng.random()))
            for kind, cost in zip(RESOURCES, COSTS[what], strict=True):
                own[kind] -= cost
            own[what] += 1
            own["followers"] += (what in GODS) * (1 + (own[what] == 3))
            yield what

    def _room(self, what: str) -> bool:
        own = self.has[self._turn.seat]
        if what in MOST:
            return own[what] < MOST[what]
        there = {seat: has[what] for seat, has in self.has.items()}
        locked = any(number > 2 for seat, number in there.items() if seat != self._turn.seat)
        return sum(there.values()) < SITES and not locked and sum(own[god] for god in GODS) < TEMPLES

    def _pays(self, cost: tuple[int, int, int]) -> bool:
        own = self.has[self._turn.seat]
        return all(own[kind] >= number for kind, number in zip(RESOURCES, cost, strict=True))

    def _fights(self) -> Iterator[Fight]:
        """Attacks in order; leaders are attacked more often."""
        victim, has = self._turn.seat, self.has
        followers = {seat: one["followers"] for seat, one in has.items()}
        often = ATTACKS_LEADER if followers[victim] == max(followers.values()) else ATTACKS
        after = (*self._seats[victim:], *self._seats[: victim - 1])
        stuff = {seat: sum(one[what] for what in RESOURCES) for seat, one in has.items()}
        for seat in sorted(after, key=lambda seat: (-followers[seat], -stuff[seat])):
            red = [card for card in self._hands[seat] if card.colour == "red"]
            if red and self._rng.random() < often:
                card = max(red, key=lambda one: one.power)
                self._hands[seat].remove(card)
                yield self._fight_with(card, seat, victim)

    def _fight_with(self, card: Card, by: int, victim: int) -> Fight:
        """Defend with the fewest cards that suffice, or none."""
        strength, bonus = card.power + self._bonus("surtur", by), self._bonus("tyr", victim)
        blue, used = [one for one in self._hands[victim] if one.colour == "blue"], list[Card]()
        for one in sorted(blue, key=lambda one: -one.power):
            used.append(one)
            if sum(card.power + bonus for card in used) >= strength:
                for spent in used:
                    self._hands[victim].remove(spent)
                card.by, card.whom = by, victim
                return Fight(card, sum(one.power for one in used), len(used))
        if not self._plays(card, by, victim):
            card.does, card.whats = (), []
        return Fight(card, 0, 0)

    def _bonus(self, god: str, seat: int) -> int:
        temples = min(2, self.has[seat][god])
        return max(0, temples - 1) if god == "surtur" and len(self._seats) < 4 else temples

    def _powers(self) -> Iterator[str]:
        own, used = self.has[self._turn.seat], dict[str, int]()
        keep = 0 if self._round == ROUNDS else SPARE
        for one in CONVERSIONS:
            name, most = one.limit
            while (
                own[one.god] >= one.temples
                and used.get(name, 0) < most
                and own[one.what] >= one.number + keep
            ):
                used[name] = used.get(name, 0) + 1
                own[one.what] -= one.number
                own["followers"] += one.followers
                yield one.name
        if own[LOKI]:
            yield LOKI

    def _answer(self, decision: Decision, view: ValdaView) -> JSON | Choice:
        name, turn = decision.name, self._turn
        part = name.partition(".")[0]
        if part in ("game", "build", "attack", "followers", "turn") and turn.game is None:
            turn.game = [*self._game()]
        if part in ("build", "attack", "followers", "turn") and turn.builds is None:
            turn.builds = [*self._builds()]
        if part in ("attack", "followers", "turn") and turn.fights is None:
            turn.fights = [*self._fights()]
        if part in ("followers", "turn") and turn.powers is None:
            turn.powers = [*self._powers()]
        if part == "effect":
            return self._effect(decision, view)
        if name == "game.what":
            return self._acts(decision)
        if part == "attack":
            return self._attacks(decision, view)
        if name == "build.what":
            return turn.builds.pop(0) if turn.builds else "done"
        if name == "followers.what":
            return self._converts(decision)
        if part in ("turn", "other", "correct"):
            return self._sets(decision, view)
        return decision.domain.start if isinstance(decision.domain, Number) else options(decision)[0]

    def _acts(self, decision: Decision) -> JSON:
        if not self._turn.game:
            return "done"
        now = self._turn.game.pop(0)
        if isinstance(now, str):
            return now
        self._card = now
        return self._line(decision) or "card"

    def _line(self, decision: Decision) -> str:
        """The line for the current card, if the list has one; otherwise ""."""
        assert self._card
        if len(self._card.does) != 1:
            return ""
        ((kind, _what, number),) = self._card.does
        found = line(kind, self._card.whats[0], number)
        return found if found in options(decision) else ""

    def _effect(self, decision: Decision, view: ValdaView) -> JSON:
        assert self._card
        assert isinstance(view.phase, phases.Effect)
        at, card = len(view.phase.entered), self._card
        if at == min(len(card.does), len(card.whats)):  # none of an attack that the table held off
            return "done" if "done" in options(decision) else "none"
        asked, (kind, _what, number) = decision.name.partition(".")[2], card.does[at]
        if asked == "kind":
            return self._line(decision) or kind
        told: dict[str, JSON] = {"whom": card.whom, "what": card.whats[at], "number": number}
        return told[asked]

    def _attacks(self, decision: Decision, view: ValdaView) -> JSON | Choice:
        turn, asked = self._turn, decision.name.partition(".")[2]
        if turn.builds and decision.named("build.what"):
            return Choice("build.what", turn.builds.pop(0))
        if asked == "who":
            while turn.fights:
                self._fight = turn.fights.pop(0)
                self._card = self._fight.card
                if view.setup.cubes or self._every or self._hard(self._fight):
                    return self._card.by
            return "none"
        assert self._fight
        fight = self._fight
        return {"power": fight.card.power, "defence": fight.shields, "cards": fight.cards}[asked]

    def _hard(self, fight: Fight) -> bool:
        """Whether the attack is defended and a god counts in it."""
        return fight.cards > 0 and bool(
            self._bonus("surtur", fight.card.by) + self._bonus("tyr", fight.card.whom)
        )

    def _converts(self, decision: Decision) -> JSON:
        powers = self._turn.powers or []
        while powers and powers[0] not in options(decision):
            powers.pop(0)  # the table does that itself
        wanted = powers.pop(0) if powers else "done"
        self._turn.loki = wanted == LOKI
        return wanted

    def _sets(self, decision: Decision, view: ValdaView) -> JSON | Choice:
        """The followers at the end of a turn, after correcting anything the box does not know."""
        others = (seat for seat in self._seats if seat != self._turn.seat)
        moved = [seat for seat in others if view.has(seat).followers != self.has[seat]["followers"]]
        kept = [what for what in COSTS if what in view.setup.keeps]
        gone = [
            (seat, what)
            for seat in self._seats
            for what in kept
            if view.has(seat).of(what) != self.has[seat][what]
        ]
        if decision.name == "turn.followers":
            if moved and decision.named("other.who"):
                return Choice("other.who", moved[0])
            if gone and decision.named("correct.who"):
                return Choice("correct.who", gone[0][0])
            return self.has[self._turn.seat]["followers"]
        if decision.name == "other.followers":
            assert isinstance(view.phase, phases.Setting)
            return self.has[view.phase.seat]["followers"]
        return gone[0][1] if decision.name == "correct.what" else self.has[gone[0][0]][gone[0][1]]


def _custom(name: str, *, every: bool = False, **given: JSON) -> Custom:
    people = partial(Table, every=every)
    begins, ends = frozenset(("TurnBegins",)), frozenset(("Ended",))
    return Custom(f"Valda, {name}", "valda", given, people, "turn", begins, ends)


TABLES = (
    _custom("guide, 3 players", mode="guide", players=3),
    _custom("guide, 5 players", mode="guide", players=5),
    _custom("guide, 5, all attacks told", every=True, mode="guide", players=5),
    _custom("companion, 3 players", mode="companion", players=3),
    _custom("companion, 5 players", mode="companion", players=5),
    Custom(
        "Valda, companion: a card alone",
        "valda",
        {"mode": "companion", "players": 5},
        Table,
        "card",
        frozenset(("game.what",)),
        frozenset(("build.what", "attack.who", "turn.followers", "Ended")),
        lambda first: first not in (None, DONE, DRAW, *RESOURCES),
    ),
    _custom("score, 5 players", mode="score", players=5),
)
