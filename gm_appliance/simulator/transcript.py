"""A game as JSON lines: all outputs, decisions, choices and events. See docs/developers/transcript.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import json

from gm_appliance.core.cues.props import Prop
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import Choice, Decision, Outcome
from gm_appliance.core.observer import Observer
from gm_appliance.core.ports import estimated_length
from gm_appliance.core.values import asdict
from gm_appliance.simulator.encoding import encode

ALL = "all"
RECORD = "record"


class Transcript(Observer):
    """An observer and output ports that write a line for everything they receive.

    write: called with one line of JSON, without a newline. now: seconds of virtual time.
    """

    def __init__(self, write: Callable[[str], object], now: Callable[[], float]) -> None:
        self._write = write
        self._now = now

    def _line(self, kind: str, audience: str = ALL, **fields: Any) -> None:
        line = {"t": round(self._now(), 3), "kind": kind, "audience": audience, **fields}
        self._write(json.format(encode(line), indent=0))  # a space after each comma, for readers

    # ------------------------------------------------------------ output ports

    def say(self, text: str) -> float:
        self._line("say", text=text)
        return estimated_length(text)

    def hush(self) -> None: ...

    def prepare(self, texts: Sequence[str]) -> None: ...

    def length(self, text: str) -> float:
        return estimated_length(text)

    def volume(self, percent: int) -> None: ...

    def rate(self, words_per_minute: int) -> None: ...

    def show(self, screen: Screen) -> None:
        self._line("show", screen=screen)

    def light(self, lit: frozenset[int]) -> None:
        self._line("light", seats=sorted(lit))

    def storm(self, on: bool) -> None:
        self._line("sound", name="storm", on=on)

    def play(self, name: str) -> None:
        self._line("sound", name=name, on=True)

    def lay(self, items: Sequence[Prop]) -> None:
        self._line("props", items=items)

    # ------------------------------------------------------------ observer

    def asked(self, prompt_id: int, decision: Decision) -> None:
        names = ("mark", "at", "about", "listens")
        beats = [{name: getattr(beat, name) for name in names} for beat in decision.beats]
        also = [{"name": one.name, "who": one.who, "legal": str(one.domain)} for one in decision.also]
        self._line(
            "decision",
            name=decision.name,
            who=decision.who,
            legal=str(decision.domain),
            secret=decision.secret,
            closed=decision.closed,
            beats=beats,
            also=also,
        )

    def chose(self, decision: Decision, choice: Choice) -> None:
        audience = RECORD if decision.secret else ALL
        self._line("choice", audience, name=choice.name, who=decision.who, value=choice.value)

    def told(self, event: Any) -> None:
        self._line("event", name=type(event).__name__, **asdict(event))

    def announced(self, name: str) -> None:
        self._line("announcement", name=name)

    def rested(self, seconds: float) -> None:
        self._line("pause", seconds=seconds)

    def ended(self, outcome: Outcome | None) -> None:
        outcome = outcome or Outcome((), "unfinished")
        self._line("outcome", winners=[*outcome.winners], reason=outcome.reason, facts=outcome.facts)
