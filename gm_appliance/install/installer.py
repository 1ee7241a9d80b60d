"""Installing, switching, rolling back and removing, in steps whose order keeps a working box working."""

from __future__ import annotations

import fcntl
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple, NoReturn

from gm_appliance.core.messages import _
from gm_appliance.install import card, rescue_copy, system_files, voices
from gm_appliance.install.building import NotInstalled, build, need_64_bit, need_packages
from gm_appliance.install.commands import Asked, CommandFailed
from gm_appliance.install.places import GROUP, RESCUE, SERVICE, Places
from gm_appliance.install.proof import ANSWERS_WITHIN, QUIET
from gm_appliance.install.releases import Releases, name_of
from gm_appliance.install.slots import Card

PLAYING = "Playing"  # the beginning of the service's status during a game, set by `gm_appliance.app.systemd`
LOOK = 5.0  # seconds between two checks of the service
PROOF = "gm-appliance-proven.timer"  # ends a trial, whether or not the installer is still there
PROVED_WITHIN = 2 * (QUIET + ANSWERS_WITHIN)  # seconds after which a trial that has not ended has failed
USER_GOES_WITHIN = 30.0  # seconds for its last programs to end; systemd kills the service after 15
NO_SUCH_USER = 6  # an exit code of userdel
_say = partial(print, flush=True)


