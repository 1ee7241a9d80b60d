"""What is usual at this table: the setups of the last times, and which pad lies where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm_appliance.core.game import Game, GameError, Plain
from gm_appliance.storage.journal import Journal
from gm_appliance.storage.kept_settings import KeptSettings

Options = Mapping[str, int | str]
"""A setup: what was chosen for each option."""

_SETUPS = "last"
"""The journal's setting: each game's setups of the last times, newest first."""

_PADS = "pads"
"""The journal's setting: the pad of each seat in the game played last."""


class Habits:
    """Kept in the journal, as soon as that can be written. Nothing here ever raises.

    games: those on offer, with the defaults of their options.
    most:  setups kept of each.
    """

    def __init__(self, journal: Journal | None, games: Mapping[str, Game[Any, Any]], most: int) -> None:
        self._settings = KeptSettings(journal)
        self._most = most
        self._games = games
        self._pads: dict[int, int] | None = None

    def setups(self) -> dict[str, list[Options]]:
        """Each game's setups of the last times, those that still fit.

        Only what was chosen at the table is kept: all else is as it is configured now, not then.
        """
        return self._fitting(self._settings.value(_SETUPS))

    def keep_setup(self, name: str, setup: Options) -> None:
        """Remember a setup as the game's newest one; each is kept once."""

        def change(kept: Plain) -> Plain:
            setups = self._fitting(kept)
            older = [one for one in setups.get(name, ()) if one != setup]
            setups[name] = [setup, *older][: self._most]
            return {game: [dict(one) for one in some] for game, some in setups.items()}

        self._settings.change(_SETUPS, change)

    def keep_options(self, name: str, options: Options) -> None:
        """Remember the setup that led to all these options: as it was chosen, where that is still known.

        Else what the table is asked each time: all other options are as configured now, not as then.
        """
        known = [one for one in self.setups().get(name, ()) if one.items() <= options.items()]
        asked = {
            one.name: options[one.name]
            for one in self._games[name].options
            if one.asked and one.name in options
        }
        self.keep_setup(name, max(known, key=len, default=asked))

    def pads(self, interrupted: Mapping[int, int]) -> dict[int, int]:
        """The pad of each seat in the game played last, or in the one that was interrupted."""
        if self._pads is not None:
            return self._pads
        kept = self._settings.value(_PADS)
        if interrupted or not isinstance(kept, dict):
            return dict(interrupted)
        return {int(seat): pad for seat, pad in kept.items() if seat.isdecimal() and isinstance(pad, int)}

    def keep_pads(self, pads: Mapping[int, int]) -> None:
        """Remember them; nothing is forgotten by a game without pads."""
        if pads:
            self._pads = dict(pads)
            lying: dict[str, Plain] = {str(seat): pad for seat, pad in pads.items()}
            self._settings.change(_PADS, lambda kept: lying)

    def retry(self) -> bool:
        """Try to write what could not be written; returns whether nothing waits any more."""
        return self._settings.retry()

    def _fitting(self, kept: Plain) -> dict[str, list[Options]]:
        """Of the setups as they are kept, those with which a game can still begin."""
        setups: dict[str, list[Options]] = {}
        found: Mapping[str, Any] = kept if isinstance(kept, dict) else {}
        for name, some in found.items():
            fitting = [one for one in some if self._fits(name, one)] if isinstance(some, list) else []
            if fitting:
                setups[name] = fitting[: self._most]
        return setups

    def _fits(self, name: str, setup: Any) -> bool:
        """Whether a game can still begin with this setup."""
        if name not in self._games or not isinstance(setup, Mapping):
            return False
        try:
            self._games[name].complete(setup)
        except GameError:
            return False
        return True
