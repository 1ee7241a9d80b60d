"""Scripted games that reach ends random games never do, for `tests.games.recorded`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from gm_appliance.core.game import JSON

Choices: TypeAlias = "list[tuple[str, JSON]]"


class Script(NamedTuple):
    """A game from its options to its last choice. choices: names of decisions and the values chosen, in
    order."""

    options: Mapping[str, int | str]
    choices: Choices


def _followed(turns: str) -> Choices:
    """The choices of turns in `mode=referee`: "a1a2" moves a piece, "9:4" gives the cards of its fight."""
    choices: Choices = []
    for turn in turns.split():
        if ":" in turn:
            attack, defence = map(int, turn.split(":"))
            choices += [("fight.attack", attack), ("fight.defence", defence)]
        else:
            choices += [("turn.piece", turn[:2]), ("turn.target", turn[2:])]
    return choices


def _conquered(colour: str) -> Choices:
    """A game in `mode=judge` that this colour wins."""
    return [("judge.next", f"{colour}-conquers")] * 3


def _entered(*points: int) -> Choices:
    return [("entry.points", one) for one in points]


ENDS: Mapping[str, Sequence[Script]] = {
    # With pads: the guard protects, the witch poisons the hunter, who takes a werewolf along.
    "werewolf": (
        Script(
            {"players": 7, "roles": 4, "roll_call": "no"},
            [
                ("setup.deal", "dealt"),
                (
                    "setup.factions",
                    {
                        **{"1": "werewolf", "2": "werewolf", "3": "seer", "4": "witch"},
                        **{"5": "hunter", "6": "guard", "7": "villager"},
                    },
                ),
                ("night", {"1": 7, "2": 7, "4": 5, "6": 7}),
                ("fallen.shot", 1),
                ("council.accuse", 3),
                ("council.whom", 2),
                ("council.support", 4),
                ("council.defence", "done"),
                ("council.vote", {"2": "up", "3": "down", "4": "down", "6": "down", "7": "down"}),
            ],
        ),
    ),
    "odins-table": (
        # Loki fights Loki; Black wins.
        Script(
            {"mode": "referee"},
            [
                *_followed("a1a2 b5b4 a2a3 e5e4 a3b4 1:1 e4e3 c1c2 e3e2 b4b5 e2e1 7:3 c2c3 f5f4 c3b3 f4f3"),
                *_followed("b3b2 f3f2 b2a2 f2f1 4:4 a2a3 d5d4 a3b3 d4d3 b3b2 d3d2 b2a2 d2d1 8:0"),
                ("match.over", "done"),
            ],
        ),
        # Each seat wins a match, with both colours: two games to none, and two to one.
        Script(
            {"mode": "judge", "games": 3},
            [*_conquered("black"), ("game.next", "next"), *_conquered("white"), ("match.over", "done")],
        ),
        Script(
            {"mode": "judge", "games": 3},
            [
                *_conquered("white"),
                ("game.next", "next"),
                *_conquered("white"),
                ("game.next", "next"),
                ("judge.next", "white-conquers"),
                ("judge.close", "stuck"),
                ("match.over", "done"),
            ],
        ),
    ),
    "scorepad": (
        # The last round, then an extra one.
        Script(
            {"players": 2, "until": "rounds", "rounds": 2},
            [
                ("dealer.first", 1),
                *_entered(5, 10),
                ("round.next", "next"),
                *_entered(20, 5),
                ("reached.rounds", "on"),
                *_entered(0, 5),
                ("reached.rounds", "end"),
                ("final.read", "done"),
            ],
        ),
        # A target missed by one, then met, from below and from below zero.
        Script(
            {"players": 2, "until": "target", "target": 100},
            [
                ("dealer.first", 1),
                *_entered(60, 99),
                ("round.next", "next"),
                *_entered(0, 40),
                ("reached.target", "on"),
                *_entered(1, 1),
                ("reached.target", "end"),
                ("final.read", "done"),
            ],
        ),
        Script(
            {"players": 2, "mode": "free", "wins": "lowest", "until": "target", "target": -50},
            [
                ("dealer.first", 1),
                ("free.who", 1),
                *_entered(-49),
                ("free.who", 2),
                *_entered(-50),
                ("reached.target", "end"),
                ("final.read", "done"),
            ],
        ),
    ),
}