@dataclass
class Installer:
    """Installs on one machine. say: prints to the person at the keyboard. rest: waits this many seconds."""

    places: Places
    ask: Asked
    say: Callable[[str], None] = _say
    rest: Callable[[float], None] = time.sleep

    @property
    def releases(self) -> Releases:
        return Releases(self.places)

    # ---------------------------------------------------------------- install and update

    def install(self, source: Path, *, now: bool = False) -> None:
        """Install the release in `source` beside the others, and switch to it.

        now: interrupt a game, which is resumed later, instead of waiting for its end. Raises NotInstalled,
        NoRelease, CommandFailed or OSError; the former release then still runs.
        """
        need_64_bit()
        with self._alone():
            name = name_of(source)
            if self.releases.complete(name):
                self.say(_("{release} is installed already.", release=name))
            else:
                self.say(_("Installing {release}: a few minutes.", release=name))
                need_packages(source, self.ask)
                if not voices.add_usual(self.ask):
                    self.say(_("The voice Pico is not available here: see docs/sound.md."))
                build(source, name, self.releases, self.ask)
                voices.add_hibari(source, self.places, self.ask, self.say)
            if system_files.put_settings(source, self.places):
                self.say(
                    _("The settings are in {file}; every one is explained there.", file=self.places.settings)
                )
            if name != self.releases.current() and not now:
                self._await_the_end_of_a_game()
            self._change_over(name)
            if system_files.put_boot_settings(self.places):
                self.say(_("Restart the Pi once, for the display's faster bus: sudo reboot"))

    def add_voice(self, word: str, source: Path) -> None:
        """Install the voice that `word` names, as `voices.named` checks it. Raises NotInstalled."""
        with self._alone():
            voices.add(word, source, self.places, self.ask, self.say)
        self.say(_("{voice} is installed. Choose it in the menu of the box: Voice.", voice=word))

    def roll_back(self) -> str:
        """Switch to the release before the current one; returns its name. Raises NotInstalled if none."""
        with self._alone():
            before = self.releases.before()
            if not before:
                raise NotInstalled(_("There is no previous release to go back to."))
            self._stop()
            self.become(before)
            self.ask("systemctl", "start", SERVICE)
            return before

    def roll_back_if_failed(self) -> str:
        """If the current release has failed too often, give it up without starting the one before. Returns
        the name of that one; empty if nothing was given up."""
        failed, before = self.releases.current(), self.releases.fail()
        if before:
            self.become(before)
            self.releases.give_up(failed)
        return before

    def become(self, before: str) -> None:
        """Make another release the current one, without a trial."""
        self.releases.switch(before)
        self.releases.end_trial()
        self.releases.forget_failures()
        self._put(before)

    def _stop(self) -> None:
        """Stop the game master, and the rescue program that systemd starts if it has to be killed."""
        self.ask.try_("systemctl", "stop", SERVICE)
        self.ask.try_("systemctl", "stop", PROOF, RESCUE)
        self.ask.try_("systemctl", "reset-failed", RESCUE, SERVICE)

    def _change_over(self, name: str) -> None:
        replaced = self.releases.current()
        try:
            if replaced != name:
                self._stop()
                self._begin_trial(replaced, name)
            before = self.releases.on_trial()
            if self._put(name) and replaced == name:
                self._stop()
            # Only root and the service may read the settings, which contain people's names.
            if self.ask.try_("chgrp", GROUP, str(self.places.settings)).code == 0:
                self.ask.try_("chmod", "u=rw,g=r,o=", str(self.places.settings))
            self.ask("systemctl", "enable", "--quiet", SERVICE)
        except (CommandFailed, OSError):
            self.ask.try_("systemctl", "start", SERVICE)  # whichever is the current one now
            raise
        # It returns at the first prompt, or after a failure.
        started = self.ask.try_("systemctl", "start", SERVICE)
        # The rescue program may have switched back meanwhile.
        if started.code != 0 or self.releases.current() != name:
            self._back_to(before, name)
        if before:
            self._await_proof(before, name)
        self.say(_("{release} is running.", release=name))
        if not rescue_copy.put(self.releases.folder(name), self.places, self.ask):
            self.say(_("The rescue program could not be updated; the previous one stays."))
        if replaced != name:
            for one in self.releases.prune(before or replaced):
                self.say(_("{release} was removed.", release=one))

    def _begin_trial(self, replaced: str, name: str) -> None:
        """Switch to another release, with the box going back by itself if that fails."""
        if not self.places.rescue.exists():
            proved = replaced if self.releases.complete(replaced) else name
            rescue_copy.put(self.releases.folder(proved), self.places, self.ask)
        before = self.releases.on_trial() or replaced
        if before != name and self.releases.complete(before):
            self.releases.begin_trial(before)
        else:
            self.releases.end_trial()
        self.releases.switch(name)

    def _await_proof(self, before: str, name: str) -> None:
        """Wait until the release has passed its trial. Raises NotInstalled if it fails."""
        self.say(_("{release} has started. It is on trial for a minute; please wait.", release=name))
        process = self._facts()["MainPID"]
        for _look in range(int(PROVED_WITHIN / LOOK)):
            self.rest(LOOK)
            facts = self._facts()
            alive = facts["ActiveState"] == "active" and facts["MainPID"] == process
            if not alive or self.releases.current() != name:
                break
            if not self.releases.on_trial():
                return
        self._back_to(before, name)

    def _back_to(self, before: str, failed: str) -> NoReturn:
        """Switch back because `failed` did not pass its trial. Raises NotInstalled, which says so."""
        last = ("--lines", "8", "--output", "cat", "--no-pager")
        words = self.ask.try_("journalctl", "--unit", SERVICE, *last).said
        self._stop()
        if before == failed or not self.releases.complete(before):
            told = _("{release} is installed but does not start. Its last log lines:", release=failed)
            raise NotInstalled(f"{told}\n{words}")
        self.become(before)
        self.ask("systemctl", "start", SERVICE)
        shutil.rmtree(self.releases.folder(failed))
        told = _(
            "{release} failed, so {before} runs again. Its last log lines:", release=failed, before=before
        )
        raise NotInstalled(f"{told}\n{words}")

    def _await_the_end_of_a_game(self) -> None:
        if self._playing():
            self.say(
                _("A game is in progress. The box switches to the new release when it ends; Ctrl+C cancels.")
            )
        while self._playing():
            self.rest(LOOK)

    def _playing(self) -> bool:
        facts = self._facts()
        return facts["ActiveState"] == "active" and facts["StatusText"].startswith(PLAYING)

    def _facts(self) -> dict[str, str]:
        return self.ask.facts(SERVICE, "ActiveState", "StatusText", "MainPID")

    def _put(self, name: str) -> bool:
        """Install the release's files outside /opt; returns whether a unit changed."""
        folder = self.releases.folder(name)
        changed = system_files.put(folder, self.places)
        if "user" in changed:
            needed = system_files.groups(folder)
            missing = [group for group in needed if self.ask.try_("getent", "group", group).code != 0]
            system_files.note(self.places, *(f"group {group}" for group in missing))
            self.ask("systemd-sysusers")
        if "units" in changed:
            self.ask("systemctl", "daemon-reload")
        if "modules" in changed:
            self.ask.try_("modprobe", "i2c-dev")
        if "log" in changed:
            self.ask.try_("systemctl", "try-restart", "systemd-journald")
        if "rules" in changed:
            self.ask.try_("udevadm", "control", "--reload")
            of = ("--subsystem-match=tty", "--subsystem-match=leds")
            self.ask.try_("udevadm", "trigger", *of, "--action=change")
        return "units" in changed

    # ---------------------------------------------------------------- removing

    def remove(self) -> None:
        """Remove everything except games, settings and Debian's packages. Raises NotInstalled if the user
        cannot be removed; running it again then removes the rest."""
        with self._alone():
            self.ask.try_("systemctl", "disable", "--quiet", SERVICE)
            self._stop()
            self.ask.try_("systemctl", "stop", "gm-appliance*")
            system_files.remove(self.places)
            self.ask.try_("systemctl", "daemon-reload")
            self.ask.try_("udevadm", "control", "--reload")
            self._remove_user()
            for folder in (self.places.rendered, *(self.places.root / "run").glob("gm-appliance*")):
                shutil.rmtree(folder, ignore_errors=True)
            if self.places.home.exists():
                shutil.rmtree(self.places.home)
            told = _(
                "The game master is removed. Your games in {games} and your settings in {settings} are still "
                "there.",
                games=self.places.games,
                settings=self.places.settings,
            )
            self.say(told)

    def _remove_user(self) -> None:
        """Give root what is kept, and remove the service's user and the groups that nobody else is in. Waits
        for the user's last programs to end. Raises NotInstalled if the user cannot be removed."""
        kept = [str(one) for one in (self.places.games, self.places.settings) if one.exists()]
        for _look in range(int(USER_GOES_WITHIN / LOOK)):
            self.ask.try_("chown", "--recursive", "root:root", *kept)
            ended = self.ask.try_("userdel", GROUP)
            if ended.code in (0, NO_SUCH_USER):
                break
            self._stop()
            self.rest(LOOK)
        else:
            told = _(
                "The user {user} could not be removed: {error}. One of its programs probably still runs. "
                "Restart the Pi, then run this again; {folder} stays until then.",
                user=GROUP,
                error=ended.err.strip(),
                folder=self.places.home,
            )
            raise NotInstalled(told)
        for group in (GROUP, *system_files.noted(self.places, "group")):
            if self.ask.try_("getent", "group", group).said.rstrip().endswith(":"):
                self.ask.try_("groupdel", group)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Hold the installer's lock. Raises NotInstalled if another installer has it."""
        folder = self.places.home.parent
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
        except BlockingIOError as error:
            told = _(
                "Another install.sh is running on this machine. Wait until it ends, then run this again."
            )
            raise NotInstalled(told) from error
        finally:
            os.close(lock)


class Before(NamedTuple):
    """The version to which people may go back: the other system of a card, or the last other release.

    version: empty for none. go_back: switches to it and starts it; raises OSError and RuntimeError.
    """

    version: str
    go_back: Callable[[], object]


def version_before(installer: Installer, *, rescued: bool = False) -> Before:
    """The version before on this machine. rescued: the caller starts the game master. Raises OSError."""
    with suppress(FileNotFoundError, LookupError):
        disk, slot = card.this_disk(), card.this_slot()
        state = Card(disk.device)
        return Before(card.before(state, disk, slot), partial(card.go_back, state, slot, installer.ask))
    before = installer.releases.before()
    version = before.rpartition("-")[0]
    return Before(version, partial(installer.become, before) if rescued else installer.roll_back)
