"""The port `Phones`: turns messages of the phones' process into news for the table."""

from __future__ import annotations

from collections.abc import Callable

from gm_appliance.core.people import is_name, tidied
from gm_appliance.core.ports import FAULTS, Fault, Input, Invitation
from gm_appliance.devices.pads.phones import PhonePads
from gm_appliance.devices.pads.presses import PadsInbox
from gm_appliance.phones.invitation import invitation
from gm_appliance.phones.messages import FromPhones, Named, NotServing, Present, Pressed, Serving

HUB_NEWS = ("lost", "back", "dropped")  # faults that apply to phones; nothing is plugged in


class PhonesInbox:
    """An inbox that reports faults of the pads as faults of phones."""

    def __init__(self, inbox: PadsInbox) -> None:
        self.now = inbox.now
        self._inbox = inbox

    def post(self, item: Input) -> None:
        if not isinstance(item, Fault):
            self._inbox.post(item)
        elif item.what in HUB_NEWS:
            self._inbox.post(Fault("phones", item.what))


# Many attributes: six are the port's own, public ones.
class TablePhones:
    """Phones of the local network.

    language: returns the spoken one. port: the first of `tried` ports to serve on.
    opened: called with whether phones are let in now. pads: set before phones are let in.
    """

    def __init__(
        self,
        post: Callable[[Input], None],
        language: Callable[[], str],
        port: int,
        tried: int = 1,
        opened: Callable[[bool], None] = lambda on: None,
    ) -> None:
        self._opened = opened
        self._post, self._language = post, language
        self._port, self._tried = port, tried
        self.pads: PhonePads | None = None
        self._addresses: tuple[str, ...] = ()
        self._told: frozenset[int] = frozenset()  # pads announced as phones
        self._panel = 0  # the pad announced as the one that has the panel
        self.is_open = False
        self.trouble = ""
        self.there: frozenset[int] = frozenset()
        self.asleep: frozenset[int] = frozenset()
        self.names: dict[int, str] = {}

    @property
    def invitations(self) -> tuple[Invitation, ...]:
        if not self.is_open or not self.pads:
            return ()
        return tuple(invitation(one, self.pads.token) for one in self._addresses)

    def open(self) -> None:
        if not self.is_open and self.pads:
            self.is_open, self.trouble = True, ""
            self.pads.invite(self._port, self._language(), self._tried)
            self._opened(True)

    def close(self) -> None:
        if self.is_open and self.pads:
            self.is_open = False
            self.there = self.asleep = self._told = frozenset()
            self._addresses = ()
            self.pads.rest()
            self._opened(False)

    def free(self, pad: int) -> None:
        if self.pads:
            self.pads.free(pad)
            self._told -= {pad}
            self.names.pop(pad, None)
            self._post(Fault("phones", "freed", pad))

    def speak(self) -> None:
        """Invite in the language that is spoken now."""
        if self.is_open and self.pads:
            self.pads.invite(self._port, self._language(), self._tried)

    def hear(self, message: FromPhones) -> None:
        """Take a message of the phones' process, on any thread."""
        match message:
            case Serving(addresses=addresses):
                self._addresses, self.trouble = addresses, ""
            case NotServing(reason=reason) if reason in FAULTS["phones"]:
                self._addresses, self.trouble = (), reason
                self._post(Fault("phones", reason))
            case Present(there=there, asleep=asleep) if self.is_open:
                self.there, self.asleep = frozenset(there), frozenset(asleep) & frozenset(there)
                for pad in sorted(self.there - self._told):
                    self._post(Fault("phones", "joined", pad))
                self._told |= self.there
            case Pressed(pad=pad, button="open") if pad != self._panel:
                self._panel = pad
                self._post(Fault("phones", "panel", pad))
            case Named(pad=pad, name=name):
                name = tidied(name)
                if not name:
                    self.names.pop(pad, None)
                elif is_name(name):
                    self.names[pad] = name
