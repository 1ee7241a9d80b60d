"""Where every process of the box begins: what must not wait for the libraries comes before them."""

from __future__ import annotations

import os
import sys


def main() -> int:
    """Run the command line; started by systemd, the box first shows that it wakes. Returns the exit code."""
    if sys.argv[1:2] == ["run"] and "NOTIFY_SOCKET" in os.environ:
        import gc

        from gm_appliance.app import signals
        from gm_appliance.install import welcome

        # While the program loads nothing becomes garbage; `run` enables it again at the first prompt.
        gc.disable()
        # Before there is a second thread.
        signals.hold()
        welcome.begin()
    from gm_appliance import cli

    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
