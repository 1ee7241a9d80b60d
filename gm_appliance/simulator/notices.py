"""What pages show in their corners whatever the game does: no sound, where phones join, whose pad is one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any


class NoticeBoard:
    """Notices that change.

    quiet: why nothing is heard; empty where something is. link: where phones join; empty where none can.
    code: the same as a QR code, a row of "0" and "1" after the other. phones: the pads that are phones.
    tell: called with every message for pages.
    """

    def __init__(self, tell: Callable[[dict[str, Any]], None]) -> None:
        self._tell = tell
        self.message: dict[str, Any] = {"type": "notices", "quiet": "", "link": "", "code": (), "phones": ()}

    def quiet(self, why: str) -> None:
        self._change(quiet=why)

    def invite(self, link: str, code: Sequence[Sequence[int]] = ()) -> None:
        self._change(link=link, code=tuple("".join(map(str, row)) for row in code))

    def phones(self, pads: Iterable[int]) -> None:
        self._change(phones=tuple(sorted(pads)))

    def _change(self, **changed: Any) -> None:
        before, self.message = self.message, self.message | changed
        if self.message != before:
            self._tell(self.message)
