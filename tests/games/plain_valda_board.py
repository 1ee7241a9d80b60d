"""The plain ledger's names, prices, and room for buildings."""

from __future__ import annotations

from typing import Any

Game = dict[str, Any]

STUFF = ["blood", "gold", "diamond"]
GODS = ["heimdall", "freya", "surtur", "tyr", "thor", "odin", "loki"]
EVERYTHING = [*STUFF, "followers", "mine", "drill", *GODS]

PRICES = {
    "mine": {"blood": 1, "gold": 1, "diamond": 1},
    "drill": {"gold": 2, "diamond": 2},
    "heimdall": {"blood": 1, "gold": 2, "diamond": 2},
    "freya": {"gold": 3, "diamond": 3},
    "surtur": {"blood": 2, "diamond": 2},
    "tyr": {"blood": 2, "gold": 2},
    "thor": {"blood": 2, "gold": 2, "diamond": 2},
    "odin": {"blood": 2, "gold": 3, "diamond": 3},
    "loki": {"blood": 4, "gold": 1, "diamond": 1},
}


def zone(number: int) -> int:
    return 20 if number >= 20 else 12 if number >= 12 else 5 if number >= 5 else 0


def clockwise(game: Game, start: int) -> list[int]:
    seats = list(range(1, game["players"] + 1))
    return seats[start - 1 :] + seats[: start - 1]


def mine(game: Game) -> dict[str, int]:
    """The holdings of the player whose turn it is."""
    found: dict[str, int] = game["has"][game["turn"]]
    return found


def touch(game: Game) -> None:
    """Make dice and building final: something else has changed since."""
    game.update(die=None, site=None)


def room(game: Game, seat: int, what: str) -> bool:
    has = game["has"]
    if what == "mine":
        return bool(has[seat]["mine"] < 4)
    if what == "drill":
        return bool(has[seat]["drill"] < 3)
    return sum(has[seat][god] for god in GODS) < 9 and free(game, seat, what)


def free(game: Game, seat: int, god: str) -> bool:
    there = {one: has[god] for one, has in game["has"].items()}
    return sum(there.values()) < 5 and all(number < 3 for one, number in there.items() if one != seat)


def raise_building(game: Game, seat: int, what: str) -> None:
    has = game["has"][seat]
    has[what] += 1
    if what in GODS:
        has["followers"] += 1
        third(game, seat, what)


def third(game: Game, seat: int, god: str) -> None:
    if game["has"][seat][god] == 3 and (seat, god) not in game["locked_once"]:
        game["locked_once"].add((seat, god))
        game["has"][seat]["followers"] += 1
