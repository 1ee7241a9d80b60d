"""The licences of all that a release holds, as files in its folder `licences`."""

from __future__ import annotations

import shutil
import tarfile
import tomllib
from collections.abc import Iterable
from email.message import Message
from pathlib import Path, PurePosixPath

from image.system import NotMade
from release.packages import Wheel, source_of
from release.parts import ROOT

KEPT = Path(__file__).parent / "licences"
"""Texts that a package's own files lack, by its name, and where sources are."""

SOURCES = KEPT / "SOURCES.txt"


def ours(to: Path) -> None:
    """The project's licence, and those of fonts and ciphers in it."""
    patterns = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["license-files"]
    for pattern in patterns:
        for file in ROOT.glob(pattern):
            copy = to / "gm-appliance" / file.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
    shutil.copyfile(SOURCES, to / SOURCES.name)


def of_python(found: Iterable[Wheel], to: Path) -> None:
    """A folder for each package. Raises NotMade for one without a licence."""
    for one in found:
        folder = to / "python" / one.name
        # pip's wheel has each text twice.
        for text, name in {text: name for name, text in one.licences.items()}.items():
            place = folder / place_of(name)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(text)
        kept(one.name, folder)
        if not folder.is_dir():
            raise NotMade(
                f"{one.file} has no licence: put its text into {KEPT.relative_to(ROOT)}/{one.name}.txt."
            )


def place_of(name: str) -> Path:
    """Where a wheel's file goes: ``x-1.0.dist-info/licenses/A`` is ``A``."""
    first, *others = PurePosixPath(name).parts
    if first.endswith(".dist-info"):
        return Path(*(others[1:] if others[0] == "licenses" else others))
    return Path(first, *others)


def kept(name: str, folder: Path) -> None:
    if (text := KEPT / f"{name}.txt").exists():
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(text, folder / text.name)


def of_debian(contents: tarfile.TarFile, packages: Iterable[Message], to: Path) -> None:
    """Debian's copyright files, a folder for each package. Raises NotMade if a source has none."""
    packages = list(packages)
    names = {one["Package"] for one in packages}
    has = set()
    for member in contents:
        path = PurePosixPath(member.name)
        if path.name == "copyright" and path.parent.name in names:
            place = to / "debian" / path.parent.name / path.name
            has.add(path.parent.name)
        elif "common-licenses" in path.parts:
            place = to / "debian" / "common-licenses" / path.name
        else:
            continue
        file = contents.extractfile(member)
        assert file is not None
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(file.read())
    # A package's folder may be a link to that of another of the same source.
    without = {source_of(one) for one in packages} - {
        source_of(one) for one in packages if one["Package"] in has
    }
    if without:
        raise NotMade(
            f"No licence of Debian's {', '.join(sorted(name for name, _ in without))} is on the card."
        )
