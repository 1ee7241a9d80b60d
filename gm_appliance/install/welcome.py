"""The first picture after power-on, which loads nothing heavy; systemd runs it before the service."""

from __future__ import annotations

import sys

from gm_appliance.devices.display import bare
from gm_appliance.install.places import Places


def main() -> int:
    """Returns the exit code: 1 if no display answers, which the service will report."""
    try:
        bare.show("welcome", bare.settings_in(Places().all_settings))
    except OSError as error:
        print(f"No picture yet: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
