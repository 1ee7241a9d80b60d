"""Odin's Table on the display: the board, lists, fights and numbers by player."""

from __future__ import annotations

from gm_appliance.core.cues.screens import (
    BoardPiece,
    BoardScreen,
    GridScreen,
    Lines,
    MenuScreen,
    Screen,
    VersusScreen,
)
from gm_appliance.core.game import Choice, Decision, Face, MenuFace, Opponent
from gm_appliance.core.language import NP_, Message
from gm_appliance.games.odins_table import board, model
from gm_appliance.games.odins_table.board import BLACK, ENERGY, SQUARES, WHITE
from gm_appliance.games.odins_table.events import Fought, GameOver
from gm_appliance.games.odins_table.judge import said
from gm_appliance.games.odins_table.model import COLUMN_NAMES, SEATS, OdinView
from gm_appliance.games.odins_table.narration.names import (
    COLUMN_LETTERS,
    ROW_NUMBERS,
    OdinWords,
    card_line,
    cell,
    god_name,
    is_hollow,
    square_name,
)
from gm_appliance.games.odins_table.narration.prompts import PROMPTS

ON_THE_BOARD = frozenset(("turn.piece", "turn.target"))

WHY: dict[str, Message] = {
    "higher": NP_("line", "{winner} beats {loser}"),
    "tie": NP_("line", "Tie: attacker wins"),
    "trickery": NP_("line", "Loki tricks {loser}"),
    "two-lokis": NP_("line", "Tie: attacker wins"),
    "no-trickery": NP_("line", "Loki beats Idunn"),
}
"""The reason for the result of a fight, below its two cards; see `fight.Verdict`."""


class OdinScreens(OdinWords):
    def screen(self, decision: Decision, view: OdinView, face: Face, title: str) -> Screen:
        if isinstance(decision.who, Opponent):
            return self.board(view, title)
        if not isinstance(face, MenuFace):
            return Lines(title)
        if decision.name in ON_THE_BOARD:
            return self._choosing(view, face, face.items[face.at], title)
        if decision.name == "match.over":
            return self.games_won(view)
        return MenuScreen(title, tuple(self.item(one, view) for one in face.items), face.at)

    def item(self, choice: Choice, view: OdinView) -> str:
        """A choice as a line of the menu. Raises MissingWords."""
        name, value = choice.name, choice.value
        if isinstance(value, int):
            return card_line(self._, value)
        assert isinstance(value, str)
        if name == "judge.next":
            return self._attack(value, view)
        if name == "turn.idunn":
            return self._idunn(value, view)
        if value in SQUARES:
            return self._square(value, view)
        if value in COLUMN_NAMES:
            return self._card_of_column(value, view)
        return self._(PROMPTS[name].item(value))

    def _attack(self, value: str, view: OdinView) -> str:
        colour, card = said(value)
        player = self._player(view, view.seat_of(colour))
        if card is None:
            return self._.pgettext("line", "{player} conquers", player=player)
        god = god_name(self._, card)
        return self._.pgettext("line", "{player}: {strength} {god}", player=player, strength=card, god=god)

    def _idunn(self, value: str, view: OdinView) -> str:
        assert isinstance(view.phase, model.Targeting)
        column = COLUMN_LETTERS[board.column(view.phase.square)]
        if value == model.FROM:
            return self._.pgettext("line", "Idunn in column {column}", column=column)
        assert value == model.ONTO
        return self._.pgettext("line", "Idunn at the target")

    def _square(self, value: str, view: OdinView) -> str:
        square, name, turn = SQUARES[value], square_name(value), view.position.turn
        if not isinstance(view.phase, model.Targeting):
            back = not view.position.own >> square & 1
            return self._.pgettext("line", "Back on {square}", square=name) if back else name
        if view.position.theirs >> square & 1:
            return self._.pgettext("line", "Attack {square}", square=name)
        if ENERGY[1 - turn] >> square & 1:
            return self._.pgettext("line", "Conquer {square}", square=name)
        return name

    def _card_of_column(self, value: str, view: OdinView) -> str:
        known = view.known[_whose(view)][COLUMN_NAMES.index(value)]
        column = square_name(value)
        if known is None:
            return self._.pgettext("line", "Column {column}", column=column)
        god = god_name(self._, known)
        return self._.pgettext("line", "Column {column}: {god}", column=column, god=god)

    def _choosing(self, view: OdinView, face: MenuFace, choice: Choice, title: str) -> BoardScreen:
        value = str(choice.value)
        square = SQUARES.get(value) if choice.name in ON_THE_BOARD else None
        if isinstance(view.phase, model.Targeting):
            chosen = cell(view.phase.square)
            squares = [SQUARES[str(one.value)] for one in face.items if one.name in ON_THE_BOARD]
        else:
            chosen = None
            squares = [] if square is None else list(board.bits(board.targets(view.position, square)))
        return BoardScreen(
            title,
            COLUMN_LETTERS,
            ROW_NUMBERS,
            pieces(view),
            tuple(map(cell, squares)),
            chosen,
            None if square is None else cell(square),
            self.item(choice, view),
        )

    def board(self, view: OdinView, title: str = "") -> BoardScreen:
        title = title or self._.pgettext("title", "The board")
        return BoardScreen(title, COLUMN_LETTERS, ROW_NUMBERS, pieces(view))

    def fight(self, event: Fought, view: OdinView) -> VersusScreen:
        player = self._player(view, event.seat)
        title = self._.pgettext("line", "{player} attacks", player=player)
        won = event.ends == "attacker"
        winner, loser = (event.attack, event.defence) if won else (event.defence, event.attack)
        why = self._(WHY[event.why], winner=god_name(self._, winner), loser=god_name(self._, loser))
        return VersusScreen(title, event.attack, event.defence, (why,))

    def game_over(self, event: GameOver, view: OdinView) -> GridScreen:
        return self.spaces(self._.pgettext("title", "Game {number} over", number=event.game), view)

    def spaces(self, title: str, view: OdinView) -> GridScreen:
        numbers = tuple(view.conquests(view.colour_of(seat)) for seat in SEATS)
        return self._of_seats(title, view, numbers, self._.pgettext("line", "Spaces conquered"))

    def games_won(self, view: OdinView) -> GridScreen:
        return self._of_seats(self._.pgettext("title", "Games won"), view, view.wins)

    def _of_seats(self, title: str, view: OdinView, numbers: tuple[int, ...], hint: str = "") -> GridScreen:
        names = (str(self._player(view, seat)) for seat in SEATS)
        return GridScreen(title, tuple(zip(names, map(str, numbers), strict=True)), hint)


def _whose(view: OdinView) -> int:
    phase = view.phase
    assert isinstance(phase, model.Swapping | model.Scouting)
    return 1 - phase.end.mover


def pieces(view: OdinView) -> tuple[BoardPiece, ...]:
    return tuple(
        BoardPiece(cell(square), is_hollow(colour), bool(ENERGY[1 - colour] >> square & 1))
        for colour in (WHITE, BLACK)
        for square in board.bits(view.position[colour])
    )
