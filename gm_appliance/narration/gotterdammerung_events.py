"""Götterdämmerung told: what happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gm_appliance.cues import (
    CountScreen,
    Cue,
    DiceScreen,
    Light,
    Lines,
    Pause,
    Prop,
    Props,
    RingScreen,
    Say,
    Show,
)
from gm_appliance.games.gotterdammerung import model
from gm_appliance.games.gotterdammerung.council import voters
from gm_appliance.games.gotterdammerung.model import DOWN, View
from gm_appliance.narration.gotterdammerung_table import Names, props, ring, standing
from gm_appliance.narration.words import Words


class Events:
    """One method an event; the event's type chooses it."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.names = Names(words)

    def tell(self, event: Any, view: View) -> tuple[Cue, ...]:
        told = _TOLD.get(type(event))
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

    def seated(self, event: model.Seated, view: View) -> tuple[Cue, ...]:
        god = self.words.part(f"name.{event.god}")
        return (self._say("seated", god=god, number=self.words.number(event.seat)),)

    def missing(self, event: model.Missing, view: View) -> tuple[Cue, ...]:
        which = "factions" if isinstance(view.stage, model.Learning) else "vote"
        short = [self.names.short(view, seat) for seat in event.seats[:4]]
        spoken = self._say(f"missing-{which}", names=self._spoken(view, event.seats))
        return (self._lines("missing", *short), spoken)

    def learned(self, event: model.FactionsLearned, view: View) -> tuple[Cue, ...]:
        key = "factions-fit" if event.fit else "factions-wrong"
        return (self._lines("learning", self.words(f"line.{key}")), self._say(key))

    # ------------------------------------------------------------ night and actions

    def banished(self, event: model.Banished, view: View) -> tuple[Cue, ...]:
        up, below = len(view.asgard), len(view.places) - len(view.asgard)
        worlds = self.words("line.worlds", up=up, below=below)
        shown = self._lines("banished", self.names.short(view, event.seat), "", worlds)
        spoken = self._say(f"banished-{event.by}", seat=self.names.spoken(view, event.seat))
        return (shown, props(self.words, view, forward=False), spoken)

    def nobody(self, event: model.NobodyBanished, view: View) -> tuple[Cue, ...]:
        return (self._lines("nobody-banished"), self._say("nobody-banished"))

    def oracle(self, event: model.OracleMoved, view: View) -> tuple[Cue, ...]:
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

    def returned(self, event: model.CardsReturned, view: View) -> tuple[Cue, ...]:
        return (self._say("cards-returned"),)

    def skipped(self, event: model.Skipped, view: View) -> tuple[Cue, ...]:
        return (self._say("skipped", god=self.words.part(f"name.{event.god}")),)

    def targetless(self, event: model.Targetless, view: View) -> tuple[Cue, ...]:
        return (self._say(f"targetless-{event.god}"),)

    def passed(self, event: model.Passed, view: View) -> tuple[Cue, ...]:
        return (self._say("passed", god=self.words.part(f"name.{event.god}")),)

    def laid(self, event: model.CardLaid, view: View) -> tuple[Cue, ...]:
        title = self.words(f"title.action.{event.god}")
        short = self.names.short(view, event.seat)
        shown = Show(RingScreen(title, ring(self.words, view, event.seat), (short,)))
        seat = self.names.spoken(view, event.seat)
        return (shown, props(self.words, view, forward=False), self._say(f"laid-{event.god}", seat=seat))

    def removed(self, event: model.CardRemoved, view: View) -> tuple[Cue, ...]:
        return (self._card_moved(f"removed-{event.god}", event.card, event.seat, view),)

    def taken(self, event: model.CardTaken, view: View) -> tuple[Cue, ...]:
        return (self._card_moved("taken", event.card, event.seat, view),)

    def _card_moved(self, key: str, card: str, seat: int, view: View) -> Say:
        return self._say(key, owner=self.words(f"name.{card}"), seat=self.names.spoken(view, seat))

    def oracle_sent(self, event: model.OracleSent, view: View) -> tuple[Cue, ...]:
        return (self._say(f"oracle-{event.god}", seat=self.names.spoken(view, event.seat)),)

    def protected(self, event: model.Protected, view: View) -> tuple[Cue, ...]:
        shown = self._lines("spared", self.names.short(view, event.seat), self.words("line.protected"))
        return (shown, self._say("protected", seat=self.names.spoken(view, event.seat)))

    # ------------------------------------------------------------ council

    def withdrawn(self, event: model.Withdrawn, view: View) -> tuple[Cue, ...]:
        return (self._say("withdrawn", accuser=self.names.spoken(view, event.accuser)),)

    def supported(self, event: model.Supported, view: View) -> tuple[Cue, ...]:
        return (self._say("supported", supporter=self.names.spoken(view, event.supporter)),)

    def dropped(self, event: model.Dropped, view: View) -> tuple[Cue, ...]:
        return (self._say("dropped"),)

    def thumbs(self, event: model.ThumbsShown, view: View) -> tuple[Cue, ...]:
        """All thumbs at once: lamps and cards for those down, the raw numbers on the display."""
        # An accused who has no vote may show a thumb all the same, for Balder's card.
        counting = voters(view, event.accused)
        down = frozenset(seat for seat in counting if event.thumbs[seat] == DOWN)
        up = len(counting) - len(down)
        shown = tuple(
            Prop(seat, self.words(f"card.thumb-{thumb}"), f"thumb:{thumb}")
            for seat, thumb in event.thumbs.items()
        )
        lying = props(self.words, view, forward=False).items
        number = self.words.number
        return (
            Light(down),
            Show(CountScreen(self.words("title.thumbs"), len(down), up)),
            Props((*lying, *shown)),
            self._say("thumbs", down=number(len(down)), up=number(up)),
        )

    def counted(self, event: model.Counted, view: View) -> tuple[Cue, ...]:
        """Each modifier with its reason, then the total; nothing where the thumbs were the total."""
        counted = event.count
        if not counted.modifiers:
            return ()
        lines = tuple(
            self.words(f"line.modifier-{one.card}-{one.thumb}", seat=self.names.short(view, one.seat))
            for one in counted.modifiers
        )
        shown = Show(CountScreen(self.words("title.vote"), counted.down, counted.up, lines))
        spoken = [
            self._say(f"modifier-{one.card}-{one.thumb}", seat=self.names.spoken(view, one.seat))
            for one in counted.modifiers
        ]
        number = self.words.number
        return (shown, *spoken, self._say("total", down=number(counted.down), up=number(counted.up)))

    def spared(self, event: model.Spared, view: View) -> tuple[Cue, ...]:
        key = "spared-tie" if event.tie else "spared"
        short = self.names.short(view, event.accused)
        return (self._lines("spared", short), self._say(key, accused=self.names.spoken(view, event.accused)))

    def council_ends(self, event: model.CouncilEnds, view: View) -> tuple[Cue, ...]:
        return (Light(), self._say(f"council-{event.why}"))

    def round_begins(self, event: model.RoundBegins, view: View) -> tuple[Cue, ...]:
        shown = RingScreen(self.words("title.round", n=event.round), ring(self.words, view))
        return (Light(), Show(shown), *standing(self.words, view))

    # ------------------------------------------------------------ the end

    def won(self, event: model.Won, view: View) -> tuple[Cue, ...]:
        them = tuple(s for s in view.seats if event.factions[s - 1] == model.CONSPIRE)
        lines = [self.words("line.conspirators-were")]
        rounds = self.words("line.rounds", n=view.round)
        if len(them) > 3:
            # More names than lines: the ring shows where they sit.
            seats = ring(self.words, view)
            framed = tuple(replace(seat, marked=n in them) for n, seat in enumerate(seats, 1))
            shown = Show(RingScreen(self.words(f"title.won-{event.faction}"), framed, (*lines, rounds)))
        else:
            lines += [self.names.short(view, seat) for seat in them]
            shown = self._lines(f"won-{event.faction}", *[*lines, rounds][:4])
        return (
            Light(frozenset(them)),
            shown,
            props(self.words, view, forward=False),
            self._say(f"won-{event.faction}"),
            self._say("conspirators", names=self._spoken(view, them)),
        )


_TOLD: dict[type, Callable[[Events, Any, View], tuple[Cue, ...]]] = {
    model.Seated: Events.seated,
    model.Missing: Events.missing,
    model.FactionsLearned: Events.learned,
    model.Banished: Events.banished,
    model.NobodyBanished: Events.nobody,
    model.OracleMoved: Events.oracle,
    model.CardsReturned: Events.returned,
    model.Skipped: Events.skipped,
    model.Targetless: Events.targetless,
    model.Passed: Events.passed,
    model.CardLaid: Events.laid,
    model.CardRemoved: Events.removed,
    model.CardTaken: Events.taken,
    model.OracleSent: Events.oracle_sent,
    model.Protected: Events.protected,
    model.Withdrawn: Events.withdrawn,
    model.Supported: Events.supported,
    model.Dropped: Events.dropped,
    model.ThumbsShown: Events.thumbs,
    model.Counted: Events.counted,
    model.Spared: Events.spared,
    model.CouncilEnds: Events.council_ends,
    model.RoundBegins: Events.round_begins,
    model.Won: Events.won,
}
