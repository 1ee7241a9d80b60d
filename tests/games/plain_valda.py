"""Valda's companion once more, in plain dicts and lists: a second ledger that shares nothing with the box.

It is told the choices, in order, and whose turn begins; from these alone it knows what everybody has. It
keeps snapshots where the box takes things back, and says what should have been offered where a rule decides.
"""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise
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

STARTS = {2: "211 222", 3: "211 221 222", 4: "211 221 222 232", 5: "211 221 222 222 232"}

POWERS = {
    "2 gold": ("thor", 2, "second at thor"),
    "2 diamond": ("thor", 2, "second at thor"),
    "3 gold": ("thor", 1, "first at thor"),
    "3 diamond": ("thor", 1, "first at thor"),
    "3 blood": ("odin", 2, "second at odin"),
    "2 blood": ("odin", 1, "first at odin"),
}
"""What is given, by the temples that allow it; and how it is counted."""

TIMES = {"second at thor": 3, "first at thor": 3, "second at odin": 2, "first at odin": 3}


def new(players: int, **rules: Any) -> Game:
    """rules: race, turnaround, any_four, weapons (False: by hand), whole (False: some part is by hand);
    yellow, blue, white: what is on the sides of the dice."""
    usual = {
        **{"race": False, "turnaround": False, "any_four": False, "weapons": True, "whole": True},
        "yellow": ["gold"] * 3 + ["diamond"] * 3,
        "blue": [1, 1, 1, 1, 2, 2],
        "white": [-1, 0, 0, 1, 1, 2],
    }
    has = {seat: dict.fromkeys(EVERYTHING, 0) for seat in range(1, players + 1)}
    game = {**usual, **rules, "players": players, "has": has, "locked_once": set()}
    return {**game, "first": 0, "turn": 0, "round": 0, "marks": [], "over": False, "due": []}


def zone(number: int) -> int:
    return 20 if number >= 20 else 12 if number >= 12 else 5 if number >= 5 else 0


def clockwise(game: Game, start: int) -> list[int]:
    seats = list(range(1, game["players"] + 1))
    return seats[start - 1 :] + seats[: start - 1]


def turns(game: Game) -> list[int]:
    """Whose turns make up this round."""
    order = clockwise(game, game["first"])
    if game["turnaround"] and not game["race"] and game["round"] == 6:
        return order[::-1]
    return order


# ---------------------------------------------------------------- what happens


def turn_begins(game: Game, seat: int) -> None:
    """It is that seat's turn; raises AssertionError where it is another's."""
    if not game["due"]:
        if game["round"]:
            game["marks"].append([has["followers"] for has in game["has"].values()])
        game["round"] += 1
        assert game["round"] <= 6 or game["race"], "a seventh round"
        game["due"] = turns(game)
    assert game["due"].pop(0) == seat, f"it is not the turn of {seat}"
    game.update(turn=seat, actions=3, built=0, order=None, used={}, given=[], die=None, site=None, card=None)
    game["shown"] = {}


def choose(game: Game, name: str, value: Any) -> None:
    """What follows from a choice. Raises AssertionError where none can."""
    try:
        HANDLERS[name](game, value)
    except (LookupError, TypeError, ValueError) as error:
        raise AssertionError(f"{name} {value!r} cannot be: {error!r}") from error
    if game["race"] and any(has["followers"] >= 20 for has in game["has"].values()):
        game["over"] = True


def mine(game: Game) -> dict[str, int]:
    """What whoever's turn it is has."""
    found: dict[str, int] = game["has"][game["turn"]]
    return found


def touch(game: Game) -> None:
    """Something else happened, so neither dice nor a building can be changed any more."""
    game.update(die=None, site=None)


def first_die(game: Game, value: dict[str, int]) -> None:
    best = [int(seat) for seat, number in value.items() if number == max(value.values())]
    if len(best) == 1:
        first_who(game, best[0])


def first_who(game: Game, value: int) -> None:
    game["first"] = value
    for seat, stuff in zip(clockwise(game, value), STARTS[game["players"]].split(), strict=True):
        game["has"][seat].update({what: int(n) for what, n in zip(STUFF, stuff, strict=True)}, mine=2)


def roll(game: Game, value: dict[str, int]) -> None:
    up = [value[key] for key in sorted(value, key=int)]
    mines = mine(game)["mine"]
    faces = [game["yellow"][n - 1] for n in up[:mines]] + [game["blue"][n - 1] for n in up[mines:]]
    game["die"] = {"before": dict(mine(game)), "faces": faces, "loki": False}
    fall(game)


