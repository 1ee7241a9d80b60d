"""`gm-appliance room`: the process between the box and the owner's broker.

It hears the box on a Unix socket, and never answers there. In files it leaves the state of the connection
and other boxes' results, which the box looks at between two games. It ends when the box is gone.
"""

from __future__ import annotations

import logging
import socket
from contextlib import suppress
from pathlib import Path

import msgspec

from gm_appliance.phones.sockets import GONE_SECONDS, listening
from gm_appliance.room.broker import Broker
from gm_appliance.room.messages import CONNECTION, MOMENTS, RECORDS, SOCKETS, FromBox, Link

log = logging.getLogger(__name__)

LONGEST, MOST = 1 << 16, 1 << 26  # bytes of a record, and of their file

_from_box: msgspec.json.Decoder[FromBox] = msgspec.json.Decoder(FromBox)


def run(folder: Path | None) -> None:
    """Run until the box is gone, or never came.

    folder: for socket and file; None takes the socket that systemd passes. Raises ValueError if it passes
    none.
    """
    RoomProcess(folder or Path(SOCKETS)).run(listening(folder, MOMENTS)[MOMENTS])


class RoomProcess:
    """folder: for its files."""

    def __init__(self, folder: Path) -> None:
        self._state = folder / CONNECTION
        self._state.parent.mkdir(exist_ok=True)
        self._records = (folder / RECORDS).open("wb", buffering=0)
        self._link: Link | None = None
        self._broker: Broker | None = None

    def run(self, listener: socket.socket) -> None:
        listener.settimeout(GONE_SECONDS)
        with listener, self._records, suppress(TimeoutError):
            while True:
                line, _address = listener.accept()
                with line, suppress(ConnectionError, msgspec.DecodeError), line.makefile("rb") as lines:
                    for one in lines:
                        self._heed(_from_box.decode(one))
        if self._broker:
            self._broker.close()

    def _heed(self, message: FromBox) -> None:
        if not isinstance(message, Link):
            if self._broker:
                self._broker.post(message)
        elif message != self._link:
            if self._broker:
                self._broker.close()
            self._link, self._broker = message, Broker(message, self._write, self._keep)

    def _keep(self, record: bytes) -> None:
        """Add a record for the box, which judges it; with nothing, begin anew."""
        if not record:
            self._records.seek(0)
            self._records.truncate()
        elif len(record) < LONGEST and b"\n" not in record and self._records.tell() < MOST:
            self._records.write(record + b"\n")

    def _write(self, state: str) -> None:
        """Leave the state for the box, whole or not at all."""
        log.warning("The connection to the broker: %s.", state)
        new = self._state.with_suffix(".new")
        new.write_text(state)
        new.replace(self._state)
