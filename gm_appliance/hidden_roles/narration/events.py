"""The words and pictures for the events of every game of hidden roles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, TypeVar

from gm_appliance.core.cues import Cue, Light, Pause, Props, Say, Show, Sound, StoryLine
from gm_appliance.core.cues.props import Banner, Plate, Prop, ShownThumb, Sky
from gm_appliance.core.cues.screens import Lines, RingScreen, RingSeat, Screen, TextScreen, VersusScreen
from gm_appliance.core.language import N_, Message, Name, Names
from gm_appliance.core.people import NOBODY, Party
from gm_appliance.core.table_narration import EventWords, TableNarration, Teaching, silent
from gm_appliance.core.values import Value, replace
from gm_appliance.hidden_roles import events, model
from gm_appliance.hidden_roles.narration.trials import accusation, adding_up
from gm_appliance.hidden_roles.rules import HiddenRoles

T = TypeVar("T")

BREATH = 1.0  # seconds of silence before the suspense is over
DAWN = 1.5  # seconds of silence after the storm
NAMES = 4  # names in one sentence; four keep it within twelve words
CALLED = 3  # names in one call; with three it has at most twelve words

SAID: Mapping[type, Message] = {
    events.Leaves: N_("Nobody plays {seat} any more. No vote, no action."),
    events.Joins: N_("Somebody plays {seat} again."),
    events.Withdrawn: N_("{accuser} withdraws the accusation."),
    events.Supported: N_("{supporter} seconds it."),
    events.Dropped: N_("Nobody seconds it."),
}
"""Events announced in one sentence."""

MORNINGS = (N_("Morning. One is gone."), N_("Dawn. One is missing."), N_("Sunrise. One is gone."))
_QUIET = (N_("Morning. Nobody is gone."), N_("Dawn. Nobody is missing."), N_("Sunrise. Nobody is gone."))
"""By the round."""


def by_round(view: Any, *words: T) -> T:
    """One of these, by round, to vary what is repeated every round."""
    number: int = view.round
    return words[(number - 1) % len(words)]


class SideWords(Value):
    """That a side won: in the list of the last games, as a title, and spoken. mood: of the world then."""

    line: Message
    title: Message
    said: Message
    mood: Sky = "shines"


class HiddenRolesEvents(EventWords, TableNarration, Teaching):
    """The seats, with people's own names beside them, and all that happens. The lesson is part of it.

    A seat is called by its name, such as its god's. If the option ``names`` is "yes", its player's name is
    announced once and shown beside it; timetables never contain people's names.
    """

    BEFORE = frozenset(("setup.deal",))

    RULES: ClassVar[HiddenRoles]

    SIDES: ClassVar[Mapping[str, SideWords]]

    SAID: ClassVar[Mapping[type, Message]] = SAID

    CARDS_TITLE: ClassVar[Message]
    """The title of a screen about the cards dealt, at most 16 columns."""

    STAYS_TITLE: ClassVar[Message]
    """The title of a screen that names somebody who did not fall, at most 16 columns."""

    TURN_CARDS: ClassVar[Message]
    """The request to turn all cards over."""

    def __init_subclass__(cls) -> None:
        cls.TEACHING = cls

    def name(self, view: Any, seat: int) -> Name:
        raise NotImplementedError

    def ring(self, view: Any, marked: int = 0, lit: frozenset[int] | None = None) -> tuple[RingSeat, ...]:
        """The ring of seats. marked: the seat with the marker; 0 for none. lit: the seats with a bar, instead
        of those with cards."""
        raise NotImplementedError

    def table(self, view: Any, forward: bool = False) -> Props:
        """Everything on the table. forward: whether cards are pushed out, to be looked at."""
        raise NotImplementedError

    def names(self, view: Any, seats: Iterable[int]) -> Names:
        return self._.names(self.name(view, seat) for seat in seats)

    def in_groups(self, view: Any, seats: Iterable[int], most: int = NAMES) -> list[Names]:
        """The names of many seats, a few in each sentence."""
        seats = tuple(seats)
        return [self.names(view, seats[at : at + most]) for at in range(0, len(seats), most)]

    def against(self, view: Any, accused: int) -> str:
        return self._.pgettext("line", "Against {accused}", accused=self.name(view, accused))

    def marked(self, title: str, view: Any, seat: int) -> Show:
        """The ring with this seat marked and named."""
        return Show(RingScreen(title, self.ring(view, seat), (self.name(view, seat),)))

    def pads(self, view: Any) -> Mapping[int, str]:
        return {seat: self.name(view, seat) for seat in view.padded}

    def told_of(self, view: Any) -> Party:
        """The people whose names are announced: all who have one, or nobody."""
        return self._people if view.setup.names == "yes" else NOBODY

    def beside(self, view: Any, cues: Iterable[Cue]) -> tuple[Cue, ...]:
        """The cues with the marked player's name on the ring, and all names on their plates."""
        named: list[Cue] = []
        for cue in cues:
            if isinstance(cue, Show):
                cue = Show(self.named_screen(view, cue.screen))
            named.append(self.named_props(view, cue) if isinstance(cue, Props) else cue)
        return tuple(named)

    def named_screen(self, view: Any, screen: Screen) -> Screen:
        """The screen with the player's name below the seat's, if it is a ring with one seat marked.

        A ring without a title is unchanged: its only name must be readable from afar.
        """
        if not isinstance(screen, RingScreen) or not screen.title or len(screen.lines) != 1:
            return screen
        people = self.told_of(view)
        name = next((people.named(seat) for seat, one in enumerate(screen.seats, 1) if one.marked), "")
        return replace(screen, lines=(*screen.lines, name)) if name else screen

    def named_props(self, view: Any, props: Props) -> Props:
        people = self.told_of(view)

        def named(prop: Prop) -> Prop:
            if not isinstance(prop, Plate) or not people.named(prop.at):
                return prop
            player = people.name(self._, prop.at)
            label = self._.pgettext("card", "{seat}, {player}", seat=prop.label, player=player)
            return replace(prop, label=label, player=player)

        return Props((*map(named, props.items), *accusation(self._, view, self.name)))

    def who(self, seat: int, view: Any) -> Show:
        return self.marked(self._.pgettext("title", "Who is who"), view, seat)

    def pad_called(self, event: events.PadCalled, view: Any) -> tuple[Cue, ...]:
        seat = self.name(view, event.seat)
        told: tuple[Cue, ...] = ()
        if event.none:
            told = (Say(self._("{seat} has no pad, and decides at the box.", seat=seat)),)
        elif event.swap:
            told = (Say(self._("{seat} has a pad again.", seat=seat)),)
        if event.swap or not isinstance(view.phase, model.Deal):
            return told
        return (*told, *self.seats_done(view))

    def seats_done(self, view: Any) -> tuple[Cue, ...]:
        """What people do once everybody has a seat and a pad."""
        return ()

    def missing(self, event: events.Missing, view: Any) -> tuple[Cue, ...]:
        phase, seats = view.phase, event.seats
        trial = isinstance(phase, model.Trial)
        wanted = self.RULES.shown_by(view, phase.accused) if trial else view.seats
        everybody = seats == tuple(seat for seat in wanted if seat in view.pads)
        if isinstance(phase, model.Learning) and phase.booth:
            then = self._("Tell me at the box.")
        elif isinstance(phase, model.Trial) and phase.step == "booth":
            then = self._("Vote at the box.")
        else:
            then = self._("Once more.") if everybody else self._("All other thumbs count.")
        if everybody:
            lines: tuple[str, ...] = (self._.pgettext("line", "All of you"),)
            called = [Say(self._("I have no thumb from anybody."))]
        else:
            lines = tuple(self.name(view, seat) for seat in seats[:4])
            some = self.in_groups(view, seats, CALLED)
            called = [Say(self._("{names}, I have no thumb from you.", names=names)) for names in some]
        return (Show(Lines(self._.pgettext("title", "Still missing"), lines)), *called, Say(then))

    def learned(self, event: events.FactionsLearned, view: Any) -> tuple[Cue, ...]:
        if event.fit:
            line = self._.pgettext("line", "The thumbs add up.")
            said = self._("The thumbs add up.")
        elif isinstance(view.phase, model.Deal):
            line = self._.pgettext("line", "Check the deal.")
            said = self._("The thumbs do not add up. Check the deal.")
        else:
            line = self._.pgettext("line", "They do not add up.")
            said = self._("The thumbs do not add up. Look at your card. Once more.")
        return (Show(Lines(self._(self.CARDS_TITLE), (line,))), Say(said))

    def nobody(self, event: events.NobodyBanished, view: Any) -> tuple[Cue, ...]:
        shown = Show(Lines(self._.pgettext("title", "Nobody")))
        return (Pause(DAWN), shown, Say(self._(by_round(view, *_QUIET))))

    def night_void(self, event: events.NightVoid, view: Any) -> tuple[Cue, ...]:
        return (
            Light(),
            Show(Lines(self._.pgettext("title", "A void night"))),
            Say(self._("The night is void. Everything is as it was before.")),
            *self.restored(event, view),
        )

    def restored(self, event: events.NightVoid, view: Any) -> Iterable[Cue]:
        """What people put back after a void night, and where everything is then."""
        return ()

    def ballot_changed(self, event: events.BallotChanged, view: Any) -> tuple[Cue, ...]:
        """The die has to be ready before the next night."""
        if event.ballot == "booth":
            said = self._("From now on, pass the box round to vote.")
        else:
            said = self._("From now on, you all show your thumbs.")
        return (Light(), Say(said), Say(self._("Have a die ready. At night it lies on the victim's card.")))

    def accused(self, event: events.Accused, view: Any) -> tuple[Cue, ...]:
        """The question of an accusation has said who; only the story tells whom."""
        accuser, accused = self.name(view, event.accuser), self.name(view, event.accused)
        return (StoryLine(self._("{accuser} accuses {accused}.", accuser=accuser, accused=accused)),)

    def thumbs(self, event: events.ThumbsShown, view: Any) -> tuple[Cue, ...]:
        """All thumbs at once: lamps for those down, all of them on the table, the numbers on the display."""
        # Somebody without a vote may show a thumb for a card.
        counting = self.RULES.voters(view, event.accused)
        down = frozenset(seat for seat in counting if event.thumbs[seat] == model.DOWN)
        up = len(counting) - len(down)
        labels = (self._.pgettext("card", "Thumb down"), self._.pgettext("card", "Thumb up"))
        thumbs = ((seat, thumb != model.DOWN) for seat, thumb in event.thumbs.items())
        shown = tuple(ShownThumb(seat, labels[is_up], up=is_up) for seat, is_up in thumbs)
        return (
            Light(down),
            Show(VersusScreen(self._.pgettext("title", "The thumbs"), len(down), up, thumbs=True)),
            Props((*self.table(view).items, *shown)),
            Say(self._("{down} down, {up} up.", down=len(down), up=up)),
            *self._whose(down, counting, view),
        )

    def _whose(self, down: frozenset[int], counting: tuple[int, ...], view: Any) -> tuple[Cue, ...]:
        """Whose thumb is down, unless everybody saw it. Lamps at pads show it, which is explained once."""
        if self._people.lamps and all(seat in view.pads for seat in counting):
            return (Say(self._("If your pad is lit, you voted down.")),) if view.ballots == 1 else ()
        if view.setup.ballot == "thumbs" or len(down) in (0, len(counting)):
            return ()
        some = self.in_groups(view, sorted(down))
        return tuple(Say(self._("Thumb down: {names}.", names=names)) for names in some)

    def counted(self, event: events.Counted, view: Any) -> tuple[Cue, ...]:
        """Each modifier with its reason, then the total; nothing if no card changed the thumbs."""
        counted = event.count
        if not counted.modifiers:
            return ()
        title, down, up = self._.pgettext("title", "Vote"), counted.down, counted.up
        lines, told = zip(*(self.modifier(one, view) for one in counted.modifiers), strict=True)
        reasons = tuple(adding_up(self._, counted, [said.text for said in told]))
        shown = Show(VersusScreen(title, down, up, lines, thumbs=True, reasons=reasons))
        total = Say(self._("{down} down, {up} up.", down=down, up=up))
        # One picture for every reason, and for the total.
        return tuple(cue for said in (*told, total) for cue in (shown, said))

    def modifier(self, one: model.Modifier, view: Any) -> tuple[str, Say]:
        """A card's effect on a count, as a line of the display and spoken."""
        raise NotImplementedError

    def totals(self, event: events.Totals, view: Any) -> tuple[Cue, ...]:
        """One total, cards included, which does not reveal anybody's thumb."""
        shown = VersusScreen(self._.pgettext("title", "Vote"), event.down, event.up, thumbs=True)
        said = self._("Counting all cards: {down} down, {up} up.", down=event.down, up=event.up)
        return (Light(), Show(shown), Say(said))

    def spared(self, event: events.Spared, view: Any) -> tuple[Cue, ...]:
        accused = self.name(view, event.accused)
        tie = self._("A tie. {accused} stays.", accused=accused)
        said = tie if event.tie else self._("{accused} stays.", accused=accused)
        return (Pause(BREATH), Show(Lines(self._(self.STAYS_TITLE), (accused,))), Say(said))

    def council_ends(self, event: events.CouncilEnds, view: Any) -> tuple[Cue, ...]:
        nobody = self._("Nobody can be accused any more. The council ends.")
        return (Light(), Say(nobody if event.why == "nobody" else self._("The council ends.")))

    def round_begins(self, event: events.RoundBegins, view: Any) -> tuple[Cue, ...]:
        title = self._.pgettext("title", "Round {round}", round=event.round)
        return (Light(), Show(RingScreen(title, self.ring(view))), *self.essentials(view))

    def essentials(self, view: Any) -> Iterable[Cue]:
        """The essentials before a night."""
        return ()

    def won(self, event: events.Won, view: Any) -> tuple[Cue, ...]:
        side = self.SIDES[event.faction]
        return self.over(self._(side.title), self._(side.said), event.factions, view)

    def over(self, title: str, said: str, cards: tuple[str, ...], view: Any) -> tuple[Cue, ...]:
        """The game is over: name the hidden side; if the box does not know it, have the cards turned over."""
        rounds = self._.pgettext("line", "Rounds: {n}", n=view.round)
        if not cards:
            shown = Lines(title, (self._.pgettext("line", "Turn your cards."), rounds))
            turn = Say(self._(self.TURN_CARDS))
            return (Light(), Show(shown), self.table(view), Say(said), Pause(BREATH), turn)
        heading, who, them = self.hidden_side(cards, view)
        told: list[Cue] = [Light(), Show(Lines(title, (rounds,))), self._turned((), view), Say(said)]
        told += [Pause(BREATH), Say(who), Pause(BREATH)]
        for n, seat in enumerate(them, 1):
            turned = them[:n]
            screen = self._revealed(title, heading, rounds, turned, view)
            laid = self.table(view) if turned == them else self._turned(turned, view)
            told += [Light(frozenset(turned)), Show(screen), laid]
            told.append(Say(self._("{seat}.", seat=self.name(view, seat))))
        return tuple(told)

    def _turned(self, seats: tuple[int, ...], view: Any) -> Props:
        """The table with only the cards of these seats turned."""
        cards = enumerate(view.factions, 1)
        return self.table(replace(view, factions=tuple(one if at in seats else "" for at, one in cards)))

    def hidden_side(self, cards: tuple[str, ...], view: Any) -> tuple[str, str, tuple[int, ...]]:
        """The heading for those who hid, the question who they were, and their seats."""
        raise NotImplementedError

    def ending(self, view: Any, minutes: int) -> tuple[Cue, ...]:
        """The winners' banner."""
        winner = next(iter(view.outcome.winners), None) if view.outcome else None
        if winner is None:
            return ()
        side, table = self.SIDES[winner], self.table(view)
        title, rounds = self._(side.title), self._.npgettext("line", "{n} round", "{n} rounds", view.round)
        note = f"{rounds}, {self._.npgettext('line', '{n} minute', '{n} minutes', max(1, minutes))}"
        banner = Props((*table.items, Banner(title, note, side.mood)))
        screen = TextScreen(f"{title}. {note}.", bright=side.mood == "shines")
        return self.beside(view, (Sound("last-horn"), Show(screen), banner))

    def _revealed(self, title: str, heading: str, rounds: str, them: tuple[int, ...], view: Any) -> Screen:
        if len(them) > 3:
            # There are more names than lines, so the ring marks their seats.
            seats = self.ring(view)
            framed = tuple(replace(seat, marked=n in them) for n, seat in enumerate(seats, 1))
            return RingScreen(title, framed, (heading, rounds))
        lines = [heading, *(self.name(view, seat) for seat in them), rounds]
        return Lines(title, tuple(lines[:4]))

    def ended(self, event: events.Ended, view: Any) -> tuple[Cue, ...]:
        title = self._.pgettext("title", "Game ended")
        return self.over(title, self._("You have ended the game. Nobody wins."), event.factions, view)

    def said(self, event: Any, view: Any) -> tuple[Cue, ...]:
        """A sentence that names the roles and seats of the event."""
        fields = {name: getattr(event, name) for name in event.__struct_fields__}
        roles = {name: self.role_name(one) for name, one in fields.items() if isinstance(one, str)}
        seats = {name: self.name(view, one) for name, one in fields.items() if isinstance(one, int)}
        return (Say(self._(self.SAID[type(event)], **roles, **seats)),)

    def role_name(self, role: str) -> str:
        raise NotImplementedError

    TOLD: ClassVar[Mapping[type, Callable[..., Iterable[Cue]]]] = {
        **dict.fromkeys(SAID, said),
        events.PadCalled: pad_called,
        events.Missing: missing,
        events.FactionsLearned: learned,
        events.NobodyBanished: nobody,
        events.NightVoid: night_void,
        events.BallotChanged: ballot_changed,
        events.Accuses: silent,  # announced by the prompts of an accusation
        events.Accused: accused,
        events.ThumbsShown: thumbs,
        events.Counted: counted,
        events.Totals: totals,
        events.Spared: spared,
        events.CouncilEnds: council_ends,
        events.RoundBegins: round_begins,
        events.Won: won,
        events.Ended: ended,
    }
    """A game overrides a method by an entry of its own."""
