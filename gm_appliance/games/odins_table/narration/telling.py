"""Odin's Table told: what happened. A move is said once and nobody waits for it; a fight has a picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gm_appliance.core.cues import Cue, Remark, Say, Show
from gm_appliance.core.language import N_, Language, Message, Name
from gm_appliance.core.narration import Unspoken
from gm_appliance.core.people import Party
from gm_appliance.games.odins_table import events
from gm_appliance.games.odins_table.board import ATTACKER, SWAP
from gm_appliance.games.odins_table.model import JUDGE, PERSON, SOLO, View
from gm_appliance.games.odins_table.narration.names import god_name, square_name
from gm_appliance.games.odins_table.narration.screens import Pictures

_FOUGHT: Mapping[str, Message] = {
    "higher": N_("{winner} beats {loser}."),
    "tie": N_("{winner} against {loser}: a tie. The attacker wins."),
    "trickery": N_("Loki tricks {loser}."),
    "two-lokis": N_("Loki against Loki: a tie. The attacker wins."),
    "no-trickery": N_("Loki cannot trick Idunn, and beats her."),
}
"""A fight in one sentence, by why it ended as it did."""

_CONQUERED: Mapping[int, Message] = {
    1: N_("{player} has conquered a space."),
    2: N_("{player} has conquered two spaces. One more wins."),
    3: N_("{player} has conquered three spaces."),
}


class Telling:
    """The words for every event, in one language, for these people."""

    def __init__(self, _: Language, people: Party) -> None:
        self._ = _
        self._people = people
        self._pictures = Pictures(_, people)

    def tell(self, event: Any, view: View) -> tuple[Cue, ...]:
        """What is said and shown of an event. Raises Unspoken."""
        told = TOLD.get(type(event))
        if told is None:
            raise Unspoken(f"tell {type(event).__name__}")
        return told(self, event, view)

    def _player(self, seat: int) -> Name:
        return self._people.name(self._, seat)

    # ------------------------------------------------------------ a game begins

    def game_begins(self, event: events.GameBegins, view: View) -> tuple[Cue, ...]:
        player = self._player(event.white)
        if event.game > 1:
            game = Say(self._("Game {number}. Set up the board and cards again.", number=event.game))
            return (game, Say(self._("{player} plays white and begins.", player=player)))
        drawn = (Say(self._("The lot falls on {player}.", player=player)),) if event.lots else ()
        return (*drawn, Say(self._("{player} plays white and begins.", player=player)), *self._set_up(view))

    def _set_up(self, view: View) -> tuple[Cue, ...]:
        if view.setup.mode == SOLO:
            said = [Say(self._("Shuffle your deck. Lay six cards open."))]
        else:
            said = [
                Say(self._("Shuffle your decks. Lay six cards open, for all to see.")),
                Say(self._("Then stand them behind your wall, one for each column.")),
            ]
        if view.setup.mode != JUDGE:
            shown = Show(self._pictures.board(self._.pgettext("title", "The board"), view))
            said_of_names = Say(self._("Columns are A to F, from White's left."))
            return (*said, shown, said_of_names, Say(self._("Rows are 1 to 5, from White's side.")))
        return tuple(said)

    def cards_shown(self, event: events.CardsShown, view: View) -> tuple[Cue, ...]:
        """The person knows the own cards; all that is left is to put them away."""
        if event.seat == PERSON:
            return (Say(self._("Now stand them behind your wall, one for each column.")),)
        gods = self._.names(god_name(self._, card) for card in event.cards)
        return (Say(self._("{player} shows {gods}.", player=self._player(event.seat), gods=gods)),)

    def box_laid(self, event: events.BoxLaid, view: View) -> tuple[Cue, ...]:
        return (Say(self._("My cards are behind my wall.")),)

    def shuffled(self, event: events.Shuffled, view: View) -> tuple[Cue, ...]:
        return (Remark(self._("{player} shuffles the used cards.", player=self._player(event.seat))),)

    # ------------------------------------------------------------ moves

    def moved(self, event: events.Moved, view: View) -> tuple[Cue, ...]:
        player, start, to = self._player(event.seat), square_name(event.start), square_name(event.to)
        return (Remark(self._("{player}: {square} to {to}.", player=player, square=start, to=to)),)

    def attacked(self, event: events.Attacked, view: View) -> tuple[Cue, ...]:
        player, start, to = self._player(event.seat), square_name(event.start), square_name(event.to)
        said = self._("{player} attacks {to} from {square}.", player=player, to=to, square=start)
        return (Remark(said),)

    def resurrected(self, event: events.Resurrected, view: View) -> tuple[Cue, ...]:
        player, to = self._player(event.seat), square_name(event.to)
        return (Remark(self._("{player} brings a piece back on {square}.", player=player, square=to)),)

    def passed(self, event: events.Passed, view: View) -> tuple[Cue, ...]:
        return (Say(self._("{player} cannot move and passes.", player=self._player(event.seat))),)

    # ------------------------------------------------------------ fights

    def fought(self, event: events.Fought, view: View) -> tuple[Cue, ...]:
        won = event.ends == ATTACKER
        winner, loser = (event.attack, event.defence) if won else (event.defence, event.attack)
        gods = {"winner": god_name(self._, winner), "loser": god_name(self._, loser)}
        why = Say(self._(_FOUGHT[event.why], **gods))
        return (Show(self._pictures.fight(event)), why, *self._follows(event))

    def _follows(self, event: events.Fought) -> tuple[Cue, ...]:
        """What becomes of the pieces."""
        start, to = square_name(event.start), square_name(event.to)
        if event.ends == SWAP and not to:
            return (Say(self._("The two pieces change places.")),)
        if event.ends == SWAP:
            return (Say(self._("The pieces on {square} and {to} change places.", square=start, to=to)),)
        won = event.ends == ATTACKER
        attacker, defender = self._player(event.seat), self._player(3 - event.seat)
        winner, loser = (attacker, defender) if won else (defender, attacker)
        lost = Say(self._("{player} loses a piece.", player=loser))
        if not to:
            return (lost,)
        if won:
            return (Say(self._("{player} takes {square}.", player=winner, square=to)), lost)
        return (Say(self._("{player} holds {square}.", player=winner, square=to)), lost)

    def conquered(self, event: events.Conquered, view: View) -> tuple[Cue, ...]:
        said = self._(_CONQUERED[event.spaces], player=self._player(event.seat))
        return (Say(said),) if view.setup.mode == JUDGE else (Remark(said),)

    # ------------------------------------------------------------ cards

    def may_swap(self, event: events.MaySwap, view: View) -> tuple[Cue, ...]:
        """Where it is asked which, the prompt says it."""
        if event.asked:
            return ()
        return (Remark(self._("{player}, you may swap two cards.", player=self._player(event.seat))),)

    def swapped(self, event: events.Swapped, view: View) -> tuple[Cue, ...]:
        player, first, second = (
            self._player(event.seat),
            square_name(event.first),
            square_name(event.second),
        )
        said = self._("{player} swaps cards {column} and {to}.", player=player, column=first, to=second)
        return (Remark(said),)

    def idunn_revealed(self, event: events.IdunnRevealed, view: View) -> tuple[Cue, ...]:
        player, column = self._player(event.seat), square_name(event.column)
        return (Remark(self._("{player} shows Idunn in column {column}.", player=player, column=column)),)

    def turned_up(self, event: events.TurnedUp, view: View) -> tuple[Cue, ...]:
        player, column, god = (
            self._player(event.seat),
            square_name(event.column),
            god_name(self._, event.card),
        )
        said = self._("{player}: {god} lies open in column {column}.", player=player, god=god, column=column)
        return (Remark(said),)

    def idunn_discarded(self, event: events.IdunnDiscarded, view: View) -> tuple[Cue, ...]:
        player = self._player(event.seat)
        return (Remark(self._("{player} discards Idunn and draws a card.", player=player)),)

    # ------------------------------------------------------------ the end

    def repeated(self, event: events.Repeated, view: View) -> tuple[Cue, ...]:
        if event.times == 3:
            return (Say(self._("The same position, for the third time.")),)
        return (Say(self._("The same position, {n} times now.", n=event.times)),)

    def plays_on(self, event: events.PlaysOn, view: View) -> tuple[Cue, ...]:
        return (Remark(self._("{player} plays on.", player=self._player(event.seat))),)

    def game_over(self, event: events.GameOver, view: View) -> tuple[Cue, ...]:
        shown = Show(self._pictures.game_over(event))
        stuck = (Say(self._("Nobody can move. Most spaces win.")),) if event.why == "stuck" else ()
        if event.winner:
            return (shown, *stuck, Say(self._("{player} wins the game.", player=self._player(event.winner))))
        return (shown, *stuck, Say(self._("The game is a draw.")))

    def ended(self, event: events.Ended, view: View) -> tuple[Cue, ...]:
        """Of a single game everything has been said."""
        if view.setup.games == 1:
            return ()
        title = self._.pgettext("title", "Games won")
        shown = Show(self._pictures.games_won(title, view))
        if not event.winners:
            return (shown, Say(self._("The match is a draw, {n} all.", n=view.wins[0])))
        (winner,) = event.winners
        won, lost = view.wins[winner - 1], view.wins[2 - winner]
        player = self._player(winner)
        said = self._("{player} wins the match, {n} to {number}.", player=player, n=won, number=lost)
        return (shown, Say(said))


TOLD: Mapping[type, Callable[[Telling, Any, View], tuple[Cue, ...]]] = {
    events.GameBegins: Telling.game_begins,
    events.CardsShown: Telling.cards_shown,
    events.BoxLaid: Telling.box_laid,
    events.Shuffled: Telling.shuffled,
    events.Moved: Telling.moved,
    events.Attacked: Telling.attacked,
    events.Resurrected: Telling.resurrected,
    events.Passed: Telling.passed,
    events.Fought: Telling.fought,
    events.Conquered: Telling.conquered,
    events.MaySwap: Telling.may_swap,
    events.Swapped: Telling.swapped,
    events.IdunnRevealed: Telling.idunn_revealed,
    events.TurnedUp: Telling.turned_up,
    events.IdunnDiscarded: Telling.idunn_discarded,
    events.Repeated: Telling.repeated,
    events.PlaysOn: Telling.plays_on,
    events.GameOver: Telling.game_over,
    events.Ended: Telling.ended,
}
"""What is told of each kind of event."""
