"""Whether a version has proved itself: it keeps running after its first prompt, and answers.

gm-appliance-proven.timer runs this module; on a card, `card` asks.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from gm_appliance.install.commands import Asked
from gm_appliance.install.places import SERVICE, Places
from gm_appliance.install.releases import Releases

QUIET = 60.0  # seconds from the first prompt without a failure after which a version is good
SETTLED = 720.0  # seconds after which earlier failures are forgotten, as by systemd
ANSWERS_WITHIN = 45.0  # seconds in which the game master's next ping comes. After 30 systemd ends it.
LOOK = 1.0

_FACTS = ("ActiveState", "ActiveEnterTimestampMonotonic", "WatchdogTimestampMonotonic", "WatchdogUSec")


def age(
    ask: Asked, now: Callable[[], float] = time.monotonic, rest: Callable[[float], None] = time.sleep
) -> float:
    """Seconds since the first prompt, once they are `QUIET` and presses were answered; 0 if it fails before.
    Only the loop that waits for presses pings systemd, so a ping shows that it has dealt with all before."""
    facts = ask.facts(SERVICE, *_FACTS)
    ready, asked = facts["ActiveEnterTimestampMonotonic"], now()
    while facts["ActiveState"] == "active" and facts["ActiveEnterTimestampMonotonic"] == ready:
        since = now() - _seconds(ready)
        pings = facts["WatchdogUSec"] not in ("", "0", "infinity")
        if since < QUIET:
            asked = now()
        elif not pings or _seconds(facts["WatchdogTimestampMonotonic"]) > asked:
            return since
        elif now() - asked > ANSWERS_WITHIN:
            break
        rest(LOOK)
        facts = ask.facts(SERVICE, *_FACTS)
    return 0.0


def _seconds(microseconds: str) -> float:
    return int(microseconds) / 1e6 if microseconds.isdecimal() else 0.0


def main() -> None:
    if seconds := age(Asked()):
        releases = Releases(Places())
        releases.end_trial()
        if seconds >= SETTLED:
            releases.forget_failures()


if __name__ == "__main__":
    main()
