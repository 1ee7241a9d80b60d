"""Automatic players, for `play --auto` and for bots at the virtual table.

They know the open decision and their own faction card, and nothing else of the game. Every press is scheduled
in the inbox, so they work in virtual and in real time.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Protocol

from gm_appliance.core.game import (
    JSON,
    AllSeats,
    Chance,
    Choice,
    Clock,
    Decision,
    First,
    Number,
    OneOf,
    Opponent,
    Pad,
    PerSeat,
    Seat,
)
from gm_appliance.core.observer import Observer
from gm_appliance.core.ports import PANEL
from gm_appliance.core.values import Value
from gm_appliance.games.gotterdammerung.model import CONSPIRE
from gm_appliance.pickers.ballot import values_of
from gm_appliance.pickers.presses import TAP, Stroke, presses


class Pressing(Protocol):
    """The part of the inbox used here."""

    def now(self) -> float: ...

    def press_at(
        self, t: float, source: int, button: str, held: float, prompt_id: int | None = None
    ) -> None: ...


class SeenTable(Protocol):
    """The part of the table that people see: `Dealer`, `Room`."""

    def card_of(self, seat: int) -> str | None:
        """The name of a seat's own card; None before the deal."""
        ...

    def unturned(self) -> frozenset[int]:
        """The seats whose plates are not turned round."""
        ...

    def shown_thumb(self, seat: int) -> str | None:
        """The thumb that a seat holds out, ``"up"`` or ``"down"``; None for none."""
        ...


class Temper(Value):
    """Their behaviour: probabilities from 0 to 1, and ranges of seconds.

    miss:  a seat does not press in a ballot.
    lie:   a seat presses the wrong faction; at most one in a ballot.
    waver: a seat presses the other thumb first.
    idle:  no conspirator marks anybody that night.
    drop:  nobody seconds an accusation.
    close: the council ends without an accusation.
    panel: an answer is given at the panel although a pad could be used.
    pause: the time before an answer. talk: the same before an accusation.
    """

    miss: float = 0.02
    lie: float = 0.1
    waver: float = 0.1
    idle: float = 0.1
    drop: float = 0.25
    close: float = 0.15
    panel: float = 0.2
    pause: tuple[float, float] = (1.5, 12.0)
    talk: tuple[float, float] = (5.0, 90.0)


USUAL = Temper()

EVERYBODY = frozenset(range(16))
"""All seats and the panel."""

MOST_DROPS = 2
"""The most accusations in a row that nobody seconds. This is a habit, not a rule."""

MOST_IDLE = 1
"""The most nights in a row without marks, and the most councils in a row without an accusation."""

SURE = "leave.end"
"""The confirmation of a choice that ends the game."""

DRY_RUN = "lesson.thumbs"
"""The window in which everybody shows a thumb up."""

ON_THE_SIDE = ("questions", "volume", "rate", "language", "leave.setup", SURE)
"""Decisions outside the game, answered by the player who opened them."""

NEAR = 60
"""The largest distance of a chosen number from the start of its picker."""


