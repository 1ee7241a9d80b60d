"""The first picture after power-on, shown while the rest is loaded; it loads nothing heavy itself."""

from __future__ import annotations

import sys
import threading

from gm_appliance.devices.display import bare
from gm_appliance.install.places import Places

PATIENCE = 30.0  # seconds that the service waits for the picture
_thread = threading.Thread()


def main() -> int:
    """Returns the exit code: 1 if no display answers."""
    try:
        bare.show("welcome", bare.settings_in(Places().all_settings))
    except OSError as error:
        print(f"No picture yet: {error}", file=sys.stderr)
        return 1
    return 0


def begin() -> None:
    """Show the picture on another thread."""
    global _thread
    _thread = threading.Thread(target=_show, name="welcome", daemon=True)
    _thread.start()


def finish() -> None:
    """Wait for the picture, as only one thread may use the display."""
    if _thread.ident:  # it was started
        _thread.join(PATIENCE)


def _show() -> None:
    try:
        if bare.settings_in(Places().all_settings).interface == "spi":
            # lgpio cannot be closed and opened again in one process, and the panel will open it.
            import subprocess

            subprocess.run([sys.executable, "-m", __name__], timeout=PATIENCE, check=False)
        else:
            main()
    except Exception as error:
        print(f"No picture yet: {error}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
