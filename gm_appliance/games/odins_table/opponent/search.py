"""Information set Monte Carlo tree search (Cowling, Powley and Whitehouse, 2012).

Each iteration deals the hidden cards at random, descends one tree that all deals share, and evaluates the
position where it leaves the tree. A branch is a move and the outcome of its fight, which are public, so a
node has one position whatever the cards. Moves are selected as in PUCT (Rosin, 2011), by their mean result
and their prior.

Effort is counted in iterations, not time, so the same knowledge and generator give the same result.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random

from gm_appliance.games.odins_table.board import (
    COLUMNS,
    DEFENDER,
    ENERGY,
    FIGHTS,
    OFF,
    WHITE,
    Move,
    Position,
    after,
    moves,
    passed,
    winner,
)
from gm_appliance.games.odins_table.fight import IDUNN, judged
from gm_appliance.games.odins_table.opponent.deals import Deals, Hands, drawn
from gm_appliance.games.odins_table.opponent.evaluation import promise

_EXPLORE = 0.6
_LOOK_UP = 50
"""After this many iterations, check whether to stop early."""

_UNTRIED = 0.08  # an untried move is rated this much lower than its position

_ENDS = tuple(
    tuple(FIGHTS.index(judged(attack, defence).ends) for defence in range(10)) for attack in range(10)
)
_LOST = FIGHTS.index(DEFENDER)
_PEACE = len(FIGHTS)
"""The outcome of a move without a fight."""

_PASS = Move(OFF, OFF)


class Node:
    """A position in the tree and the statistics of its moves.

    value: the evaluation for the side to move. visits, totals: by move, the number of tries and the sum of
    results for the side to move. after: the next nodes, by move and outcome of its fight.
    """

    __slots__ = ("after", "moves", "over", "position", "priors", "totals", "value", "visits")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.over = winner(position) is not None
        self.moves: Sequence[Move] = () if self.over else moves(position) or (_PASS,)
        self.priors = _priors(position, self.moves)
        self.visits = [0] * len(self.moves)
        self.totals = [0.0] * len(self.moves)
        self.after: dict[tuple[int, int], Node] = {}
        self.value = 0.5

    def pick(self) -> int:
        """The index of the move to try next: a good one, or one rarely tried."""
        best, found = -1.0, 0
        explore = _EXPLORE * sqrt(sum(self.visits) + 1)
        untried = self.value - _UNTRIED
        totals, priors = self.totals, self.priors
        for at, visits in enumerate(self.visits):
            if visits:
                score = totals[at] / visits + explore * priors[at] / (1 + visits)
            else:
                score = untried + explore * priors[at]
            if score > best:
                best, found = score, at
        return found

    def mean(self, at: int) -> float:
        return self.totals[at] / self.visits[at] if self.visits[at] else self.value

    def lead(self) -> int:
        """How much more often the most tried move was tried than the second."""
        second, first = sorted((0, 0, *self.visits))[-2:]
        return first - second

    def best(self) -> int:
        return max(range(len(self.moves)), key=lambda at: (self.visits[at], self.totals[at]))


def explored(position: Position, deals: Deals, iterations: int, generator: Random) -> Node:
    """The root of a tree grown by `iterations`, or by fewer if the rest cannot change the best move."""
    root = Node(position)
    for left in range(iterations, 0, -1):
        if left % _LOOK_UP == 0 and root.lead() > left:
            break
        grow(root, deals.deal(generator), deals, generator)
    return root


def grow(root: Node, hands: Hands, deals: Deals, generator: Random) -> float:
    """One iteration with these hands, which it changes; returns White's chances at the leaf."""
    node, path = root, []
    while not node.over:
        at = node.pick()
        path.append((node, at))
        ends = _play(node.position, node.moves[at], hands, deals, generator)
        following = node.after.get((at, ends))
        if following is None:
            node.after[at, ends] = following = _follow(node, at, ends)
            node = following
            break
        node = following
    chances = promise(node.position, hands)
    node.value = chances if node.position.turn == WHITE else 1 - chances
    for above, at in path:
        above.visits[at] += 1
        above.totals[at] += chances if above.position.turn == WHITE else 1 - chances
    return chances


def _follow(node: Node, at: int, ends: int) -> Node:
    move = node.moves[at]
    if move is _PASS:
        return Node(passed(node.position))
    return Node(after(node.position, move) if ends == _PEACE else after(node.position, move, FIGHTS[ends]))


def _play(position: Position, move: Move, hands: Hands, deals: Deals, generator: Random) -> int:
    """Apply a move to the hands; returns the outcome of its fight, an index of FIGHTS, or _PEACE. An Idunn
    who can scout is always used, because hardly any card is worth less."""
    start, to = move
    if start == OFF:
        return _PEACE
    turn = position[2]
    own, deck = hands[turn], deals.decks[turn]
    leaves, comes, ends = start % COLUMNS, to % COLUMNS, _PEACE
    if position[1 - turn] >> to & 1:
        ends = _ENDS[own[leaves]][hands[1 - turn][comes]]
        own[leaves] = drawn(deck, generator)
        hands[1 - turn][comes] = drawn(deals.decks[1 - turn], generator)
    elif own[leaves] == IDUNN:
        own[leaves] = drawn(deck, generator)
    if own[comes] == IDUNN and ends != _LOST and leaves != comes:
        own[comes] = drawn(deck, generator)
    return ends


_BACK, _SIDEWAYS, _AHEAD, _CONQUERS, _RESURRECTS, _ATTACKS = 0.5, 1.0, 3.0, 8.0, 1.5, 2.0


def _priors(position: Position, found: Sequence[Move]) -> list[float]:
    weights = [_weight(position, *move) for move in found]
    whole = sum(weights)
    return [weight / whole for weight in weights]


def _weight(position: Position, start: int, to: int) -> float:
    if start == OFF:
        return _RESURRECTS
    attacks = _ATTACKS if position.theirs >> to & 1 else 0.0
    if ENERGY[1 - position.turn] >> to & 1:
        return _CONQUERS + attacks
    rows = to // COLUMNS - start // COLUMNS
    ahead = rows if position.turn == WHITE else -rows
    return (_SIDEWAYS, _AHEAD, _BACK)[ahead] + attacks
