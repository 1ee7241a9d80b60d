"""What Odin's Table explains to whoever asks, and the lines it is asked for by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gm_appliance.core.cues import Cue, Say, Show
from gm_appliance.core.language import N_, NP_, Language, Message
from gm_appliance.core.narration import Unspoken
from gm_appliance.core.people import Party
from gm_appliance.games.odins_table import board
from gm_appliance.games.odins_table.board import BLACK, NAMES, WHITE
from gm_appliance.games.odins_table.model import COLUMN_NAMES, JUDGE, SEATS, View
from gm_appliance.games.odins_table.narration.names import colour_name, god_name, square_name
from gm_appliance.games.odins_table.narration.screens import Pictures

_TOPICS: Mapping[str, Message] = {
    "board": NP_("line", "The board now"),
    "score": NP_("line", "Where we stand"),
    "judge.close": NP_("line", "End this game"),
    "mistake": NP_("line", "A wrong press"),
    "rules": NP_("line", "The rules, a minute"),
    "cards": NP_("line", "The ten gods"),
    "loki": NP_("line", "Loki"),
    "idunn": NP_("line", "Idunn"),
    "picture": NP_("line", "What the box shows"),
    "rulings": NP_("line", "When in doubt"),
}

_EXPLAINED: Mapping[str, tuple[Message, ...]] = {
    "mistake": (
        N_("Hold back: the last choice is taken back."),
        N_("Hold it again to go back further."),
    ),
    "rules": (
        N_("Conquer three spaces of the opponent's energy row, and you win."),
        N_("In your turn, move one piece one space, in any direction."),
        N_("Into an energy row, a piece moves straight ahead only."),
        N_("It cannot slip diagonally between two opposing pieces."),
        N_("To attack, move onto an opposing piece."),
        N_("Both show a card. The attacker's guards the column it leaves."),
        N_("The defender's guards the column that is attacked."),
        N_("The higher card wins. A tie goes to the attacker."),
        N_("The loser's piece leaves the board. The winner holds the space."),
        N_("Used cards are discarded. Draw new ones at once."),
        N_("A piece that conquers stays, and nobody attacks it."),
        N_("If you lost one to it, you may swap two cards."),
        N_("Instead of moving, you may bring back a lost piece."),
        N_("It starts on an empty corner of your energy row."),
    ),
    "cards": (
        N_("Odin is 9, Thor 8, Vidar 7, Tyr 6, Freya 5."),
        N_("Hel is 4, Baldr 3, Njord 2, Loki 1, Idunn 0."),
        N_("The higher one wins a fight. Only Loki and Idunn do more."),
    ),
    "loki": (
        N_("Attack Loki with a higher card: he tricks you."),
        N_("The two pieces change places, and nobody loses one."),
        N_("Loki attacking Loki wins, as in any tie."),
        N_("Idunn attacking Loki loses. He plays no trick on her."),
    ),
    "idunn": (
        N_("Move from the column Idunn guards, or onto it."),
        N_("Then you may reveal her, with or without a fight."),
        N_("She turns up one of your opponent's cards."),
        N_("It lies open until it is used."),
        N_("Idunn is discarded at the end of the turn."),
        N_("If she loses a fight, she does not scout."),
    ),
    "picture": (
        N_("White has discs, Black has rings."),
        N_("Crossed pieces have conquered their space."),
        N_("The thick frame is what OK takes."),
        N_("Dots, and pieces with corners, are where it may go."),
    ),
    "rulings": (
        N_("Whoever is moved by Loki's trick can conquer a space."),
        N_("Nobody lost a piece then, so no cards are swapped."),
        N_("A conqueror in your corner: no piece comes back there."),
        N_("Idunn does not scout when a piece comes back."),
        N_("Who has lost all pieces plays on."),
        N_("Who cannot move passes."),
        N_("If nobody can move, most spaces win."),
        N_("At the third same position, both may agree to a draw."),
    ),
}

_IN_THE_MENU: tuple[Message, ...] = (
    N_("Choose the piece. Idunn comes after its last space."),
    N_("Choose her first, then the space."),
)
"""How she is entered."""


def topics_at(view: View, on_request: tuple[str, ...]) -> tuple[str, ...]:
    """What can be asked for now, in order."""
    judge = view.setup.mode == JUDGE
    now = ("score",) if judge else ("board", "score")
    picture = () if judge else ("picture",)
    return (*now, *on_request, "mistake", "rules", "cards", "loki", "idunn", *picture, "rulings")


def topic_line(_: Language, topic: str) -> str:
    """A topic as a line of the menu. Raises Unspoken."""
    if topic not in _TOPICS:
        raise Unspoken(f"the topic {topic!r}")
    return _(_TOPICS[topic])


def explanation(_: Language, people: Party, topic: str, view: View) -> tuple[Cue, ...]:
    """The answer. Raises Unspoken."""
    if topic == "board":
        return (*the_board(_, people, view),)
    if topic == "score":
        return (*score(_, people, view),)
    if topic not in _EXPLAINED:
        raise Unspoken(f"explain {topic!r}")
    said = _EXPLAINED[topic]
    if topic == "idunn" and view.setup.mode != JUDGE:
        said = (*said, *_IN_THE_MENU)
    return tuple(Say(_(sentence)) for sentence in said)


def the_board(_: Language, people: Party, view: View) -> Iterator[Cue]:
    """Every piece, and every card that lies open: for those who do not see it."""
    yield Show(Pictures(_, people).board(_.pgettext("title", "The board"), view))
    for colour in (WHITE, BLACK):
        name, squares = colour_name(_, colour), board.bits(view.position[colour])
        if squares:
            where = _.names(square_name(NAMES[one]) for one in squares)
            yield Say(_("{colour}: {squares}.", colour=name, squares=where))
        else:
            yield Say(_("{colour} has no piece on the board.", colour=name))
    for colour in (WHITE, BLACK):
        player = people.name(_, view.seat_of(colour))
        for column, card in zip(COLUMN_NAMES, view.known[colour], strict=True):
            if card is not None:
                said = {"player": player, "god": god_name(_, card), "column": square_name(column)}
                yield Say(_("{player}: {god} lies open in column {column}.", **said))


def score(_: Language, people: Party, view: View) -> Iterator[Cue]:
    """The spaces both have conquered, and the games they have won."""
    pictures = Pictures(_, people)
    yield Show(pictures.spaces(_.pgettext("title", "Spaces"), view))
    for seat in SEATS:
        spaces, player = view.conquests(view.colour_of(seat)), people.name(_, seat)
        yield Say(_.ngettext("{player}: {n} space.", "{player}: {n} spaces.", spaces, player=player))
    if not view.results:
        return
    yield Show(pictures.games_won(_.pgettext("title", "Games won"), view))
    for seat, won in zip(SEATS, view.wins, strict=True):
        player = people.name(_, seat)
        yield Say(_.ngettext("{player} has won {n} game.", "{player} has won {n} games.", won, player=player))
