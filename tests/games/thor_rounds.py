"""Random rounds of Thor, asserting throughout that the box agrees with the referee in `plain_thor`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

from gm_appliance.core.game import JSON, Choice, Decision, Domain, Number, OneOf
from gm_appliance.core.play import Play
from gm_appliance.games.thor import THOR, sheets
from gm_appliance.games.thor.model import ThorView
from tests.games import plain_thor as plain

Options = dict[str, JSON]

GAMES = {2: ["basic"], 3: ["basic"], 4: ["basic", "big"], 5: ["basic", "big"], 6: ["big"]}
"""Games by number of players."""

KINDS: list[Options] = [
    {"players": players, "game": game, "will_of_thor": will}
    for players, games in GAMES.items()
    for game, will in product(games, ("no", "yes") if players > 2 else ("no",))
]
"""Every combination of players, gods and action cards."""

LIVE: list[Options] = [
    {**kind, "last_card": last, **floor, "mode": "live", "match": "single", "first": "choose"}
    for kind, last in product(KINDS, ("may", "must"))
    for floor in (
        ({"floor_at_zero": "no"}, {"floor_at_zero": "yes"}) if kind["will_of_thor"] == "yes" else ({},)
    )
]
"""Every combination of options that changes a live round."""

MATCHES: list[Options] = [
    {**kind, "mode": mode, "match": match}
    for kind, mode, match in product(KINDS, ("live", "final"), ("full", "single"))
]


def named(options: Options) -> str:
    """The test id for these options."""
    return "-".join(map(str, options.values()))


Chooser = Callable[[Decision, ThorView, Random], JSON]


def values(domain: Domain) -> set[Any]:
    if isinstance(domain, Number):
        return set(range(domain.lo, domain.hi + 1))
    assert isinstance(domain, OneOf)
    assert len(set(domain.options)) == len(domain.options)
    return set(domain.options)


def at_random(decision: Decision, view: ThorView, rng: Random) -> JSON:
    return decision.domain.sample(rng)


def for_long(decision: Decision, view: ThorView, rng: Random) -> JSON:
    """Prolong the round: draw and play action cards, and avoid the sixth offer."""
    options = sorted(values(decision.domain), key=str)
    if decision.name == "turn.offer":
        room = {god for god, offers in zip(view.gods, view.board.offers, strict=True) if len(offers) < 5}
        room |= {"card", "remove"}
        options = [one for one in options if str(one).partition("-")[0] in room] or options
    elif decision.name == "turn.take":
        options = ["draw"] if "draw" in options and rng.random() < 0.5 else options
    elif decision.name == "turn.last" and rng.random() < 0.9:
        return "on"
    chosen: JSON = rng.choice(options)
    return chosen


class Beside:
    """A live round played by the box and by the referee."""

    def __init__(self, options: Options, rng: Random, choose: Chooser = at_random) -> None:
        self.complete = THOR.complete(options)
        self.rng, self.choose = rng, choose
        self.play = Play(THOR, self.complete)
        self.floor = options.get("floor_at_zero") == "yes"
        first = rng.randint(1, int(self.complete["players"]))
        self.play.take(Choice("first.who", first))
        view: ThorView = self.play.view
        self.table = plain.new_table(
            len(view.seats), len(view.gods), view.setup.will, first, options.get("last_card") == "must"
        )
        plain.run_on(self.table)

    def name(self) -> str:
        return self.play.decision.name if self.play.decision else ""

    def run(self) -> dict[str, Any]:
        """Play to the end of the round; return the referee's final position."""
        while self.table["due"]:
            self.turn()
        return self.count_hands()

    def turn(self) -> None:
        """Answer one question in both."""
        decision, table = self.play.decision, self.table
        assert decision is not None
        assert (decision.name, values(decision.domain)) == (table["due"], plain.answers(table))
        value = self.choose(decision, self.play.view, self.rng)
        self.play.take(Choice(decision.name, value))
        plain.answer(table, value)
        plain.run_on(table)
        self.same_table()

    def same_table(self) -> None:
        board, table = self.play.view.board, self.table
        assert [list(one) for one in board.offers] == list(table["offers"].values())
        assert list(board.stacks) == list(table["stack"].values())
        assert [list(hand) for hand in board.hands] == [list(has.values()) for has in table["has"].values()]
        assert list(board.cards) == list(table["cards"].values())
        if board.will:
            assert list(board.will.above) == [card or "" for card in table["above"].values()]
            assert list(board.will.held) == list(table["held"].values())
            assert (board.will.pile, sorted(board.will.gone)) == (table["pile"], sorted(table["out"]))

    def count_hands(self) -> dict[str, Any]:
        """Answer who has Three Gifts, one after the other; the rest must follow."""
        table, gifts = self.table, dict.fromkeys(self.table["has"], 0)
        while self.name() == "gifts.who":
            decision, held = self.play.decision, table["held"]
            assert decision is not None
            left = 2 - table["out"].count("gifts") - sum(gifts.values())
            can: set[Any] = {seat for seat in held if held[seat] > gifts[seat]}
            assert left
            assert can
            assert values(decision.domain) == can | ({"none"} if table["pile"] >= left else set())
            value = self.choose(decision, self.play.view, self.rng)
            self.play.take(Choice("gifts.who", value))
            if value == "none":
                break
            gifts[int(str(value))] += 1
        if table["will"]:
            sheet = self.play.view.sheets[-1]
            setup = self.play.view.setup
            told = {
                one.seat: sheets.value_of(setup, sheet, one)
                for one in sheets.facts(setup)
                if one.kind == "gifts"
            }
            assert told == gifts
            left = 2 - table["out"].count("gifts")
            assert left - table["pile"] <= sum(gifts.values()) <= left
        return plain.position(table, dict(sorted(gifts.items())))


