"""The plain ledger's dice: resources, Loki's white ones, and a die that is turned."""

from __future__ import annotations

from typing import Any

from tests.games.plain_valda_board import Game, mine, touch, zone


def roll(game: Game, value: dict[str, int]) -> None:
    up = [value[key] for key in sorted(value, key=int)]
    mines = mine(game)["mine"]
    faces = [game["yellow"][n - 1] for n in up[:mines]] + [game["blue"][n - 1] for n in up[mines:]]
    game["die"] = {"before": dict(mine(game)), "faces": faces, "loki": False}
    fall(game)


def fall(game: Game) -> None:
    """Add the result of the dice to the earlier balances."""
    die = game["die"]
    if not (game["cubes"] or die["loki"]):
        return
    has = dict(die["before"])
    if die["loki"]:
        has["followers"] = max(zone(has["followers"]), has["followers"] + sum(die["faces"]))
    else:
        for face in die["faces"]:
            if isinstance(face, str):
                has[face] += 1
            else:
                has["blood"] += face
    game["has"][game["turn"]] = has


def roll_gold(game: Game, value: int) -> None:
    """Nothing changes until the blue dice are read too."""
    has = mine(game)
    game["shown"] = {"gold": value, "diamond": has["mine"] - value}
    if not has["drill"]:
        roll_blood(game, 0)


def roll_blood(game: Game, value: int) -> None:
    for what, number in {**game["shown"], "blood": value}.items():
        mine(game)[what] += number


def loki_dice(game: Game, value: dict[str, int]) -> None:
    faces = [game["white"][number - 1] for number in value.values()]
    game["die"] = {"before": dict(mine(game)), "faces": faces, "loki": True}
    game["used"]["loki"] = 1
    fall(game)


def loki_sum(game: Game, value: int) -> None:
    has = mine(game)
    has["followers"] = max(zone(has["followers"]), has["followers"] + value)
    game["used"]["loki"] = 1


def others(game: Game, face: Any) -> list[Any]:
    colour = "white" if game["die"]["loki"] else "yellow" if isinstance(face, str) else "blue"
    return sorted({side for side in game[colour] if side != face})


def crown_die(game: Game, value: Any) -> None:
    game["turned"] = value
    if len(others(game, value)) == 1:
        crown_face(game, others(game, value)[0])


def crown_face(game: Game, value: Any) -> None:
    faces = game["die"]["faces"]
    faces[faces.index(game["turned"])] = value
    fall(game)
    touch(game)
