"""A second, plain implementation of Thor to check the appliance's rules against.

Written from the rulebook, one question after the other. It shares nothing with the package: no import, no
helper, no data shape. The table is a dict:

players   number of players; seats count from 1
gods      the gods in play, from the left
offers    god -> its offers, the last one on top
stack     god -> cards left on it
has       seat -> god -> cards
cards     seat -> offer cards in hand
will      whether there are action cards
above     god -> the action card above it, or None
held      seat -> action cards in hand
pile      action cards left to draw
out       action cards out of play
must      whether a player who ends the round with an offer must take a god card
turn      whose turn it is
due       the open question, or None when the round is over
about     the answers of this turn so far: "god", "card"
closing   whether the round ends with this turn
"""

from __future__ import annotations

from typing import Any

Table = dict[str, Any]

SIX = ["odin", "thor", "freya", "njord", "freyr", "baldur"]
DEALT = {(2, 5): 14, (3, 5): 9, (4, 5): 7, (5, 5): 6, (4, 6): 9, (5, 6): 7, (6, 6): 6}
"""Offer cards in each hand, by players and gods."""

DECK = ["gifts", "gifts", "times", "oath", "oath", "intrigues", "advice", "ploy", "tricks", "mjollnir", "cry"]
DECK += ["favor", "wrath", "fruits"]


def new_table(players: int, gods: int, will: bool, first: int, must: bool = False) -> Table:
    here = SIX[:gods]
    seats = range(1, players + 1)
    return {
        "players": players,
        "gods": here,
        "offers": {god: [] for god in here},
        "stack": dict.fromkeys(here, 5),
        "has": {seat: dict.fromkeys(here, 0) for seat in seats},
        "cards": dict.fromkeys(seats, DEALT[players, gods]),
        "will": will,
        "above": dict.fromkeys(here),
        "held": dict.fromkeys(seats, 0),
        "pile": 14 if will else 0,
        "out": [],
        "must": must,
        "turn": first,
        "due": "turn.offer",
        "about": {},
        "closing": False,
    }


def unseen(table: Table) -> list[str]:
    """All action cards in hands and in the pile, each copy listed."""
    left = list(DECK)
    for card in [*table["above"].values(), *table["out"]]:
        if card:
            left.remove(card)
    return left


def answers(table: Table) -> set[Any]:
    seat, about = table["turn"], table["about"]
    god, gods = about.get("god"), table["gods"]
    free = {one for one in gods if table["above"][one] is None}
    question = table["due"]
    if question == "turn.offer":
        return first_half(table, seat, free)
    if question == "turn.last":
        return {"end", "on"}
    if question == "card.which":
        return {card for card in unseen(table) if card != "gifts"}
    if question == "card.god":
        return free
    if question == "remove.god":
        return set(gods) - free
    if question == "remove.with":
        return set(unseen(table))
    if question == "times.take":
        return {number for number in (0, 1, 2) if number <= table["stack"][god]}
    if question == "oath.from":
        return {other for other, cards in table["has"].items() if other != seat and cards[god] > 0}
    if question == "mjollnir.top":
        return set(table["offers"][god])
    assert question == "turn.take"
    return second_half(table)


def first_half(table: Table, seat: int, free: set[str]) -> set[str]:
    free_values = {god: [n for n in range(6) if n not in table["offers"][god]] for god in table["gods"]}
    offers = {f"{god}-{number}" for god, left in free_values.items() for number in left}
    may = offers if table["cards"][seat] else set()
    if not table["held"][seat]:
        return may
    left = unseen(table)
    if free and any(card != "gifts" for card in left):
        may.add("card")
    if len(free) < len(table["gods"]):
        may.add("remove")
    # With only Three Gifts in hand and no card to remove, there is nothing to play.
    elif not table["cards"][seat] and left.count("gifts") >= table["held"][seat]:
        may.add("stuck")
    return may


def second_half(table: Table) -> set[str]:
    may = {god for god in table["gods"] if table["stack"][god] > 0}
    if table["closing"]:
        return may if may and table["must"] else may | {"none"}
    if table["pile"]:
        may.add("draw")
    if not any(table["stack"].values()):
        may.add("none")
    return may


