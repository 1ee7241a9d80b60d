"""The table's public moments, folded into at most one message a tick. It does no I/O and reads no clock.

Times are seconds on the inbox's clock. docs/room.md has the schema.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from math import floor, inf
from typing import Any

from msgspec import json, to_builtins

from gm_appliance.core.cues.props import Accusation, Banner, Plate, Prop, ThrownDie
from gm_appliance.core.game import Chance, Choice, Decision, Outcome
from gm_appliance.room.messages import Post

SCHEMA = 1
TICK = 0.5

MOMENTS = "menu", "setup", "day", "night", "council", "vote", "reveal"
MENU, SETUP, DAY, NIGHT, COUNCIL, VOTE, REVEAL = MOMENTS
EVENTS = ("fell", "accused", "thrown", "won")
STATE, PICTURE = "state", "table"  # the topics

_BALLOTS = ("vote", "booth", "show", "thumb")
"""The second part of a decision's name, after ``"council."``, that makes it a ballot."""

_NAMELESS = frozenset(
    (
        *("kind", "at", "symbol", "colour", "name", "number", "sides", "signed", "up", "turned", "top"),
        *("face_down", "own", "viewable", "idle", "columns", "rows", "near", "chosen", "targets"),
        *("mood", "by", "against"),
    )
)
"""The fields of props that never have a person's name."""


# Many attributes: the moment, its events and its picture come one by one.
class Moments:
    """Collects public moments, and returns the changes at each tick.

    What is laid on the table counts only after the sentence that follows it, so a reveal is published after
    its words were spoken.

    names: whether people's names and other texts of the table are published.
    """

    def __init__(self, names: bool = False) -> None:
        self._names = names
        self._moment = MENU
        self._closed = False
        self._winners: tuple[int | str, ...] = ()
        self._mood = ""
        self._events: deque[dict[str, Any]] = deque()
        self._items: tuple[Prop, ...] = ()
        self._laid: deque[tuple[float, tuple[Prop, ...]]] = deque()  # with the time from which it counts
        self._wordless = False  # no sentence was spoken since the last was laid
        self._silent_at = 0.0
        self._is_thrown = False
        self._sent: dict[str, str] = {}
        self._new_at = 0.0  # of the first thing that is not sent yet; infinity for none
        self._last = -1  # the number of the last tick

    # ------------------------------------------------------------ in

    def began(self, now: float) -> None:
        """A game begins, or goes on; its first picture tells of nothing new."""
        self._items, self._winners, self._mood = (), (), ""
        self._be(DAY, now)

    def asked(self, _prompt_id: int, decision: Decision, now: float) -> None:
        """By the name of the decision. Questions of the box leave the moment as it is."""
        part, _dot, step = decision.name.partition(".")
        if part == COUNCIL:
            self._be(VOTE if step in _BALLOTS else COUNCIL, now)
        elif part in (MENU, SETUP):
            self._winners, self._mood = (), ""
            self._be(part, now)

    def chose(self, decision: Decision, _choice: Choice, _now: float) -> None:
        self._is_thrown |= isinstance(decision.who, Chance)

    def storm(self, on: bool, now: float) -> None:
        """Eyes are closed, or opened to a new day."""
        if on != self._closed:
            self._closed = on
            self._be(DAY, now)

    def lay(self, items: Sequence[Prop], now: float) -> None:
        self._laid.append((max(now, self._silent_at), tuple(items)))
        self._wordless = True

    def said(self, seconds: float, now: float) -> None:
        """A sentence of this length was queued."""
        self._silent_at = max(self._silent_at, now) + seconds
        if self._wordless and self._laid:
            self._laid[-1] = self._silent_at, self._laid[-1][1]
        self._wordless = False

    def hushed(self, now: float) -> None:
        """What was being said was cut off."""
        self._silent_at = now
        self._laid = deque((min(at, now), items) for at, items in self._laid)

    def finished(self, outcome: Outcome, now: float) -> None:
        """The game is over, and its last words were spoken."""
        self._winners = outcome.winners
        self._events.append({"event_type": "won", "winners": outcome.winners})
        self._be(REVEAL, now)

    def _be(self, moment: str, now: float) -> None:
        self._moment, self._new_at = moment, min(self._new_at, now)

    # ------------------------------------------------------------ out

    @property
    def moment(self) -> str:
        return NIGHT if self._closed else self._moment

    def due(self) -> float:
        """The next tick with something to send; infinity for none."""
        since = min(self._laid[0][0], self._new_at) if self._laid else self._new_at
        return inf if since == inf else max(self._last, floor(since / TICK)) * TICK + TICK

    def take(self, now: float) -> Post | None:
        """What to send at this tick, if it has come and anything is new."""
        if now < self.due():
            return None
        self._last = floor(now / TICK)
        while self._laid and self._laid[0][0] <= now:
            self._see(self._laid.popleft()[1], now)
        for topic, content in ((STATE, self._state()), (PICTURE, self._picture())):
            payload = json.encode({"schema": SCHEMA, **content}).decode()
            has_event = topic == STATE and bool(self._events)
            if has_event or self._sent.get(topic) != payload:
                self._sent[topic] = payload
                if has_event:
                    self._events.popleft()
                self._new_at = now
                return Post(topic, payload)
        self._new_at = inf
        return None

    def _state(self) -> Mapping[str, Any]:
        event = self._events[0] if self._events else None
        return {"moment": self.moment, "winners": self._winners, "mood": self._mood, "event": event}

    def _picture(self) -> Mapping[str, Any]:
        items = to_builtins(self._items, str_keys=True, enc_hook=str)
        return {"items": items if self._names else [_nameless(one) for one in items]}

    def _see(self, items: tuple[Prop, ...], now: float) -> None:
        """The events of what changed on the table."""
        stood = {one.at for one in self._items if isinstance(one, Plate) and not one.turned}
        known = {(one.by, one.against) for one in self._items if isinstance(one, Accusation)}
        for one in items:
            if isinstance(one, Plate) and one.turned and one.at in stood:
                self._events.append({"event_type": "fell", "seat": one.at})
            elif isinstance(one, Accusation) and (one.by, one.against) not in known:
                self._events.append({"event_type": "accused", "seat": one.against, "by": one.by})
            elif isinstance(one, Banner):
                self._mood = one.mood
        thrown = [one.number for one in items if isinstance(one, ThrownDie)]
        if thrown and self._is_thrown:
            self._events.append({"event_type": "thrown", "numbers": thrown})
            self._is_thrown = False
        self._items, self._new_at = items, min(self._new_at, now)


def _nameless(prop: Any) -> Any:
    """A prop as plain data, without its texts."""
    if isinstance(prop, dict):
        return {name: _nameless(one) for name, one in prop.items() if name in _NAMELESS}
    return [_nameless(one) for one in prop] if isinstance(prop, list | tuple) else prop
