"""The connection to the owner's MQTT broker: for ever, with nothing old in it.

Every connection is a new client, which knows nothing of the one before. It is told what all topics say
now, and then each change. One message at a time is under way; the newest of each topic waits meanwhile.
"""

from __future__ import annotations

import logging
import os
import socket
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import Any

from paho.mqtt import client as mqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from gm_appliance.room.messages import AVAILABLE, Link, Post, own_topic

log = logging.getLogger(__name__)

ONLINE, OFFLINE = "online", "offline"
HOME = "homeassistant/status"  # where Home Assistant says that it has started

KEEPALIVE, GLANCE = 30, 10.0  # seconds of silence until a ping; and between two looks whether it is due
SOON, LATER = 2.0, 60.0  # seconds before the second and before every late attempt to connect
CONNECT = 5.0  # seconds for a connection to be accepted

WITH_WILL, UNKNOWN_USER = 4, (134, 135)  # reasons of MQTT 5

WAITING, FINE = "waiting", "fine"
UNKNOWN, REFUSED, SILENT, UNREACHABLE, CLOSED = "unknown", "refused", "silent", "unreachable", "closed"
CERTIFICATE, TLS, PASSWORD, FORBIDDEN, TWIN = "certificate", "tls", "password", "forbidden", "twin"


