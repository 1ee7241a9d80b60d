"""Automatic players, for `play --auto` and for bots at the virtual table.

They know the open decision and their own card, and nothing else of the game; `Decision.by_card` says what a
card's holder presses. Every press is scheduled in the inbox, so they work in virtual and in real time.
"""

from __future__ import annotations

from collections import Counter
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
    Table,
)
from gm_appliance.core.observer import Observer
from gm_appliance.core.ports import PANEL
from gm_appliance.core.values import Value, replace
from gm_appliance.pickers.ballot import is_roll_call, values_of
from gm_appliance.pickers.presses import TAP, Stroke, presses
from gm_appliance.pickers.thumb import is_thumb


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

    def unturned(self) -> frozenset[int]:
        """The seats whose plates are not turned round."""

    def shown_thumb(self, seat: int) -> str | None:
        """The thumb that a seat holds out, ``"up"`` or ``"down"``; None for none."""


class Temper(Value):
    """Their behaviour: probabilities from 0 to 1, and ranges of seconds.

    miss:  a seat does not press in a ballot.
    lie:   a seat presses another card than its own; at most one in a ballot.
    waver: a seat presses the other thumb first.
    idle:  nobody with a card marks anything in a roll call.
    ends:  the table ends the talk, instead of the seat that could.
    panel: an answer is given at the panel although a pad could be used.
    pause: the time before an answer. talk: the same before an accusation. called: when a pad is called.
    """

    miss: float = 0.02
    lie: float = 0.1
    waver: float = 0.1
    idle: float = 0.1
    ends: float = 0.15
    panel: float = 0.2
    pause: tuple[float, float] = (1.5, 12.0)
    talk: tuple[float, float] = (5.0, 90.0)
    called: tuple[float, float] = (1.5, 12.0)


USUAL = Temper()

