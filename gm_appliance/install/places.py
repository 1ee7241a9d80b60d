"""The installer's paths on the Pi."""

from __future__ import annotations

from pathlib import Path

SERVICE = "gm-appliance.service"
RESCUE = "gm-appliance-rescue.service"
GROUP = "gm-appliance"  # the group of the service's user


# Many attributes: one for each path.
class Places:
    """All paths below one root: ``/`` on the Pi, a folder in tests."""

    def __init__(self, root: Path = Path("/")) -> None:
        self.root = root
        self.home = home = root / "opt/gm-appliance"  # contains no user data
        self.releases = home / "releases"
        self.current = home / "current"  # the link the service starts from
        self.trial = home / "trial"
        """Exists while the current release is on trial: names the one before, to which rescue goes back."""
        self.failures = home / "failures"
        """The name of a release, and how many starts of it in a row ended in rescue."""
        self.rescue = home / "rescue"
        """A link to the rescue program, copied from the last release that passed its trial."""
        self.made = home / "made"
        """The folders and groups that installing made, each as a line, for removing them."""
        self.voices = home / "voices"  # speech engines and their voices
        self.settings = root / "etc/gm-appliance.toml"  # the owner's settings; created once and never changed
        self.all_settings = (root / "boot/firmware/gm-appliance.toml", self.settings)
        """The effective ones first."""
        self.games = root / "var/lib/gm-appliance"  # the journal and all results; never changed
        self.rendered = self.games / "voice"  # sentences as sounds, which the box makes again

    @property
    def boot_settings(self) -> Path | None:
        """The Pi's ``config.txt``; None if there is none, as on a PC."""
        files = (self.root / folder / "config.txt" for folder in ("boot/firmware", "boot"))
        return next((file for file in files if file.is_file()), None)