class People(Observer):
    """An observer of the host that presses buttons.

    open_rng, secret_rng: separate generators, so open actions never depend on secrets.
    seats: returns the seats they play now, with PANEL if they also press the panel.
    """

    def __init__(
        self,
        inbox: Pressing,
        table: SeenTable,
        open_rng: Random,
        secret_rng: Random,
        seats: Callable[[], frozenset[int]] = lambda: EVERYBODY,
        temper: Temper = USUAL,
    ) -> None:
        self._inbox, self._table = inbox, table
        self._open, self._secret = open_rng, secret_rng
        self._seats, self._temper = seats, temper
        self._drops = self._idle = self._closed = 0
        self._on_the_side: set[str] = set()
        self._ends = False  # whether the scheduled choice ends the game
        self._pads: dict[int, int] = {}  # by seat, for seats that were called; 0 for none

    # ------------------------------------------------------------ observer

    def asked(self, prompt_id: int, decision: Decision) -> None:
        if decision.name == SURE and self._ends:
            self._ends = False
            self._answer(prompt_id, decision)
            return
        if decision.name in self._on_the_side:
            return  # the player who opened it will answer it
        if decision.name.startswith("menu."):
            self._pads.clear()  # the next game may call other pads, or none
        self._on_the_side = {*ON_THE_SIDE, *(one.name for one in decision.on_request)}
        if isinstance(decision.who, AllSeats):
            self._press_window(prompt_id, decision)
        elif isinstance(decision.who, Seat) and decision.secret:
            self._press_alone(prompt_id, decision, decision.who.seat)
        elif not isinstance(decision.who, Clock | Opponent):
            self._answer(prompt_id, decision)

    def chose(self, decision: Decision, choice: Choice) -> None:
        if isinstance(decision.who, Pad):
            pad = int(str(choice.value))
            # The pad's previous seat has none now.
            self._pads = {seat: 0 if pad and at == pad else at for seat, at in self._pads.items()}
            self._pads[decision.who.seat] = pad
        if choice.name == "council.drop":
            self._drops += 1
        elif choice.name == "council.support":
            self._drops = 0
        elif choice.name == "council.close":
            self._closed += 1
        elif choice.name == "council.vote":
            self._closed = 0

    # ------------------------------------------------------------ open decisions

    def _answer(self, prompt_id: int, decision: Decision) -> None:
        """Answer after a while, if the choice is up to these players."""
        if isinstance(decision.domain, OneOf):
            choice = self._choose(decision)
            if choice is None:
                return
        else:
            choice = Choice(decision.name, self._sample(decision))
        answered = decision.demand(choice)
        self._ends = choice.value in answered.ends
        everywhere = PANEL in self._seats()
        at_panel = everywhere and self._open.random() < self._temper.panel
        strokes = presses(decision, choice, panel=at_panel, pads=self._pads)
        known = answered.name == "end.called" or isinstance(answered.who, Seat)
        if any(stroke.source == PANEL for stroke in strokes) and not (everywhere or known):
            return
        talk = isinstance(answered.who, First) and answered.who.gesture.startswith("hold")
        until = self._at_hand(prompt_id, strokes, self._temper.talk if talk else self._temper.pause)
        if answered.said_first:
            # The first press may only have made the box say the choice. After the choice this press has no
            # effect.
            *_moves, last = strokes
            self._inbox.press_at(until + 3.0, last.source, last.button, last.held, prompt_id)

    def _sample(self, decision: Decision) -> JSON:
        """A random legal value; in a large range of numbers, one near the picker's start."""
        domain = decision.domain
        if not isinstance(domain, Number) or domain.hi - domain.lo <= 2 * NEAR:
            return domain.sample(self._open)
        start = min(max(domain.start, domain.lo), domain.hi)
        return self._open.randint(max(domain.lo, start - NEAR), min(domain.hi, start + NEAR))

    def _choose(self, decision: Decision) -> Choice | None:
        """A legal choice of these players; None if it is up to others."""
        rng = self._open
        if decision.name == "end.called":
            return Choice(decision.name, self._called()) if self._know_factions() else None
        if decision.name == "council.thumb" and isinstance(decision.who, Seat):
            shown = self._table.shown_thumb(decision.who.seat)
            if shown and decision.who.seat in self._seats():
                return Choice(decision.name, shown)
        options: list[Choice] = []
        for one in decision.open():
            if not isinstance(one.domain, OneOf) or isinstance(one.who, Clock | Chance):
                continue
            mine = [Choice(one.name, value) for value in one.domain.options if self._may(one, value)]
            rare = self._rarely(one.name) if decision.also else None
            if rare is None:
                options += mine
            elif rare and rng.random() < rare:
                return mine[0] if mine else None
        return rng.choice(options) if options else None

    def _know_factions(self) -> bool:
        """Whether one of them conspires, or all sit there."""
        seats = self._seats()
        return PANEL in seats or any(self._table.card_of(seat) == CONSPIRE for seat in seats)

    def _called(self) -> str:
        """The only faction left in Asgard; ``"on"`` if both are."""
        left = {card for seat in self._table.unturned() if (card := self._table.card_of(seat))}
        return left.pop() if len(left) == 1 else "on"

    def _rarely(self, name: str) -> float | None:
        """The probability of an answer that ends the talk; 0 if it was given often, so every game ends. None
        for other answers."""
        if name == "council.drop":
            return self._temper.drop if self._drops < MOST_DROPS else 0.0
        if name == "council.close":
            return self._temper.close if self._closed < MOST_IDLE else 0.0
        return None

    def _may(self, decision: Decision, value: int | str) -> bool:
        who = decision.who
        if isinstance(who, First):
            return value in self._seats()
        if isinstance(who, Pad):
            # Each seat has the pad of its own number.
            return value == who.seat and who.seat in self._seats()
        return (who.seat if isinstance(who, Seat) else PANEL) in self._seats()

    def _at_hand(self, prompt_id: int, strokes: tuple[Stroke, ...], wait: tuple[float, float]) -> float:
        """Press the strokes at a human pace; returns the time for a possible next one."""
        t = self._inbox.now() + self._open.uniform(*wait)
        for stroke in strokes:
            self._inbox.press_at(t, stroke.source, stroke.button, stroke.held, prompt_id)
            t += stroke.held + 0.15 + 0.2 * self._open.random()
        return t

    def _press_alone(self, prompt_id: int, decision: Decision, seat: int) -> None:
        """Answer privately at the panel: by the seat's card if asked for it, otherwise at random."""
        if seat not in self._seats():
            return
        assert isinstance(decision.domain, OneOf)
        values = decision.domain.options
        card = self._table.card_of(seat)
        value = card if card in values else self._secret.choice(values)
        choice = Choice(decision.name, value)
        self._at_hand(prompt_id, presses(decision, choice), self._temper.pause)

    # ------------------------------------------------------------ windows

    def _press_window(self, prompt_id: int, decision: Decision) -> None:
        onset = self._inbox.now()
        assert isinstance(decision.domain, PerSeat)
        if all(isinstance(value, int) for value in values_of(decision)):
            strokes = self._roll_call(decision)
        else:
            strokes = self._ballot(decision)
        mine = self._seats()
        for stroke in strokes:
            pad = self._pads.get(stroke.source, stroke.source)
            if stroke.source in mine and pad and stroke.at is not None:
                self._inbox.press_at(onset + stroke.at, pad, stroke.button, stroke.held, prompt_id)

    def _ballot(self, decision: Decision) -> list[Stroke]:
        """The thumbs of a ballot: by each seat's card if the question is about it, otherwise at random."""
        rng, temper = self._secret if decision.secret else self._open, self._temper
        assert isinstance(decision.who, AllSeats)
        start = min(beat.at for beat in decision.beats if beat.listens)
        end = next(after.at for beat, after in reversed([*pairwise(decision.beats)]) if beat.listens)
        down, _up = values_of(decision)
        liar = rng.choice(decision.who.seats) if rng.random() < temper.lie else 0
        strokes: list[Stroke] = []
        for seat in decision.who.seats:
            if rng.random() < temper.miss:
                continue
            thumb = "down" if self._value(decision, seat, seat == liar) == down else "up"
            at = rng.uniform(start + 0.3, end - 0.3)
            if rng.random() < temper.waver:
                other = "up" if thumb == "down" else "down"
                strokes.append(Stroke(seat, other, TAP, rng.uniform(start, at - 0.2)))
            strokes.append(Stroke(seat, thumb, TAP, at))
        return strokes

    def _value(self, decision: Decision, seat: int, lies: bool) -> int | str:
        values = values_of(decision)
        if decision.name == DRY_RUN:
            return values[-1]
        card = self._table.card_of(seat)
        if card not in values:
            return self._secret.choice(values)
        return next(value for value in values if (value == card) != lies)

    def _roll_call(self, decision: Decision) -> list[Stroke]:
        """Everybody taps at every name; conspirators press thumb down at their victim's."""
        rng, temper = self._secret, self._temper
        assert isinstance(decision.who, AllSeats)
        them = [seat for seat in decision.who.seats if self._table.card_of(seat) == CONSPIRE]
        idle = self._idle < MOST_IDLE and rng.random() < temper.idle
        self._idle = self._idle + 1 if idle else 0
        others = [value for value in values_of(decision) if value not in them] or list(values_of(decision))
        victim = rng.choice(others)
        names = [beat for beat in decision.beats if beat.listens]
        gap = names[1].at - names[0].at if len(names) > 1 else 2.0
        strokes: list[Stroke] = []
        for beat in names:
            for seat in decision.who.seats:
                marks = seat in them and not idle and beat.about == victim
                at = beat.at + rng.uniform(0.2, gap - 0.3)
                strokes.append(Stroke(seat, "down" if marks else "up", TAP, at))
        return strokes
