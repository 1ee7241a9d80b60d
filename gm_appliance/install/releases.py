"""The releases in /opt, each in a folder, and the link to the current one."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gm_appliance.core.messages import _
from gm_appliance.install import system_files
from gm_appliance.install.places import Places
from gm_appliance.install.slots import ATTEMPTS

COMPLETE = ".complete"  # a file in a release's folder, written last: without it the release is incomplete
SOURCES = ("gm_appliance", "firmware", "systemd", "config", "requirements/appliance.txt", "pyproject.toml")

VERSION = re.compile(r'^__version__ = "(.*)"$', re.MULTILINE)

NAME = re.compile(
    r"(\d+(?:\.\d+)*)(?:(a|b|rc)(\d+))?(?:\.post(\d+))?(?:\.dev(\d+))?(?:\+([a-z0-9]+(?:\.[a-z0-9]+)*))?"
    r"(?:-[0-9a-f]{8})?"
)
"""A PEP 440 version (without an epoch), perhaps with the digest of `name_of`."""


class NoRelease(ValueError):
    """A folder is not a release; the message says why and what to do."""


def name_of(source: Path) -> str:
    """The name of the release in this folder: its version and a digest of its files, ``"0.1.0-5f2c9ab1"``.

    Raises NoRelease.
    """
    try:
        (version,) = VERSION.findall((source / "gm_appliance/__init__.py").read_text("utf-8"))
        if not order(version):
            raise ValueError(f"its version is {version!r}")
        digest = hashlib.sha256()
        for file in sorted(_files(source)):
            digest.update(f"{file.relative_to(source)}\0".encode())
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    except (OSError, ValueError) as error:
        told = _(
            "{source} is not a complete release ({error}). Unpack the release again and run its own "
            "install.sh.",
            source=source,
            error=error,
        )
        raise NoRelease(told) from error
    return f"{version}-{digest.hexdigest()[:8]}"


def order(name: str) -> tuple[object, ...]:
    """A key that sorts versions and names of releases as PEP 440 does; digests are ignored.

    Empty if the name is not a version. The system's Python, which runs this, has no library `packaging`.

    >>> order("0.1.0rc1-5f2c9ab1") < order("0.1.0-b873f987") == order("0.1")
    True
    """
    if (parts := NAME.fullmatch(name)) is None:
        return ()
    release, kind, pre, post, dev, local = parts.groups()
    numbers = [*map(int, release.split("."))]
    while numbers and not numbers[-1]:
        numbers.pop()
    # "0.1.dev1" comes before "0.1a1", and that before "0.1".
    stage = kind or ("" if dev and not post else "z")
    segments = local.split(".") if local else ()
    return (
        tuple(numbers),
        (stage, int(pre or 0)),
        -1 if post is None else int(post),
        (dev is None, int(dev or 0)),
        tuple((one.isdecimal(), int(one) if one.isdecimal() else one) for one in segments),
    )


def _files(source: Path) -> Iterator[Path]:
    for name in SOURCES:
        path = source / name
        if path.is_dir():
            yield from (one for one in path.rglob("*") if one.is_file() and "__pycache__" not in one.parts)
        else:
            yield path


@dataclass(frozen=True)
class Releases:
    places: Places

    def folder(self, name: str) -> Path:
        return self.places.releases / name

    def complete(self, name: str) -> bool:
        return bool(name) and (self.folder(name) / COMPLETE).is_file()

    def names(self) -> tuple[str, ...]:
        """The complete releases, oldest first."""
        found = [one for one in self.places.releases.glob("*") if (one / COMPLETE).is_file()]
        return tuple(one.name for one in sorted(found, key=lambda one: (one / COMPLETE).stat().st_mtime_ns))

    def current(self) -> str:
        """The release the service starts; empty for none."""
        try:
            return Path(os.readlink(self.places.current)).name
        except OSError:
            return ""

    def close(self, name: str) -> None:
        """Mark a release as complete."""
        os.sync()  # its thousands of files, before the mark
        mark = self.folder(name) / COMPLETE
        mark.write_text("")
        system_files.sync_folder(mark.parent)

    def switch(self, name: str) -> None:
        """Make a release the current one; a power cut leaves this one or the former."""
        point(self.places.current, Path("releases") / name)

    def begin_trial(self, before: str) -> None:
        """Begin a trial. before: the release to go back to."""
        system_files.write(self.places.trial, before.encode())

    def end_trial(self) -> None:
        self.places.trial.unlink(missing_ok=True)

    def before(self) -> str:
        """The release to go back to: the one before the trial, or the last other one; empty for none."""
        others = [name for name in self.names() if name != self.current()]
        return self.on_trial() or (others[-1] if others else "")

    def fail(self) -> str:
        """Count that the current release ended in rescue. Returns the release to go back to if it is given
        up, on trial at once, later after `ATTEMPTS` failures in a row; empty if it is not. Raises OSError."""
        name, before = self.current(), self.before()
        if before and not self.on_trial():
            count = self._failures(name) + 1
            system_files.write(self.places.failures, f"{name} {count}".encode())
            before = before if count >= ATTEMPTS else ""
        return before

    def _failures(self, name: str) -> int:
        try:
            known, count = self.places.failures.read_text("utf-8").split()
            return int(count) if known == name else 0
        except (OSError, ValueError):
            return 0

    def forget_failures(self) -> None:
        self.places.failures.unlink(missing_ok=True)

    def give_up(self, name: str) -> None:
        """Mark a release as incomplete; the next installation removes or replaces it."""
        (self.folder(name) / COMPLETE).unlink(missing_ok=True)

    def on_trial(self) -> str:
        """The release to go back to while the current one is on trial; empty if it is not."""
        try:
            before = self.places.trial.read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return ""
        return before if self.complete(before) else ""

    def prune(self, *kept: str) -> tuple[str, ...]:
        """Remove all but these and the current one; returns the names of those removed."""
        kept = (*kept, self.current())
        gone = [folder for folder in sorted(self.places.releases.glob("*")) if folder.name not in kept]
        for folder in gone:
            shutil.rmtree(folder)
        return tuple(folder.name for folder in gone)


def point(link: Path, to: Path) -> None:
    """Point a link there, atomically."""
    new = link.with_name(f"{link.name}.new")
    new.unlink(missing_ok=True)
    new.symlink_to(to)
    os.replace(new, link)
    system_files.sync_folder(link.parent)