def enter(play: Play, ended: dict[str, Any], floor: bool = False) -> None:
    """Enter a final position; whatever is not asked must follow from the rest, or be worth nothing."""
    told: dict[Any, Any] = {}
    gifts = dict.fromkeys(ended["gifts"], 0)
    play.take(Choice("final.begin", "enter"))
    while play.decision and play.decision.name.startswith(("final.", "gifts.")):
        fact = sheets.asked(play.view)
        assert fact is not None
        if play.decision.name == "gifts.who":
            assert values(play.decision.domain) == {"none", *gifts}
            value = next((seat for seat in gifts if gifts[seat] < ended["gifts"][seat]), "none")
            gifts |= {value: gifts[value] + 1} if value != "none" else {}
        else:
            value = true_value(ended, fact.kind, fact.god, fact.seat)
            assert values(play.decision.domain) == can_be(ended, told, fact.kind, fact.god)
            assert fact.kind != "count" or plain.value(ended, fact.god, floor)
            told[fact.kind, fact.god, fact.seat] = value
        play.take(Choice(play.decision.name, value))


def true_value(ended: dict[str, Any], kind: str, god: str, seat: int) -> Any:
    if kind == "count":
        return ended["has"][seat][god]
    if kind == "gifts":
        return ended["gifts"][seat]
    value = ended["offer" if kind == "offer" else "above"][god]
    return "none" if value is None else value


def can_be(ended: dict[str, Any], told: dict[Any, Any], kind: str, god: str) -> set[Any]:
    """The possible values of a fact, given those entered before it."""
    alike = [value for (what, whose, _), value in told.items() if what == kind and god in (whose, "")]
    if kind == "count":
        return set(range(5 - sum(alike) + 1))
    others = [value for (what, _, _), value in told.items() if what == kind]
    if kind == "offer":
        bare = others == ["none"] * (len(ended["offer"]) - 1)
        return {0, 1, 2, 3, 4, 5} | (set() if bare else {"none"})
    left = list((Counter(plain.DECK) - Counter(others)).elements())
    return {"none", *left} - {"gifts"}
