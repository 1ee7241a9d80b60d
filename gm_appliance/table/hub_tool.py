"""Putting the firmware on the seat hub, and asking a hub what it is."""

from __future__ import annotations

from pathlib import Path

import firmware


def firmware_files() -> dict[str, Path]:
    """Everything that belongs on the hub: by its name there, the file here. `main.py` comes last."""
    home = Path(firmware.__file__).parent
    modules = sorted(path for path in home.glob("*.py") if path.name != "main.py")
    return {**{f"firmware/{path.name}": path for path in modules}, "main.py": home / "main.py"}
