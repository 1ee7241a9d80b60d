"""Install, change over, go back, remove: the order of things, so that a box that plays goes on playing."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from gm_appliance.core.messages import _
from gm_appliance.install import system_files
from gm_appliance.install.building import NotInstalled, build, need_packages
from gm_appliance.install.commands import Asked
from gm_appliance.install.places import SERVICE, Places
from gm_appliance.install.releases import Releases, name_of

PLAYING = "Playing"
"""How the service's status begins while a game is on, as `gm_appliance.app.systemd` tells it."""

LOOK = 5.0
"""Seconds between two looks whether the game has ended."""


def _say(text: str) -> None:
    print(text, flush=True)


@dataclass
class Installer:
    """One machine. say: what the person at the keyboard reads. rest: waits so many seconds."""

    places: Places
    ask: Asked
    say: Callable[[str], None] = _say
    rest: Callable[[float], None] = time.sleep
    releases: Releases = field(init=False)

    def __post_init__(self) -> None:
        self.releases = Releases(self.places)

    # ---------------------------------------------------------------- install and update

    def install(self, source: Path, *, now: bool = False) -> None:
        """Install the release in `source` beside what is there, and change over to it.

        now: end a game that is on, which will be gone on with, instead of waiting for its end. Raises
        NotInstalled, NoRelease, CommandFailed or OSError; what ran before runs on.
        """
        name = name_of(source)
        if self.releases.complete(name):
            self.say(_("{release} is installed already.", release=name))
        else:
            self.say(_("Installing {release}: a few minutes.", release=name))
            need_packages(source, self.ask)
            build(source, name, self.releases, self.ask)
        if system_files.put_settings(source, self.places):
            self.say(
                _("The settings are in {file}; every one is explained there.", file=self.places.settings)
            )
        if name != self.releases.current() and not now:
            self._await_the_end_of_a_game()
        self._change_over(name)
        if system_files.put_boot_settings(self.places):
            self.say(_("Start the Pi anew once, for the display's faster bus: sudo reboot"))

    def roll_back(self) -> str:
        """Change to the release before the current one; returns its name.

        Raises NotInstalled if there is none.
        """
        others = [name for name in self.releases.names() if name != self.releases.current()]
        before = self.releases.on_trial() or (others[-1] if others else "")
        if not before:
            raise NotInstalled(_("There is no other release to go back to."))
        self._become(before)
        self.ask("systemctl", "restart", SERVICE)
        return before

    def roll_back_on_trial(self) -> str:
        """Give up the release on trial for the one before; returns its name and starts nothing."""
        before = self.releases.on_trial()
        self._become(before)
        return before

    def _become(self, before: str) -> None:
        self.releases.switch(before)
        self.releases.end_trial()
        self._put(before)

    def _change_over(self, name: str) -> None:
        before = self.releases.current()
        if before != name:
            if self.releases.complete(before):
                self.releases.begin_trial(before)
            self.releases.switch(name)
        changed = self._put(name)
        self.ask("systemctl", "enable", "--quiet", SERVICE)
        # It returns once the box is ready to be played, or has failed.
        started = self.ask.try_("systemctl", "restart" if before != name or changed else "start", SERVICE)
        if started.code != 0:
            self._back_to(before, name)
        self.releases.end_trial()
        self.say(_("{release} runs.", release=name))
        if before != name:
            for one in self.releases.prune(before):
                self.say(_("{release} was removed.", release=one))

    def _back_to(self, before: str, failed: str) -> NoReturn:
        """Go back after `failed` did not become ready. Raises NotInstalled, which says what came of it."""
        last = ("--lines", "8", "--output", "cat", "--no-pager")
        words = self.ask.try_("journalctl", "--unit", SERVICE, *last).said
        self.ask.try_("systemctl", "stop", SERVICE)
        if before == failed or not self.releases.complete(before):
            told = _("{release} is installed but does not start. Its last words:", release=failed)
            raise NotInstalled(f"{told}\n{words}")
        self._become(before)
        self.ask.try_("systemctl", "reset-failed", SERVICE)
        self.ask("systemctl", "start", SERVICE)
        shutil.rmtree(self.releases.folder(failed))
        told = _(
            "{release} did not start, so {before} runs again. Its last words:", release=failed, before=before
        )
        raise NotInstalled(f"{told}\n{words}")

    def _await_the_end_of_a_game(self) -> None:
        told = False
        while self._playing():
            if not told:
                self.say(
                    _("A game is on. The box changes over when it has ended; Ctrl-C leaves it as it is.")
                )
                told = True
            self.rest(LOOK)

    def _playing(self) -> bool:
        status = self.ask.try_("systemctl", "show", "--property=ActiveState,StatusText", SERVICE).said
        facts = dict(line.partition("=")[::2] for line in status.splitlines())
        return facts.get("ActiveState") == "active" and facts.get("StatusText", "").startswith(PLAYING)

    def _put(self, name: str) -> bool:
        """The files outside /opt, of that release; returns whether a unit changed."""
        changed = system_files.put(self.releases.folder(name), self.places)
        if "user" in changed:
            self.ask("systemd-sysusers")
        if "units" in changed:
            self.ask("systemctl", "daemon-reload")
        if "modules" in changed:
            self.ask.try_("modprobe", "i2c-dev")
        if "log" in changed:
            self.ask.try_("systemctl", "try-restart", "systemd-journald")
        if "rules" in changed:
            self.ask.try_("udevadm", "control", "--reload")
            self.ask.try_(
                "udevadm", "trigger", "--subsystem-match=tty", "--subsystem-match=leds", "--action=change"
            )
        return "units" in changed

    # ---------------------------------------------------------------- removing

    def remove(self) -> None:
        """Take everything away but what people made: their games and settings."""
        self.ask.try_("systemctl", "disable", "--now", "--quiet", SERVICE)
        system_files.remove(self.places)
        self.ask.try_("systemctl", "daemon-reload")
        self.ask.try_("udevadm", "control", "--reload")
        if self.places.home.exists():
            shutil.rmtree(self.places.home)
        said = {"games": self.places.games, "settings": self.places.settings}
        self.say(
            _("It is removed. Your games in {games} and your settings in {settings} are still there.", **said)
        )


def as_root() -> bool:
    return os.geteuid() == 0
