"""One evening as JSON lines: everything that left a port, every decision, choice and event.

Described in docs/transcript.md.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Sequence
from typing import Any

from gm_appliance.core.cues.props import Prop
from gm_appliance.core.cues.screens import Screen
from gm_appliance.core.game import Choice, Decision, Outcome, Who
from gm_appliance.core.ports import estimated_length
from gm_appliance.simulator.described import described, fields_of

ALL = "all"
RECORD = "record"
_as_json = json.JSONEncoder(ensure_ascii=False).encode


def plain(thing: Any) -> Any:
    """Any of our dataclasses as JSON data, with its type's name as `kind` where it is nested."""
    if thing is None or isinstance(thing, str | int | float):
        return thing
    if dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        values = {name: plain(getattr(thing, name)) for name, _usual in fields_of(type(thing))}
        return {"kind": type(thing).__name__, **values}
    if isinstance(thing, dict):
        return {str(key): plain(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple | set | frozenset):
        items = [plain(one) for one in thing]
        return sorted(items) if isinstance(thing, set | frozenset) else items
    return thing


class Transcript:
    """An observer and a set of output ports that write down what they are given.

    write: takes one line of JSON, without its newline. now: virtual seconds.
    """

    def __init__(self, write: Callable[[str], object], now: Callable[[], float]) -> None:
        self._write = write
        self._now = now

    def _line(self, kind: str, audience: str = ALL, **fields: Any) -> None:
        line = {"t": round(self._now(), 3), "kind": kind, "audience": audience, **fields}
        self._write(_as_json(line))

    # ------------------------------------------------------------ output ports

    def say(self, text: str) -> float:
        self._line("say", text=text)
        return estimated_length(text)

    def hush(self) -> None: ...

    def prepare(self, texts: Sequence[str]) -> None: ...

    def volume(self, percent: int) -> None: ...

    def rate(self, words_per_minute: int) -> None: ...

    def show(self, screen: Screen) -> None:
        self._line("show", screen=plain(screen))

    def light(self, lit: frozenset[int]) -> None:
        self._line("light", seats=sorted(lit))

    def storm(self, on: bool) -> None:
        self._line("sound", name="storm", on=on)

    def play(self, name: str) -> None:
        self._line("sound", name=name, on=True)

    def lay(self, items: Sequence[Prop]) -> None:
        self._line("props", items=[described(prop) for prop in items])

    # ------------------------------------------------------------ observer

    def asked(self, prompt_id: int, decision: Decision) -> None:
        beats = [
            {"mark": beat.mark, "at": beat.at, "about": beat.about, "listens": beat.listens}
            for beat in decision.beats
        ]
        also = [{"name": one.name, "who": _who(one.who), "legal": str(one.domain)} for one in decision.also]
        self._line(
            "decision",
            name=decision.name,
            who=_who(decision.who),
            legal=str(decision.domain),
            secret=decision.secret,
            closed=decision.closed,
            beats=beats,
            also=also,
        )

    def chose(self, decision: Decision, choice: Choice) -> None:
        audience = RECORD if decision.secret else ALL
        self._line("choice", audience, name=choice.name, who=_who(decision.who), value=choice.value)

    def told(self, event: Any) -> None:
        fields = {key: value for key, value in plain(event).items() if key != "kind"}
        self._line("event", name=type(event).__name__, **fields)

    def announced(self, name: str) -> None:
        self._line("announcement", name=name)

    def rested(self, seconds: float) -> None:
        self._line("pause", seconds=seconds)

    def ended(self, outcome: Outcome | None) -> None:
        """The last line."""
        winners = list(outcome.winners) if outcome else []
        reason = outcome.reason if outcome else "unfinished"
        facts = plain(dict(outcome.facts)) if outcome else {}
        self._line("outcome", winners=winners, reason=reason, facts=facts)


def _who(who: Who) -> dict[str, Any]:
    described = plain(who)
    described["kind"] = described["kind"].lower()
    return dict(described)
