"""The last picture: the plug may be pulled, and how the box is switched on again.

systemd runs it when nothing else does any more, under the system's Python and from the rescue program's copy.
"""

from __future__ import annotations

import sys
from pathlib import Path

from gm_appliance.devices import raspberry_pi
from gm_appliance.devices.display import bare
from gm_appliance.install.places import Places

DIM = 0x08  # the contrast; low, because the picture may stay for days


def settings_files(places: Places) -> tuple[Path, ...]:
    """The settings, the effective ones first: a copy of the boot partition's, which is unmounted by now."""
    return (places.root / "run/gm-appliance.toml", places.settings)


def picture(model: str) -> str:
    by = raspberry_pi.switched_on_by(model)
    return f"unplug-{by}" if by else "unplug"


def main() -> int:
    try:
        bare.show(picture(raspberry_pi.model()), bare.settings_in(settings_files(Places())), DIM)
    except OSError as error:
        print(f"The box can be unplugged, but no display says so: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
