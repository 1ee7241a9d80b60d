"""An inbox that records the pads' posts."""

from __future__ import annotations

import threading
from collections.abc import Callable

from gm_appliance.core.ports import Edge, Fault, Input


class Recorder:
    def __init__(self) -> None:
        self.items: list[Input] = []
        self.time = 100.0
        self.changed = threading.Condition()

    def now(self) -> float:
        return self.time

    def post(self, item: Input) -> None:
        with self.changed:
            self.items.append(item)
            self.changed.notify_all()

    def wait(self, until: Callable[[], bool], seconds: float = 30.0) -> bool:
        with self.changed:
            return self.changed.wait_for(until, seconds)

    def reach(self, items: int) -> bool:
        return self.wait(lambda: len(self.items) >= items)

    @property
    def told(self) -> list[object]:
        """Faults; for edges, the pad, the thumb, whether down or cancelled, the prompt and the beat."""
        return [
            (
                item.source,
                item.button,
                "cancelled" if item.cancelled else item.down,
                item.prompt_id,
                item.beat,
            )
            if isinstance(item, Edge)
            else item.what
            if isinstance(item, Fault)
            else item
            for item in self.items
        ]
