"""The last setups of each game, and the pads of the last game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm_appliance.core.game import JSON, Game, GameError
from gm_appliance.storage.kept_settings import KeptSettings

Options = Mapping[str, int | str]  # the value of each option
_SETUPS = "last"  # the journal's setting: the last setups of each game, newest first
_PADS = "pads"  # the journal's setting: the pad at each seat in the last game


class RecentSetups:
    """Never raises. games: those on offer. most: setups kept per game."""

    def __init__(self, settings: KeptSettings, games: Mapping[str, Game[Any, Any]], most: int) -> None:
        self._settings = settings
        self._most = most
        self._games = games
        self._pads: dict[int, int] | None = None

    def setups(self) -> dict[str, list[Options]]:
        """The last setups of each game that are still allowed, with the options chosen at the table."""
        return self._fitting(self._settings.value(_SETUPS))

    def keep_setup(self, name: str, setup: Options) -> None:
        """Keep a setup as the game's newest, removing an equal one."""

        def change(kept: JSON) -> JSON:
            setups = self._fitting(kept)
            older = [one for one in setups.get(name, ()) if one != setup]
            setups[name] = [setup, *older][: self._most]
            return {game: [dict(one) for one in some] for game, some in setups.items()}

        self._settings.change(_SETUPS, change)

    def keep_options(self, name: str, options: Options) -> None:
        """Keep the setup that led to these options, or one of all options asked at the table."""
        known = [one for one in self.setups().get(name, ()) if one.items() <= options.items()]
        asked = {
            one.name: options[one.name]
            for one in self._games[name].options
            if one.asked and one.name in options
        }
        self.keep_setup(name, max(known, key=len, default=asked))

    def pads(self, interrupted: Mapping[int, int]) -> dict[int, int]:
        """The pad at each seat in the last game, or in the interrupted one."""
        if self._pads is not None:
            return self._pads
        kept = self._settings.value(_PADS)
        if interrupted or not isinstance(kept, dict):
            return dict(interrupted)
        return {int(seat): pad for seat, pad in kept.items() if seat.isdecimal() and isinstance(pad, int)}

    def keep_pads(self, pads: Mapping[int, int]) -> None:
        if pads:
            self._pads = dict(pads)
            lying: dict[str, JSON] = {str(seat): pad for seat, pad in pads.items()}
            self._settings.change(_PADS, lambda kept: lying)

    def _fitting(self, kept: JSON) -> dict[str, list[Options]]:
        setups: dict[str, list[Options]] = {}
        found: Mapping[str, Any] = kept if isinstance(kept, dict) else {}
        for name, some in found.items():
            fitting = [one for one in some if self._fits(name, one)] if isinstance(some, list) else []
            if fitting:
                setups[name] = fitting[: self._most]
        return setups

    def _fits(self, name: str, setup: Any) -> bool:
        if name not in self._games or not isinstance(setup, Mapping):
            return False
        try:
            self._games[name].complete(setup)
        except GameError:
            return False
        return True
