"""The copy of the rescue program, which a failed update does not affect."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from gm_appliance.install.building import copy
from gm_appliance.install.commands import Asked, CommandFailed
from gm_appliance.install.places import Places
from gm_appliance.install.releases import point

PARTS = ("__init__.py", "core", "devices", "install", "locales")  # the parts of the package that it needs
PROGRAM = ("/usr/bin/python3", "-m", "gm_appliance.install.rescue")  # run in the copy's folder


def put(release: Path, places: Places, ask: Asked) -> bool:
    """Copy it from this release, and use the copy if it runs, else the former; returns whether it is used."""
    new = places.rescue.with_name(f"{places.rescue.name}-{release.name}")
    if places.rescue.is_symlink() and os.readlink(places.rescue) == new.name:
        return True
    try:
        if new.exists():
            shutil.rmtree(new)
        (new / "gm_appliance").mkdir(parents=True)
        copy(release / "gm_appliance", new / "gm_appliance", PARTS)
        ask("env", f"--chdir={new}", *PROGRAM, "--check")
        os.sync()
        point(places.rescue, Path(new.name))
    except (CommandFailed, OSError):
        shutil.rmtree(new, ignore_errors=True)
        return False
    for other in places.home.glob(f"{places.rescue.name}-*"):
        if other != new:
            shutil.rmtree(other, ignore_errors=True)
    return True
