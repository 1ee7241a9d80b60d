"""Odin's Table, for two: Vikings on a board, and the gods behind their walls.

Two ways to have it kept (`mode`): the judge decides fights and counts conquered spaces; the referee follows
the whole board.

Read `board` for pieces and moves, `fight` for two cards against each other, `judge` and `referee` for the
flow of a game, `match` for several of them, `model` for the nouns, `events` for what all are told.

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

    game.next       Table   "next" or "end" (the match)
    match.over      Table   "done"
"""

from gm_appliance.core.game import Game, Number, OneOf, Option
from gm_appliance.games.odins_table import rules
from gm_appliance.games.odins_table.model import JUDGE, REFEREE, View

OPTIONS = (
    # Fights alone, or the whole board.
    Option("mode", OneOf((JUDGE, REFEREE)), REFEREE, asked=True),
    Option("players", Number(2, 2, 2), 2),
    # The most games of a match: whoever has won more than half of them has won it.
    Option("games", OneOf((1, 3, 5, 7)), 1),
    # The seat that plays white in the first game, or lots.
    Option("white", OneOf((1, 2, "lots")), 1),
)

ODINS_TABLE: Game[View, View] = Game(
    name="odins-table",
    rules=1,
    options=OPTIONS,
    begin=rules.begin,
    public=rules.public,
    decision=rules.decision,
    apply=rules.apply,
    outcome=rules.outcome,
    opening=rules.opening,
)
