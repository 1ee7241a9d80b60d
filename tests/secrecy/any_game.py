"""An evening of any game with secrets, through the real host, on virtual time, with phones.

Run 0 of an evening is played at random. In the others the cards are dealt anew, and whatever is chosen in
secret is drawn until the rules publish the same for it; what is done openly is the same in all runs. So they
stay alike for as long as nothing but `published` tells them apart.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, count, islice, pairwise
from random import Random
from typing import Any

from gm_appliance.app.phones import with_phones
from gm_appliance.core.cues.props import Prop
from gm_appliance.core.game import (
    JSON,
    AllSeats,
    Choice,
    Decision,
    Game,
    OneOf,
    Opponent,
    Pad,
    PerSeat,
    Seat,
)
from gm_appliance.core.language import SOURCE, load
from gm_appliance.core.minds import Thought
from gm_appliance.core.observer import Observer, Observers
from gm_appliance.core.play import Play
from gm_appliance.core.ports import PANEL, Fault, Ports, Stop
from gm_appliance.core.values import Value
from gm_appliance.games.registry import GAMES, registered
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.loop import Host, OwnChoices
from gm_appliance.pickers import presses
from gm_appliance.pickers.ballot import is_roll_call
from gm_appliance.pickers.gestures import HOLD
from gm_appliance.simulator.dealer import Dealer
from gm_appliance.simulator.people import People
from gm_appliance.simulator.transcript import Transcript
from gm_appliance.storage.session_log import NullSessionLog
from tests.games.recorded import random_choice, random_options
from tests.secrecy.crowd import NOTICES
from tests.secrecy.evening import Run, exit_code, written_down
from tests.secrecy.hands import Hands
from tests.secrecy.ledger import Fact
from tests.secrecy.outputs import ENGINES, Outputs, TableClock, Voice
from tests.secrecy.published import PUBLISHED

TRIES = 150
"""How often a secret choice is drawn anew until it publishes what it did in run 0."""

TAP = 0.08
THUMBS = ("down", "up")


class AnyEvening(Value):
    """decisions: after this many the service ends."""

    game: str
    seed: int
    options: dict[str, int | str]
    decisions: int
    language: str = SOURCE

    @property
    def voice(self) -> str:
        return self.random("voice").choice(("quick", "slow"))

    def random(self, *what: object) -> Random:
        return Random(f"{self.game} {self.seed} {what}")


def first_secret(game: Game[Any, Any], options: dict[str, int | str]) -> Decision | None:
    """What is decided in secret first in a random evening; None for nothing."""
    play, rng = Play(game, options), Random(f"{options}")
    for _ in range(80):
        if play.decision is None or play.decision.secret:
            return play.decision
        if choice := random_choice(play.decision, rng):
            play.take(choice)
    return None


@cache
def with_secrets() -> tuple[str, ...]:
    """The registered games that decide something in secret."""
    return tuple(name for name in GAMES if next(evenings(name, 1, among=40), None))


def evenings(
    name: str, decisions: int, language: str = SOURCE, among: int | None = None
) -> Iterator[AnyEvening]:
    """Random evenings of this game in which something is secret; among: so many evenings are looked at."""
    game = registered(name).game
    for seed in islice(count(), among):
        options = random_options(game, Random(f"{name} {seed}"))
        secret = first_secret(game, options)
        # Where all are alone in turn, an evening takes long to come to a night.
        if secret and (seed % 4 == 0 or not isinstance(secret.who, Seat)):
            yield AnyEvening(name, seed, options, decisions, language)


# ---------------------------------------------------------------- what is under test


@dataclass
class Box:
    """All that a planted leak may change before an evening begins.

    rules: the game. ports: the host's. while_it_runs: what is patched meanwhile.
    """

    evening: AnyEvening
    outputs: Outputs
    phones: Any
    ports: Ports
    rules: Game[Any, Any]
    narration: Any
    host: type[Host] = Host
    while_it_runs: ExitStack = field(default_factory=ExitStack)


Plant = Callable[[Box], None]


class Phones:
    """The box's end of the phones: all that it is told is written down."""

    points = True

    def __init__(self, outputs: Outputs) -> None:
        self._put = outputs.put

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *given: self._put("phones", f"{name} {given}".encode())


