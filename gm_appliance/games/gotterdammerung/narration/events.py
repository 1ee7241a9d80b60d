"""Götterdämmerung told: what happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gm_appliance.core.catalogue import Words
from gm_appliance.core.cues import (
    Cue,
    DiceScreen,
    Light,
    Lines,
    Pause,
    Props,
    RingScreen,
    Say,
    Show,
    ShownThumb,
    VersusScreen,
)
from gm_appliance.core.narration import Unspoken
from gm_appliance.games.gotterdammerung import events, model
from gm_appliance.games.gotterdammerung.council import voters
from gm_appliance.games.gotterdammerung.model import DOWN, View
from gm_appliance.games.gotterdammerung.narration.props import Names, card_back, props, ring, standing


class Events:
    """One method an event; the event's type chooses it."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.names = Names(words)

    def tell(self, event: Any, view: View) -> tuple[Cue, ...]:
        told = _TOLD.get(type(event))
        if told is None and type(event) not in SILENT:
            raise Unspoken(f"tell {type(event).__name__}")
        cues = told(self, event, view) if told else ()
        # The things on the table change with every event, unless it lays them out itself.
        if any(isinstance(cue, Props) for cue in cues):
            return cues
        return (props(self.words, view, forward=False), *cues)

    def _say(self, key: str, **values: object) -> Say:
        return Say(self.words(f"tell.{key}", **values))

    def _lines(self, title: str, *lines: str, **values: object) -> Show:
        return Show(Lines(self.words(f"title.{title}", **values), lines))

    def _spoken(self, view: View, seats: tuple[int, ...]) -> str:
        return self.words.names(self.names.spoken(view, seat) for seat in seats)

    # ------------------------------------------------------------ setup

    def seated(self, event: events.Seated, view: View) -> tuple[Cue, ...]:
        god = self.words.part(f"name.{event.god}")
        return (self._say("seated", god=god, number=self.words.number(event.seat)),)

    def missing(self, event: events.Missing, view: View) -> tuple[Cue, ...]:
        which = "factions" if isinstance(view.stage, model.Learning) else "vote"
        if getattr(view.stage, "booth", False) or getattr(view.stage, "step", "") == "booth":
            which = "panel"
        short = [self.names.short(view, seat) for seat in event.seats[:4]]
        spoken = self._say(f"missing-{which}", names=self._spoken(view, event.seats))
        return (self._lines("missing", *short), spoken)

    def learned(self, event: events.FactionsLearned, view: View) -> tuple[Cue, ...]:
        key = "factions-fit" if event.fit else "factions-wrong"
        return (self._lines("learning", self.words(f"line.{key}")), self._say(key))

    def pad_called(self, event: events.PadCalled, view: View) -> tuple[Cue, ...]:
        if not (event.none or event.swap):
            return ()
        seat = self.names.spoken(view, event.seat)
        return (self._say("pad-none" if event.none else "pad-new", seat=seat),)

    # ------------------------------------------------------------ people

    def night_void(self, event: events.NightVoid, view: View) -> tuple[Cue, ...]:
        cues: list[Cue] = [Light(), self._lines("night-void"), self._say("night-void")]
        cues += [self._say("back-in-asgard", seat=self.names.spoken(view, seat)) for seat in event.seats]
        cues += [card_back(self.words, view, card) for card in event.cards]
        return (*cues, *standing(self.words, view))

    def leaves(self, event: events.Leaves, view: View) -> tuple[Cue, ...]:
        return (self._say("leaves", seat=self.names.spoken(view, event.seat)),)

    def joins(self, event: events.Joins, view: View) -> tuple[Cue, ...]:
        return (self._say("joins", seat=self.names.spoken(view, event.seat)),)

    def absent(self, event: events.Absent, view: View) -> tuple[Cue, ...]:
        return (self._say("absent", god=self.words.part(f"name.{event.god}")),)

    def ended(self, event: events.Ended, view: View) -> tuple[Cue, ...]:
        return self._over("ended", event.factions, view)

    # ------------------------------------------------------------ night and actions

    def banished(self, event: events.Banished, view: View) -> tuple[Cue, ...]:
        up, below = len(view.asgard), len(view.places) - len(view.asgard)
        worlds = self.words("line.worlds", up=up, below=below)
        shown = self._lines("banished", self.names.short(view, event.seat), "", worlds)
        spoken = self._say(f"banished-{event.by}", seat=self.names.spoken(view, event.seat))
        return (shown, props(self.words, view, forward=False), spoken)

    def nobody(self, event: events.NobodyBanished, view: View) -> tuple[Cue, ...]:
        return (self._lines("nobody-banished"), self._say("nobody-banished"))

    def oracle(self, event: events.OracleMoved, view: View) -> tuple[Cue, ...]:
        first, second = event.dice
        seat = self.names.spoken(view, event.seat)
        number = self.words.number
        moved = self._say(
            "oracle", first=number(first), second=number(second), sum=number(first + second), seat=seat
        )
        short = self.names.short(view, event.seat)
        line = self.words("line.oracle-at", seat=short)
        cues: list[Cue] = []
        if view.setup.dice == "box":
            cues += [self._say("dice"), Pause(1.0)]
        cues.append(Show(DiceScreen(self.words("title.dice"), event.dice, (line,))))
        cues += [props(self.words, view, forward=False), moved]
        return tuple(cues)

    def returned(self, event: events.CardsReturned, view: View) -> tuple[Cue, ...]:
        return (self._say("cards-returned"),)

    def skipped(self, event: events.Skipped, view: View) -> tuple[Cue, ...]:
        return (self._say("skipped", god=self.words.part(f"name.{event.god}")),)

    def targetless(self, event: events.Targetless, view: View) -> tuple[Cue, ...]:
        return (self._say(f"targetless-{event.god}"),)

    def passed(self, event: events.Passed, view: View) -> tuple[Cue, ...]:
        return (self._say("passed", god=self.words.part(f"name.{event.god}")),)

    def laid(self, event: events.CardLaid, view: View) -> tuple[Cue, ...]:
        title = self.words(f"title.action.{event.god}")
        short = self.names.short(view, event.seat)
        shown = Show(RingScreen(title, ring(self.words, view, event.seat), (short,)))
        seat = self.names.spoken(view, event.seat)
        return (shown, props(self.words, view, forward=False), self._say(f"laid-{event.god}", seat=seat))

    def removed(self, event: events.CardRemoved, view: View) -> tuple[Cue, ...]:
        return (self._card_moved(f"removed-{event.god}", event.card, event.seat, view),)

    def taken(self, event: events.CardTaken, view: View) -> tuple[Cue, ...]:
        return (self._card_moved("taken", event.card, event.seat, view),)

    def _card_moved(self, key: str, card: str, seat: int, view: View) -> Say:
        return self._say(key, owner=self.words(f"name.{card}"), seat=self.names.spoken(view, seat))

    def oracle_sent(self, event: events.OracleSent, view: View) -> tuple[Cue, ...]:
        return (self._say(f"oracle-{event.god}", seat=self.names.spoken(view, event.seat)),)

    def protected(self, event: events.Protected, view: View) -> tuple[Cue, ...]:
        shown = self._lines("spared", self.names.short(view, event.seat), self.words("line.protected"))
        return (shown, self._say("protected", seat=self.names.spoken(view, event.seat)))

    # ------------------------------------------------------------ council

    def withdrawn(self, event: events.Withdrawn, view: View) -> tuple[Cue, ...]:
        return (self._say("withdrawn", accuser=self.names.spoken(view, event.accuser)),)

    def supported(self, event: events.Supported, view: View) -> tuple[Cue, ...]:
        return (self._say("supported", supporter=self.names.spoken(view, event.supporter)),)

    def dropped(self, event: events.Dropped, view: View) -> tuple[Cue, ...]:
        return (self._say("dropped"),)

    def thumbs(self, event: events.ThumbsShown, view: View) -> tuple[Cue, ...]:
        """All thumbs at once: lamps and cards for those down, the raw numbers on the display."""
        # An accused who has no vote may show a thumb all the same, for Balder's card.
        counting = voters(view, event.accused)
        down = frozenset(seat for seat in counting if event.thumbs[seat] == DOWN)
        up = len(counting) - len(down)
        shown = tuple(
            ShownThumb(seat, self.words(f"card.thumb-{thumb}"), up=thumb != DOWN)
            for seat, thumb in event.thumbs.items()
        )
        lying = props(self.words, view, forward=False).items
        number = self.words.number
        return (
            Light(down),
            Show(VersusScreen(self.words("title.thumbs"), len(down), up, thumbs=True)),
            Props((*lying, *shown)),
            self._say("thumbs", down=number(len(down)), up=number(up)),
        )

    def counted(self, event: events.Counted, view: View) -> tuple[Cue, ...]:
        """Each modifier with its reason, then the total; nothing where the thumbs were the total."""
        counted = event.count
        if not counted.modifiers:
            return ()
        lines = tuple(
            self.words(f"line.modifier-{one.card}-{one.thumb}", seat=self.names.short(view, one.seat))
            for one in counted.modifiers
        )
        shown = Show(VersusScreen(self.words("title.vote"), counted.down, counted.up, lines, thumbs=True))
        spoken = [
            self._say(f"modifier-{one.card}-{one.thumb}", seat=self.names.spoken(view, one.seat))
            for one in counted.modifiers
        ]
        number = self.words.number
        return (shown, *spoken, self._say("total", down=number(counted.down), up=number(counted.up)))

    def totals(self, event: events.Totals, view: View) -> tuple[Cue, ...]:
        """One total, cards and all: nobody's thumb can be read from it."""
        number = self.words.number
        shown = VersusScreen(self.words("title.vote"), event.down, event.up, thumbs=True)
        spoken = self._say("totals", down=number(event.down), up=number(event.up))
        return (Light(), Show(shown), spoken)

    def spared(self, event: events.Spared, view: View) -> tuple[Cue, ...]:
        key = "spared-tie" if event.tie else "spared"
        short = self.names.short(view, event.accused)
        return (self._lines("spared", short), self._say(key, accused=self.names.spoken(view, event.accused)))

    def council_ends(self, event: events.CouncilEnds, view: View) -> tuple[Cue, ...]:
        return (Light(), self._say(f"council-{event.why}"))

    def round_begins(self, event: events.RoundBegins, view: View) -> tuple[Cue, ...]:
        shown = RingScreen(self.words("title.round", n=event.round), ring(self.words, view))
        return (Light(), Show(shown), *standing(self.words, view))

    # ------------------------------------------------------------ the end

    def won(self, event: events.Won, view: View) -> tuple[Cue, ...]:
        return self._over(f"won-{event.faction}", event.factions, view)

    def _over(self, key: str, factions: tuple[str, ...], view: View) -> tuple[Cue, ...]:
        """The game is over: who they were, or, where only their cards know it, to turn those."""
        rounds = self.words("line.rounds", n=view.round)
        on_table = props(self.words, view, forward=False)
        if not factions:
            turn = self.words("line.turn-cards")
            return (
                Light(),
                self._lines(key, turn, rounds),
                on_table,
                self._say(key),
                self._say("turn-cards"),
            )
        them = tuple(s for s in view.seats if factions[s - 1] == model.CONSPIRE)
        lines = [self.words("line.conspirators-were")]
        if len(them) > 3:
            # More names than lines: the ring shows where they sit.
            seats = ring(self.words, view)
            framed = tuple(replace(seat, marked=n in them) for n, seat in enumerate(seats, 1))
            shown = Show(RingScreen(self.words(f"title.{key}"), framed, (*lines, rounds)))
        else:
            lines += [self.names.short(view, seat) for seat in them]
            shown = self._lines(key, *[*lines, rounds][:4])
        named = self._say("conspirators", names=self._spoken(view, them))
        return (Light(frozenset(them)), shown, on_table, self._say(key), named)


