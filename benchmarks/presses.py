"""How much the box asks of people, and how much it says: presses and speech, per turn and per evening.

Whole seeded evenings of four games at a virtual table, from the menu to the end, played by the people of
`people/`, who want to get on with their game. Every choice takes the shortest way that the pickers know; a
distant line is reached as people do it, by holding the button and one tap. A hold counts as one press.
Presses of pads are counted separately. People listen to the end before they press; those who know the box
hear less. Seconds are the real lengths of espeak-ng's sentences at the default rate.

With --phones everybody has a phone as well: a choice that only one seat may make is one tap there, a number
out of many is typed, and only shared or secret decisions are made at the panel.

    python -m benchmarks.presses [--evenings 5] [--only Thor] [--phones]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path
from random import Random
from statistics import median, quantiles

from benchmarks.people import Custom, gotterdammerung, odins_table, thor, valda
from gm_appliance.core.game import JSON, Choice, Decision, Number, OneOf, Pad, PerSeat
from gm_appliance.core.observer import Observer
from gm_appliance.core.play import Play
from gm_appliance.core.ports import PANEL
from gm_appliance.core.pronunciation import pronunciation
from gm_appliance.core.values import replace
from gm_appliance.devices.pads.phone_choices import is_guarded
from gm_appliance.games.registry import GAMES
from gm_appliance.pickers import Stroke, presses
from gm_appliance.pickers.ballot import is_roll_call
from gm_appliance.pickers.gestures import HOLD, REPEAT
from gm_appliance.pickers.number import NumberPicker
from gm_appliance.pickers.pointed import deciders
from gm_appliance.pickers.presses import TAP
from gm_appliance.testing import Asked, Said
from tests.app.life import Life
from tests.devices.sound.spoken import spoken_lengths

EVENINGS = 5

TABLES: tuple[Custom, ...] = (
    *gotterdammerung.TABLES,
    *thor.TABLES,
    *valda.TABLES,
    *odins_table.TABLES,
)

THINKS, NEXT = 1.0, 0.25
"""Seconds from the end of speech to the first press, and between presses."""

BUTTONS = 42
"""Up to this many numbers are buttons on a phone (`phones/static/choose.js`); with more, people type."""

PHONE = 16
"""The source of a tap on a phone: no pad has this number."""

FAR, FURTHEST = 4, 8
"""The least number of lines for a hold; and the most of one hold, after which numbers go faster."""


@dataclass(frozen=True)
class Pressed:
    """A press for the decision `name`, and the value wanted there."""

    t: float
    source: int
    name: str
    wanted: JSON = None


def taps(decision: Decision, choice: Choice) -> int:
    """Taps on the deciding player's phone; 0 if the choice cannot be made there."""
    if decision.secret or not deciders(decision, choice):
        return 0
    domain = decision.demand(choice).domain
    if isinstance(domain, Number) and domain.hi - domain.lo >= BUTTONS:
        return 2 + len(str(choice.value))  # the field, the digits, and done
    return 2 if is_guarded(decision) else 1


