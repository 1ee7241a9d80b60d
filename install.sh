#!/bin/sh
# Installs the game master on this Raspberry Pi, or updates it: sudo ./install.sh
# --voice NAME adds a voice, --back goes back to the release before, --remove removes it; see docs/install.md.
set -eu
cd "$(dirname "$0")"
command -v python3 >/dev/null || {
    echo "There is no python3 here. On Raspberry Pi OS: sudo apt install python3" >&2
    exit 1
}
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "This needs Python 3.11 or later: Raspberry Pi OS Bookworm or newer." >&2
    exit 1
}
exec env PYTHONDONTWRITEBYTECODE=1 python3 -m gm_appliance.install "$@"
