"""The box's choice in each of its decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import log, sqrt
from random import Random

from gm_appliance.core.game import JSON
from gm_appliance.core.values import Value, replace
from gm_appliance.games.odins_table import board, model
from gm_appliance.games.odins_table.board import COLUMNS, OFF, WHITE, Move, column
from gm_appliance.games.odins_table.fight import IDUNN
from gm_appliance.games.odins_table.hand import in_order, orders
from gm_appliance.games.odins_table.opponent.deals import Deals
from gm_appliance.games.odins_table.opponent.knowledge import Knowledge
from gm_appliance.games.odins_table.opponent.search import Node, explored, grow
from gm_appliance.games.odins_table.solo import WITH_IDUNN
from gm_appliance.games.odins_table.turn_end import DRAW, GO_ON, OFFERED


class Strength(Value):
    iterations: int
    strays: float = 0.0


STRENGTHS: Mapping[str, Strength] = {
    "easy": Strength(12, 0.4),
    "normal": Strength(40),
    "strong": Strength(3000),
}

LAYINGS = 12  # the number of random orders of its cards to compare at the start of a game

TIRED = OFFERED + 2
"""From this occurrence of a position on, it agrees to a draw even when it is ahead."""


def choose(known: Knowledge, generator: Random) -> JSON:
    """The box's choice in the open decision. Raises LookupError if the decision is not the box's."""
    phase = known.view.phase
    if isinstance(phase, model.Moving):
        return move(known, generator)
    if isinstance(phase, model.Laying):
        return laying(known, generator)
    if isinstance(phase, model.Swapping):
        return swap(known, generator)
    if isinstance(phase, model.Scouting):
        return scouted(known, generator)
    if isinstance(phase, model.Repeating):
        return draw(known, generator)
    raise LookupError(f"the box decides nothing while {type(phase).__name__}")


def strength(known: Knowledge) -> Strength:
    return STRENGTHS[known.view.setup.strength]


def thought(known: Knowledge, generator: Random, iterations: int) -> Node:
    return explored(known.view.position, Deals(known), iterations, generator)


def move(known: Knowledge, generator: Random) -> str:
    """A move, with Idunn if she can scout."""
    how = strength(known)
    if generator.random() < how.strays:
        made = generator.choice(board.moves(known.view.position))
    else:
        root = thought(known, generator, how.iterations)
        made = root.moves[_best(known, root)]
    return f"{made}{WITH_IDUNN}" if _scouts(known, made) else str(made)


def _best(known: Knowledge, root: Node) -> int:
    """The index of the best move; a side that is ahead avoids moves that offer a draw by repetition."""
    best = root.best()
    often = [at for at in range(len(root.moves)) if _repeats(known, root.moves[at])]
    if best not in often or root.mean(best) <= 0.5:
        return best
    others = [at for at in range(len(root.moves)) if at not in often and root.mean(at) > 0.5]
    return max(others, key=lambda at: (root.visits[at], root.totals[at]), default=best)


def _repeats(known: Knowledge, made: Move) -> bool:
    position = known.view.position
    quiet = not board.is_attack(position, made)
    return quiet and known.view.seen.count(board.after(position, made)) >= OFFERED - 1


def _scouts(known: Knowledge, made: Move) -> bool:
    """Whether to name Idunn as scout; not needed if she wins a fight."""
    view = known.view
    if made.start == OFF or None not in view.known[known.other]:
        return False
    leaves, comes = column(made.start), column(made.to)
    if board.is_attack(view.position, made):
        return known.cards[comes] == IDUNN and leaves != comes and known.cards[leaves] != IDUNN
    return IDUNN in (known.cards[leaves], known.cards[comes])


def laying(known: Knowledge, generator: Random) -> int:
    """The number of the order of its cards behind its wall; see `hand.in_order`."""
    shown = known.view.dealt[known.colour]
    numbers = [generator.randint(1, orders(COLUMNS)) for _ in range(LAYINGS)]
    hands = [in_order(shown, number) for number in numbers]
    return numbers[_compared(known, hands, generator)]


def swap(known: Knowledge, generator: Random) -> str:
    """Two of its columns to swap, or none: whatever gives the best-rated order of cards."""
    pairs = [(0, 0), *combinations(range(COLUMNS), 2)]
    hands = []
    for one, other in pairs:
        hand = list(known.cards)
        hand[one], hand[other] = hand[other], hand[one]
        hands.append(tuple(hand))
    first, second = pairs[_compared(known, hands, generator)]
    return model.COLUMN_NAMES[first] + model.COLUMN_NAMES[second] if first != second else model.NONE


def _compared(known: Knowledge, hands: Sequence[tuple[int, ...]], generator: Random) -> int:
    """The index of the hand with the best prospects. Each grows its own tree; better ones get more iterations
    (UCB1; Auer, Cesa-Bianchi and Fischer, 2002)."""
    position = known.view.position
    deals = [Deals(replace(known, cards=hand)) for hand in hands]
    roots = [Node(position) for _ in hands]
    visits, totals = [0] * len(hands), [0.0] * len(hands)
    for tried in range(max(strength(known).iterations // 2, len(hands))):
        if tried < len(hands):
            at = tried
        else:
            at = max(
                range(len(hands)),
                key=lambda one: totals[one] / visits[one] + 0.3 * sqrt(log(tried) / visits[one]),
            )
        chances = grow(roots[at], deals[at].deal(generator), deals[at], generator)
        visits[at] += 1
        totals[at] += chances if known.colour == WHITE else 1 - chances
    return max(range(len(hands)), key=lambda one: (visits[one], totals[one]))


def scouted(known: Knowledge, generator: Random) -> str:
    """The column of the hidden card involved in most of the next possible fights; a random one if tied."""
    view = known.view
    hidden = [at for at in range(COLUMNS) if view.known[known.other][at] is None]
    worth = dict.fromkeys(hidden, 0)
    for turn in (known.colour, known.other):
        position = view.position._replace(turn=turn)
        for one in board.moves(position):
            if board.is_attack(position, one):
                theirs = column(one.to if turn == known.colour else one.start)
                worth[theirs] = worth.get(theirs, 0) + 1
    most = max(worth[at] for at in hidden)
    return model.COLUMN_NAMES[generator.choice([at for at in hidden if worth[at] == most])]


def draw(known: Knowledge, generator: Random) -> str:
    """Whether to agree to a draw: yes if not ahead, or after enough repetitions."""
    if known.view.seen.count(known.view.position) >= TIRED:
        return DRAW
    root = thought(known, generator, strength(known).iterations // 2)
    chances = root.mean(root.best())
    own = chances if known.view.position.turn == known.colour else 1 - chances
    return DRAW if own <= 0.5 else GO_ON
