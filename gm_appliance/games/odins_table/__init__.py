"""Odin's Table, for two: Vikings on a board, and the gods behind their walls.

Three ways to have it kept (`mode`): the judge decides fights and counts conquered spaces; the referee
follows the whole board; and in a game of one person the box plays the other side.

Read `board` for pieces and moves, `fight` for two cards against each other, `judge` for the judge, `referee`
and `turn_end` for a turn, `solo` for the box's own side, `hand` for what it holds, `wall` for what it can
know of the person's cards, `opponent` for how it thinks, `match` for several
games, `model` for the nouns, `events` for what all are told.

Decisions, who decides and what. Squares are "a1" to "f5", columns "a" to "f", cards 0 to 9:

    white.lots      Chance  the seat that plays white (only `white=lots`)

    judge.next      Table   "white-7": that card attacks, of that colour; or "white-conquers", a space
    judge.defence   Table   the card that defends
    judge.close     Table   "agreed" or "stuck": the game ends without a third space; or "on". On request

    turn.piece      Seat    the square of a piece that can move; or an empty corner, for a lost one
    turn.target     Seat    the square it goes to
    turn.idunn      Table   "from" or "onto": the column of the move whose Idunn scouts. Beside turn.target
    fight.attack    Seat    the attacker's card, unless it lies face up
    fight.defence   Seat    the defender's card, unless it lies face up
    swap.first      Seat    the column of a card that lies face up and is swapped; or "none"
    swap.second     Seat    the column of the card it changes places with
    scout.column    Seat    the column of the opponent's card that is turned up; "none" where Idunn has fought
    scout.card      Seat    what that card is, said by its owner
    draw.agree      Seat    "on" or "draw"; whose turn it is first, then the other

    box.shuffle     Chance  the order of the box's deck (only `mode=solo`, as all of these). Secret
    start.card      Seat    one of the six cards the person shows, in any order
    box.lay         Box     the order in which its six cards go behind its wall. Secret
    box.move        Box     "b2c3", "+a1" (a lost piece comes back), "b2c3-idunn" (she scouts, if there)
    box.swap        Box     two columns, "ae"; or "none"
    box.reshuffle   Chance  the order of the discarded cards, when the deck is used up. Secret
    scout.column, draw.agree are the box's too

    game.next       Table   "next" or "end" (the match)
    match.over      Table   "done"
"""

from collections.abc import Mapping

from gm_appliance.core.game import Game, Number, OneOf, Option
from gm_appliance.games.odins_table import rules
from gm_appliance.games.odins_table.hand import State
from gm_appliance.games.odins_table.model import JUDGE, REFEREE, SOLO, View
from gm_appliance.games.odins_table.opponent.mind import MIND


def _alone(chosen: Mapping[str, int | str]) -> bool:
    return chosen["mode"] == SOLO


def _for_two(chosen: Mapping[str, int | str]) -> bool:
    return not _alone(chosen)


def _people(chosen: Mapping[str, int | str]) -> tuple[int, ...]:
    return (1,) if _alone(chosen) else (2,)


OPTIONS = (
    # Fights alone, the whole board, or against the box.
    Option("mode", OneOf((REFEREE, JUDGE, SOLO)), REFEREE, asked=True),
    Option("players", Number(1, 2, 2), 2, among=_people),
    # What the person plays in the first game.
    Option("side", OneOf(("white", "black", rules.LOTS)), "white", asked=True, when=_alone),
    # How well the box plays.
    Option("strength", OneOf(("normal", "easy", "strong")), "normal", asked=True, when=_alone),
    # The most games of a match: whoever has won more than half of them has won it.
    Option("games", OneOf((1, 3, 5, 7)), 1),
    # The seat that plays white in the first game, or lots.
    Option("white", OneOf((1, 2, rules.LOTS)), 1, when=_for_two),
)

ODINS_TABLE: Game[State, View] = Game(
    name="odins-table",
    rules=1,
    options=OPTIONS,
    begin=rules.begin,
    public=rules.public,
    decision=rules.decision,
    apply=rules.apply,
    outcome=rules.outcome,
    opening=rules.opening,
    mind=MIND,
)