class _Tabletop:
    def __init__(self, *parts: Any) -> None:
        self._parts = parts

    def lay(self, items: Sequence[Prop]) -> None:
        for part in self._parts:
            part.lay(items)


# ---------------------------------------------------------------- the game beside the host's


@dataclass
class Kept(Run):
    """planned: of each secret decision what was asked, what was chosen, and what that publishes.

    states: of the game, after each choice.
    """

    planned: list[tuple[Decision, JSON, object]] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)


class Book(NullSessionLog):
    """A session log that plays the game a second time, and notes what each choice publishes."""

    def __init__(self, box: Box, run: Kept) -> None:
        self.play = Play(box.rules, box.evening.options)
        self.asked_at = 0.0
        self._outputs, self._run = box.outputs, run
        self._lists = PUBLISHED[box.evening.game]

    def choose(self, choice: Choice, secret: bool) -> None:
        now, put = self._outputs._now(), self._outputs.put
        if not secret:
            self._run.published.append((self.asked_at, ("chosen", choice.name, f"{choice.value}")))
        elif choice.value != self._run.planned[-1][1]:
            planned = self._run.planned[-1][1]
            self._run.broken.append(f"{choice.name} was pressed as {choice.value}, not {planned}")
        taken = self.play.take(choice)
        play = self.play
        if facts := self._facts(taken, play.decision):
            self._run.published.append((now, facts))
        put("game", repr((taken, play.decision)).encode())
        # The state's own text: secrets have none.
        put("texts", repr((choice, play._now.state)).encode())
        self._run.states.append(play._now.state)

    def undo(self) -> None:
        self.play = self.play.undone()

    def would_publish(self, choice: Choice) -> object:
        """What this choice would publish now."""
        game = self.play.game
        step = game.apply(self.play._now.state, choice)
        return self._facts(step.events, game.decision(game.public(step.state)))

    def _facts(self, told: Sequence[tuple[Any, Any]], asked: Decision | None) -> Fact:
        """All that a choice publishes, at once."""
        facts: list[object] = []
        for event, view in told:
            name = type(event).__name__
            if name in self._lists.events:
                facts.append((name, self._lists.events[name](event, view)))
        if asked and asked.name in self._lists.asked:
            facts.append((asked.name, repr(asked.who)))
        return tuple(facts)


# ---------------------------------------------------------------- people


