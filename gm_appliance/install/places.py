"""The installer's paths on the Pi."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

SERVICE = "gm-appliance.service"
RESCUE = "gm-appliance-rescue.service"
GROUP = "gm-appliance"
"""The group of the service's user."""


@dataclass(frozen=True)
class Places:
    """All paths below one root: ``/`` on the Pi, a folder in tests."""

    root: Path = Path("/")

    @property
    def home(self) -> Path:
        """Contains all releases, and no user data."""
        return self.root / "opt/gm-appliance"

    @property
    def releases(self) -> Path:
        return self.home / "releases"

    @property
    def current(self) -> Path:
        """The link the service starts from."""
        return self.home / "current"

    @property
    def trial(self) -> Path:
        """Exists while the current release is on trial, and contains the name of the one before.

        It is removed a while after the first prompt; the rescue program goes back to the release it names.
        """
        return self.home / "trial"

    @property
    def failures(self) -> Path:
        """How many starts of a release in a row ended in rescue: its name, and their number."""
        return self.home / "failures"

    @property
    def rescue(self) -> Path:
        """The rescue program: a copy from the last release that passed its trial."""
        return self.home / "rescue"

    @property
    def made(self) -> Path:
        """The folders and groups that installing made, each as a line, for removing them."""
        return self.home / "made"

    @property
    def voices(self) -> Path:
        """Speech engines and their voices, beside the releases."""
        return self.home / "voices"

    @property
    def settings(self) -> Path:
        """The owner's settings; created once and never changed."""
        return self.root / "etc/gm-appliance.toml"

    @property
    def all_settings(self) -> tuple[Path, ...]:
        """The paths of settings, the effective one first."""
        return (self.root / "boot/firmware/gm-appliance.toml", self.settings)

    @property
    def games(self) -> Path:
        """The journal and all results; never changed."""
        return self.root / "var/lib/gm-appliance"

    @property
    def rendered(self) -> Path:
        """Sentences as sounds, which the box makes again."""
        return self.games / "voice"

    @property
    def boot_settings(self) -> Path | None:
        """The Pi's ``config.txt``; None if there is none, as on a PC."""
        for folder in ("boot/firmware", "boot"):
            file = self.root / folder / "config.txt"
            if file.is_file():
                return file
        return None