class Table(Observer):
    """The people of one evening, who observe the host and press. pressed: all that counted. phoned: the same
    if everybody has a phone."""

    def __init__(self, custom: Custom, life: Life, rng: Random) -> None:
        self._custom, self._life = custom, life
        self._people = custom.people(rng)
        self._game = GAMES[custom.game].game
        self._play = Play(self._game, self._game.complete(custom.options))
        self._pads: dict[int, int] = {}
        self._wanted: Choice | None = None
        self._requested: Choice | None = None
        self._planned: list[Pressed] = []
        self.pressed: list[Pressed] = []
        self.phoned: list[Pressed] = []

    def asked(self, prompt_id: int, decision: Decision) -> None:
        if decision.name == "menu.again":
            self._life.stop()
            return
        self._wanted = self._choice(decision)
        if self._wanted is None and self._requested is None:
            return
        if isinstance(decision.domain, PerSeat):
            self._press(prompt_id, decision)  # on time, whatever is being said
        else:
            self._when_quiet(prompt_id, decision)

    def _when_quiet(self, prompt_id: int, decision: Decision) -> None:
        """Poll until the box has finished speaking, then press."""

        def look() -> None:
            if self._life.quiet_at > self._life.inbox.now():
                self._when_quiet(prompt_id, decision)
            else:
                self._press(prompt_id, decision)

        self._life.inbox.ends_at = max(self._life.quiet_at, self._life.inbox.now() + 0.01), look

    def _choice(self, decision: Decision) -> Choice | None:
        kind, _, name = decision.name.partition(".")
        if kind == "option":
            return Choice(decision.name, self._play.options[name])
        if kind != "menu":
            return self._wish(decision)
        answers = {"game": self._custom.game, "rules": "start"}
        assert isinstance(decision.domain, OneOf)
        return Choice(decision.name, answers.get(name, decision.domain.options[0]))

    def _wish(self, decision: Decision) -> Choice | None:
        """The people's choice; for a decision on request, BACK and then its line."""
        asked, self._requested = self._requested, None
        if asked and decision.name == "questions":
            self._requested = asked
            return Choice("questions", asked.name)
        wanted = asked if asked and asked.name == decision.name else self._people(decision, self._play.view)
        if wanted and any(one.name == wanted.name for one in decision.on_request):
            self._requested, wanted = wanted, None
        return wanted

    def _press(self, prompt_id: int, decision: Decision) -> None:
        if self._wanted is None:
            strokes: tuple[Stroke, ...] = (Stroke(PANEL, "back", TAP),)
        else:
            strokes = presses(decision, self._wanted, panel=not self._pads, pads=self._pads)
        if is_roll_call(decision):
            strokes = (*strokes, *_other_taps(decision, strokes))
        onset = self._life.inbox.now()
        t = onset + THINKS
        for stroke in with_holds(decision, strokes):
            at = t if stroke.at is None else onset + stroke.at
            self._life.inbox.press_at(at, stroke.source, stroke.button, stroke.held, prompt_id)
            wanted = self._wanted.value if self._wanted else None
            self._planned.append(Pressed(at, stroke.source, decision.name, wanted))
            t += stroke.held + NEXT

    def chose(self, decision: Decision, choice: Choice) -> None:
        now = self._life.inbox.now()
        pressed = [one for one in self._planned if one.t <= now]
        self.pressed += pressed
        tapped = [Pressed(now, PHONE, decision.name)] * taps(decision, choice)
        self.phoned += tapped or pressed
        wanted, self._wanted = self._wanted, None
        self._planned.clear()
        if wanted and wanted != choice:
            raise AssertionError(f"{choice.name}: {choice.value!r} was pressed, not {wanted.value!r}")
        if decision.name.startswith(("menu.", "option.")):
            return
        if isinstance(decision.who, Pad):
            self._pads[decision.who.seat] = int(str(choice.value))
        self._play.take(choice)


def _other_taps(decision: Decision, marks: Sequence[Stroke]) -> Iterator[Stroke]:
    """In a roll call everybody taps at every name: thumb up unless they mark it."""
    assert isinstance(decision.domain, PerSeat)
    for beat in (one for one in decision.beats if one.listens):
        there = {(mark.source, mark.at is not None and beat.at <= mark.at < beat.at + 1) for mark in marks}
        for key in decision.domain.keys:
            if (int(key), True) not in there:
                yield Stroke(int(key), "up", TAP, beat.at + 0.7)


def with_holds(decision: Decision, strokes: Sequence[Stroke]) -> Iterator[Stroke]:
    """The strokes, with long series at the panel replaced by holds."""
    domain = decision.domain
    counts = isinstance(domain, Number)
    wide = isinstance(domain, Number) and NumberPicker(decision.name, domain, domain.start).wide
    for stroke, group in groupby(strokes):
        taps = len([*group])
        if stroke.source == PANEL and stroke.held == TAP and not wide and not decision.secret:
            while taps >= FAR:
                steps = min(taps - 1, FURTHEST)
                # A list steps at the press, the hold and each repeat; a number does not step at the hold.
                repeats = steps - 1 if counts else steps - 2
                yield replace(stroke, held=HOLD + (repeats + 0.5) * REPEAT)
                taps -= steps
        yield from [stroke] * taps


@dataclass(frozen=True)
class Part:
    """A turn or a whole evening. said: its sentences. pressed: its presses. phoned: the same with phones."""

    said: tuple[str, ...]
    pressed: tuple[Pressed, ...]
    phoned: tuple[Pressed, ...]

    @property
    def panel(self) -> int:
        return sum(one.source == PANEL for one in self.pressed)

    @property
    def taps(self) -> int:
        """Taps on phones."""
        return sum(one.source == PHONE for one in self.phoned)

    @property
    def left(self) -> int:
        """Presses left at the panel if everybody has a phone."""
        return sum(one.source == PANEL for one in self.phoned)

    @property
    def pads(self) -> int:
        return len(self.pressed) - self.panel


@dataclass(frozen=True)
class Played:
    """An evening. before: the part before its first turn."""

    whole: Part
    before: Part
    turns: tuple[Part, ...]


def play(custom: Custom, seed: int) -> Played:
    """Play one evening at a virtual table."""
    life = Life(Path(), journal=False, seed=seed)
    table = Table(custom, life, Random(f"{custom.name} {seed}"))
    life.run(table)
    return _parted(custom, life, table)


