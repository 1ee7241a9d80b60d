"""Letting phones in, from the menu and behind BACK: their network, the code to scan, pads to free."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gm_appliance.core.game import Outcome
from gm_appliance.core.language import Language
from gm_appliance.core.narration import ForgivingNarration
from gm_appliance.core.people import same_name
from gm_appliance.core.play import Play
from gm_appliance.core.ports import FaultReport, OwnWifi, Phones
from gm_appliance.games.joining import joining
from gm_appliance.games.joining.narration import Joining
from gm_appliance.games.joining.rules import FREE, HERE, REST, JoiningView, Wifi
from gm_appliance.host.loop import Host
from gm_appliance.host.run_settings import RunMenu

PATIENCE = 15.0  # seconds to wait for the phones' process, which starts slowly on a Pi Zero
UP = 40.0  # seconds to wait for the box's own Wi-Fi


class PhoneTalk:
    """wifi: None if the box cannot make one. language: returns the spoken one."""

    def __init__(
        self,
        host: Host,
        phones: Phones,
        wifi: OwnWifi | None,
        language: Callable[[], Language],
        fault: FaultReport,
    ) -> None:
        self._host, self._phones, self._wifi = host, phones, wifi
        self._language, self._fault = language, fault

    def talk(self, run: RunMenu) -> None:
        """Ask about phones until the table is done. run: asks a question. Raises Stopped."""
        may_share = self._wifi is not None and self._wifi.carries > 0 and not self._wifi.name
        phase = "wifi" if self._wifi and self._wifi.name else "code"
        if may_share and not self._phones.is_open:
            phase = "network"
        while phase:
            if phase != "network" and not self._can_come():
                if not may_share or self._phones.trouble != "no-network":
                    self._phones.close()
                    return
                phase = "network"
            narration = Joining(self._language(), lambda: len(self._phones.there))
            phase = self._after(run(self._play(phase), ForgivingNarration(narration)))

    def _after(self, outcome: Outcome | None) -> str:
        """Do what was chosen; returns the next phase, empty for none."""
        reason = outcome.reason if outcome else ""
        if outcome and reason == FREE:
            self._phones.free(int(str(outcome.facts["pad"])))
        elif reason == "share" and self._wifi:
            self._share(self._wifi)
            return "wifi" if self._wifi.name else ""
        elif reason == REST:
            self._phones.close()
            if self._wifi:
                self._wifi.close()
        return "code" if reason in (FREE, HERE) else ""

    def _share(self, wifi: OwnWifi) -> None:
        """Make a Wi-Fi, and let phones in again through it."""
        self._phones.close()
        wifi.open()
        self._host.wait_until(lambda: bool(wifi.name) or wifi.failed, UP)

    def _can_come(self) -> bool:
        """Let phones in; returns whether that works."""
        phones = self._phones
        phones.open()
        if not self._host.wait_until(lambda: bool(phones.invitations or phones.trouble), PATIENCE):
            self._fault("phones", "late")
        return bool(phones.invitations)

    def _play(self, phase: str) -> Play:
        phones, wifi = self._phones, self._wifi
        own = Wifi(wifi.carries, wifi.name, wifi.password) if wifi else None
        first = phones.invitations[0] if phones.invitations else None
        there = tuple(sorted(phones.there))
        names = tuple((pad, phones.names[pad]) for pad in there if pad in phones.names)
        shown = (first.link, first.address, first.code) if first else ("", "", "")
        # With the game's pads: a phone that joins now takes the pad of its place.
        return Play(joining(JoiningView(phase, *shown, there, names, own)), {}, self._host.play.pads)


def typed_names(names: Mapping[int, str]) -> tuple[str, ...]:
    """The names that people typed, by seat; of two that sound alike the first.

    >>> typed_names({1: "Anna", 3: "Bo", 4: "anna"})
    ('Anna', '', 'Bo', '')
    """
    seats: list[str] = []
    for seat in range(1, max(names, default=0) + 1):
        name = names.get(seat, "")
        seats.append("" if any(same_name(name, one) for one in seats if one) else name)
    return tuple(seats)
