"""A second, plain implementation of Werewolf, to check the package's rules against: who falls, and who wins.

Written from docs/werewolf.md. It shares nothing with the package. The table is a dict:

players, ballot, reveal, ties, accused_votes   as the options; roles: how many special ones
card      seat -> card
alive     the seats alive; gone: those whose players left
round     from 1
done      what the witch, the guard and the hunter did: "healed", "poisoned", "shot", ("guarded", seat): round
thumbs    seat -> thumb, in an open vote on `accused`; accused is 0 for none
"""

from __future__ import annotations

from typing import Any

Table = dict[str, Any]

WOLVES = {6: 1, 7: 2, 8: 2, 9: 2, 10: 3, 11: 3, 12: 3, 13: 3, 14: 4, 15: 4}
SPECIAL = ["seer", "witch", "hunter", "guard"]


def deck(players: int, roles: int) -> list[str]:
    cards = ["werewolf"] * WOLVES[players] + SPECIAL[:roles]
    return cards + ["villager"] * (players - len(cards))


def new_table(options: dict[str, Any], cards: list[str]) -> Table:
    seats = range(1, options["players"] + 1)
    card = dict(zip(seats, cards, strict=True))
    table = {**options, "card": card, "alive": set(seats), "gone": set(), "round": 1}
    return {**table, "done": {}, "thumbs": {}, "accused": 0}


def first_most(table: Table, marks: list[Any]) -> Any:
    """The name most marks are at; on a tie, the one read out first."""
    names = [*sorted(table["alive"]), "potion"]
    best = None
    for name in names:
        if marks.count(name) > (marks.count(best) if best else 0):
            best = name
    return best


def night(table: Table, marks: dict[int, Any]) -> set[int]:
    """Everybody's thumb down in the roll call; returns who falls."""
    wolves = [at for seat, at in marks.items() if table["card"][seat] == "werewolf"]
    victim = first_most(table, wolves)
    falls = set() if victim in (None, "potion") else {victim}
    for seat, at in marks.items():
        last = table["done"].get(("guarded", at), -9)
        if table["card"][seat] == "guard" and at != "potion" and last < table["round"] - 1:
            table["done"]["guarded", at] = table["round"]
            falls -= {at}
    for seat, at in marks.items():
        if table["card"][seat] == "witch":
            if at == "potion" and "healed" not in table["done"]:
                table["done"]["healed"] = table["round"]
                falls = set()
            elif at != "potion" and "poisoned" not in table["done"]:
                table["done"]["poisoned"] = table["round"]
                falls |= {at}
    return falls


def voters(table: Table) -> list[int]:
    here = [one for one in sorted(table["alive"]) if one not in table["gone"]]
    return [one for one in here if table["accused_votes"] == "yes" or one != table["accused"]]


def condemned(table: Table) -> bool | None:
    """None while thumbs are missing."""
    thumbs = [table["thumbs"].get(one) for one in voters(table)]
    if None in thumbs:
        return None
    down, up = thumbs.count("down"), thumbs.count("up")
    return down > up or (down == up and table["ties"] == "fall")


def after_falls(table: Table, fallen: set[int]) -> str:
    """What follows: "village" or "wolves" has won, the "hunter" or "anybody" shoots, or the game goes "on".
    Without pads only the players know: "anybody", or "on"."""
    hunter = "hunter" in SPECIAL[: table["roles"]] and "shot" not in table["done"]
    wolves = sum(table["card"][one] == "werewolf" for one in table["alive"])
    if table["ballot"] != "pads":
        return "anybody" if hunter and fallen else "on"
    if wolves == 0:
        return "village"
    if hunter and fallen and table["reveal"] == "no":
        return "anybody"
    if hunter and any(table["card"][one] == "hunter" for one in fallen - table["gone"]):
        return "hunter"
    return "wolves" if 2 * wolves >= len(table["alive"]) else "on"
