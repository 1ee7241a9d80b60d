"""`gm-appliance room`: the process between the box and the owner's broker.

It hears the box on a Unix socket, and never answers there. In a folder it leaves the state of the
connection, which the box looks at between two games. It ends when the box is gone.
"""

from __future__ import annotations

import logging
import socket
from contextlib import suppress
from pathlib import Path

import msgspec

from gm_appliance.phones.sockets import GONE_SECONDS, listening
from gm_appliance.room.broker import Broker
from gm_appliance.room.messages import FromBox, Link

log = logging.getLogger(__name__)

SOCKETS = Path("/run/gm-appliance-room")
"""Where systemd listens for the box (`gm-appliance-room.socket`)."""

MOMENTS = "moments"  # the name of the socket in its folder
TOLD = "told"  # the folder beside it that the box may read
STATE = "state"  # the file there with the state of the connection

_from_box: msgspec.json.Decoder[FromBox] = msgspec.json.Decoder(FromBox)


def run(folder: Path | None, beside: Path) -> None:
    """Run until the box is gone, or never came.

    folder: for the socket; None takes the one that systemd passes. beside: where the folder is that the box
    may read. Raises ValueError if systemd passes no socket.
    """
    RoomProcess(beside / TOLD).run(listening(folder, MOMENTS)[MOMENTS])


class RoomProcess:
    def __init__(self, told: Path) -> None:
        self._told = told
        told.mkdir(mode=0o755, parents=True, exist_ok=True)
        self._link: Link | None = None
        self._broker: Broker | None = None

    def run(self, listener: socket.socket) -> None:
        listener.settimeout(GONE_SECONDS)
        with listener, suppress(TimeoutError):
            while True:
                line, _address = listener.accept()
                line.settimeout(None)
                with line, line.makefile("rb") as lines:
                    self._hear(lines)
        if self._broker:
            self._broker.close()

    def _hear(self, lines: object) -> None:
        with suppress(ConnectionError):
            for line in lines:  # type: ignore[attr-defined]
                try:
                    message = _from_box.decode(line)
                except msgspec.DecodeError as error:
                    log.warning("The box's line to its room broke: %s.", type(error).__name__)
                    return
                if isinstance(message, Link):
                    self._connect(message)
                elif self._broker:
                    self._broker.post(message)

    def _connect(self, link: Link) -> None:
        """To this broker, unless it is the one of before."""
        if link != self._link:
            if self._broker:
                self._broker.close()
            self._link = link
            self._broker = Broker(link, self._write)
            self._broker.start()

    def _write(self, state: str) -> None:
        """Leave the state for the box, whole or not at all."""
        new = self._told / f"{STATE}.new"
        new.write_text(state)
        new.replace(self._told / STATE)
