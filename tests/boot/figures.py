"""When what happened on the way from power-on to the first prompt, and what part of it is ours."""

from __future__ import annotations

from dataclasses import dataclass

from tests.boot.guest import Guest
from tests.boot.seen import Glass, marked


@dataclass(frozen=True)
class Figures:
    """Seconds since power-on at which it happened.

    unit: systemd began with the service; welcome: the first picture; ready: systemd was told READY and
    had done what follows; prompt: the menu was on the glass. worked: for how long the emulator had a
    processor, until orders were taken.
    """

    kernel: float
    unit: float
    welcome: float
    ready: float
    prompt: float
    worked: float = 0.0

    def told(self) -> str:
        rows = (
            ("power-on to the kernel's beginning", self.kernel),
            ("to the start of the unit", self.unit),
            ("to the first picture", self.welcome),
            ("to READY", self.ready),
            ("to the first prompt", self.prompt),
            ("of that ours, from the start of the unit", self.prompt - self.unit),
        )
        return "\n".join(f"{name:<42}{seconds:7.1f} s" for name, seconds in rows)


def figures(guest: Guest, shown: list[Glass], worked: float = 0.0) -> Figures:
    """Of a machine whose first prompt is open. shown: all that its display has."""
    kernel = guest.kernel_began()
    return Figures(
        kernel=kernel,
        unit=kernel + stamp(guest, "InactiveExitTimestampMonotonic"),
        welcome=kernel + next(glass.t for glass in shown if glass.lit),
        ready=kernel + stamp(guest, "ActiveEnterTimestampMonotonic"),
        prompt=kernel + next(glass.t for glass in shown if marked(glass)),
        worked=worked,
    )


def stamp(guest: Guest, name: str) -> float:
    """Seconds from the kernel's beginning to a moment of the service's."""
    said = guest.told(f"systemctl show --property {name} --value gm-appliance")
    return int(said) / 1e6
