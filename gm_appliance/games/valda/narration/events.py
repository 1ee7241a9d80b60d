"""The words and pictures for events. Every entry is repeated once, in a few words."""

# Long: a method for each of Valda's forty events.

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from gm_appliance.core.cues import Cue, Remark, Say, Show, StoryLine
from gm_appliance.core.cues.screens import VersusScreen
from gm_appliance.core.language import N_, Language, Message
from gm_appliance.core.people import Party
from gm_appliance.core.standings_told import some_names
from gm_appliance.core.table_narration import EventWords, silent, told_by
from gm_appliance.core.values import Value
from gm_appliance.games.valda import events, model
from gm_appliance.games.valda.ending import known
from gm_appliance.games.valda.model import GODS, RESOURCES, ValdaView
from gm_appliance.games.valda.narration.names import PARTS, SWORDS, amount, amounts, god_name
from gm_appliance.games.valda.narration.prompts import BRIEF_TRADES, PROMPTS, asked
from gm_appliance.games.valda.narration.screens import ValdaScreens
from gm_appliance.games.valda.narration.standing import win
from gm_appliance.games.valda.track import ROUNDS, safe_below

REMARKS: Mapping[type, Message] = {
    events.CardAgain: N_("{player} plays a card again."),
    events.AreaOpened: N_("The area of {god} is open again."),
    events.AttackRedirected: N_("{victim} vanishes. {to} is attacked instead."),
    events.AttackCancelled: N_("The attack is cancelled. {victim} keeps the attack card."),
    events.HornBlown: N_("War Horn. The attack hits."),
    events.SpearThrown: N_("Soulspear. Killed followers count double."),
    events.AttackAgain: N_("{attacker} plays the same attack again."),
}
"""Events announced in one sentence with their fields."""

BUILT: Mapping[str, Message] = {
    model.MINE: N_("{player} builds a mine."),
    model.DRILL: N_("{player} builds a drill."),
    "temple": N_("{player} builds a temple of {god}: one follower."),
}
DESTROYED: Mapping[str, Message] = {
    model.MINE: N_("{player} loses a mine."),
    model.DRILL: N_("{player} loses a drill."),
    "temple": N_("{player} loses a temple of {god}."),
}
CANCELLED: Mapping[str, Message] = {
    model.MINE: N_("Backstab. {player} builds no mine."),
    model.DRILL: N_("Backstab. {player} builds no drill."),
    "temple": N_("Backstab. {player} builds no temple of {god}."),
}

TURNED: Mapping[str, Message] = {
    "gold": N_("{player}, one die shows gold now."),
    "diamond": N_("{player}, one die shows a diamond now."),
}

ATTACKS_IN_ORDER = N_("Attacks on {player}. In order: {players}.")
ATTACKED_BY = N_("{players} may attack {player}.")
"""For attacks played by hand: several players may attack, or only one, whom {players} then names."""

TIED = N_("If followers are tied, most resources go first.")
"""If the box does not know the resources, and so lists these players clockwise."""

FEW_TO_LOSE = 2  # attacks that can cost more followers than this hardly ever reach a safe zone

_BY_HAND: Mapping[str, str] = {
    **{"trades": "trade.give", "buildings": "build.what", "conversions": "followers.what"}
}

_DRAW = (N_("Draw two cards face up."), N_("Draw two cards in secret."), N_("Draw three cards in secret."))
_DRAW_FROM_AREA = (
    N_("Draw face up: one card of {god}, one base card."),
    N_("Draw in secret: one card of {god}, one base card."),
    N_("Draw in secret: one card of {god}, two base cards."),
)
"""With no temple at Freya, with one, or with more; then the same for a player who has locked a god's area."""


def tied(view: ValdaView, seats: Collection[int]) -> bool:
    return len({view.has(seat).followers for seat in seats}) < len(seats)


