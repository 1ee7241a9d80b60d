"""Valda as sensible people play it: cards, cubes and pawns of a table that the box does not see.

No list of Valda's cards is public, so `YELLOW`, `ATTACKS` and the deck's mixture are guesses after the icons
of the rulebook. Everybody plays three actions, builds what can be paid, attacks leaders, and defends where
the cards suffice. The people answer whatever the box asks from what lies on their table, so one model plays
every mode; where the box keeps a balance it must agree with the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from gm_appliance.core.game import JSON, Decision, Number, OneOf
from gm_appliance.games.valda import events
from gm_appliance.games.valda.cards import line
from gm_appliance.games.valda.conversion import CONVERSIONS
from gm_appliance.games.valda.model import COSTS, GODS, MOST, RESOURCES, SITES, START, TEMPLES, ValdaView
from gm_appliance.games.valda.track import ROUNDS, safe_below


class Effect(NamedTuple):
    """What a card does: the kind as in `effects.KINDS`, of what, how many."""

    kind: str
    what: str = ""
    number: int = 0


class Card(NamedTuple):
    """power: swords; shields: of a defence card. effects: none for a card that only moves cards."""

    colour: str
    effects: tuple[Effect, ...] = ()
    power: int = 0
    shields: int = 0


def _gain(what: str, number: int) -> tuple[Effect, ...]:
    return (Effect(what, what, number),)


YELLOW: tuple[tuple[int, tuple[Effect, ...]], ...] = (
    *((4, _gain(what, 2)) for what in RESOURCES),
    *((1, _gain(what, 3)) for what in RESOURCES),
    (4, _gain("followers", 1)),
    (2, (Effect("gold", "gold", 1), Effect("diamond", "diamond", 1))),
    (3, (Effect("steal", "any", 1),)),
    (1, (Effect("steal", "followers", 1),)),
    (2, (Effect("kill", "followers", 1),)),
    (1, (Effect("lose", "any", 2),)),
    (1, (Effect("action", "", 1),)),
    (1, (Effect("destroy", "mine"),)),
    (4, ()),  # cards drawn, swapped or stolen
)
ATTACKS: tuple[tuple[int, tuple[Effect, ...]], ...] = (
    (5, (Effect("kill", "followers", 1),)),
    (3, (Effect("kill", "followers", 2),)),
    (3, (Effect("steal", "followers", 1),)),
    (4, (Effect("steal", "any", 1),)),
    (2, (Effect("lose", "any", 2),)),
    (1, (Effect("destroy", "mine"),)),
    (1, ()),
)
"""How many there are of each, among others."""

HARD_ALL = __import__("os").environ.get("ALL")
DECK = (("yellow", 50), ("red", 28), ("blue", 22))


def _drawn(rng: Random) -> Card:
    colour = rng.choices([one for one, _ in DECK], [share for _, share in DECK])[0]
    if colour == "blue":
        return Card(colour, shields=rng.choice((2, 2, 3, 3, 4)))
    kinds = YELLOW if colour == "yellow" else ATTACKS
    effects = rng.choices([one for _, one in kinds], [share for share, _ in kinds])[0]
    return Card(colour, effects, power=rng.choice((2, 3, 3, 4, 4, 5)) if colour == "red" else 0)


@dataclass
class Played:
    """A card that was played. whom: its victim, 0 for none. what: of each effect, where the player chooses."""

    card: Card
    by: int
    whom: int
    whats: list[str]


@dataclass
class Fight:
    """An attack. shields, cards: of the defence."""

    played: Played
    shields: int
    cards: int
    hits: bool


@dataclass
class Turn:
    """What happens in a turn, once its phase is played; None before. Answers take from the front."""

    seat: int
    game: list[str | Played] | None = None
    builds: list[str] | None = None
    fights: list[Fight] | None = None
    conversions: list[str] | None = None


class Table:
    """The real table: what everybody has, and their hands.

    seat: whose turn it is. It is played as the box comes to ask about it, or by itself where it does not.
    """

    def __init__(self, players: int, rng: Random) -> None:
        self.rng, self.seats = rng, range(1, players + 1)
        self.has: dict[int, dict[str, int]] = {}
        for seat, stash in zip(self.seats, START[players], strict=True):
            self.has[seat] = dict.fromkeys(("followers", "drill", *GODS), 0) | {"mine": 2}
            self.has[seat] |= dict(zip(RESOURCES, stash, strict=True))
        self.hands = {seat: [_drawn(rng) for _ in range(6)] for seat in self.seats}
        self.turn = Turn(0)
        self.round = 0
        self.entering: Played | None = None
        self.entered = 0
        self.fight: Fight | None = None

    # ------------------------------------------------------------ what happens

    def happens(self, event: object) -> None:
        """What the box tells."""
        match event:
            case events.RoundBegins(round=round):
                self.round = round
            case events.TurnBegins(seat=seat):
                self.turn = Turn(seat)
            case events.DiceRolled(seat=seat):
                for what in RESOURCES:
                    self.has[seat][what] += getattr(event, what)
            case events.LokiRolled(seat=seat, followers=followers):
                self.has[seat]["followers"] += followers
            case events.Lost() | events.Stolen() | events.Destroyed() | events.ActionsGained():
                self.entered += 1
            case events.Gained(why="card" | "attack"):
                self.entered += 1

    def up_to(self, phase: str) -> None:
        """Play the turn up to this phase, and through it."""
        turn = self.turn
        if turn.game is None:
            turn.game = [*self._game(turn.seat)]
        if phase != "game" and turn.builds is None:
            turn.builds = [*self._builds(turn.seat)]
        if phase in ("attacks", "followers") and turn.fights is None:
            turn.fights = [*self._fights(turn.seat)]
        if phase == "followers" and turn.conversions is None:
            turn.conversions = [*self._conversions(turn.seat)]

    def _game(self, seat: int) -> Iterator[str | Played]:
        """Two cards drawn; then yellow cards, and resources for the actions that are left."""
        hand, actions = self.hands[seat], 3
        hand += [_drawn(self.rng), _drawn(self.rng)]
        while actions:
            actions -= 1
            yellow = [one for one in hand if one.colour == "yellow"]
            if not yellow:
                what = min(RESOURCES, key=lambda what: self.has[seat][what])
                self.has[seat][what] += 1
                yield what
                continue
            card = self.rng.choice(yellow)
            hand.remove(card)
            actions += sum(one.number for one in card.effects if one.kind == "action")
            if played := self._plays(card, seat, self._target(seat)):
                yield played
        del hand[10:]

    def _target(self, seat: int) -> int:
        """Whom a card hits: most often who leads."""
        others = [one for one in self.seats if one != seat]
        return max(others, key=lambda one: (self.has[one]["followers"], self.rng.random()))

    def _plays(self, card: Card, by: int, whom: int) -> Played | None:
        """Lay a card and do what it says; None if there is nothing to tell of it."""
        played = Played(card, by, whom, [])
        for kind, what, number in card.effects:
            has, mine = self.has[whom], self.has[by]
            if what == "any":
                what = max(RESOURCES, key=lambda one: has[one])
            played.whats.append(what)
            loose = has.get(what, 0) - (safe_below(has[what]) if what == "followers" else 0)
            if kind in ("steal", "kill", "lose", "destroy") and not has[what]:
                return None
            if kind in ("steal", "kill", "lose"):
                gone = min(number, loose)
                has[what] -= gone
                mine[what] += gone if kind == "steal" else 0
            elif kind == "destroy":
                has[what] -= 1
            elif kind != "action":
                mine[what] += number
        return played if card.effects else None

    def _builds(self, seat: int) -> Iterator[str]:
        """Up to two of what can be paid: temples before mines and drills, second temples first."""
        has = self.has[seat]
        for _ in range(2):
            can = [what for what in COSTS if self._room(seat, what) and self._pays(seat, what)]
            if not can:
                return
            what = max(can, key=lambda one: (one in GODS, has[one] in (1, 2), self.rng.random()))
            for kind, cost in zip(RESOURCES, COSTS[what], strict=True):
                has[kind] -= cost
            has[what] += 1
            has["followers"] += what in GODS
            has["followers"] += what in GODS and has[what] == 3
            yield what

    def _room(self, seat: int, what: str) -> bool:
        if what in MOST:
            return self.has[seat][what] < MOST[what]
        if sum(self.has[seat][god] for god in GODS) == TEMPLES:
            return False
        there = {one: self.has[one][what] for one in self.seats}
        return sum(there.values()) < SITES and all(n < 3 for one, n in there.items() if one != seat)

    def _pays(self, seat: int, what: str) -> bool:
        return all(self.has[seat][kind] >= cost for kind, cost in zip(RESOURCES, COSTS[what], strict=True))

    def order(self, victim: int) -> list[int]:
        """Most followers first, then most resources, then clockwise."""
        players = len(self.seats)
        others = [(victim + at) % players + 1 for at in range(players - 1)]
        return sorted(
            others,
            key=lambda one: (self.has[one]["followers"], sum(self.has[one][what] for what in RESOURCES)),
            reverse=True,
        )

    def _fights(self, victim: int) -> Iterator[Fight]:
        """Everybody attacks now and then, those who lead more often."""
        lead = max(self.seats, key=lambda one: self.has[one]["followers"]) == victim
        for attacker in self.order(victim):
            red = [one for one in self.hands[attacker] if one.colour == "red"]
            if not red or self.rng.random() > (0.55 if lead else 0.25):
                continue
            card = max(red, key=lambda one: one.power)
            self.hands[attacker].remove(card)
            power = card.power + min(2, self.has[attacker]["surtur"])
            shields, cards = self._defends(victim, power)
            blocked = shields + cards * min(2, self.has[victim]["tyr"]) >= power
            played = Played(card, attacker, victim, []) if blocked else self._plays(card, attacker, victim)
            hits = not blocked
            yield Fight(played or Played(Card("red", power=card.power), attacker, victim, []), shields, cards, hits)

    def _defends(self, victim: int, power: int) -> tuple[int, int]:
        """The fewest cards that suffice, or none."""
        bonus, used = min(2, self.has[victim]["tyr"]), list[Card]()
        for card in sorted(self.hands[victim], key=lambda one: -one.shields):
            if not card.shields:
                break
            used.append(card)
            if sum(one.shields + bonus for one in used) >= power:
                for one in used:
                    self.hands[victim].remove(one)
                return sum(one.shields for one in used), len(used)
        return 0, 0

    def _conversions(self, seat: int) -> Iterator[str]:
        """Everything in the last round; before it what would not buy a temple."""
        has, used = self.has[seat], dict[str, int]()
        keep = 0 if self.round == ROUNDS else 3
        for one in CONVERSIONS:
            while (
                has[one.god] >= one.temples
                and used.get(one.limit[0], 0) < one.limit[1]
                and has[one.what] - one.number >= keep
            ):
                used[one.limit[0]] = used.get(one.limit[0], 0) + 1
                has[one.what] -= one.number
                has["followers"] += one.followers
                yield one.name
        if has["loki"]:
            yield "loki"

    # ------------------------------------------------------------ what is answered

    def wants(self, decision: Decision, view: ValdaView) -> str:
        """What is opened behind BACK before this is answered; "" for nothing."""
        if decision.name == "turn.followers" and self._wrong(view):
            return "other.who"
        return "correct.who" if decision.name == "turn.followers" and self._gone(view) else ""

    def _gone(self, view: ValdaView) -> tuple[int, str] | None:
        """A building that was destroyed by a card, where the box does not know it."""
        if "mine" not in view.setup.keeps:
            return None
        return next(
            ((seat, what) for seat in self.seats for what in COSTS if view.has(seat).of(what) != self.has[seat][what]),
            None,
        )

    def _wrong(self, view: ValdaView) -> int:
        """Another seat whose followers the box does not know; 0 for none."""
        self.up_to("followers")
        others = (one for one in self.seats if one != self.turn.seat)
        return next((one for one in others if view.has(one).followers != self.has[one]["followers"]), 0)

    def answer(self, decision: Decision, view: ValdaView) -> JSON:
        """What people tell the box."""
        name, turn = decision.name, self.turn
        part = name.split(".")[0]
        if part in ("game", "build", "attack", "followers"):
            self.up_to({"build": "builds", "attack": "attacks"}.get(part, part))
        if name.startswith("effect."):
            return self._effect(decision, view)
        if name == "first.who":
            return 1
        if name == "game.what":
            return self._acts(decision)
        if name == "build.what":
            return turn.builds.pop(0) if turn.builds else "done"
        if part == "attack" and turn.builds and decision.named("build.what"):
            return ("build.what", turn.builds.pop(0))
        if part == "attack":
            return self._attack(decision, view)
        if name == "followers.what":
            assert isinstance(decision.domain, OneOf)
            while turn.conversions and turn.conversions[0] not in decision.domain.options:
                turn.conversions.pop(0)  # by hand
            return turn.conversions.pop(0) if turn.conversions else "done"
        if name == "turn.followers":
            self.up_to("followers")
            return self.has[turn.seat]["followers"]
        if name == "other.who":
            return self._wrong(view)
        if name.startswith("correct."):
            gone = self._gone(view)
            assert gone
            return {"who": gone[0], "what": gone[1], "number": self.has[gone[0]][gone[1]]}[name.removeprefix("correct.")]
        if name == "other.followers":
            return self.has[view.phase.seat]["followers"]  # type: ignore[union-attr]
        assert isinstance(decision.domain, OneOf | Number), name
        return decision.domain.options[0] if isinstance(decision.domain, OneOf) else decision.domain.start

    def _acts(self, decision: Decision) -> JSON:
        if not self.turn.game:
            return "done"
        now = self.turn.game.pop(0)
        if isinstance(now, str):
            return now
        self.entering, self.entered = now, 0
        return self._line(decision) or "card"

    def _line(self, decision: Decision) -> str:
        """The line of the card that is being entered, if it has one here."""
        played = self.entering
        assert played
        assert isinstance(decision.domain, OneOf)
        if len(played.card.effects) != 1:
            return ""
        found = line(played.card.effects[0].kind, played.whats[0], played.card.effects[0].number)
        return found if found in decision.domain.options else ""

    def _hard(self, fight: Fight) -> bool:
        """Whether Surtur or Tyr counts in it."""
        return fight.cards > 0 and bool(self.has[fight.played.by]["surtur"] or self.has[fight.played.whom]["tyr"])

    def _attack(self, decision: Decision, view: ValdaView) -> JSON:
        if decision.name == "attack.who":
            if not self.turn.fights:
                return "none"
            self.fight = self.turn.fights.pop(0)
            while not view.setup.cubes and not HARD_ALL and not self._hard(self.fight):
                if not self.turn.fights:
                    return "none"
                self.fight = self.turn.fights.pop(0)
            self.entering, self.entered = self.fight.played, 0
            return self.fight.played.by
        assert self.fight
        power = self.fight.played.card.power
        return {"power": power, "defence": self.fight.shields, "cards": self.fight.cards}[
            decision.name.removeprefix("attack.")
        ]

    def _effect(self, decision: Decision, view: ValdaView) -> JSON:
        played, at = self.entering, self.entered
        assert played
        assert isinstance(decision.domain, OneOf | Number)
        if at == len(played.whats):
            assert isinstance(decision.domain, OneOf)
            return "done" if "done" in decision.domain.options else "none"
        effect = played.card.effects[at]
        asked = decision.name.removeprefix("effect.")
        if asked == "kind" and (found := self._line(decision)):
            return found
        if asked == "whom":
            return played.whom
        if asked == "what":
            return played.whats[at]
        return effect.number if asked == "number" else effect.kind
