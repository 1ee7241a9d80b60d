"""Records what the rescue program says.

python -m tests.install.recordings      records it again, with espeak-ng
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from gm_appliance.install import rescue

WORDS = {
    "trouble": "The game master does not start. Your game is safe. Press OK to try again.",
    "trouble-back": "Press back for the version before.",
    "before": "Back to the version before? Press OK.",
}


def record(name: str, to: Path) -> None:
    subprocess.run(["espeak-ng", "-v", "en", "-s", "150", "-w", to, WORDS[name]], check=True)


if __name__ == "__main__":
    for one in WORDS:
        record(one, rescue.RECORDED / f"{one}.wav")
