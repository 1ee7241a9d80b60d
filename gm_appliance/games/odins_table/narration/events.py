"""The words for each event of Odin's Table, and for undone choices."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from gm_appliance.core.cues import Cue, Remark, Say, Show
from gm_appliance.core.language import N_, Language, Message
from gm_appliance.core.people import Party
from gm_appliance.core.table_narration import EventWords, told_by
from gm_appliance.games.odins_table import board, events
from gm_appliance.games.odins_table.board import ATTACKER, BLACK, NAMES, SQUARES, SWAP, WHITE
from gm_appliance.games.odins_table.model import JUDGE, PERSON, SOLO, OdinView
from gm_appliance.games.odins_table.narration.names import OdinWords, god_name, square_name
from gm_appliance.games.odins_table.narration.screens import OdinScreens

_FOUGHT: Mapping[str, Message] = {
    "higher": N_("{winner} beats {loser}."),
    "tie": N_("{winner} against {loser}: a tie. The attacker wins."),
    "trickery": N_("Loki tricks {loser}."),
    "two-lokis": N_("Loki against Loki: a tie. The attacker wins."),
    "no-trickery": N_("Loki cannot trick Idunn, but beats her."),
}
"""The sentence for the result of a fight, by reason; see `fight.Verdict`."""

_CONQUERED: Mapping[int, Message] = {
    1: N_("{player} has conquered a space."),
    2: N_("{player} has conquered two spaces. One more wins."),
    3: N_("{player} has conquered three spaces."),
}

_REMARKS: Mapping[type, tuple[Message, Mapping[str, str]]] = {
    events.Shuffled: (N_("{player} shuffles the used cards."), {}),
    events.Moved: (N_("{player}: {square} to {to}."), {"square": "start", "to": "to"}),
    events.Attacked: (N_("{player} attacks {to} from {square}."), {"square": "start", "to": "to"}),
    events.Resurrected: (N_("{player} brings back a piece on {square}."), {"square": "to"}),
    events.Swapped: (N_("{player} swaps cards {column} and {to}."), {"column": "first", "to": "second"}),
    events.IdunnRevealed: (N_("{player} shows Idunn in column {column}."), {"column": "column"}),
    events.IdunnDiscarded: (N_("{player} discards Idunn and takes a new card."), {}),
    events.PlaysOn: (N_("{player} plays on."), {}),
}


_BY_HAND = (events.IdunnDiscarded, events.Shuffled)
"""Events after which people have to do something with the cards."""


class OdinEvents(OdinWords, EventWords):
    def __init__(self, _: Language, people: Party) -> None:
        super().__init__(_, people)
        self._screens = OdinScreens(_, people)

    def remark(self, event: Any, view: OdinView) -> Iterator[Cue]:
        sentence, places = _REMARKS[type(event)]
        names = {name: square_name(getattr(event, field)) for name, field in places.items()}
        said = self._(sentence, player=self._player(view, event.seat), **names)
        yield Say(said) if type(event) in _BY_HAND else Remark(said)

    def game_begins(self, event: events.GameBegins, view: OdinView) -> Iterator[Cue]:
        player = self._player(view, event.white)
        if event.game > 1:
            yield Say(self._("Game {number}. Set up the board and cards again.", number=event.game))
        elif event.lots:
            # Translators: by lot, to play white.
            yield Say(self._("The lot falls on {player}.", player=player))
        yield from self.begins(event, view)
        if event.game == 1:
            yield from self._set_up(view)
        if view.setup.mode == JUDGE:
            yield self._list_of_attacks(view)

    def begins(self, event: events.GameBegins, view: OdinView) -> Iterator[Cue]:
        yield Say(self._("{player} plays white and begins.", player=self._player(view, event.white)))

    def _list_of_attacks(self, view: OdinView) -> Say:
        """The list's two ends are close to where the cursor starts."""
        first, last = (self._player(view, view.seat_of(colour)) for colour in (WHITE, BLACK))
        said = N_("On the list of attacks, {player} comes first, {other} last.")
        return Say(self._(said, player=first, other=last))

    def board_kept(self, event: events.BoardKept, view: OdinView) -> Iterator[Cue]:
        yield Say(self._("From now on, you keep track of the board. Tell me fights and conquered spaces."))
        yield self._list_of_attacks(view)

    def _set_up(self, view: OdinView) -> Iterator[Cue]:
        if view.setup.mode == SOLO:
            yield Say(self._("Shuffle your deck. Lay six cards face up."))
        else:
            yield Say(self._("Shuffle your decks. Each of you lays six cards face up."))
            yield Say(self._("Then stand them behind your wall, one for each column."))
        if view.setup.mode != JUDGE:
            yield Show(self._screens.board(view))
            yield Say(self._("Columns are A to F, from White's left."))
            yield Say(self._("Rows are 1 to 5, from White's side."))

    def cards_shown(self, event: events.CardsShown, view: OdinView) -> Iterator[Cue]:
        gods = self._.names(god_name(self._, card) for card in event.cards)
        yield Say(self._("{player} shows {gods}.", player=self._player(view, event.seat), gods=gods))
        if event.seat == PERSON:
            yield Say(self._("Now stand them behind your wall, one for each column."))

    def too_many(self, event: events.TooMany, view: OdinView) -> Iterator[Cue]:
        god = god_name(self._, event.card)
        yield Say(self._("A deck has only {n} cards of {god}. Choose another card.", n=event.copies, god=god))

    def box_laid(self, event: events.BoxLaid, view: OdinView) -> Iterator[Cue]:
        yield Say(self._("My cards are behind my wall."))

    def passed(self, event: events.Passed, view: OdinView) -> Iterator[Cue]:
        yield Say(self._("{player} cannot move and passes.", player=self._player(view, event.seat)))

    def fought(self, event: events.Fought, view: OdinView) -> Iterator[Cue]:
        won = event.ends == ATTACKER
        winner, loser = (event.attack, event.defence) if won else (event.defence, event.attack)
        yield Show(self._screens.fight(event, view))
        yield Say(self._(_FOUGHT[event.why], winner=god_name(self._, winner), loser=god_name(self._, loser)))
        start, to = square_name(event.start), square_name(event.to)
        if event.ends == SWAP and not to:
            yield Say(self._("The two pieces change places."))
            return
        if event.ends == SWAP:
            yield Say(self._("The pieces on {square} and {to} change places.", square=start, to=to))
            return
        attacker, defender = self._player(view, event.seat), self._player(view, 3 - event.seat)
        if to and won:
            yield Say(self._("{player} takes {square}.", player=attacker, square=to))
        elif to:
            yield Say(self._("{player} holds {square}.", player=defender, square=to))
        yield Say(self._("{player} loses a piece.", player=defender if won else attacker))

    def corrected(self, event: events.Corrected, view: OdinView) -> Iterator[Cue]:
        """The pieces go back to where they were before the fight, which is announced again next."""
        white, black = (sum(1 << SQUARES[one] for one in squares) for squares in (event.white, event.black))
        yield Say(self._("Corrected."))
        yield from self._put_back((white, black), view)

    def conquered(self, event: events.Conquered, view: OdinView) -> Iterator[Cue]:
        said = self._(_CONQUERED[event.spaces], player=self._player(view, event.seat))
        yield Say(said) if view.setup.mode == JUDGE else Remark(said)

    def may_swap(self, event: events.MaySwap, view: OdinView) -> Iterator[Cue]:
        if not event.asked:  # otherwise the prompt says it
            player = self._player(view, event.seat)
            yield Say(self._("{player}, you may swap two cards.", player=player))

    def turned_up(self, event: events.TurnedUp, view: OdinView) -> Iterator[Cue]:
        yield Remark(self.lies_face_up(view, event.seat, event.card, event.column))

    def lies_face_up(self, view: OdinView, seat: int, card: int, column: str) -> str:
        said = {"player": self._player(view, seat), "god": god_name(self._, card)}
        return self._("{player}: {god} lies face up in column {column}.", column=square_name(column), **said)

    def repeated(self, event: events.Repeated, view: OdinView) -> Iterator[Cue]:
        if event.times == 3:
            yield Say(self._("The same position, for the third time."))
            return
        said = self._.ngettext(
            "The same position, {n} time now.", "The same position, {n} times now.", event.times
        )
        yield Say(said)

    def game_over(self, event: events.GameOver, view: OdinView) -> Iterator[Cue]:
        yield Show(self._screens.game_over(event, view))
        if event.why == "stuck":
            yield Say(self._("Nobody can move. Most spaces win."))
        if event.winner:
            yield Say(self._("{player} wins the game.", player=self._player(view, event.winner)))
        else:
            yield Say(self._("The game is a draw."))

    def ended(self, event: events.Ended, view: OdinView) -> Iterator[Cue]:
        if view.setup.games == 1:
            return  # the end of the game has said everything
        yield Show(self._screens.games_won(view))
        if not event.winners:
            yield Say(
                self._.ngettext(
                    "The match is a draw, {n} game each.",
                    "The match is a draw, {n} games each.",
                    view.wins[0],
                )
            )
            return
        (winner,) = event.winners
        yield Say(
            self._.ngettext(
                "{player} wins the match, {n} game to {number}.",
                "{player} wins the match, {n} games to {number}.",
                view.wins[winner - 1],
                player=self._player(view, winner),
                number=view.wins[2 - winner],
            )
        )

    def taken_back(self, before: OdinView, view: OdinView) -> Iterator[Say]:
        """What people move by hand after `before` became `view`; nothing if the box follows no board."""
        if before.game != view.game:
            yield Say(self._("Set the table as it was when game {number} ended.", number=view.game))
            return
        if view.setup.mode == JUDGE:
            return
        yield from self._put_back((before.position.white, before.position.black), view)
        for colour in (WHITE, BLACK):
            if colour == view.box:
                continue  # its cards are not on the table
            if before.piles[colour] != view.piles[colour] or before.known[colour] != view.known[colour]:
                player = self._player(view, view.seat_of(colour))
                yield Say(self._("{player}, put your cards back as they were.", player=player))

    def _put_back(self, stood: tuple[int, int], view: OdinView) -> Iterator[Say]:
        """Moves that take the pieces from these squares, White's and Black's, to their squares in `view`."""
        for colour in (WHITE, BLACK):
            had, has = stood[colour], view.position[colour]
            off, on = (
                deque(square_name(NAMES[at]) for at in board.bits(one)) for one in (had & ~has, has & ~had)
            )
            while off and on:
                said = self._(
                    "The piece on {square} goes back to {to}.", square=off.popleft(), to=on.popleft()
                )
                yield Say(said)
            for square in on:
                if colour == view.box:
                    yield Say(self._("My piece is back on {square}.", square=square))
                    continue
                player = self._player(view, view.seat_of(colour))
                yield Say(self._("{player}, your piece is back on {square}.", player=player, square=square))
            for square in off:
                yield Say(self._("The piece on {square} leaves the board.", square=square))

    TOLD = told_by(vars(), events) | dict.fromkeys(_REMARKS, remark)