class ValdaEvents(EventWords):
    def __init__(self, _: Language, people: Party) -> None:
        super().__init__(_, people)
        self._screens = ValdaScreens(_, people)

    def _god(self, god: str) -> str:
        return god_name(self._, god)

    def _three(self, event: events.Endowed | events.DiceRolled | events.Traded) -> str:
        return amounts(self._, ((what, getattr(event, what)) for what in RESOURCES))

    def remark(self, event: Value, view: ValdaView) -> tuple[Cue, ...]:
        fields = {"player": "seat", "attacker": "attacker", "victim": "victim", "to": "to"}
        seats = {name: getattr(event, field) for name, field in fields.items() if hasattr(event, field)}
        names = {name: self.player(seat) for name, seat in seats.items()}
        god = {"god": self._god(event.god)} if isinstance(event, events.AreaOpened) else {}
        return (Remark(self._(REMARKS[type(event)], **names, **god)),)

    # ------------------------------------------------------------ the game and its turns

    def start_rolled(self, event: events.StartRolled, view: ValdaView) -> tuple[Cue, ...]:
        shown, most = Show(self._screens.start(event)), max(number for _seat, number in event.numbers)
        players = self._.names(map(self.player, event.highest))
        if len(event.highest) == 1:
            return (shown, Say(self._("{player} rolls highest: {n}.", player=players, n=most)))
        tied = Say(self._("Tied with {n}: {players}.", n=most, players=players))
        return (shown, tied, Say(self._("They roll again.")))

    def endowed(self, event: events.Endowed, view: ValdaView) -> Iterator[Cue]:
        """What everybody takes alike is announced once, after the last player's resources."""
        if known(view.setup, "resources"):
            yield Show(self._screens.stash(view, event.seat))
        player, given = self.player(event.seat), self._three(event)
        yield Say(self._("{player} takes {given}.", player=player, given=given))
        if event.seat % view.setup.players + 1 == view.first:
            yield Say(self._("Everybody takes six cards, nine temples and two mines."))

    def round_begins(self, event: events.RoundBegins, view: ValdaView) -> tuple[Cue, ...]:
        player, n = self.player(event.first), event.round
        shown = Show(self._screens.tree(self._.pgettext("title", "Round {n}", n=n), view))
        if n != ROUNDS or view.setup.race:
            began = self._("Round {n}. {player} begins.", n=n, player=player)
        elif event.clockwise:
            began = self._("The last round. {player} begins.", player=player)
        else:
            began = self._("The last round goes the other way. {player} begins.", player=player)
        return (shown, Say(began))

    def turn_begins(self, event: events.TurnBegins, view: ValdaView) -> Iterator[Cue]:
        """The dice to roll, if the table rolls them and does not enter the result."""
        if not view.setup.own or view.setup.cubes or "dice" not in view.setup.parts:
            return
        player, has = self.player(event.seat), view.has(event.seat)
        yield Remark(self._("{player}, your turn.", player=player))
        if has.mine:
            yield Say(self._.ngettext("Roll {n} yellow die.", "Roll {n} yellow dice.", has.mine))
        if has.drill:
            yield Say(self._.ngettext("Roll {n} blue die.", "Roll {n} blue dice.", has.drill))

    def part_switched(self, event: events.PartSwitched, view: ValdaView) -> Iterator[Cue]:
        part = self._(PARTS[event.part])
        if not event.followed:
            yield Remark(self._("{part}: off. You handle that yourselves.", part=part))
            return
        yield Remark(self._("{part}: on.", part=part))
        if event.part not in ("dice", "weapons"):
            yield Say(self._("Now correct what has changed."))

    def by_hand(self, event: events.ByHand, view: ValdaView) -> tuple[Cue, ...]:
        """The table's next part without the box; after the first turn only special rules."""
        player, known = self.player(event.seat), view.practised
        if event.part == "cards":
            return (*map(Say, self.draws(view)), *self.hand_limited(event, view))
        if event.part == "trades" and known:
            trade = BRIEF_TRADES.get(min(2, view.has(event.seat).of(model.HEIMDALL)))
            return (Say(self._(trade)),) if trade else ()
        if event.part == "conversions" and known:
            return ()  # the question for followers says so
        if event.part == "attacks":
            players = self._.names(map(self.player, event.seats))
            said = ATTACKS_IN_ORDER if len(event.seats) > 1 else ATTACKED_BY
            order = Say(self._(said, player=player, players=players))
            unsure = not view.setup.cubes and tied(view, event.seats)
            return (order, Say(self._(TIED))) if unsure else (order,)
        decision = _BY_HAND[event.part]
        return (Say(self._(asked(decision, view) or PROMPTS[decision].ask, player=player)),)

    def moved(self, event: events.Moved, view: ValdaView) -> tuple[Cue, ...]:
        if "dice" in view.setup.parts:
            return ()  # the cursor named the number
        player, given = self.player(event.seat), amount(self._, model.FOLLOWERS, event.after)
        return (Remark(self._("{player}: {given}.", player=player, given=given)),)

    def zone_reached(self, event: events.ZoneReached, view: ValdaView) -> tuple[Cue, ...]:
        said = self._.ngettext(
            "{player}'s {n} follower is safe.",
            "{player}'s {n} followers are safe.",
            event.zone,
            player=self.player(event.seat),
        )
        return (Remark(said),)

    def corrected(self, event: events.Corrected, view: ValdaView) -> tuple[Cue, ...]:
        player, given = self.player(event.seat), amount(self._, event.what, event.after)
        return (
            Say(self._("Corrected.")),
            # Translators: what somebody has now, such as 2 gold.
            Say(self._("{player}: {given}.", player=player, given=given)),
        )

    # ------------------------------------------------------------ the end

    def tied(self, event: events.Tied, view: ValdaView) -> Iterator[Cue]:
        players, *others = some_names(self._, self._people, event.seats)
        if event.what == model.FOLLOWERS:
            said = self._.ngettext(
                "Tied with {n} follower: {players}.",
                "Tied with {n} followers: {players}.",
                max(view.followers),
                players=players,
            )
            decides = self._("Most buildings win.")
        else:
            said = self._("Still tied: {players}.", players=players)
            decides = self._("Most resources win.")
        yield Say(said)
        for names in others:
            yield Say(self._("Also {players}.", players=names))
        yield Say(decides)

    def counted(self, event: events.Counted, view: ValdaView) -> tuple[Cue, ...]:
        player, n = self.player(event.seat), event.number
        if event.what == "buildings":
            said = self._.ngettext("{player}: {n} building.", "{player}: {n} buildings.", n, player=player)
        else:
            said = self._.ngettext("{player}: {n} resource.", "{player}: {n} resources.", n, player=player)
        return (Remark(said),)

    def ended(self, event: events.Ended, view: ValdaView) -> Iterator[Cue]:
        """The tie-breaker, unless the table has just counted it."""
        yield Show(self._screens.tree(self._(PROMPTS["game.over"].title), view))
        yield from win(self._, self._people, event, view)
        decided = {
            "buildings": self._("Buildings decided the tie."),
            "resources": self._("Resources decided the tie."),
        }
        if event.by in decided and known(view.setup, event.by):
            yield Say(decided[event.by])

    # ------------------------------------------------------------ resources

    def dice_rolled(self, event: events.DiceRolled, view: ValdaView) -> tuple[Cue, ...]:
        player, given = self.player(event.seat), self._three(event)
        if not given:
            return (Remark(self._("{player} has no dice.", player=player)),)
        said = self._("{player} rolls {given}.", player=player, given=given)
        if view.practised:
            said = self._("{given}.", given=given)
        return (Remark(said),) if event.own else (Show(self._screens.dice(event, view)), Say(said))

    def traded(self, event: events.Traded, view: ValdaView) -> tuple[Cue, ...]:
        player, given, took = self.player(event.seat), self._three(event), amount(self._, event.took, 1)
        return (Remark(self._("{player} trades {given} for {took}.", player=player, given=given, took=took)),)

    # ------------------------------------------------------------ cards

    def begun(self, view: ValdaView) -> Iterator[Say]:
        """The beginning of the turn, for a table that keeps its own resources."""
        if view.lying and not view.setup.cubes:
            yellow, blood = view.lying.yellow, sum(view.lying.blue)
            given = amounts(self._, (("blood", blood), *((what, yellow.count(what)) for what in RESOURCES)))
            yield Say(self._("{player} rolls {given}.", player=self.player(view.turn), given=given))
            yield from map(Say, self.draws(view))

    def draws(self, view: ValdaView) -> Iterator[str]:
        """The cards the current player draws. With several locked areas, one of their gods is chosen."""
        freya = min(2, view.has(view.turn).of(model.FREYA))
        locked = [self._god(god) for god in GODS if view.owner(god) == view.turn]
        if locked:
            yield self._(_DRAW_FROM_AREA[freya], god=locked[0])
        else:
            yield self._(_DRAW[freya])
        for god in locked[1:]:
            yield self._("Or one card of {god} instead.", god=god)
        if not view.practised:
            yield self._("Then take three actions.")

    def gained(self, event: events.Gained, view: ValdaView) -> tuple[Cue, ...]:
        return (Remark(self._gains(event.seat, event.what, event.number)),)

    def _gains(self, seat: int, what: str, number: int) -> str:
        given = amount(self._, what, number)
        return self._("{player} gains {given}.", player=self.player(seat), given=given)

    def _loses(self, seat: int, what: str, number: int) -> str:
        given = amount(self._, what, number)
        return self._("{player} loses {given}.", player=self.player(seat), given=given)

    def lost(self, event: events.Lost, view: ValdaView) -> tuple[Cue, ...]:
        if not event.number:
            return (self._nothing(event, view),)
        return (Remark(self._loses(event.seat, event.what, event.number)), *self._less(event, view))

    def stolen(self, event: events.Stolen, view: ValdaView) -> tuple[Cue, ...]:
        if not event.number:
            return (self._nothing(event, view),)
        player, thief = self.player(event.seat), self.player(event.by)
        given = amount(self._, event.what, event.number)
        said = self._("{thief} steals {given} from {player}.", thief=thief, given=given, player=player)
        return (Remark(said), *self._less(event, view))

    def _nothing(self, event: events.Lost | events.Stolen, view: ValdaView) -> Remark:
        if event.what == model.FOLLOWERS and view.has(event.seat).followers:
            return self._safe(event.seat)
        return Remark(self._("There is nothing to take from {player}.", player=self.player(event.seat)))

    def _safe(self, seat: int) -> Remark:
        return Remark(self._("{player} is in a safe zone and loses nothing.", player=self.player(seat)))

    def _less(self, event: events.Lost | events.Stolen, view: ValdaView) -> tuple[Cue, ...]:
        followers = view.has(event.seat).followers
        if event.number == event.printed or event.what != model.FOLLOWERS or not followers:
            return ()
        return (self._no_less(event.seat, followers),)

    def _no_less(self, seat: int, followers: int) -> Remark:
        said = self._.ngettext(
            "{player} cannot fall below {n} follower.",
            "{player} cannot fall below {n} followers.",
            safe_below(followers),
            player=self.player(seat),
        )
        return Remark(said)

    def given(self, event: events.Given, view: ValdaView) -> tuple[Cue, ...]:
        if not event.number:
            return (self._safe(event.seat),)
        player, to = self.player(event.seat), self.player(event.to)
        given = amount(self._, event.what, event.number)
        return (Remark(self._("{player} gives {given} to {to}.", player=player, given=given, to=to)),)

    def actions_gained(self, event: events.ActionsGained, view: ValdaView) -> tuple[Cue, ...]:
        return (Remark(self._.ngettext("{n} more action.", "{n} more actions.", event.number)),)

    def cards_drawn(self, event: events.CardsDrawn, view: ValdaView) -> tuple[Cue, ...]:
        said = self._.ngettext(
            "{player} draws {n} card.",
            "{player} draws {n} cards.",
            event.number,
            player=self.player(event.seat),
        )
        return (Remark(said),)

    def hand_limited(self, event: events.HandLimited | events.ByHand, view: ValdaView) -> tuple[Cue, ...]:
        """In the first turn only."""
        said = self._.ngettext("Keep at most {n} card.", "Keep at most {n} cards.", model.HAND)
        return (Say(said),) if not view.practised else ()

    # ------------------------------------------------------------ buildings

    def built(self, event: events.Built, view: ValdaView) -> Iterator[Cue]:
        """In full in the first turn. The first temple of the game comes with the rule for gods' cards."""
        if not view.practised or event.card:
            yield Remark(self._of_building(BUILT, event.seat, event.what))
        elif event.what in GODS:
            yield Remark(self._("One follower."))
        if event.what in GODS and sum(sum(one.temples) for one in view.holdings) == 1:
            yield Say(self._("Look at two cards of {god}. Keep one.", god=self._god(event.what)))

    def builds(self, event: events.Built) -> tuple[Cue, ...]:
        """In full, without anything to do."""
        return (StoryLine(self._of_building(BUILT, event.seat, event.what)),)

    def _of_building(self, words: Mapping[str, Message], seat: int, what: str) -> str:
        god = self._god(what) if what in GODS else ""
        return self._(words["temple" if god else what], player=self.player(seat), god=god)

    def area_locked(self, event: events.AreaLocked, view: ValdaView) -> Iterator[Cue]:
        player, god = self.player(event.seat), self._god(event.god)
        yield Remark(self._("{player} locks the area of {god}.", player=player, god=god))
        if event.followers:
            yield Remark(self._("One more follower."))

    def destroyed(self, event: events.Destroyed, view: ValdaView) -> tuple[Cue, ...]:
        return (Remark(self._of_building(DESTROYED, event.seat, event.what)),)

    def temple_moved(self, event: events.TempleMoved, view: ValdaView) -> tuple[Cue, ...]:
        player, god, to = self.player(event.seat), self._god(event.god), self._god(event.to)
        said = self._("{player}: a temple moves from {god} to {to}.", player=player, god=god, to=to)
        return (Remark(said),)

    def building_cancelled(self, event: events.BuildingCancelled, view: ValdaView) -> Iterator[Cue]:
        """Everything the table takes back by hand: cubes, the pawn, and the god's card."""
        yield Say(self._of_building(CANCELLED, event.seat, event.what))
        yield Say(self._("Take back what it cost."))
        if event.what in GODS:
            yield from map(Say, self._changed(event.seat, -event.followers))
            yield Say(self._("Put the card of {god} back.", god=self._god(event.what)))

    # ------------------------------------------------------------ followers

    def converted(self, event: events.Converted, view: ValdaView) -> tuple[Cue, ...]:
        if not event.paid:  # the box does not know what was paid
            return (Remark(self._gains(event.seat, model.FOLLOWERS, event.followers)),)
        player, given = self.player(event.seat), amount(self._, event.what, event.paid)
        gained = amount(self._, model.FOLLOWERS, event.followers)
        said = self._("{player} turns {given} into {gained}.", player=player, given=given, gained=gained)
        return (Remark(said),)

    def loki_rolled(self, event: events.LokiRolled, view: ValdaView) -> tuple[Cue, ...]:
        said = self._changed(event.seat, event.followers) or (self._("Loki changes nothing."),)
        return (Show(self._screens.loki(event)), *map(Say, said))

    def _changed(self, seat: int, followers: int) -> tuple[str, ...]:
        if followers > 0:
            return (self._gains(seat, model.FOLLOWERS, followers),)
        return (self._loses(seat, model.FOLLOWERS, -followers),) if followers else ()

    def die_turned(self, event: events.DieTurned, view: ValdaView) -> tuple[Cue, ...]:
        player = self.player(event.seat)
        if isinstance(event.now, str):
            return (Remark(self._(TURNED[event.now], player=player)),)
        said = self._("{player}, one die shows {n} now.", player=player, n=event.now)
        return (Remark(said), *map(Remark, self._changed(event.seat, event.followers)))

    # ------------------------------------------------------------ attacks

    def defended(self, event: events.Defended, view: ValdaView) -> Iterator[Cue]:
        """Both numbers and the result; if the table itself applies the effect, also a limit on the loss."""
        if event.defence:
            title = self._.pgettext("title", "Attack, defence")
            bonus = (self._.pgettext("line", "Tyr: +{n}", n=event.bonus),) if event.bonus else ()
            yield Show(VersusScreen(title, event.power, event.defence, bonus))
            yield Say(self._("Blocked.") if event.blocked else self._("It hits."))
        else:
            yield Remark(self._("It hits."))
        if not event.blocked and "cards" in view.setup.by_hand:
            yield from self._at_most(event.victim, view)

    def plain_attack(self, event: events.PlainAttack, view: ValdaView) -> Iterator[Cue]:
        if not view.practised:
            yield Remark(self._("As many shields as swords block an attack."))
        yield from self._at_most(event.victim, view)

    def _at_most(self, seat: int, view: ValdaView) -> Iterator[Cue]:
        """The safe zone that limits the loss, if it is near."""
        has = view.has(seat).followers
        if 0 < has <= safe_below(has) + FEW_TO_LOSE:
            yield self._no_less(seat, has)

    def power_doubled(self, event: events.PowerDoubled, view: ValdaView) -> Iterator[Cue]:
        yield Remark(self._("The attack has {swords} now.", swords=amount(self._, SWORDS, event.power)))
        if event.blocked:
            yield Remark(self._("It is still blocked."))

    TOLD = (
        told_by(vars(), events)
        | dict.fromkeys(REMARKS, remark)
        | dict.fromkeys((events.AttackOrder, events.AttacksPassed, events.Attacked), silent)
    )
