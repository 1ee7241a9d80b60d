"""The times between power-on and the first prompt."""

from __future__ import annotations

from tests.boot.guest import Guest
from tests.boot.seen import Glass, marked


def figures(guest: Guest, shown: list[Glass]) -> str:
    """A table, for a machine at its first prompt. shown: all pictures of its display."""
    kernel = guest.kernel_began()
    unit = kernel + stamp(guest, "InactiveExitTimestampMonotonic")
    prompt = kernel + next(glass.t for glass in shown if marked(glass))
    rows = {
        "power-on to the kernel's beginning": kernel,
        "to the start of the unit": unit,
        "to the first picture": kernel + next(glass.t for glass in shown if glass.lit),
        "to READY": kernel + stamp(guest, "ActiveEnterTimestampMonotonic"),
        "to the first prompt": prompt,
        "of that ours, from the start of the unit": prompt - unit,
    }
    return "\n".join(f"{name:<42}{seconds:7.1f} s" for name, seconds in rows.items())


def stamp(guest: Guest, name: str) -> float:
    """A property of the service, in seconds since the kernel's beginning."""
    said = guest.told(f"systemctl show --property {name} --value gm-appliance")
    return int(said) / 1e6