def fall(game: Game) -> None:
    """What dice bring, added to what there was before them."""
    die = game["die"]
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
    """Nothing is there yet while blue dice are still to be read."""
    has = mine(game)
    game["shown"] = {"gold": value, "diamond": has["mine"] - value}
    if not has["drill"]:
        roll_blood(game, 0)


def roll_blood(game: Game, value: int) -> None:
    for what, number in {**game["shown"], "blood": value}.items():
        mine(game)[what] += number


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


# ---------------------------------------------------------------- buildings


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


def build_what(game: Game, value: str) -> None:
    if value != "done":
        before = deepcopy((game["has"], game["locked_once"]))
        has = mine(game)
        for what, price in PRICES[value].items():
            has[what] = max(0, has[what] - price) if not game["whole"] else has[what] - price
        raise_building(game, game["turn"], value)
        game["built"] += 1
        game.update(die=None, site=before)


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


# ---------------------------------------------------------------- attacks


def attack_who(game: Game, value: Any) -> None:
    order = attackers(game)
    if value == "none":
        game["order"] = []
        return
    game["made"] = game["made"] + 1 if order[0] == value else 1
    game["order"] = order[order.index(value) :]
    game["attack"] = {"by": value, "on": game["turn"], "double": False, "spear": False}


def attackers(game: Game) -> list[int]:
    """Who may attack now, in order."""
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
    if not value or not game["has"][game["attack"]["on"]]["tyr"]:
        judge(game)


def attack_cards(game: Game, value: int) -> None:
    game["attack"]["shields"] += value * min(game["has"][game["attack"]["on"]]["tyr"], 2)
    judge(game)


def judge(game: Game) -> None:
    if game["attack"]["shields"] < strength(game):
        new_card(game, game["attack"]["by"], game["attack"])
    elif not game["weapons"]:
        attack_ends(game)


def attack_ends(game: Game) -> None:
    attacker = game["order"][0]
    twice = game["players"] <= 3 and game["has"][attacker]["surtur"] > 0
    if not (twice and game["made"] == 1):
        game["order"], game["made"] = game["order"][1:], 0
    game["card"] = None


def attack_blocked(game: Game, value: str) -> None:
    if value == "resisted":
        game["has"][game["attack"]["on"]]["followers"] += 2
    if value in ("on", "resisted"):
        attack_ends(game)
    elif value == "claim":
        game["attack"]["double"] = False
    elif value == "horn":
        new_card(game, game["attack"]["by"], game["attack"])
    else:
        game["attack"]["double"] = True
        if game["attack"]["shields"] < strength(game):
            new_card(game, game["attack"]["by"], game["attack"])


def attack_redirect(game: Game, value: int) -> None:
    game["attack"]["on"] = value
    game["card"] = None


def elsewhere(game: Game) -> list[int]:
    """Whom an attack can be sent to instead."""
    return [seat for seat in game["has"] if seat not in (game["attack"]["by"], game["attack"]["on"])]


# ---------------------------------------------------------------- what a card does


def new_card(game: Game, actor: int, attack: Game | None) -> None:
    game["card"] = {"actor": actor, "attack": attack, "kind": None, "whom": None, "what": None}


def next_effect(game: Game) -> None:
    touch(game)
    game["card"].update(kind=None, whom=None, what=None)


def effect_kind(game: Game, value: str) -> None:
    if value in ("done", "none"):
        if game["card"]["attack"]:
            attack_ends(game)
        game["card"] = None
        return
    game["card"]["kind"] = value
    think(game)


def effect_whom(game: Game, value: Any) -> None:
    game["card"]["whom"] = value
    think(game)


def effect_what(game: Game, value: str) -> None:
    game["card"]["what"] = value
    think(game)


def think(game: Game) -> None:
    """What can be meant in one way only is not asked; what needs no number is done."""
    card = game["card"]
    kind = card["kind"]
    if kind in (*STUFF, "followers", "action"):
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
    """Whom it can be about, "all" not counted unless there are several."""
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
    """Of what it can be."""
    card, has = game["card"], game["has"]
    kind = card["kind"]
    if kind == "build":
        return [what for what in PRICES if room(game, card["actor"], what)]
    if kind == "gain":
        return [*STUFF, "followers"]
    if kind == "give":
        return [what for what in (*STUFF, "followers") if has[card["actor"]][what]]
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
    actor, kind = card["actor"], card["kind"]
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
    next_effect(game)