EVERYBODY = frozenset(range(16))  # all seats and the panel
MOST_IDLE = 1  # times in a row that those with a card mark nothing, or the table ends the same talk
SURE = "leave.end"  # the confirmation of a choice that ends the game
DRY_RUN = "lesson.thumbs"  # the window in which everybody shows a thumb up
ON_THE_SIDE = ("questions", "volume", "rate", "language", "leave.setup", SURE)  # answered by who opened them
NEAR = 60  # the largest distance of a chosen number from the start of its picker


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
        self._idle = Counter[str]()  # roll calls in a row, by card
        self._ended = Counter[str]()  # the same talk in a row, by what ended it
        self._woken = set[int | str]()  # cards whose holders have seen each other
        self._on_the_side: set[str] = set()
        self._ends = False  # whether the scheduled choice ends the game
        self._pads: dict[int, int] = {}  # by seat, for seats that were called; 0 for none

    # ------------------------------------------------------------ observer

    def asked(self, prompt_id: int, decision: Decision) -> None:
        if decision.name == SURE and self._ends:
            self._ends = False
            meant = OneOf((SURE.removeprefix("leave."),))
            self._answer(prompt_id, replace(decision, domain=meant))
            return
        if decision.name in self._on_the_side:
            return  # the player who opened it will answer it
        if decision.name.startswith("menu."):
            self._pads.clear()  # the next game may call other pads, or none
        self._on_the_side = {*ON_THE_SIDE, *(one.name for one in decision.on_request)}
        self._woken.update(beat.awake for beat in decision.beats)
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
        self._ended[choice.name] += 1
        if decision.talk:
            self._ended.update({one.name: -self._ended[one.name] for one in decision.also})

    # ------------------------------------------------------------ open decisions

    def _answer(self, prompt_id: int, decision: Decision) -> None:
        """Answer after a while, if the choice is up to these players."""
        if isinstance(decision.domain, OneOf):
            choice = self._choose(decision)
            if choice is None:
                return
        elif isinstance(decision.who, Seat) and decision.who.seat not in self._seats():
            return
        else:
            choice = Choice(decision.name, self._sample(decision))
        answered = decision.demand(choice)
        self._ends = choice.value in answered.ends
        everywhere = PANEL in self._seats()
        at_panel = everywhere and self._open.random() < self._temper.panel
        strokes = presses(decision, choice, panel=at_panel, pads=self._pads)
        known = answered.by_card or isinstance(answered.who, Seat)
        if any(stroke.source == PANEL for stroke in strokes) and not (everywhere or known):
            return
        talk = isinstance(answered.who, First) and answered.who.gesture.startswith("hold")
        called = isinstance(answered.who, Pad)
        wait = self._temper.talk if talk else self._temper.called if called else self._temper.pause
        until = self._at_hand(prompt_id, strokes, wait)
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
        if decision.by_card:
            return Choice(decision.name, self._called(decision)) if self._know_cards() else None
        if is_thumb(decision) and isinstance(decision.who, Seat):
            shown = self._table.shown_thumb(decision.who.seat)
            if shown and decision.who.seat in self._seats():
                return Choice(decision.name, shown)
        options: list[Choice] = []
        for one in decision.open():
            if not isinstance(one.domain, OneOf) or isinstance(one.who, Clock | Chance):
                continue
            mine = [Choice(one.name, value) for value in one.domain.options if self._may(one, value)]
            if not (decision.talk and decision.also and isinstance(one.who, Table)):
                options += mine
            elif self._ended[one.name] < MOST_IDLE and rng.random() < self._temper.ends:
                return mine[0] if mine else None
        return rng.choice(options) if options else None

    def _know_cards(self) -> bool:
        """Whether one of them was awake among closed eyes, or all sit there."""
        seats = self._seats()
        return PANEL in seats or any(self._table.card_of(seat) in self._woken for seat in seats)

    def _called(self, decision: Decision) -> int | str:
        """What all cards still in play say; the first option if they differ."""
        assert isinstance(decision.domain, OneOf)
        cards = {card for seat in self._table.unturned() if (card := self._table.card_of(seat))}
        called = {decision.by_card.get(card, ()) for card in cards}
        value, *others = called.pop() if len(called) == 1 else ("", "")
        return decision.domain.options[0] if others or not value else value

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
        """Answer privately at the panel."""
        if seat not in self._seats():
            return
        assert isinstance(decision.domain, OneOf)
        choice = Choice(decision.name, self._value(decision, decision.domain.options, seat))
        self._at_hand(prompt_id, presses(decision, choice), self._temper.pause)

    # ------------------------------------------------------------ windows

    def _press_window(self, prompt_id: int, decision: Decision) -> None:
        onset = self._inbox.now()
        assert isinstance(decision.domain, PerSeat)
        strokes = self._roll_call(decision) if is_roll_call(decision) else self._ballot(decision)
        mine = self._seats()
        for stroke in strokes:
            pad = self._pads.get(stroke.source, stroke.source)
            if stroke.source in mine and pad and stroke.at is not None:
                self._inbox.press_at(onset + stroke.at, pad, stroke.button, stroke.held, prompt_id)

    def _ballot(self, decision: Decision) -> list[Stroke]:
        rng, temper = self._secret if decision.secret else self._open, self._temper
        assert isinstance(decision.who, AllSeats)
        start = min(beat.at for beat in decision.beats if beat.listens)
        end = next(after.at for beat, after in reversed([*pairwise(decision.beats)]) if beat.listens)
        values = values_of(decision)
        liar = rng.choice(decision.who.seats) if rng.random() < temper.lie else 0
        strokes: list[Stroke] = []
        for seat in decision.who.seats:
            if rng.random() < temper.miss:
                continue
            value = (
                values[-1] if decision.name == DRY_RUN else self._value(decision, values, seat, seat == liar)
            )
            thumb = "down" if value == values[0] else "up"
            at = rng.uniform(start + 0.3, end - 0.3)
            if rng.random() < temper.waver:
                other = "up" if thumb == "down" else "down"
                strokes.append(Stroke(seat, other, TAP, rng.uniform(start, at - 0.2)))
            strokes.append(Stroke(seat, thumb, TAP, at))
        return strokes

    def _value(
        self, decision: Decision, values: tuple[int | str, ...], seat: int, lies: bool = False
    ) -> int | str:
        """By the seat's card if that decides it; otherwise at random."""
        own = decision.by_card.get(self._table.card_of(seat) or "")
        return (
            next(value for value in values if (value in own) != lies) if own else self._secret.choice(values)
        )

    def _roll_call(self, decision: Decision) -> list[Stroke]:
        """Everybody taps at every name; those whose card may mark one press thumb down at it."""
        assert isinstance(decision.who, AllSeats)
        marks = {
            seat: mark
            for card, values in decision.by_card.items()
            for seat, mark in self._marks(decision.who.seats, card, values).items()
        }
        rng = self._secret
        names = [beat for beat in decision.beats if beat.listens]
        gap = names[1].at - names[0].at if len(names) > 1 else 2.0
        strokes: list[Stroke] = []
        for beat in names:
            for seat in decision.who.seats:
                at = beat.at + rng.uniform(0.2, gap - 0.3)
                thumb = "down" if marks.get(seat) == beat.about else "up"
                strokes.append(Stroke(seat, thumb, TAP, at))
        return strokes

    def _marks(
        self, seats: tuple[int, ...], card: str, values: tuple[int | str, ...]
    ) -> dict[int, int | str]:
        """What everybody with this card marks: the same, and none of themselves if they can help it."""
        rng = self._secret
        them = [seat for seat in seats if self._table.card_of(seat) == card]
        if len(values) == 1 or not them:
            return dict.fromkeys(them, values[0])
        idle = self._idle[card] < MOST_IDLE and rng.random() < self._temper.idle
        self._idle[card] = self._idle[card] + 1 if idle else 0
        mark = rng.choice([value for value in values if value not in them] or values)
        return {} if idle else dict.fromkeys(them, mark)
