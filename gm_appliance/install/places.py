"""Where everything lies on the Pi."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

SERVICE = "gm-appliance.service"


@dataclass(frozen=True)
class Places:
    """All paths below one root: ``/`` on the Pi, a folder where it is tried."""

    root: Path = Path("/")

    @property
    def home(self) -> Path:
        """Holds all releases and nothing that people made."""
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
        """While it is there, the current release was never ready; it holds the name of the one before.

        The service removes it once it is ready; the unit for repeated failures goes back by it.
        """
        return self.home / "trial"

    @property
    def settings(self) -> Path:
        """The owner's settings; put there once and then never touched."""
        return self.root / "etc/gm-appliance.toml"

    @property
    def all_settings(self) -> tuple[Path, ...]:
        """Where settings may lie, the one that counts first."""
        return (self.root / "boot/firmware/gm-appliance.toml", self.settings)

    @property
    def games(self) -> Path:
        """The journal and all results; never touched."""
        return self.root / "var/lib/gm-appliance"

    @property
    def boot_settings(self) -> Path | None:
        """The Pi's own ``config.txt``; None where there is none, as on a PC."""
        for folder in ("boot/firmware", "boot"):
            file = self.root / folder / "config.txt"
            if file.is_file():
                return file
        return None