class Crowd(Observer):
    """An observer that presses what is secret; what is open it leaves to the simulator's people.

    first: run 0 of the evening; None if this is it.
    """

    def __init__(
        self, evening: AnyEvening, hands: Hands, cards: Dealer, book: Book, run: Kept, first: Kept | None
    ) -> None:
        self._evening, self._hands, self._cards, self._book = evening, hands, cards, book
        self._run, self._first = run, first
        self._secret = evening.random("secret", first is not None)
        self._open, self._asked = evening.random("besides"), 0
        self._pads: dict[int, int] = {}
        people = (evening.random("open"), evening.random("never used"))
        self._people = People(hands.inbox, cards, *people)

    def asked(self, prompt_id: int, decision: Decision) -> None:
        now = self._book.asked_at = self._hands.clock.now()
        self._run.outputs.append(
            self._run.outputs[-1]._replace(t=now, port="asked", data=repr(decision).encode())
        )
        self._asked += 1
        if self._asked > self._evening.decisions or self._parted():
            self._hands.post(now + 1.0, Stop())
        if not decision.secret:
            self._people.asked(prompt_id, decision)
        elif not isinstance(decision.who, Opponent):
            press = self._press_window if isinstance(decision.who, AllSeats) else self._press_alone
            press(prompt_id, decision, self.secretly(decision))
        self._meddle(prompt_id, decision, now)

    def chose(self, decision: Decision, choice: Choice) -> None:
        self._people.chose(decision, choice)
        if isinstance(decision.who, Pad):
            pad = int(str(choice.value))
            self._pads = {seat: 0 if pad and at == pad else at for seat, at in self._pads.items()}
            self._pads[decision.who.seat] = pad
        if self._open.random() < 0.3:
            self._press(self._hands.clock.now() + self._open.uniform(0.2, 3.0), PANEL, "ok")

    def _parted(self) -> bool:
        mine, its = self._run.published, self._first.published if self._first else []
        return bool(self._first) and any(here[1] != there[1] for here, there in zip(mine, its, strict=False))

    def _press(
        self, t: float, source: int, button: str, held: float = TAP, prompt_id: int | None = None
    ) -> None:
        self._hands.inbox.press_at(t, source, button, held, prompt_id)

    def _meddle(self, prompt_id: int, decision: Decision, now: float) -> None:
        """Somebody has it repeated, takes something back, asks something, or pauses; parts fail."""
        rng = self._open
        if rng.random() < 0.05:
            self._press(now + rng.uniform(0.5, 5.0), PANEL, "back", rng.choice((TAP, HOLD + 0.1)), prompt_id)
        if rng.random() < 0.05:
            self._hands.post(now + rng.uniform(0.1, 15.0), rng.choice(NOTICES))
        if rng.random() < 0.03:
            lost = now + rng.uniform(0.1, 15.0)
            for t, what in ((lost, "lost"), (lost + rng.uniform(2.0, 30.0), "back")):
                self._hands.post(t, Fault("pads", what))
        if rng.random() < 0.2:
            self._press(now + rng.uniform(0.5, 5.0), PANEL, "repeat", prompt_id=prompt_id)
        if decision.beats and rng.random() < 0.1:
            t = now + rng.uniform(1.0, decision.beats[-1].at - 1.0)
            self._press(t, PANEL, "repeat", HOLD + 0.1, prompt_id)
            self._press(t + rng.uniform(4.0, 9.0), PANEL, "repeat")

    # ------------------------------------------------------------ what is secret

    def secretly(self, decision: Decision) -> JSON:
        """What is chosen: if possible, something that publishes what was published in run 0."""
        nth, before = len(self._run.planned), self._first.planned if self._first else []
        value, would = self._weighed(decision, self._drawn(decision, None))
        if nth < len(before) and before[nth][0].name == decision.name:
            _asked, its, told = before[nth]
            drawn = (self._drawn(decision, its) for _ in range(TRIES))
            last = [its] if decision.domain.contains(its) else []
            for other in chain(drawn, last):
                if would == told:
                    break
                value, would = self._weighed(decision, other)
        self._run.planned.append((decision, value, would))
        return value

    def _weighed(self, decision: Decision, value: JSON) -> tuple[JSON, object]:
        """With what it would publish."""
        return value, self._book.would_publish(Choice(decision.name, value))

    def _drawn(self, decision: Decision, its: JSON) -> JSON:
        """A value: each seat its own card if that is asked; else now and then what others chose in run 0."""
        rng, domain = self._secret, decision.domain
        if isinstance(decision.who, Seat):
            assert isinstance(domain, OneOf)
            own = self._cards.card_of(decision.who.seat)
            if own in domain.options:
                return own
            # Where thumbs are shown one by one, other ones part two runs as soon as all are given.
            return its if its and self._evening.seed % 2 else rng.choice(domain.options)
        if not isinstance(domain, PerSeat):
            return domain.sample(rng)
        assert isinstance(domain.each, OneOf)
        values = domain.each.options
        missing = self._evening.random("missing", len(self._run.planned))
        seats = [key for key in domain.keys if missing.random() > 0.03]
        cards = {key: self._cards.card_of(int(key)) for key in seats}
        if set(cards.values()) <= {*values}:
            return {key: str(card) for key, card in cards.items()}
        if its and rng.random() < 0.3:
            assert isinstance(its, dict)
            return dict(zip(its, rng.sample([*its.values()], len(its)), strict=True))
        if is_roll_call(decision):
            # Those with the same card agree, but for one now and then.
            aims = {card: rng.choice(values) if rng.random() < 0.6 else None for card in cards.values()}
            marks = {
                key: rng.choice(values) if rng.random() < 0.1 else aims[card] for key, card in cards.items()
            }
            return {key: mark for key, mark in marks.items() if mark is not None}
        return {key: rng.choice(values) for key in seats}

    def _press_window(self, prompt_id: int, decision: Decision, value: JSON) -> None:
        """The strokes of a choice, and others that count for nothing."""
        rng, onset = self._secret, self._hands.clock.now()
        listening = [beat.at for beat in decision.beats if beat.listens]
        ends = next(after.at for beat, after in reversed([*pairwise(decision.beats)]) if beat.listens)
        called = is_roll_call(decision)
        for stroke in presses(decision, Choice(decision.name, value), pads=self._pads):
            assert stroke.at is not None
            if not stroke.source:
                continue  # without a pad
            at = stroke.at + rng.uniform(0.0, 1.0 if called else ends - stroke.at - 0.3)
            self._press(onset + at, stroke.source, stroke.button, prompt_id=prompt_id)
            while not called and at - listening[0] > 0.5 and rng.random() < 0.4:
                at = rng.uniform(listening[0], at - 0.3)
                self._press(onset + at, stroke.source, rng.choice(THUMBS), prompt_id=prompt_id)
        for beat in listening if called else ():
            for seat in (seat for seat in decision.who.seats if rng.random() < 0.5):  # type: ignore[union-attr]
                pad = self._pads.get(seat, seat)
                self._press(onset + beat + rng.uniform(0.1, 1.8), pad or PANEL, "up", prompt_id=prompt_id)

    def _press_alone(self, prompt_id: int, decision: Decision, value: JSON) -> None:
        """Presses of which the last count, and OK, which all hear."""
        rng, now = self._secret, self._hands.clock.now()
        ready = now + self._open.uniform(8.0, 15.0)
        *moves, ok = presses(decision, Choice(decision.name, value))
        stray = rng.choices(THUMBS, k=rng.choice((0, 0, 1, 2, 4)))
        # Of more than two values UP starts again.
        again = ["up"] * (isinstance(decision.domain, OneOf) and len(decision.domain.options) > 2)
        buttons = [*stray, *again, *(stroke.button for stroke in moves)]
        for nth, button in enumerate(buttons):
            t = now + 4.0 + 0.25 * nth + rng.uniform(0.0, 0.1)
            self._press(t, PANEL, button, prompt_id=prompt_id)
        for after in (0.0, 20.0):
            self._press(ready + after, PANEL, ok.button, prompt_id=prompt_id)