SILENT = frozenset((events.Looked, events.Accuses, events.Accused))
"""Events without a word: the beats of the look, or the prompt that follows, say it."""

_TOLD: dict[type, Callable[[Events, Any, View], tuple[Cue, ...]]] = {
    events.Seated: Events.seated,
    events.Missing: Events.missing,
    events.FactionsLearned: Events.learned,
    events.Banished: Events.banished,
    events.NobodyBanished: Events.nobody,
    events.OracleMoved: Events.oracle,
    events.CardsReturned: Events.returned,
    events.Skipped: Events.skipped,
    events.Targetless: Events.targetless,
    events.Passed: Events.passed,
    events.CardLaid: Events.laid,
    events.CardRemoved: Events.removed,
    events.CardTaken: Events.taken,
    events.OracleSent: Events.oracle_sent,
    events.Protected: Events.protected,
    events.Withdrawn: Events.withdrawn,
    events.Supported: Events.supported,
    events.Dropped: Events.dropped,
    events.ThumbsShown: Events.thumbs,
    events.Counted: Events.counted,
    events.Spared: Events.spared,
    events.CouncilEnds: Events.council_ends,
    events.RoundBegins: Events.round_begins,
    events.Won: Events.won,
    events.Totals: Events.totals,
    events.PadCalled: Events.pad_called,
    events.NightVoid: Events.night_void,
    events.Leaves: Events.leaves,
    events.Joins: Events.joins,
    events.Absent: Events.absent,
    events.Ended: Events.ended,
}
