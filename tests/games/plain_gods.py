"""A second, plain implementation of the gods of Götterdämmerung, to check the package's rules against.

Written from the rulebook, one god after the other. It shares nothing with the package: no import, no
helper, no data shape. The table is a dict:

players   number of players; seats count from 1
seat      god -> seat
pile      seat -> the other gods' action cards there, in no order
below     the seats in the Underworld
oracle    the Oracle's seat
round     from 1
dvalin    (seat, round) in which Dvalin's card was last given, or None
faction   seat -> "protect" or "conspire"; empty if only the cards on the table tell
gone      the seats whose players left
accused_votes   whether the accused votes too
over      the faction that won, or None
"""

from __future__ import annotations

from typing import Any

Table = dict[str, Any]
Log = list[tuple[Any, ...]]

# The gods in order of seating and play; the order in which they join; protectors and conspirators.
ORDER = ["odin", "brynhild", "sif", "thor", "idun", "niord", "heimdall", "balder"]
ORDER += ["freya", "tyr", "skadi", "loki", "dvalin", "saga", "hel"]
JOINS = ["odin", "thor", "hel", "saga", "heimdall", "loki", "brynhild"]
JOINS += ["sif", "idun", "niord", "balder", "freya", "tyr", "skadi", "dvalin"]
FACTIONS = {7: (5, 2), 8: (6, 2), 9: (6, 3), 10: (7, 3), 11: (8, 3), 12: (8, 4)}
FACTIONS |= {13: (9, 4), 14: (10, 4), 15: (10, 5)}
WOUNDS = ["brynhild", "sif", "thor"]
NO_CARD = ["idun", "skadi", "loki", "saga", "hel"]


def new_table(players: int, seat: dict[str, int], faction: dict[int, str], accused_votes: bool) -> Table:
    """Everybody in Asgard, all cards at home, the Oracle in front of Odin."""
    return {
        "players": players,
        "seat": dict(seat),
        "pile": {one: [] for one in range(1, players + 1)},
        "below": set(),
        "oracle": seat["odin"],
        "round": 1,
        "dvalin": None,
        "faction": dict(faction),
        "gone": set(),
        "accused_votes": accused_votes,
        "over": None,
    }


def everybody(table: Table) -> list[int]:
    return list(range(1, table["players"] + 1))


def is_wounded(table: Table, seat: int) -> bool:
    pile = table["pile"][seat]
    return "brynhild" in pile or "sif" in pile or "thor" in pile


def goes_below(table: Table, seat: int, by: str) -> Log:
    table["below"].add(seat)
    log: Log = [("banished", seat, by)]
    if not table["faction"]:
        return log
    protectors = conspirators = 0
    for one in everybody(table):
        if one not in table["below"]:
            if table["faction"][one] == "protect":
                protectors += 1
            else:
                conspirators += 1
    if protectors == 0:
        table["over"] = "conspire"
    if conspirators == 0:
        table["over"] = "protect"
    if table["over"]:
        log.append(("won", table["over"]))
    return log


def night(table: Table, victim: int | None, die: bool = False) -> Log:
    """The conspirators agreed on this seat, or on none. With a die, all see whom Dvalin's card saves."""
    if victim is None:
        return [("nobody banished",)]
    if "dvalin" in table["pile"][victim]:
        return [("protected", victim)] if die else [("nobody banished",)]
    return goes_below(table, victim, "conspiracy")


def begin_actions(table: Table, first: int, second: int) -> Log:
    """The Oracle moves as many seats as the dice show; all action cards go back."""
    for _ in range(first + second):
        table["oracle"] += 1
        if table["oracle"] > table["players"]:
            table["oracle"] = 1
    log: Log = [("oracle moved", table["oracle"])]
    returned = sorted(card for pile in table["pile"].values() for card in pile)
    for pile in table["pile"].values():
        pile.clear()
    if returned:
        log.append(("cards returned", returned))
    return log


def may_aim_at(table: Table, god: str) -> list[int | str]:
    me = table["seat"][god]
    aims: list[int | str] = []

    if god == "saga":
        before, after = table["oracle"] - 1, table["oracle"] + 1
        aims.append(before if before >= 1 else table["players"])
        aims.append(after if after <= table["players"] else 1)
        return aims

    if god == "loki" and table["oracle"] != me:
        aims.append("oracle")

    for other in everybody(table):
        if other == me:
            continue
        pile = table["pile"][other]
        if god == "odin" or god == "heimdall" or god == "balder" or god == "freya" or god == "tyr":
            aims.append(other)
        elif god == "brynhild" or god == "sif" or god == "thor":
            if "odin" not in pile:
                aims.append(other)
        elif god == "idun":
            aims += [card for card in pile if card in WOUNDS]
        elif god == "niord":
            if is_wounded(table, other):
                aims.append(other)
        elif god == "skadi":
            aims += pile
        elif god == "loki":
            if "odin" in table["pile"][me]:
                aims += [card for card in pile if card not in WOUNDS]
            else:
                aims += pile
        elif god == "dvalin":
            if table["dvalin"] != (other, table["round"] - 1):
                aims.append(other)
        elif god == "hel" and is_wounded(table, other):
            if "dvalin" in pile or other in table["below"]:
                continue
            aims.append(other)
    return aims


