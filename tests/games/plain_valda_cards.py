"""The plain ledger's attacks and card effects."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from tests.games.plain_valda_board import (
    GODS,
    PRICES,
    STUFF,
    Game,
    clockwise,
    free,
    raise_building,
    room,
    third,
    touch,
)


def attack_who(game: Game, value: Any) -> None:
    order = attackers(game)
    game["blocked"] = None
    if value == "none":
        game["order"] = []
        return
    at = order.index(value)
    before = [] if game["cubes"] else order[1 if game["made"] else 0 : at]
    game["made"] = 1 if at else game["made"] + 1
    game["order"] = order[at:] + before
    game["attack"] = {"by": value, "on": game["turn"], "double": False, "spear": False, "swords": 0}
    if not (game["cubes"] or strength(game) or game["has"][game["turn"]]["tyr"]):
        attack_ends(game)


def attackers(game: Game) -> list[int]:
    """The seats that may attack now, in order."""
    if game["order"] is None:
        seats = clockwise(game, game["turn"])[1:]
        wealth = {seat: sum(game["has"][seat][what] for what in STUFF) for seat in seats}
        places = {seat: (-game["has"][seat]["followers"], -wealth[seat], at) for at, seat in enumerate(seats)}
        game["order"], game["made"] = sorted(seats, key=places.__getitem__), 0
    found: list[int] = game["order"]
    return found


def attack_power(game: Game, value: int) -> None:
    game["attack"]["swords"] = value
    touch(game)


def strength(game: Game) -> int:
    attack = game["attack"]
    temples = min(game["has"][attack["by"]]["surtur"], 2)
    bonus = temples if game["players"] >= 4 else {0: 0, 1: 0, 2: 1}[temples]
    number: int = attack["swords"] + bonus
    return number + number if attack["double"] else number


def attack_defence(game: Game, value: int) -> None:
    game["attack"]["shields"] = value
    sure = value >= strength(game) and "weapons" not in game["asks"]
    if not value or sure or not game["has"][game["attack"]["on"]]["tyr"]:
        judge(game)


def attack_cards(game: Game, value: int) -> None:
    game["attack"]["shields"] += value * min(game["has"][game["attack"]["on"]]["tyr"], 2)
    judge(game)


def judge(game: Game) -> None:
    if game["attack"]["shields"] < strength(game):
        hits(game)
    else:
        game["blocked"] = {"attack": game["attack"], "order": game["order"], "made": game["made"]}
        attack_ends(game)


def hits(game: Game) -> None:
    if "cards" in game["asks"]:
        new_card(game, game["attack"]["by"], game["attack"])
    else:
        attack_ends(game)


def attack_ends(game: Game) -> None:
    attacker = game["order"][0]
    twice = game["players"] <= 3 and game["has"][attacker]["surtur"] > 0
    if not (twice and game["made"] == 1):
        game["order"], game["made"] = game["order"][1:], 0
    game["card"] = None


def after_block(game: Game, value: str) -> None:
    """A weapon resumes the attack that was blocked last."""
    last, game["attack"] = game["blocked"], game["blocked"]["attack"]
    if value == "resisted":
        game["blocked"] = None
        game["has"][game["attack"]["on"]]["followers"] += 2
        return
    game["attack"]["double"] = value == "wrath"
    if value == "wrath" and game["attack"]["shields"] >= strength(game):
        return
    game.update(blocked=None, order=last["order"], made=last["made"])
    if value != "claim":
        hits(game)


def attack_redirect(game: Game, value: int) -> None:
    game["attack"]["on"] = value
    game["card"] = None


def elsewhere(game: Game) -> list[int]:
    """The seats an attack can be redirected to."""
    return [seat for seat in game["has"] if seat not in (game["attack"]["by"], game["attack"]["on"])]


def new_card(game: Game, actor: int, attack: Game | None) -> None:
    game["card"] = {"actor": actor, "attack": attack, "kind": None, "whom": None, "what": None, "all": 0}


def whole_card(game: Game, line: str) -> None:
    """A card whose kind, number and resource are all given in one line."""
    *kinds, number, what = line.split()
    game["card"].update(kind=(kinds or [what])[0], what=what, all=int(number))
    think(game)


def next_effect(game: Game, *, changed: bool = True) -> None:
    """Go on to the next effect. Losing nothing, at a safe zone, leaves dice and building undoable."""
    if changed:
        touch(game)
    game["card"].update(kind=None, whom=None, what=None)


def effect_kind(game: Game, value: str) -> None:
    if value in ("done", "none"):
        if game["card"]["attack"]:
            attack_ends(game)
        game["card"] = None
    elif " " in value:
        whole_card(game, value)
    else:
        game["card"]["kind"] = value
        think(game)


def effect_whom(game: Game, value: Any) -> None:
    game["card"]["whom"] = value
    think(game)


def effect_what(game: Game, value: str) -> None:
    game["card"]["what"] = value
    think(game)


def think(game: Game) -> None:
    """Skip a question that has only one answer; apply an effect that needs no number, or has one."""
    card = game["card"]
    kind = card["kind"]
    if kind in (*STUFF, "followers", "action") and not card["all"]:
        return
    if card["all"] and (card["whom"] or kind in (*STUFF, "followers") or len(victims(game, kind)) == 1):
        card["whom"] = card["whom"] or victims(game, kind)[0]
        effect_number(game, card["all"])
        if card["attack"]:
            attack_ends(game)
        game["card"] = None
        return
    if kind != "build" and card["whom"] is None:
        hit = victims(game, kind)
        if len(hit) > 1:
            return
        card["whom"] = hit[0]
    if kind != "kill" and card["what"] is None:
        things = sorts(game)
        if len(things) > 1:
            return
        card["what"] = things[0]
    if kind == "build":
        raise_building(game, card["actor"], card["what"])
        next_effect(game)
    elif kind == "destroy":
        game["has"][card["whom"]][card["what"]] -= 1
        next_effect(game)


def victims(game: Game, kind: str) -> list[Any]:
    """The seats an effect can hit."""
    card = game["card"]
    if card["attack"]:
        seats = [card["actor"] if kind == "gain" else card["attack"]["on"]]
    else:
        seats = [one for one in game["has"] if one != card["actor"]]
        if kind not in ("steal", "gain", "give"):
            seats.append(card["actor"])
    found = []
    for seat in seats:
        has = game["has"][seat]
        some = {
            "kill": has["followers"],
            "lose": sum(has[what] for what in STUFF),
            "steal": has["followers"] + sum(has[what] for what in STUFF),
            "destroy": has["mine"] + has["drill"] + sum(has[god] for god in GODS),
            "move": any(has[god] and where(game, seat, god) for god in GODS),
        }
        if some.get(kind, True):
            found.append(seat)
    return found


def where(game: Game, seat: int, god: str) -> list[str]:
    return [to for to in GODS if to != god and free(game, seat, to)]


def hit(game: Game) -> list[int]:
    card = game["card"]
    if card["whom"] != "all":
        return [card["whom"]]
    return clockwise(game, card["actor"])[1:]


def sorts(game: Game) -> list[str]:
    """The possible subjects of an effect."""
    card, has = game["card"], game["has"]
    kind = card["kind"]
    if kind == "build":
        return [what for what in PRICES if room(game, card["actor"], what)]
    if kind == "gain":
        return [*STUFF, "followers"]
    if kind == "give":
        mine_now = has[card["actor"]]
        stuck = mine_now["followers"] in (0, 5, 12, 20)
        return [*(what for what in STUFF if mine_now[what]), *([] if stuck else ["followers"])]
    if kind == "destroy":
        return [what for what in PRICES if has[card["whom"]][what]]
    if kind == "move":
        return [god for god in GODS if has[card["whom"]][god] and where(game, card["whom"], god)]
    kinds = STUFF if kind == "lose" else [*STUFF, "followers"]
    return [what for what in kinds if any(has[seat][what] for seat in hit(game))]


def effect_to(game: Game, value: str) -> None:
    card = game["card"]
    game["has"][card["whom"]][card["what"]] -= 1
    game["has"][card["whom"]][value] += 1
    third(game, card["whom"], value)
    next_effect(game)


def effect_number(game: Game, value: int) -> None:
    card, has = game["card"], game["has"]
    actor, kind, before = card["actor"], card["kind"], deepcopy(has)
    if kind == "action":
        game["actions"] += value
        game["card"].update(kind=None)
        return
    if kind == "gain":
        for seat in hit(game):
            has[seat][card["what"]] += value
    elif kind == "give":
        has[card["whom"]][card["what"]] += takes(has[actor], card["what"], value)
    elif kind == "kill":
        twice = card["attack"] and card["attack"]["spear"]
        for seat in hit(game):
            takes(has[seat], "followers", value + value if twice else value)
    elif kind == "lose":
        for seat in hit(game):
            takes(has[seat], card["what"], value)
    elif kind == "steal":
        for seat in hit(game):
            has[actor][card["what"]] += takes(has[seat], card["what"], value)
    else:
        has[actor][kind] += value
    next_effect(game, changed=has != before)


def takes(has: dict[str, int], what: str, number: int) -> int:
    """Take away up to this number; returns the number taken."""
    gone = 0
    while gone < number and has[what] > 0 and not (what == "followers" and has[what] in (5, 12, 20)):
        has[what] -= 1
        gone += 1
    return gone
