"""A version has proved itself after a quiet minute from its first prompt, with all presses answered."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from gm_appliance.install.commands import Asked, Ended
from gm_appliance.install.proof import QUIET, age

READY = 100.0
"""When the first prompt was open."""


@dataclass
class Service:
    """A game master whose loop pings systemd every ten seconds.

    dies: when it fails and restarts. hangs: when it stops answering; systemd ends it half a minute later.
    """

    t: float
    dies: float = 1e9
    hangs: float = 1e9

    def run(self, *_command: str) -> Ended:
        dies = min(self.dies, self.hangs + 30.0)
        began = READY if self.t < dies else dies + 3.0
        ping = min(self.t, self.hangs) // 10.0 * 10.0
        state = "active" if self.t >= began else "activating"
        told = {
            "ActiveState": state,
            "ActiveEnterTimestampMonotonic": f"{began * 1e6:.0f}",
            "WatchdogTimestampMonotonic": f"{ping * 1e6:.0f}",
            "WatchdogUSec": "30s",
        }
        return Ended(0, "".join(f"{name}={value}\n" for name, value in told.items()))

    def rest(self, seconds: float) -> None:
        self.t += seconds

    def age(self) -> float:
        return age(Asked(self.run), lambda: self.t, self.rest)


def test_a_quiet_minute_and_a_sign_of_life_after_it_are_a_proof() -> None:
    service = Service(t=READY + QUIET)
    assert service.age() == pytest.approx(QUIET + 10.0, abs=2.0)


def test_who_asks_too_early_waits() -> None:
    """After a failure the timer starts before the first prompt."""
    service = Service(t=READY + 5.0)
    assert QUIET <= service.age() <= QUIET + 12.0


@pytest.mark.parametrize("after", [5.0, QUIET - 1.0])
def test_one_that_fails_has_not_proved_itself(after: float) -> None:
    assert Service(t=READY + 1.0, dies=READY + after).age() == 0.0


@pytest.mark.parametrize("after", [5.0, QUIET - 1.0])
def test_one_that_has_not_answered_a_press_has_not_proved_itself(after: float) -> None:
    """It ran for a minute, but its loop hung at the last press."""
    service = Service(t=READY + QUIET - 1.0, hangs=READY + after)
    assert service.age() == 0.0
