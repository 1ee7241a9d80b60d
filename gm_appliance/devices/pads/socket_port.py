"""A Unix socket in place of a serial port."""

from __future__ import annotations

import socket
import struct
import termios
from fcntl import ioctl
from pathlib import Path


class SocketPort:
    """A Unix socket, used like a serial port. Raises OSError if nobody listens."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        try:
            self._socket.settimeout(0.5)
            self._socket.connect(str(path))
        except BaseException:
            self._socket.close()
            raise

    def fileno(self) -> int:
        return self._socket.fileno()

    @property
    def in_waiting(self) -> int:
        return int(struct.unpack("i", ioctl(self._socket, termios.FIONREAD, b"\0" * 4))[0])

    def read(self, size: int = 1, /) -> bytes:
        """At most `size` bytes; none once the other end is closed."""
        return self._socket.recv(size)

    def write(self, data: bytes, /) -> int | None:
        self._socket.sendall(data)
        return len(data)

    def close(self) -> None:
        self._socket.close()