def _parted(custom: Custom, life: Life, table: Table) -> Played:
    """Split an evening into turns. A press at the moment of a boundary caused it, and is before it."""
    cuts: list[tuple[float, bool, int]] = [
        (-1.0, False, 0)
    ]  # time, whether a turn begins, index into what was heard
    for at, (t, what) in enumerate(life.heard):
        name = what.name if isinstance(what, Asked) else type(what).__name__
        if name in custom.begins:
            cuts.append((t, True, at))
        elif name in custom.ends:
            cuts.append((t, False, at))
    cuts.append((life.inbox.now() + 1.0, False, len(life.heard)))
    parts = []
    for (since, turn, first), (until, _, last) in pairwise(cuts):
        said = tuple(one.what.text for one in life.heard[first:last] if isinstance(one.what, Said))
        within = (
            tuple(one for one in kind if since < one.t <= until) for kind in (table.pressed, table.phoned)
        )
        parts.append((turn, Part(said, *within)))
    said = tuple(text for _, part in parts for text in part.said)
    whole = Part(said, tuple(table.pressed), tuple(table.phoned))
    turns = (part for turn, part in parts if turn)
    counted = (one for one in turns if custom.counts(one.pressed[0].wanted if one.pressed else None))
    return Played(whole, parts[0][1], (*counted,))


class Lengths:
    """How long the engine takes to say sentences; each is rendered once."""

    def __init__(self) -> None:
        self._known: dict[str, float] = {"": 0.0}
        self._spelled = pronunciation("en", *(one.package for one in GAMES.values()))

    def learn(self, texts: Iterable[str]) -> None:
        """Render new texts. Raises NoEngine if there is no engine."""
        new = sorted({*texts} - self._known.keys())
        self._known.update(zip(new, spoken_lengths([*map(self._spelled, new)], "en"), strict=True))

    def of(self, part: Part) -> float:
        """Seconds of speech."""
        return sum(self._known[text] for text in part.said)


def _middle(figures: Sequence[float]) -> str:
    """The median and the ninth decile."""
    ninth = quantiles(figures, n=10)[-1] if len(figures) > 1 else figures[0]
    return f"{median(figures):>7.0f} /{ninth:>3.0f}"


HEAD = (
    f"{'':32}{'a turn: panel':>20}{'pads':>12}{'speech, s':>12}"
    f"{'an evening: panel':>20}{'pads':>7}{'speech, min':>13}{'turns':>7}{'to set up':>11}"
)


def report(custom: Custom, evenings: Sequence[Played], lengths: Lengths) -> str:
    """One line: median and ninth decile per turn, medians per evening."""
    turns = [turn for one in evenings for turn in one.turns]
    columns: list[list[float]] = [
        [turn.panel for turn in turns],
        [turn.pads for turn in turns],
        [*map(lengths.of, turns)],
    ]
    wholes = [one.whole for one in evenings]
    return (
        f"{custom.name:32}{custom.turn:>8}{''.join(map(_middle, columns))}"
        f"{median(one.panel for one in wholes):>20.0f}{median(one.pads for one in wholes):>7.0f}"
        f"{median(map(lengths.of, wholes)) / 60:>13.1f}{median(len(one.turns) for one in evenings):>7.0f}"
        f"{median(one.before.panel for one in evenings):>11.0f}"
    )


PHONES_HEAD = (
    f"{'':32}{'a turn: taps':>20}{'panel':>12}{'an evening: taps':>20}{'panel':>7}{'most a turn':>13}"
)


def report_phones(custom: Custom, evenings: Sequence[Played]) -> str:
    """The same if everybody has a phone. The last figure is the longest turn's."""
    turns = [turn for one in evenings for turn in one.turns]
    figures = ([turn.taps for turn in turns], [turn.left for turn in turns])
    wholes = [one.whole for one in evenings]
    return (
        f"{custom.name:32}{custom.turn:>8}{''.join(map(_middle, figures))}"
        f"{median(one.taps for one in wholes):>20.0f}{median(one.left for one in wholes):>7.0f}"
        f"{max(turn.taps + turn.left for turn in turns):>13}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--evenings", type=int, default=EVENINGS, help=f"of each table ({EVENINGS})")
    parser.add_argument("--only", default="", help="tables whose names contain this")
    parser.add_argument("--quick", action="store_true", help="one evening of each table")
    parser.add_argument("--phones", action="store_true", help="where everybody has a phone")
    asked = parser.parse_args()
    lengths = Lengths()
    print(PHONES_HEAD if asked.phones else HEAD)
    for custom in TABLES:
        if asked.only.casefold() in custom.name.casefold():
            evenings = [play(custom, seed) for seed in range(1 if asked.quick else asked.evenings)]
            if asked.phones:
                print(report_phones(custom, evenings), flush=True)
            else:
                lengths.learn(text for one in evenings for text in one.whole.said)
                print(report(custom, evenings, lengths), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