# Many attributes: the connection comes and goes, and what is to be said outlives it.
class Broker:
    """Posts to the owner's broker on a thread of its own. Every method returns at once.

    told: called with the state of the connection whenever it changes: `FINE`, or one of the words below it.
    heard: called with every message below `listened`, a filter; empty for none.
    """

    def __init__(
        self,
        link: Link,
        told: Callable[[str], None],
        listened: str = "",
        heard: Callable[[str, bytes], None] = lambda topic, payload: None,
    ) -> None:
        self._link, self._told, self._listened, self._heard = link, told, listened, heard
        self._own = own_topic(link.name)
        self._available = f"{self._own}/{AVAILABLE}"
        self._lock = Lock()
        self._state = WAITING
        self._kept: dict[str, str] = {}
        self._new: dict[str, str] = {}  # not sent yet on this connection
        self._client: mqtt.Client | None = None  # while connected
        self._under_way = False
        self._why = ""  # the last attempt failed
        self._answered = False  # another box of this name
        self._closing = Event()
        self._thread = Thread(target=self._run, name="broker", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def post(self, post: Post) -> None:
        topic = post.topic if post.anywhere else f"{self._own}/{post.topic}"
        with self._lock:
            self._kept[topic] = post.payload
            if self._client:
                self._new[topic] = post.payload
        self._pump()

    def close(self) -> None:
        """Say goodbye, as the last will says it. Nobody waits for a name that is being looked up."""
        self._closing.set()
        if client := self._client:
            client.disconnect(ReasonCode(PacketTypes.DISCONNECT, identifier=WITH_WILL))
            self._thread.join(1.0)

    # ------------------------------------------------------------ the thread

    def _run(self) -> None:
        pause = SOON
        while not self._closing.is_set():
            begun, self._why, self._answered = time.monotonic(), "", False
            client = self._new_client()
            try:
                if self._link.tls:
                    client.tls_set_context(_context(self._link))
                client.connect(self._link.host, self._link.port, KEEPALIVE, clean_start=True)
                while client.loop(GLANCE) == mqtt.MQTT_ERR_SUCCESS:
                    pass
            except Exception as error:
                self._why = _reason(error)
            with self._lock:
                was_connected, self._client = self._client is not None, None
            pause = SOON if was_connected else min(LATER, 2 * pause)
            at_once = time.monotonic() - begun < KEEPALIVE
            self._say(self._why or (CLOSED if was_connected or at_once else SILENT))
            self._closing.wait(pause)

    def _new_client(self) -> mqtt.Client:
        api = mqtt.CallbackAPIVersion.VERSION2
        client = mqtt.Client(api, protocol=mqtt.MQTTv5, reconnect_on_failure=False)
        client.connect_timeout = CONNECT
        if self._link.user:
            client.username_pw_set(self._link.user, self._link.password or None)
        if self._link.name:
            client.will_set(self._available, OFFLINE, qos=1, retain=True)
        client.on_socket_open = _without_delay
        # Its presence leaves all writing to the thread of the loop.
        client.on_socket_register_write = lambda _client, _data, _socket: None
        client.on_connect, client.on_publish, client.on_message = self._connected, self._sent, self._came
        return client

    # Many parameters here and below: those of the library.
    def _connected(self, client: mqtt.Client, _data: Any, _flags: Any, code: Any, _properties: Any) -> None:
        if code.is_failure:
            self._why = PASSWORD if code.value in UNKNOWN_USER else FORBIDDEN
            client.disconnect()
            return
        # Neither what this box says itself, nor what was said before.
        others = SubscribeOptions(qos=1, noLocal=True, retainHandling=SubscribeOptions.RETAIN_DO_NOT_SEND)
        wanted = [(self._available, others), (HOME, others)] if self._link.name else []
        if self._listened:
            wanted.append((self._listened, SubscribeOptions(qos=1)))
        if wanted:
            client.subscribe(wanted)
        self._say(FINE)
        with self._lock:
            self._client, self._under_way = client, False
        self._repeat()

    def _repeat(self) -> None:
        """Send all again, and at last that the box is there."""
        there = {self._available: ONLINE} if self._link.name else {}
        with self._lock:
            self._new = {**self._kept, **there}
        self._pump()

    def _pump(self) -> None:
        """Send the next message unless one is under way.

        The library calls back with its own locks held, so it is never called with this one.
        """
        with self._lock:
            client = self._client
            if not client or self._under_way or not self._new:
                return
            self._under_way = True
            topic = next(iter(self._new))
            payload = self._new.pop(topic)
        client.publish(topic, payload, qos=1, retain=True)

    def _sent(self, client: mqtt.Client, _data: Any, _mid: int, code: Any, _properties: Any) -> None:
        if code is not None and code.is_failure:
            self._say(FORBIDDEN)
        if client is self._client:
            self._under_way = False
            self._pump()

    def _came(self, _client: mqtt.Client, _data: Any, message: mqtt.MQTTMessage) -> None:
        """A message of the broker moves nothing in a game."""
        if message.topic == HOME:
            if message.payload == ONLINE.encode():
                self._repeat()
        elif message.topic != self._available:
            self._heard(message.topic, message.payload)
        else:
            twin = message.payload == ONLINE.encode()
            if twin:
                self._say(TWIN)
            if not (twin and self._answered):
                # The end of an earlier connection, or another box, which learns by this answer.
                self._answered |= twin
                with self._lock:
                    self._new[message.topic] = ONLINE
                self._pump()

    def _say(self, state: str) -> None:
        if state != self._state and not self._closing.is_set():
            self._state = state
            log.warning("The connection to the broker: %s.", state)
            self._told(state)


def _without_delay(_client: mqtt.Client, _data: Any, sock: Any) -> None:
    with suppress(OSError):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _context(link: Link) -> ssl.SSLContext:
    """Raises ssl.SSLError or ValueError for what is no certificate."""
    context = ssl.create_default_context(cadata=link.authority or None)
    if link.certificate:
        with _in_memory(link.certificate) as certificate, _in_memory(link.key or link.certificate) as key:
            context.load_cert_chain(f"/proc/self/fd/{certificate.fileno()}", f"/proc/self/fd/{key.fileno()}")
    return context


def _in_memory(text: str) -> Any:
    """A file that is on no disk: the library takes only paths."""
    file = os.fdopen(os.memfd_create("pem"), "w+")
    file.write(text)
    file.flush()
    return file


def _reason(error: Exception) -> str:
    match error:
        case ssl.SSLCertVerificationError():
            return CERTIFICATE
        case ssl.SSLError():
            return TLS
        case socket.gaierror():
            return UNKNOWN
        case ConnectionRefusedError():
            return REFUSED
        case TimeoutError():
            return SILENT
        case ConnectionError():
            return CLOSED
        case OSError():
            return UNREACHABLE
    log.error("An unexpected error at the broker.", exc_info=error)
    return TLS
