"""A second, plain implementation of Valda's companion and guide, which shares nothing with the box.

It works out everybody's holdings from the choices and the seats whose turns begin. It takes snapshots where
the box undoes things, and knows what must be offered wherever a rule decides that.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from itertools import pairwise
from typing import Any

from tests.games.plain_valda_board import (
    EVERYTHING,
    GODS,
    PRICES,
    STUFF,
    Game,
    clockwise,
    mine,
    raise_building,
    room,
    touch,
    zone,
)
from tests.games.plain_valda_cards import (
    after_block,
    attack_cards,
    attack_defence,
    attack_ends,
    attack_power,
    attack_redirect,
    attack_who,
    attackers,
    effect_kind,
    effect_number,
    effect_to,
    effect_what,
    effect_whom,
    elsewhere,
    hits,
    new_card,
    whole_card,
)
from tests.games.plain_valda_dice import (
    crown_die,
    crown_face,
    loki_dice,
    loki_sum,
    others,
    roll,
    roll_blood,
    roll_gold,
)

__all__ = ["EVERYTHING", "PRICES", "STUFF", "Game", "by_round", "choose", "new", "offered", "turn_begins"]
__all__ += ["winners", "zone"]

STARTS = {2: "211 222", 3: "211 221 222", 4: "211 221 222 232", 5: "211 221 222 222 232"}

POWERS = {
    "2 gold": ("thor", 2, "second at thor"),
    "2 diamond": ("thor", 2, "second at thor"),
    "3 gold": ("thor", 1, "first at thor"),
    "3 diamond": ("thor", 1, "first at thor"),
    "3 blood": ("odin", 2, "second at odin"),
    "2 blood": ("odin", 1, "first at odin"),
}
"""For each conversion its god, the temples needed there, and its entry in `TIMES`."""

PARTS = ["trades", "cards", "buildings", "attacks", "conversions", "weapons"]

TIMES = {"second at thor": 3, "first at thor": 3, "second at odin": 2, "first at odin": 3}


def new(players: int, **rules: Any) -> Game:
    """A game. rules: race, turnaround, any_four; asks (the parts that the box asks about); cubes (False: it
    knows no resources); yellow, blue, white (the sides of the dice)."""
    usual = {
        **{"race": False, "turnaround": False, "any_four": False, "asks": {*PARTS}, "cubes": True},
        "yellow": ["gold"] * 3 + ["diamond"] * 3,
        "blue": [1, 1, 1, 1, 2, 2],
        "white": [-1, 0, 0, 1, 1, 2],
    }
    has = {seat: dict.fromkeys(EVERYTHING, 0) for seat in range(1, players + 1)}
    game = {**usual, **rules, "players": players, "has": has, "locked_once": set()}
    return {**game, "first": 0, "turn": 0, "round": 0, "marks": [], "over": False, "due": [], "told": {}}


def turns(game: Game) -> list[int]:
    """The seats in the order of this round."""
    order = clockwise(game, game["first"])
    if game["turnaround"] and not game["race"] and game["round"] == 6:
        return order[::-1]
    return order


def turn_begins(game: Game, seat: int) -> None:
    """Begin the turn of a seat. Raises AssertionError if it is not its turn."""
    if not game["due"]:
        if game["round"]:
            game["marks"].append([has["followers"] for has in game["has"].values()])
        game["round"] += 1
        assert game["round"] <= 6 or game["race"], "a seventh round"
        game["due"] = turns(game)
    assert game["due"].pop(0) == seat, f"it is not the turn of {seat}"
    game.update(turn=seat, actions=3, built=0, order=None, used={}, given=[], die=None, site=None, card=None)
    game.update(shown={}, blocked=None)


def choose(game: Game, name: str, value: Any) -> None:
    """Apply a choice. Raises AssertionError if it is impossible."""
    try:
        HANDLERS[name](game, value)
    except (LookupError, TypeError, ValueError) as error:
        raise AssertionError(f"{name} {value!r} cannot be: {error!r}") from error
    game["over"] = game["race"] and any(has["followers"] >= 20 for has in game["has"].values())


def first_die(game: Game, value: dict[str, int]) -> None:
    best = [int(seat) for seat, number in value.items() if number == max(value.values())]
    if len(best) == 1:
        first_who(game, best[0])


def first_who(game: Game, value: int) -> None:
    game["first"] = value
    for seat, stuff in zip(clockwise(game, value), STARTS[game["players"]].split(), strict=True):
        game["has"][seat]["mine"] = 2
        if game["cubes"]:
            game["has"][seat].update({what: int(n) for what, n in zip(STUFF, stuff, strict=True)})


def trade_give(game: Game, value: str) -> None:
    if value in STUFF:
        game["given"] = [value] * price_of_one(game)
    elif value == "mixed":
        game["given"] = []


def price_of_one(game: Game) -> int:
    return [4, 2, 1][min(2, mine(game)["heimdall"])]


def trade_mixed(game: Game, value: str) -> None:
    game["given"].append(value)


def trade_take(game: Game, value: str) -> None:
    for what in game["given"]:
        mine(game)[what] -= 1
    mine(game)[value] += 1
    game["given"] = []
    touch(game)


def act(game: Game, value: str) -> None:
    if value in STUFF:
        game["actions"] -= 1
        mine(game)[value] += 1
        touch(game)
    elif value == "card":
        game["actions"] = max(0, game["actions"] - 1)
        new_card(game, game["turn"], None)
    elif value == "draw":
        game["actions"] -= price_of_cards(game)
    elif value != "done":
        game["actions"] -= 1
        new_card(game, game["turn"], None)
        whole_card(game, value)


def price_of_cards(game: Game) -> int:
    """The price, in actions, of cards drawn together."""
    return 1 if mine(game)["freya"] else 2


def build_what(game: Game, value: str) -> None:
    if value != "done":
        before = deepcopy((game["has"], game["locked_once"]))
        has = mine(game)
        for what, price in PRICES[value].items():
            has[what] = has[what] - price if whole(game) else max(0, has[what] - price)
        raise_building(game, game["turn"], value)
        game["built"] += 1
        game.update(die=None, site=before)


def whole(game: Game) -> bool:
    """Whether the box asks about everything that changes a balance."""
    return bool({*PARTS} - game["asks"] <= {"weapons"})


def turn_followers(game: Game, value: int) -> None:
    mine(game)["followers"] = value


def other_who(game: Game, value: int) -> None:
    game["other"] = value


def other_followers(game: Game, value: int) -> None:
    game["has"][game["other"]]["followers"] = value


def convert(game: Game, value: str) -> None:
    if value not in POWERS:
        return
    number, what = int(value[0]), value[2:]
    has, counted = mine(game), POWERS[value][2]
    has[what] = max(0, has[what] - number)
    has["followers"] += 2 if value == "3 blood" else 1
    game["used"][counted] = game["used"].get(counted, 0) + 1
    touch(game)


def weapon(game: Game, value: str) -> None:
    if value in ("resisted", "claim", "wrath", "horn") and game["blocked"]:
        after_block(game, value)
    elif value == "backstab":
        game["has"], game["locked_once"] = game["site"]
        touch(game)
    elif value == "hammer":
        new_card(game, game["turn"], None)
    elif value == "wrath":
        game["attack"]["double"] = True
    elif value == "horn":
        hits(game)
    elif value == "spear":
        game["attack"]["spear"] = True
    elif value == "revenge":
        attack_ends(game)
    elif value == "vanished" and len(elsewhere(game)) == 1:
        attack_redirect(game, elsewhere(game)[0])
    elif value == "crown":
        game["turned"] = None
        turnable = [face for face in dict.fromkeys(game["die"]["faces"]) if others(game, face)]
        if len(turnable) == 1:
            crown_die(game, turnable[0])


def switch(game: Game, value: str) -> None:
    if value in PARTS:
        game["asks"] ^= {value}


def tie(what: str) -> Callable[[Game, int], None]:
    """Handle a number that the table counts to break a tie."""

    def counted(game: Game, value: int) -> None:
        game["told"].setdefault(what, []).append(value)

    return counted


def correct_who(game: Game, value: Any) -> None:
    game.update(wrong=[value])


def correct_what(game: Game, value: str) -> None:
    game["wrong"].append(value)


def correct_number(game: Game, value: int) -> None:
    seat, what = game["wrong"]
    has = game["has"][seat]
    if value == has[what]:
        return
    if what in GODS and value >= 3 > has[what]:
        game["locked_once"].add((seat, what))
    has[what] = value
    game["told"] = {}
    touch(game)


def nothing(game: Game, value: Any) -> None:
    """A choice that changes no balance."""


HANDLERS: dict[str, Callable[[Game, Any], None]] = {
    **{"first.die": first_die, "first.who": first_who},
    **{"resource.roll": nothing, "resource.dice": roll},
    **{"resource.gold": roll_gold, "resource.blood": roll_blood},
    **{"trade.give": trade_give, "trade.mixed": trade_mixed, "trade.take": trade_take},
    **{"game.what": act, "build.what": build_what},
    **{"effect.kind": effect_kind, "effect.whom": effect_whom, "effect.what": effect_what},
    **{"effect.to": effect_to, "effect.number": effect_number},
    **{"attack.who": attack_who, "attack.power": attack_power, "attack.defence": attack_defence},
    **{"attack.cards": attack_cards, "attack.redirect": attack_redirect},
    **{"turn.followers": turn_followers, "other.who": other_who, "other.followers": other_followers},
    **{"follow.part": switch, "tie.buildings": tie("buildings"), "tie.resources": tie("resources")},
    **{"followers.what": convert, "loki.dice": loki_dice, "loki.sum": loki_sum},
    **{"weapon.play": weapon, "crown.die": crown_die, "crown.face": crown_face},
    **{"correct.who": correct_who, "correct.what": correct_what, "correct.number": correct_number},
    "game.over": nothing,
}


def offered(game: Game, name: str) -> set[Any] | None:
    """What a decision must offer; None if this ledger does not know."""
    if name not in ("trade.give", "game.what", "build.what", "attack.who", "followers.what"):
        return None
    has = mine(game)
    if name == "trade.give":
        found: set[Any] = {what for what in STUFF if has[what] >= price_of_one(game)}
        several = sum(1 for what in STUFF if has[what]) > 1
        if game["any_four"] and several and sum(has[what] for what in STUFF) >= 4:
            found.add("mixed")
        return found | {"done"}
    if name == "game.what":
        cards = {"draw"} if game["actions"] >= price_of_cards(game) else set()
        return {"done", "card", *(STUFF if game["actions"] else ()), *cards}
    if name == "build.what":
        return {"done", *(what for what in PRICES if buildable(game, what))}
    if name == "attack.who":
        return {"none", *attackers(game)}
    return {"done", *powers(game)}


def buildable(game: Game, what: str) -> bool:
    if not room(game, game["turn"], what) or game["built"] >= 2:
        return False
    has = mine(game)
    return not whole(game) or all(has[stuff] >= price for stuff, price in PRICES[what].items())


def powers(game: Game) -> set[str]:
    has, used = mine(game), game["used"]
    found = set()
    for power, (god, temples, counted) in POWERS.items():
        enough = "conversions" in game["asks"] and (has[power[2:]] >= int(power[0]) or not whole(game))
        if has[god] >= temples and used.get(counted, 0) < TIMES[counted] and enough:
            found.add(power)
    if has["loki"] and not used.get("loki"):
        found.add("loki")
    return found


def winners(game: Game) -> list[int]:
    best = [*game["has"]]
    for what, parts in (("followers", ["followers"]), ("buildings", EVERYTHING[4:]), ("resources", STUFF)):
        told = game["told"].get(what)
        own = [sum(game["has"][seat][part] for part in parts) for seat in best]
        numbers = dict(zip(best, told or own, strict=True))
        best = [seat for seat in best if numbers[seat] == max(numbers.values())]
        if len(best) == 1:
            break
    return best


def by_round(game: Game) -> list[list[int]]:
    """The followers each seat gained, by round."""
    marks = [[0] * game["players"], *game["marks"], [has["followers"] for has in game["has"].values()]]
    return [[now - then for then, now in zip(*both, strict=True)] for both in pairwise(marks)]