def takes(has: dict[str, int], what: str, number: int) -> int:
    """So many go, or as many as can; returns how many."""
    gone = 0
    while gone < number and has[what] > 0 and not (what == "followers" and has[what] in (5, 12, 20)):
        has[what] -= 1
        gone += 1
    return gone


# ---------------------------------------------------------------- followers


def convert(game: Game, value: str) -> None:
    if value not in POWERS:
        return
    number, what = int(value[0]), value[2:]
    has, counted = mine(game), POWERS[value][2]
    has[what] = max(0, has[what] - number)
    has["followers"] += 2 if value == "3 blood" else 1
    game["used"][counted] = game["used"].get(counted, 0) + 1
    touch(game)


def loki_dice(game: Game, value: dict[str, int]) -> None:
    faces = [game["white"][number - 1] for number in value.values()]
    game["die"] = {"before": dict(mine(game)), "faces": faces, "loki": True}
    game["used"]["loki"] = 1
    fall(game)


def loki_sum(game: Game, value: int) -> None:
    has = mine(game)
    has["followers"] = max(zone(has["followers"]), has["followers"] + value)
    game["used"]["loki"] = 1


# ---------------------------------------------------------------- god weapons, corrections


def weapon(game: Game, value: str) -> None:
    if value == "backstab":
        game["has"], game["locked_once"] = game["site"]
        touch(game)
    elif value == "hammer":
        new_card(game, game["turn"], None)
    elif value == "wrath":
        game["attack"]["double"] = True
    elif value == "horn":
        new_card(game, game["attack"]["by"], game["attack"])
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


def correct_who(game: Game, value: Any) -> None:
    game["wrong"] = [value]


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
    touch(game)


def nothing(game: Game, value: Any) -> None:
    """It changes nothing by itself."""


HANDLERS = {
    **{"first.die": first_die, "first.who": first_who},
    **{"resource.roll": nothing, "resource.dice": roll},
    **{"resource.gold": roll_gold, "resource.blood": roll_blood},
    **{"trade.give": trade_give, "trade.mixed": trade_mixed, "trade.take": trade_take},
    **{"game.what": act, "build.what": build_what},
    **{"effect.kind": effect_kind, "effect.whom": effect_whom, "effect.what": effect_what},
    **{"effect.to": effect_to, "effect.number": effect_number},
    **{"attack.who": attack_who, "attack.power": attack_power, "attack.defence": attack_defence},
    **{"attack.cards": attack_cards, "attack.blocked": attack_blocked, "attack.redirect": attack_redirect},
    **{"followers.what": convert, "loki.dice": loki_dice, "loki.sum": loki_sum},
    **{"weapon.play": weapon, "crown.die": crown_die, "crown.face": crown_face},
    **{"correct.who": correct_who, "correct.what": correct_what, "correct.number": correct_number},
    "game.over": nothing,
}


# ---------------------------------------------------------------- what should be offered


def offered(game: Game, name: str) -> set[Any] | None:
    """What a decision should offer; None where this ledger does not say."""
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
        return {"done", "card", *(STUFF if game["actions"] else ())}
    if name == "build.what":
        return {"done", *(what for what in PRICES if buildable(game, what))}
    if name == "attack.who":
        return {"none", *attackers(game)}
    return {"done", *powers(game)}


def buildable(game: Game, what: str) -> bool:
    if not room(game, game["turn"], what) or game["built"] >= 2:
        return False
    has = mine(game)
    return not game["whole"] or all(has[stuff] >= price for stuff, price in PRICES[what].items())


def powers(game: Game) -> set[str]:
    has, used = mine(game), game["used"]
    found = set()
    for power, (god, temples, counted) in POWERS.items():
        enough = has[power[2:]] >= int(power[0]) or not game["whole"]
        if has[god] >= temples and used.get(counted, 0) < TIMES[counted] and enough:
            found.add(power)
    if has["loki"] and not used.get("loki"):
        found.add("loki")
    return found


# ---------------------------------------------------------------- the end


def winners(game: Game) -> list[int]:
    def merits(seat: int) -> tuple[int, int, int]:
        has = game["has"][seat]
        houses = has["mine"] + has["drill"] + sum(has[god] for god in GODS)
        return has["followers"], houses, sum(has[what] for what in STUFF)

    best = max(map(merits, game["has"]))
    return [seat for seat in game["has"] if merits(seat) == best]


def by_round(game: Game) -> list[list[int]]:
    """The followers each round brought each seat."""
    marks = [[0] * game["players"], *game["marks"], [has["followers"] for has in game["has"].values()]]
    return [[now - then for then, now in zip(*both, strict=True)] for both in pairwise(marks)]
