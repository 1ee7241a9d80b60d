"""Odin's Table in a minute, and in thirty seconds for latecomers."""

from __future__ import annotations

from collections.abc import Iterator

from gm_appliance.core.cues import Cue
from gm_appliance.core.cues.screens import BoardScreen, VersusScreen
from gm_appliance.core.game import Decision
from gm_appliance.core.language import N_
from gm_appliance.core.table_narration import Teaching
from gm_appliance.core.values import replace
from gm_appliance.games.odins_table import board, model
from gm_appliance.games.odins_table.board import BLACK, ENERGY, SQUARES, START, WHITE, Position
from gm_appliance.games.odins_table.model import JUDGE, REFEREE, SEATS, SOLO, OdinView
from gm_appliance.games.odins_table.narration.names import COLUMN_LETTERS, ROW_NUMBERS, OdinWords, cell
from gm_appliance.games.odins_table.narration.screens import pieces

_GOAL = N_("Conquer three spaces of the opponent's energy row, and you win.")
_MOVE = N_("On your turn, move one piece one space, in any direction.")
_ATTACK = N_("To attack, move onto an opposing piece. Both show a card.")
_HIGHER = N_("The higher card wins. A tie goes to the attacker.")


def _with(white: str, black: str) -> Position:
    c1, c5 = SQUARES["c1"], SQUARES["c5"]
    return Position(
        ENERGY[WHITE] ^ 1 << c1 | 1 << SQUARES[white], ENERGY[BLACK] ^ 1 << c5 | 1 << SQUARES[black]
    )


_BEFORE_THE_ROW, _CONQUERED, _BEFORE_A_FIGHT = _with("c4", "e3"), _with("c5", "e3"), _with("c2", "c3")


class OdinTeaching(OdinWords, Teaching):
    def is_due(self, decision: Decision, view: OdinView) -> bool:
        """Before the first move of the first game; every decision there but the lots can recur."""
        untouched = OdinView(view.setup, view.phase, view.white)
        return view == untouched and isinstance(
            view.phase, model.Lots | model.Judging | model.Choosing | model.Dealing
        )

    def minute(self, view: OdinView) -> Iterator[Cue]:
        yield from self.told(self._board(view, START, ENERGY[BLACK]), _GOAL)
        yield from self.told(
            self._board(view, START, ENERGY[WHITE] | ENERGY[BLACK]),
            N_("The first and last rows are the energy rows."),
        )
        yield from self.told(self._moving(view, START, "c1"), _MOVE)
        yield from self.told(
            self._moving(view, _BEFORE_THE_ROW, "c4"), N_("A piece enters an energy row only straight ahead.")
        )
        yield from self.told(
            self._board(view, _CONQUERED), N_("It stays in that row, and nobody can attack it.")
        )
        yield from self.told(self._moving(view, _BEFORE_A_FIGHT, "c2"), _ATTACK)
        yield from self.told(
            None,
            N_("The attacker's card guards the column the piece leaves."),
            N_("The defender's card guards the column that is attacked."),
        )
        fight = VersusScreen(self._.pgettext("title", "A fight"), 8, 5)
        yield from self.told(fight, _HIGHER, N_("The loser's piece leaves. Draw new cards at once."))
        yield from self.told(
            None,
            N_("Loki and Idunn have tricks: ask me."),
            N_("Instead of moving, bring a lost piece back to a corner."),
        )
        if view.setup.mode == JUDGE:
            yield from self.told(None, N_("Tell me both cards of every fight."))
            return
        told = N_("Tell me every move and every fight.")
        yield from self.told(None, N_("Tell me your moves and cards.") if view.setup.mode == SOLO else told)
        yield from self.at_pads()

    def half_minute(self, view: OdinView) -> Iterator[Cue]:
        yield from self.told(self._board(view, START, ENERGY[BLACK]), _GOAL)
        yield from self.told(self._moving(view, START, "c1"), _MOVE)
        yield from self.told(self._moving(view, _BEFORE_A_FIGHT, "c2"), _ATTACK)
        yield from self.told(None, N_("Cards guard the column the piece leaves, and the one attacked."))
        yield from self.told(VersusScreen(self._.pgettext("title", "A fight"), 8, 5), _HIGHER)
        if view.setup.mode != JUDGE:
            yield from self.at_pads()

    def pads(self, view: OdinView) -> dict[int, str]:
        return {seat: self.player(seat) for seat in SEATS} if view.setup.mode == REFEREE else {}

    def _board(
        self, view: OdinView, position: Position, marked: int = 0, chosen: int | None = None
    ) -> BoardScreen:
        return BoardScreen(
            self._.pgettext("title", "An example"),
            COLUMN_LETTERS,
            ROW_NUMBERS,
            pieces(replace(view, position=position)),
            tuple(map(cell, board.bits(marked))),
            None if chosen is None else cell(chosen),
        )

    def _moving(self, view: OdinView, position: Position, piece: str) -> BoardScreen:
        square = SQUARES[piece]
        return self._board(view, position, board.targets(position, square), square)
