"""Debian's Mosquitto for tests, and somebody who listens to it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple

import pytest

from tests.phones.crowd import until

MOSQUITTO = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
needs_mosquitto = pytest.mark.skipif(
    MOSQUITTO is None, reason="mosquitto is missing; get it with: apt install mosquitto"
)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Mosquitto:
    """A broker on this machine. lines: more of its configuration; without them it keeps nothing when it is
    stopped. full: the disk is."""

    def __init__(self, folder: Path, *lines: str, full: bool = False) -> None:
        self.port = free_port()
        self._begins = ("sh", "-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh") if full else ()
        self._file = folder / "mosquitto.conf"
        allowed = () if any("allow_anonymous" in one for one in lines) else ("allow_anonymous true",)
        # Started by root, it would become another user, who cannot read the test's files.
        user = ("user root",) if os.geteuid() == 0 else ()
        own = (f"listener {self.port} 127.0.0.1", *allowed, *user, *lines)
        self._file.write_text("".join(f"{line}\n" for line in own))
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        assert MOSQUITTO
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._process = subprocess.Popen((*self._begins, MOSQUITTO, "-c", str(self._file)), **quiet)  # type: ignore[call-overload]
        until(self._accepts, "the broker")

    def _accepts(self) -> bool:
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    close = stop


class Message(NamedTuple):
    topic: str
    payload: str
    retained: bool


class Ear:
    """Hears everything at a broker, with what was retained."""

    def __init__(self, port: int, topic: str = "#", **more: Any) -> None:
        from paho.mqtt import client as mqtt
        from paho.mqtt.enums import CallbackAPIVersion

        self.heard: list[Message] = []
        subscribed = Event()
        self._client = client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
        if more:
            client.username_pw_set(**more)
        client.on_message = lambda _client, _data, one: self.heard.append(
            Message(one.topic, one.payload.decode(), one.retain)
        )
        client.on_subscribe = lambda *_told: subscribed.set()
        client.connect("127.0.0.1", port)
        client.loop_start()
        client.subscribe(topic, qos=1)
        assert subscribed.wait(10)

    def payloads(self, topic: str) -> list[str]:
        return [one.payload for one in [*self.heard] if one.topic == topic]

    def last(self, topic: str) -> str:
        return next(reversed(self.payloads(topic)), "")

    def says(self, topic: str, payload: str, retain: bool = False) -> None:
        self._client.publish(topic, payload, qos=1, retain=retain)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@contextmanager
def silent_server() -> Iterator[int]:
    """Accepts connections, and never answers."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield int(server.getsockname()[1])
