"""espeak-ng as the renderer uses it: a child per sentence, or its command; and whether it works."""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Sequence

from gm_appliance.devices.sound.own_engine import FAILURES_TO_LOSE
from gm_appliance.devices.sound.render import (
    CHILD,
    TIMEOUT,
    NoEngine,
    RenderFailed,
    Request,
    ask_child,
    ask_command,
)

log = logging.getLogger(__name__)


class EspeakEngine:
    """espeak-ng and its recent success. Its methods may be called from any thread.

    child, command, timeout: see `render`; the command is tried if the child fails.
    """

    def __init__(
        self, child: Sequence[str] = CHILD, command: str = "espeak-ng", timeout: float = TIMEOUT
    ) -> None:
        self._child = child
        self._command = command
        self.timeout = timeout
        self._lock = threading.Lock()
        self._child_works = True
        self._failures = 0

    def find(self) -> tuple[str | None, str]:
        """The name of the engine, which identifies its renderings, or None; and the child's complaint."""
        complaint = ""
        for _attempt in range(2):
            try:
                return ask_child((), self._child, self.timeout)[0], ""
            except NoEngine as error:
                complaint = str(error)
                break
            except RenderFailed as error:
                complaint = str(error)
        self._child_works = False
        return shutil.which(self._command), complaint

    def render(self, request: Request) -> float:
        """Render by a child, by a second one, or by the command; returns the length in seconds. Raises
        RenderFailed if all fail."""
        for attempt in (1, 2) if self._child_works else ():
            try:
                return ask_child((request,), self._child, self.timeout)[1][0]
            except NoEngine:
                break
            except RenderFailed as error:
                log.debug("Attempt %d at a prompt failed: %s", attempt, error)
        return ask_command(request, self._command, self.timeout)

    def failed(self, text: str, error: Exception) -> bool:
        """This text was not rendered by any engine; returns whether to report that the voice is lost."""
        with self._lock:
            self._failures += 1
            if self._failures <= FAILURES_TO_LOSE:  # one line is enough
                log.warning("%r will not be heard: %s", text, error)
            if self._failures != FAILURES_TO_LOSE:
                return False
        log.error(
            "Voice lost: %d prompts in a row failed. Likely the speech engine is broken. "
            "Everything is on the display; `apt reinstall espeak-ng`.",
            FAILURES_TO_LOSE,
        )
        return True

    def succeeded(self) -> bool:
        """A text was rendered, by whatever engine; returns whether to report that the voice is back."""
        with self._lock:
            was_lost, self._failures = self._failures >= FAILURES_TO_LOSE, 0
        if was_lost:
            log.warning("The voice is back.")
        return was_lost
