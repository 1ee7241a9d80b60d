"""The people of an evening of any game with secrets."""

from __future__ import annotations

from itertools import chain, pairwise

from gm_appliance.core.game import JSON, AllSeats, Choice, Decision, OneOf, Opponent, Pad, PerSeat, Seat
from gm_appliance.core.observer import Observer
from gm_appliance.core.ports import PANEL, Fault, Stop
from gm_appliance.pickers import presses
from gm_appliance.pickers.ballot import is_roll_call
from gm_appliance.pickers.gestures import HOLD
from gm_appliance.simulator.dealer import Dealer
from gm_appliance.simulator.people import People
from tests.secrecy.any_evening import AnyEvening, Book, Kept
from tests.secrecy.hands import Hands

TRIES = 150
"""How often a secret choice is drawn anew until it publishes what it did in run 0."""

TAP = 0.08
THUMBS = ("down", "up")

NOTICES = (
    *(Fault("pads", what, pad) for what in ("stuck", "mended") for pad in (1, 7, 15)),
    *(Fault("pads", "dropped"), Fault("pads", "unsteady"), Fault("voice", "lost")),
)
"""What else is heard of the parts, in the same way in every run: see docs/developers/secrecy.md."""


class Crowd(Observer):
    """An observer that presses what is secret; what is open it leaves to the simulator's people. first: run 0
    of the evening; None if this is it."""

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
        self._hurry()

    def _parted(self) -> bool:
        mine, its = self._run.published, self._first.published if self._first else []
        return bool(self._first) and any(here[1] != there[1] for here, there in zip(mine, its, strict=False))

    def _press(
        self, t: float, source: int, button: str, held: float = TAP, prompt_id: int | None = None
    ) -> None:
        self._hands.inbox.press_at(t, source, button, held, prompt_id)

    def _hurry(self) -> None:
        """Somebody skips what is told, now and then."""
        if self._open.random() < 0.3:
            self._press(self._hands.clock.now() + self._open.uniform(0.2, 3.0), PANEL, "ok")

    def _meddle(self, prompt_id: int, decision: Decision, now: float) -> None:
        """Somebody has it repeated, takes something back, asks something, or pauses; parts fail."""
        rng, self._book.put_off = self._open, False
        if rng.random() < 0.05:
            self._book.put_off = bool(decision.beats)  # by a sentence
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
