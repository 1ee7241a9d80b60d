"""Keeps the engine hibari loaded: a sentence a line on standard input becomes a WAV file in a folder.

Each file is told on standard error, as Piper does it. Run by a Python that has hibari; it imports nothing of
the package::

    python3 -P hibari_child.py VOICE PERCENT FOLDER
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path


def main(voice: str, percent: str, folder: str) -> None:
    """percent: the speed; 100 is the engine's own."""
    hibari = importlib.import_module("hibari")
    engine = hibari.Hibari(voice=voice)
    for number, line in enumerate(sys.stdin):
        wav = Path(folder, f"{number}.wav")
        # The same words must give the same samples.
        hibari.write_wav(str(wav), engine(line.strip(), speed=int(percent) / 100, seed=0))
        print(f"Wrote {wav}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