# ---------------------------------------------------------------- played and compared


def play(evening: AnyEvening, first: Kept | None = None, plant: Plant = lambda box: None) -> Kept:
    """Play an evening: run 0, or another one beside `first`."""
    clock = TableClock()
    hands, outputs = Hands(clock), Outputs(clock.now)
    outputs.put("begins", b"")
    run = Kept(outputs.list)
    cards = Dealer(evening.random("deal", first is not None))
    phones, voice = Phones(outputs), Voice(outputs.put, ENGINES[evening.voice])
    ports = Ports(hands.inbox, outputs, outputs, voice, outputs, _Tabletop(outputs, cards))
    game = registered(evening.game)
    box = Box(evening, outputs, phones, ports, game.game, game.narration(evening.language))
    plant(box)
    book = Book(box, run)
    crowd = Crowd(evening, hands, cards, book, run, first)
    chance = evening.random("chance")

    def draw(decision: Decision) -> JSON:
        return crowd.secretly(decision) if decision.secret else decision.domain.sample(chance)

    def think(decision: Decision, _thought: Thought) -> Callable[[], JSON]:
        value = draw(decision)
        return lambda: value

    def write(line: str) -> None:
        """Of a line that is not for all, what `play` prints only on request is left out."""
        entry = json.loads(line)
        hidden = {} if entry["audience"] == "all" else {"value": None}
        outputs.put("transcript", json.dumps(entry | hidden).encode())

    observers = Observers(crowd, box.phones, Transcript(write, clock.now))
    host = box.host(
        with_phones(box.ports, box.phones),
        Announcements(load(evening.language)),
        count(1),
        OwnChoices(draw, think),
        observers,
    )

    def main() -> None:
        host.run(Play(box.rules, evening.options), box.narration, book)

    with box.while_it_runs, written_down(outputs, logging.DEBUG):
        run.exit = exit_code(main)
    outputs.put("exit", str(run.exit).encode())
    run.cards = {seat: str(cards.card_of(seat)) for seat in range(1, 16)}
    return run