def answer(table: Table, value: Any) -> None:
    """Answer the open question; the answer must be legal."""
    seat, question, about = table["turn"], table["due"], table["about"]
    god = about.get("god")
    if question == "turn.offer":
        if value == "stuck":
            table["due"] = None
        elif value in ("card", "remove"):
            table["due"] = "card.which" if value == "card" else "remove.god"
        else:
            place_offer(table, seat, *value.split("-"))
    elif question == "turn.last":
        table["closing"] = value == "end"
        table["due"] = "turn.take"
    elif question == "card.which":
        about["card"] = value
        table["due"] = "card.god"
    elif question == "card.god":
        place_card(table, seat, about["card"], value)
    elif question == "remove.god":
        about["god"] = value
        table["due"] = "remove.with"
    elif question == "remove.with":
        table["out"] += [table["above"][god], value]
        table["above"][god] = None
        table["held"][seat] -= 1
        table["due"] = "turn.take"
    elif question == "turn.take":
        end_turn(table, seat, value)
    else:
        at_once(table, seat, god, value)
        table["due"] = "turn.take"


def place_offer(table: Table, seat: int, god: str, number: str) -> None:
    table["offers"][god].append(int(number))
    table["cards"][seat] -= 1
    table["due"] = "turn.take"
    if len(table["offers"][god]) == 6:
        table["closing"] = True
    elif table["will"] and table["cards"][seat] == 0:
        table["due"] = "turn.last"


def place_card(table: Table, seat: int, card: str, god: str) -> None:
    table["above"][god] = card
    table["held"][seat] -= 1
    table["about"]["god"] = god
    table["due"] = "turn.take"
    others = [one for one in table["has"] if one != seat and table["has"][one][god] > 0]
    if card == "times":
        table["due"] = "times.take"
    elif card == "oath" and others:
        table["due"] = "oath.from"
    elif card == "mjollnir" and len(table["offers"][god]) >= 2:
        table["due"] = "mjollnir.top"
    elif card == "cry":
        for cards in table["has"].values():
            if cards[god] > 0:
                cards[god] -= 1
                table["stack"][god] += 1


def at_once(table: Table, seat: int, god: str, value: Any) -> None:
    mine = table["has"][seat]
    if table["due"] == "times.take":
        table["stack"][god] -= value
        mine[god] += value
    elif table["due"] == "oath.from":
        table["has"][value][god] -= 1
        mine[god] += 1
    else:
        table["offers"][god].remove(value)
        table["offers"][god].append(value)


def end_turn(table: Table, seat: int, value: str) -> None:
    if value == "draw":
        table["pile"] -= 1
        table["held"][seat] += 1
    elif value != "none":
        table["stack"][value] -= 1
        table["has"][seat][value] += 1
    table["about"] = {}
    if table["closing"]:
        table["due"] = None
        return
    table["turn"] = seat + 1 if seat < table["players"] else 1
    some = table["cards"][table["turn"]] or table["held"][table["turn"]]
    table["due"] = "turn.offer" if some else None


def run_on(table: Table) -> None:
    """Give every answer that is the only legal one."""
    while table["due"] and len(answers(table)) == 1:
        answer(table, answers(table).pop())


def position(table: Table, gifts: dict[int, int]) -> dict[str, Any]:
    """The final position. gifts: Three Gifts in each hand."""
    return {
        "offer": {god: (offers or [None])[-1] for god, offers in table["offers"].items()},
        "above": dict(table["above"]),
        "has": {seat: dict(cards) for seat, cards in table["has"].items()},
        "gifts": dict(gifts),
    }


def points(ended: dict[str, Any], floor: bool = False) -> dict[int, int]:
    found = {seat: 3 * gifts for seat, gifts in ended["gifts"].items()}
    for seat, cards in ended["has"].items():
        for god, number in cards.items():
            found[seat] += number * value(ended, god, floor)
    return found


def value(ended: dict[str, Any], god: str, floor: bool = False) -> int:
    """The value of each card of a god."""
    one, card = ended["offer"][god] or 0, ended["above"][god]
    one = one + {"advice": 3, "tricks": 2, "ploy": -2, "intrigues": -3}.get(card, 0)
    one = {"favor": 5, "wrath": 0, "fruits": one * 2}.get(card, one)
    return 0 if floor and one < 0 else int(one)