def who_acts(table: Table, god: str) -> tuple[Any, ...]:
    """("skipped",), ("absent",), ("nobody to aim at",), or ("acts", who decides, the sorted aims)."""
    me = table["seat"][god]
    decides = me
    if is_wounded(table, me):
        if "niord" not in table["pile"][me] or table["seat"]["niord"] in table["gone"]:
            return ("skipped",)
        decides = table["seat"]["niord"]
    elif me in table["gone"]:
        return ("absent",)
    aims = may_aim_at(table, god)
    if not aims:
        return ("nobody to aim at",)
    return ("acts", decides, sorted(aims, key=str))


def does(table: Table, god: str, aim: int | str) -> Log:
    """The god acts on `aim`, or passes."""
    if aim == "pass":
        return [("passed", god)]
    me = table["seat"][god]

    if god == "idun" or god == "skadi":
        for seat in everybody(table):
            if aim in table["pile"][seat]:
                table["pile"][seat].remove(aim)
                return [("removed", god, aim, seat)]

    if god == "loki" and aim != "oracle":
        for seat in everybody(table):
            if aim in table["pile"][seat]:
                table["pile"][seat].remove(aim)
                table["pile"][me].append(aim)
                return [("taken", god, aim, seat)]

    if god == "loki":
        table["oracle"] = me
        return [("oracle sent", god, me)]

    if god == "saga":
        table["oracle"] = aim
        return [("oracle sent", god, aim)]

    if god == "hel":
        return goes_below(table, int(aim), "hel")

    if god == "dvalin":
        table["dvalin"] = (aim, table["round"])
    table["pile"][aim].append(god)
    return [("laid", god, aim)]


def may_look_at(table: Table) -> list[int]:
    """The seats whose faction card the Oracle may see: the others in the Oracle's own world."""
    oracle = table["oracle"]
    if oracle in table["gone"]:
        return []
    if oracle in table["below"]:
        return [one for one in everybody(table) if one in table["below"] and one != oracle]
    return [one for one in everybody(table) if one not in table["below"] and one != oracle]


def may_accuse(table: Table, accuser: int, spared: list[int]) -> list[int]:
    accusable = []
    for one in everybody(table):
        if one == accuser or one in table["below"] or one in spared:
            continue
        if "tyr" not in table["pile"][one]:
            accusable.append(one)
    return accusable


def whose_thumbs(table: Table, accused: int) -> list[int]:
    """Everybody here. If the accused does not vote, an accused Balder still does if his card is in play."""
    here = [one for one in everybody(table) if one not in table["gone"]]
    if table["accused_votes"]:
        return here
    thumbs = [one for one in here if one != accused]
    if accused == table["seat"].get("balder") and accused in here:
        for one in everybody(table):
            if "balder" in table["pile"][one]:
                thumbs.append(accused)
    return sorted(thumbs)


def result(table: Table, accused: int, thumbs: dict[int, str]) -> dict[str, Any]:
    """Count the ballot: write every single vote on a slip, then count the slips. weights: how many slips each
    voter wrote. reasons: (card, whose votes, direction, how many)."""
    slips: list[str] = []
    weights: dict[int, int] = {}
    reasons: list[tuple[str, int, str, int]] = []
    raw = {"down": 0, "up": 0}

    def is_turned(one: int) -> bool:
        """Balder's card turns a vote unless his player left."""
        return "balder" in table["pile"][one] and table["seat"]["balder"] not in table["gone"]

    def direction(one: int) -> str:
        return thumbs[table["seat"]["balder"] if is_turned(one) else one]

    for one in everybody(table):
        if one in table["gone"] or (one == accused and not table["accused_votes"]):
            continue
        raw[thumbs[one]] += 1
        pile = table["pile"][one]
        weight = 1
        if is_turned(one) and direction(one) != thumbs[one]:
            reasons.append(("balder", one, direction(one), 0))
        if "heimdall" in pile:
            weight += 1
            reasons.append(("heimdall", one, direction(one), 1))
        if "sif" in pile:
            weight += 1
            reasons.append(("sif", one, direction(one), 1))
        if "thor" in pile:
            weight -= 1
            reasons.append(("thor", one, direction(one), -1))
        weights[one] = max(weight, 0)
        slips += [direction(one)] * weight

    freya = table["seat"].get("freya")
    if "freya" in table["pile"][accused] and freya not in table["gone"]:
        slips += [direction(freya), direction(freya)]
        reasons.append(("freya", freya, direction(freya), 2))

    return {
        "raw": (raw["down"], raw["up"]),
        "weights": weights,
        "reasons": sorted(reasons),
        "down": slips.count("down"),
        "up": slips.count("up"),
    }


def verdict(table: Table, accused: int, counted: dict[str, Any]) -> Log:
    """A majority of thumbs down banishes, unless Dvalin's card is there."""
    if counted["down"] == counted["up"]:
        return [("spared", accused, "tie")]
    if counted["down"] < counted["up"]:
        return [("spared", accused, "")]
    if "dvalin" in table["pile"][accused]:
        return [("protected", accused)]
    return goes_below(table, accused, "council")
