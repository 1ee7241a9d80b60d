"""Valda, for 2 to 5 players: followers on Yggdrasil, until the drakkar has made its last mooring.

As a companion (`mode=companion`) the box keeps everybody's resources, followers and buildings, and leads
through the phases of every turn: read `companion`. As a score (`mode=score`) it keeps the rounds and the
followers alone: read `score`. `track` is Yggdrasil and the order of turns, `rules` chooses between the modes.

Decisions of the score, who decides and what:

    first.die          Chance  a number of 1 to 6 for each of the seats that roll for who begins
    first.who          Table   the seat that begins
    turn.followers     Table   the followers of the seat whose turn was played
    other.who          Table   another seat whose followers changed in that turn; open on request
    other.followers    Table   its followers
    tie.buildings      Table   the buildings of a seat that is tied: mines, drills and temples
    tie.resources      Table   its resources, if they are tied in buildings too
    game.over          Table   "done" or "correct"
    correct.who        Table   a seat whose followers were entered wrong; open on request in a turn; "back"
                               at the end of the game
    correct.followers  Table   what is right
"""

from gm_appliance.games.valda.rules import VALDA

__all__ = ["VALDA"]
