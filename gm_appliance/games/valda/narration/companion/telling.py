"""The companion told: what happened, but for attacks. Whatever was entered is said once, and in few words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gm_appliance.core.cues import Cue, Remark, Say, Show
from gm_appliance.core.language import N_, Language, Message, Name
from gm_appliance.core.people import Party
from gm_appliance.games.valda.companion import events
from gm_appliance.games.valda.companion.ending import WON_RACE
from gm_appliance.games.valda.companion.model import DRILL, FOLLOWERS, GODS, MINE, RESOURCES, View
from gm_appliance.games.valda.narration.companion.pictures import Pictures
from gm_appliance.games.valda.narration.companion.prompts import prompt
from gm_appliance.games.valda.narration.names import (
    amount,
    amounts,
    god_name,
    kind,
)
from gm_appliance.games.valda.narration.shared import round_begins, start_rolled, zone_reached
from gm_appliance.games.valda.narration.standing import win
from gm_appliance.games.valda.track import safe_below

BUILT: Mapping[str, Message] = {
    MINE: N_("{player} builds a mine."),
    DRILL: N_("{player} builds a drill."),
    "temple": N_("{player} builds a temple of {god}: one follower."),
}
DESTROYED: Mapping[str, Message] = {
    MINE: N_("{player} loses a mine."),
    DRILL: N_("{player} loses a drill."),
    "temple": N_("{player} loses a temple of {god}."),
}
CANCELLED: Mapping[str, Message] = {
    MINE: N_("Backstab. {player} builds no mine."),
    DRILL: N_("Backstab. {player} builds no drill."),
    "temple": N_("Backstab. {player} builds no temple of {god}."),
}
"""What becomes of buildings."""


class Telling:
    """The words for most events, in one language, for these people."""

    def __init__(self, _: Language, people: Party) -> None:
        self._ = _
        self._people = people
        self._pictures = Pictures(_, people)

    def _player(self, seat: int) -> Name:
        return self._people.name(self._, seat)

    # ------------------------------------------------------------ the game

    def endowed(self, event: events.Endowed, view: View) -> tuple[Cue, ...]:
        """What to begin with; what all have alike is said once."""
        three = zip(RESOURCES, (event.blood, event.gold, event.diamond), strict=True)
        player, given = self._player(event.seat), amounts(self._, three)
        said = Say(self._("{player} takes {given}.", player=player, given=given))
        shown = Show(self._pictures.stash(view, event.seat, player))
        last = all(one.mine for one in view.holdings)
        alike = (Say(self._("Everybody: six cards, nine temples, two mines.")),) if last else ()
        return (shown, said, *alike)

    def corrected(self, event: events.Corrected, view: View) -> tuple[Cue, ...]:
        player, given = self._player(event.seat), amount(self._, event.what, event.after)
        return (
            Say(self._("Corrected.")),
            Say(self._("{player}: {given}.", player=player, given=given)),
        )

    def ended(self, event: events.Ended, view: View) -> tuple[Cue, ...]:
        shown = Show(self._pictures.tree(self._(prompt("game.over").title), view))
        race = event.why == WON_RACE
        said = win(self._, self._people, event.winners, view.followers, race=race)
        decided = {
            "buildings": self._("Buildings decided the tie."),
            "resources": self._("Resources decided the tie."),
        }
        why = (Say(decided[event.by]),) if event.by in decided else ()
        return (shown, *said, *why)

    # ------------------------------------------------------------ resources

    def dice_rolled(self, event: events.DiceRolled, view: View) -> tuple[Cue, ...]:
        three = zip(RESOURCES, (event.blood, event.gold, event.diamond), strict=True)
        given = amounts(self._, three)
        shown = Show(self._pictures.dice(event, view))
        if not given:
            return (Remark(self._("{player} has no dice.", player=self._player(event.seat))),)
        said = self._("{given}.", given=given)
        return (Remark(said),) if event.own else (shown, Say(said))

    def traded(self, event: events.Traded, view: View) -> tuple[Cue, ...]:
        three = zip(RESOURCES, (event.blood, event.gold, event.diamond), strict=True)
        given, took = amounts(self._, three), amount(self._, event.took, 1)
        player = self._player(event.seat)
        return (Remark(self._("{player} trades {given} for {took}.", player=player, given=given, took=took)),)

    # ------------------------------------------------------------ cards

    def gained(self, event: events.Gained, view: View) -> tuple[Cue, ...]:
        player, given = self._player(event.seat), amount(self._, event.what, event.number)
        return (Remark(self._("{player} gains {given}.", player=player, given=given)),)

    def lost(self, event: events.Lost, view: View) -> tuple[Cue, ...]:
        player = self._player(event.seat)
        if not event.number:
            return self._nothing(event, view)
        given = amount(self._, event.what, event.number)
        said = Remark(self._("{player} loses {given}.", player=player, given=given))
        return (said, *self._less(event, view))

    def stolen(self, event: events.Stolen, view: View) -> tuple[Cue, ...]:
        player, thief = self._player(event.seat), self._player(event.by)
        if not event.number:
            return self._nothing(event, view)
        given = amount(self._, event.what, event.number)
        said = self._("{thief} steals {given} from {player}.", thief=thief, given=given, player=player)
        return (Remark(said), *self._less(event, view))

    def _nothing(self, event: events.Lost | events.Stolen, view: View) -> tuple[Cue, ...]:
        player = self._player(event.seat)
        if event.what == FOLLOWERS and view.has(event.seat).followers:
            return (Remark(self._("{player} stands safe and loses nothing.", player=player)),)
        return (Remark(self._("{player} has nothing to lose.", player=player)),)

    def _less(self, event: events.Lost | events.Stolen, view: View) -> tuple[Cue, ...]:
        """Why it was less than printed."""
        followers = view.has(event.seat).followers
        if event.number == event.printed or event.what != FOLLOWERS or not followers:
            return ()
        player = self._player(event.seat)
        return (Remark(self._("{player} is safe at {n}.", player=player, n=safe_below(followers))),)

    def given(self, event: events.Given, view: View) -> tuple[Cue, ...]:
        player, to = self._player(event.seat), self._player(event.to)
        if not event.number:
            return (Remark(self._("{player} stands safe and loses nothing.", player=player)),)
        given = amount(self._, event.what, event.number)
        return (Remark(self._("{player} gives {given} to {to}.", player=player, given=given, to=to)),)

    def actions_gained(self, event: events.ActionsGained, view: View) -> tuple[Cue, ...]:
        said = self._.ngettext("{n} more action.", "{n} more actions.", event.number)
        return (Remark(said),)

    def card_again(self, event: events.CardAgain, view: View) -> tuple[Cue, ...]:
        player = self._player(event.seat)
        return (Remark(self._("{player} plays a card again.", player=player)),)

    # ------------------------------------------------------------ buildings

    def built(self, event: events.Built, view: View) -> tuple[Cue, ...]:
        built = self._of_building(BUILT, event.seat, event.what)
        if event.what not in GODS:
            return (Remark(built),)
        look = self._("Look at two cards of {god}. Keep one.", god=god_name(self._, event.what))
        return (Remark(built), Remark(look))

    def _of_building(self, words: Mapping[str, Message], seat: int, what: str) -> str:
        """A sentence about a building of a seat."""
        god = god_name(self._, what) if what in GODS else ""
        return self._(words["temple" if god else what], player=self._player(seat), god=god)

    def area_locked(self, event: events.AreaLocked, view: View) -> tuple[Cue, ...]:
        player, god = self._player(event.seat), god_name(self._, event.god)
        said = Remark(self._("{player} locks the area of {god}.", player=player, god=god))
        return (said, Remark(self._("One more follower."))) if event.followers else (said,)

    def area_opened(self, event: events.AreaOpened, view: View) -> tuple[Cue, ...]:
        return (Remark(self._("The area of {god} is open again.", god=god_name(self._, event.god))),)

    def destroyed(self, event: events.Destroyed, view: View) -> tuple[Cue, ...]:
        return (Remark(self._of_building(DESTROYED, event.seat, event.what)),)

    def temple_moved(self, event: events.TempleMoved, view: View) -> tuple[Cue, ...]:
        player = self._player(event.seat)
        god, to = god_name(self._, event.god), god_name(self._, event.to)
        said = self._("{player}: a temple moves from {god} to {to}.", player=player, god=god, to=to)
        return (Remark(said),)

    def building_cancelled(self, event: events.BuildingCancelled, view: View) -> tuple[Cue, ...]:
        undone = self._of_building(CANCELLED, event.seat, event.what)
        return (Say(undone), Say(self._("Take back what it cost.")))

    # ------------------------------------------------------------ followers

    def start_rolled(self, event: events.StartRolled, view: View) -> tuple[Cue, ...]:
        return start_rolled(self._, self._people, event)

    def round_begins(self, event: events.RoundBegins, view: View) -> tuple[Cue, ...]:
        shown = self._pictures.tree(self._.pgettext("title", "Round {n}", n=event.round), view)
        return round_begins(self._, self._people, event, shown, race=view.setup.race)

    def zone_reached(self, event: events.ZoneReached, view: View) -> tuple[Cue, ...]:
        return zone_reached(self._, self._people, event)

    def converted(self, event: events.Converted, view: View) -> tuple[Cue, ...]:
        player, given = self._player(event.seat), amount(self._, event.what, event.paid)
        gained = amount(self._, FOLLOWERS, event.followers)
        if not event.paid:  # the table keeps resources by hand
            return (Remark(self._("{player} gains {given}.", player=player, given=gained)),)
        said = self._("{player} turns {given} into {gained}.", player=player, given=given, gained=gained)
        return (Remark(said),)

    def loki_rolled(self, event: events.LokiRolled, view: View) -> tuple[Cue, ...]:
        player, n = self._player(event.seat), event.followers
        shown = Show(self._pictures.loki(event))
        if n > 0:
            gained = amount(self._, FOLLOWERS, n)
            return (shown, Say(self._("{player} gains {given}.", player=player, given=gained)))
        if n < 0:
            lost = amount(self._, FOLLOWERS, -n)
            return (shown, Say(self._("{player} loses {given}.", player=player, given=lost)))
        return (shown, Say(self._("Loki changes nothing.")))

    def die_turned(self, event: events.DieTurned, view: View) -> tuple[Cue, ...]:
        player = self._player(event.seat)
        if isinstance(event.now, str):
            return (
                Remark(
                    self._("A die of {player} shows {kind} now.", player=player, kind=kind(self._, event.now))
                ),
            )
        return (Remark(self._("A die of {player} shows {n} now.", player=player, n=event.now)),)


def silent(telling: Any, event: Any, view: View) -> tuple[Cue, ...]:
    """The prompt that follows says it."""
    return ()


TOLD: Mapping[type, Callable[[Telling, Any, View], tuple[Cue, ...]]] = {
    events.StartRolled: Telling.start_rolled,
    events.RoundBegins: Telling.round_begins,
    events.Endowed: Telling.endowed,
    events.TurnBegins: silent,
    events.Corrected: Telling.corrected,
    events.Ended: Telling.ended,
    events.DiceRolled: Telling.dice_rolled,
    events.Traded: Telling.traded,
    events.Gained: Telling.gained,
    events.Lost: Telling.lost,
    events.Stolen: Telling.stolen,
    events.Given: Telling.given,
    events.ActionsGained: Telling.actions_gained,
    events.CardAgain: Telling.card_again,
    events.Built: Telling.built,
    events.AreaLocked: Telling.area_locked,
    events.AreaOpened: Telling.area_opened,
    events.Destroyed: Telling.destroyed,
    events.TempleMoved: Telling.temple_moved,
    events.BuildingCancelled: Telling.building_cancelled,
    events.ZoneReached: Telling.zone_reached,
    events.Converted: Telling.converted,
    events.LokiRolled: Telling.loki_rolled,
    events.DieTurned: Telling.die_turned,
}
"""What is told of each kind of event, but for attacks."""
