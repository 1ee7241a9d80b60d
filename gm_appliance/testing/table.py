"""A table for tests that read like a screenplay: hands press, ears hear, and the test controls time.

The evening runs in a thread of its own, but only while the test waits: a thread that waits for the clock
hands over. Nothing sleeps, and the only inputs are button edges.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Self, TypeAlias

from gm_appliance.app.clock import WallClock
from gm_appliance.app.evening import Evening
from gm_appliance.app.evening_settings import Environment, EveningSettings, Hooks
from gm_appliance.core.cues.screens import Cell
from gm_appliance.core.game import JSON, Choice, Game, Pad
from gm_appliance.core.language import SOURCE
from gm_appliance.core.ports import PANEL, PANEL_BUTTONS, Edge, Fault, Input, Ports, Stop
from gm_appliance.games.registry import GAMES, RegisteredGame
from gm_appliance.pickers import presses
from gm_appliance.storage.journal import Journal
from gm_appliance.testing.clock import WatchfulInbox
from gm_appliance.testing.heard import Asked, Heard, Hushed, Said, What, fits
from gm_appliance.testing.parts import TestParts
from gm_appliance.testing.screens import in_no_language, marked_on, words_of

Value: TypeAlias = "JSON | Mapping[str, int] | Mapping[str, str]"
Games: TypeAlias = "Mapping[str, Game[Any, Any]]"

SOON = 200.0  # virtual seconds to wait for something that should be heard

PATIENCE = 30.0  # real seconds after which the other thread counts as hung


# Many attributes: one for each thing that people do, hear and see.
class VirtualTable(TestParts):
    """Everything that people at the table can do, hear and see. Seats are numbers; 0 is the panel.

    In a `with` statement the box is switched on, and off afterwards.

    state: the folder of its journal. games: those on offer, with the defaults of their options; the
    registry's if not given. registry: the games there are, and who tells them. language: of all that is said
    and shown. seed: of the box's own dice, which fall alike at every start. roster: the names of who usually
    plays. clock: date and time of day; the machine's if not given. lamps: whether the pads have some.
    languages, voices: those that can be chosen in the menu, that which speaks first. box: what switches the
    box on again, if it can be switched off at the table. newcomers: whether people may be new to a game; else
    everybody has played all of them. volumes: the lowest and the highest one that can be chosen.
    asks_language: whether the first start asks for the language.

    switched_off: whether it is to be, once the evening is over.
    """

    # Many parameters: one for each way in which evenings differ.
    def __init__(
        self,
        state: Path,
        games: Games | None = None,
        registry: Mapping[str, RegisteredGame] = GAMES,
        language: str = SOURCE,
        seed: int = 0,
        roster: Sequence[str] = (),
        clock: WallClock | None = None,
        lamps: bool = True,
        languages: Sequence[str] = (),
        box: str | None = None,
        newcomers: bool = False,
        volumes: tuple[int, int] = (0, 100),
        voices: Sequence[str] = (),
        asks_language: bool = False,
    ) -> None:
        super().__init__(voices)
        self._state, self._seed = state, seed
        self._wall_clock = clock or WallClock()
        self._registry = registry
        levels = {"volume": 100, "rate": 160, "large": 0}
        settings = (language, tuple(languages), games, levels, tuple(roster), lamps)
        self._settings = EveningSettings(
            *settings,
            letters=box is not None,
            power=box,
            teach=newcomers,
            volumes=volumes,
            asks_language=asks_language,
        )
        self._inbox = WatchfulInbox(self._clock)
        self._inbox.on_ask(self._asks)
        self._asked = (0, 0)
        self._reported: dict[tuple[int, str], tuple[int, int]] = {}
        self._up_to = 0  # how much of what was heard was asked for or ignored
        self._over = False
        self.switched_off: bool | None = None
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self.switch_on()
        return self

    def __exit__(self, *_why: object) -> None:
        self.switch_off()

    # ------------------------------------------------------------ the evening's thread

    def _run(self) -> None:
        parts = (self._inbox, self, self, self, self, self)
        ports = Ports(*parts, say_in=self._say_in, **self._more_ports())
        try:
            # A journal belongs to the thread it was opened in.
            with closing(Journal(self._state / "journal.sqlite")) as journal:
                self.switched_off = Evening(
                    *(ports, journal, self._ears, self._fault, self._settings),
                    Hooks(self._enlarge, self._speak, self._named, self._on_trial),
                    Environment(Random(f"chance {self._seed}"), self._wall_clock, registry=self._registry),
                ).run()
        except BaseException as failure:  # told in the test's thread
            self._failure = failure
        self._over = True
        self._clock.idle.release()

    def _more_ports(self) -> dict[str, Any]:
        """The ports that only some boxes have, by their names in `Ports`: none here."""
        return {}

    def _fault(self, part: str, what: str) -> None:
        self._inbox.post(Fault(part, what))

    def _settle(self) -> None:
        """Let the evening run until it waits."""
        assert not self._over, "the evening is over"
        self._clock.go.release()
        self._wait()

    def _wait(self) -> None:
        assert self._clock.idle.acquire(timeout=PATIENCE), "the evening hangs"
        if self._failure:
            raise self._failure

    def switch_on(self) -> None:
        self._thread.start()
        self._wait()

    def switch_off(self) -> None:
        """Stop the evening as a signal does."""
        if not self._over and self._thread.is_alive():
            self._inbox.post(Stop())
            self._settle()

    # ------------------------------------------------------------ hands

    def press(self, source: int, button: str, down: bool = True) -> None:
        assert source in self.pads or button in PANEL_BUTTONS, f"no pad lies before {source}"
        self._inbox.press(self.pads[source] if source else PANEL, button, down)
        self._settle()

    def reports(self, seat: int, button: str, down: bool = True, *, cancelled: bool = False) -> None:
        """Post an edge of the pad at a seat, as the hub's driver does.

        A second edge down reports that the button is held.
        """
        key = (seat, button)
        prompt_id, beat = self._reported.setdefault(key, self._asked)
        if not down:
            del self._reported[key]
        self.post(Edge(self.pads[seat], button, down, self._clock.t, prompt_id, beat, cancelled))

    def _asks(self, prompt_id: int, beat: int) -> None:
        self._asked = (prompt_id, beat)
        self._ears.beat(prompt_id, beat)

    def taps(self, source: int, button: str, times: int = 1) -> None:
        for _ in range(times):
            self.press(source, button)
            self.advance(0.1)
            self.press(source, button, down=False)
            self.advance(0.1)

    def holds(self, source: int, button: str, seconds: float = 0.8) -> None:
        self.press(source, button)
        self.advance(seconds)
        self.press(source, button, down=False)

    def ok(self) -> None:
        self.taps(PANEL, "ok")

    def chooses(self, line: str) -> None:
        """Move down to this line of the display, and press OK."""
        passed = []
        while marked_on(self.screen) != line:
            passed.append(marked_on(self.screen))
            assert passed.count(passed[-1]) < 2, f"no {line!r} among {passed}"
            self.taps(PANEL, "down")
        self.ok()

    def decides(self, name: str, value: Value) -> None:
        """Wait until this is asked; then make this choice."""
        self.hears(Asked(name))
        self.answers(value)

    def answers(self, value: Value, name: str = "") -> None:
        """Choose this, at the pad or panel of the player asked. No cursor may have been moved before.

        name: the open decision to answer, by default the main one.
        """
        assert self._ears.open, "nothing is asked"
        decision, onset = self._ears.open[1], self._ears.opened_at
        plain: JSON = {**value} if isinstance(value, Mapping) else value
        choice = Choice(name or decision.name, plain)
        # During the roll call pads have their own numbers.
        seats = {pad: seat for seat, pad in self.pads.items() if isinstance(decision.who, Pad)}
        strokes = presses(decision, choice)
        if any(one.source and seats.get(one.source, one.source) not in self.pads for one in strokes):
            strokes = presses(decision, choice, panel=True)
        for stroke in sorted(strokes, key=lambda one: one.at or 0.0):
            if stroke.at is not None:
                self.advance(max(0.0, onset + stroke.at - self.now))
            self.holds(seats.get(stroke.source, stroke.source), stroke.button, stroke.held)
            self.advance(0.1 if stroke.at is None else 0.0)

    def post(self, *items: Input) -> None:
        """Post inputs that are no buttons, all before the evening processes the first."""
        for item in items:
            self._inbox.post(item)
        self._settle()

    def edge(self, seat: int, button: str) -> Edge:
        """Note a thumb that goes down now, for an edge that arrives later."""
        return Edge(self.pads[seat], button, True, self.now, *self._inbox.stamp)

    def everybody_taps(self, thumbs: dict[int, str]) -> None:
        """Each seat its thumb, one a little after the other; who has no pad cannot."""
        for seat, thumb in thumbs.items():
            if seat not in self.pads:
                continue
            self.press(seat, thumb)
            self.advance(0.02)
            self.press(seat, thumb, down=False)

    # ------------------------------------------------------------ time

    @property
    def now(self) -> float:
        return self._clock.t

    def advance(self, seconds: float) -> None:
        self._until(self._clock.t + seconds)

    def _until(self, t: float) -> None:
        while not self._over and self._clock.wakes is not None and self._clock.wakes <= t:
            self._clock.t = max(self._clock.t, self._clock.wakes)
            self._settle()
        self._clock.t = t

    # ------------------------------------------------------------ ears and eyes

    @property
    def heard(self) -> tuple[Heard, ...]:
        """Everything heard since power-on, in order, with times."""
        return tuple(self._ears.heard)

    @property
    def cut(self) -> list[str]:
        """The sentences that were hushed before their end."""
        cut = (self._ears.heard[at].what for at in sorted(self._ears.cut))
        return [one.what.text if isinstance(one, Hushed) else one.text for one in cut]

    def all_heard(self, what: What) -> list[Any]:
        """All that match since power-on, such as every `Banished`."""
        return self._ears.of(what)

    def hears(self, *what: What) -> Any:
        """Wait until all this happens in this order; returns the last.

        A text must be exactly the next sentence. For the others anything in between is ignored: an event or
        its class, `Asked`, `AtBeat`, `Announced`, or `Said` for a sentence among others.
        """
        last = None
        for one in what:
            last = self._hears_text(one) if isinstance(one, str) else self._hears(one)
        return last

    def _hears(self, what: What) -> Any:
        since = self._up_to
        at = self._await(what)
        passed = "".join(f"\n  {one.t:8.2f} {one.what}" for one in self._ears.heard[since:])
        assert at is not None, f"never heard: {what}; but since:{passed or ' nothing'}"
        self._up_to = at + 1
        return self._ears.heard[at].what

    def _hears_text(self, sentence: str) -> Said:
        at = self._await(Said)
        assert at is not None, f"never said: {sentence!r}"
        self._up_to = at + 1
        said: Said = self._ears.heard[at].what
        assert said.text == sentence, f"said {said.text!r}, not {sentence!r}"
        return said

    def _await(self, what: What) -> int | None:
        """Wait until this is heard; returns its place, None if it does not come soon."""
        until = self._clock.t + SOON
        while (at := self._find(what)) is None and (wakes := self._clock.wakes) is not None:
            if wakes > until:
                return None
            self._until(wakes)
        return at

    def _find(self, what: What) -> int | None:
        heard = self._ears.heard
        return next((at for at in range(self._up_to, len(heard)) if fits(what, heard[at].what)), None)

    def hears_whatever(self, until: str) -> list[str]:
        """Wait for this sentence; returns those before it."""
        before: list[str] = []
        while True:
            at = self._await(Said)
            assert at is not None, f"never said: {until!r}; said: {before}"
            self._up_to = at + 1
            said = self._ears.heard[at].what.text
            if said == until:
                return before
            before.append(said)

    def hears_nothing_for(self, seconds: float) -> None:
        """Assert that nothing was said since the last event, nor is within this time."""
        self.never_hears(Said, within=seconds)

    def never_hears(self, *what: What, within: float = 0.0) -> None:
        """Assert that none of this happened since the last event, nor does within this time."""
        self.advance(within)
        for one in what:
            at = self._find(one)
            assert at is None, f"heard: {self._ears.heard[at or 0]}"

    def hears_out(self, seconds: float = 0.0) -> None:
        """Let time pass, and ignore everything heard until then."""
        self.advance(seconds)
        self._up_to = len(self._ears.heard)

    def sees(self, title: str, *lines: str) -> None:
        """Assert the display's title, and these among its lines, items and hints."""
        shown = words_of(self.screen)
        assert shown[:1] == [title], shown
        assert [line for line in lines if line not in shown] == [], shown

    def sees_written(self, sentence: str) -> None:
        """Assert that the display shows exactly these words."""
        assert words_of(self.screen) == ["", "", sentence], words_of(self.screen)

    @property
    def title(self) -> str:
        return words_of(self.screen)[0]

    def sees_closed_eyes(self) -> bool:
        return type(self.screen).__name__ == "ClosedScreen"

    def hears_the_storm(self) -> bool:
        return self._storm

    def lies_at(self, at: int | Cell) -> list[str]:
        """The props at a seat, in no language; 0 is the middle."""
        return [in_no_language(prop) for prop in self.lying if prop.at == at]


evening = VirtualTable  # the table, as tests say it: `with evening(folder) as table`
