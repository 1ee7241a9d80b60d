"""The connection to the owner's MQTT broker: for ever, with nothing old in it.

Every connection is a new client, which knows nothing of the one before. It is told what all topics say
now, and then each change. One message at a time is under way; the newest of each topic waits meanwhile.
"""

from __future__ import annotations

import os
import socket
import ssl
import time
from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import Any

from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from gm_appliance.room.messages import AVAILABLE, LEAGUE, ROOT, Link, Post

ONLINE, OFFLINE = "online", "offline"
KEEPALIVE, GLANCE = 30, 10.0  # seconds of silence until a ping; and between two looks whether it is due
SOON, LATER = 2.0, 60.0  # seconds before the second and before every late attempt to connect
WITH_WILL, NO_SUCH_USER = 4, (134, 135)  # reasons of MQTT 5
FINE, CLOSED, SILENT, PASSWORD, FORBIDDEN, TWIN = "fine", "closed", "silent", "password", "forbidden", "twin"

_STATES: tuple[tuple[type[Exception], str], ...] = (
    (ssl.SSLCertVerificationError, "certificate"),
    (ssl.SSLError, "tls"),
    (socket.gaierror, "unknown"),
    (ConnectionRefusedError, "refused"),
    (TimeoutError, SILENT),
    (ConnectionError, CLOSED),
    (OSError, "unreachable"),
    (Exception, "tls"),  # what is no certificate
)


# Many attributes: the state of a connection, and the messages that outlive it.
class Broker:
    """Posts to the owner's broker on a thread of its own. Every method returns at once.

    told: called with the state of the connection whenever it changes: `FINE`, or why there is none.
    heard: called with each record of the league at the broker, and with nothing before the first.
    """

    def __init__(
        self, link: Link, told: Callable[[str], None], heard: Callable[[bytes], object] = lambda record: None
    ) -> None:
        self._link, self._told, self._heard = link, told, heard
        self._own = f"{ROOT}/{link.name}/"
        self._available = f"{self._own}{AVAILABLE}"
        self._lock = Lock()
        self._state = ""
        self._why = ""  # the last attempt failed
        self._kept: list[dict[str, str]] = [{}, {}]  # of this box, and anywhere
        self._new: list[dict[str, str]] = [{}, {}]  # not sent yet on this connection
        self._client: mqtt.Client | None = None  # while connected
        self._under_way = self._answered = False  # answered: another box of this name
        self._closing = Event()
        self._thread = Thread(target=self._run, name="broker", daemon=True)
        self._thread.start()

    def post(self, post: Post) -> None:
        topic = post.topic if post.anywhere else f"{self._own}{post.topic}"
        with self._lock:
            for known in (self._kept, self._new) if self._client else (self._kept,):
                known[post.anywhere][topic] = post.payload
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
                self._why = next(state for kind, state in _STATES if isinstance(error, kind))
            with self._lock:
                was_connected, self._client = self._client is not None, None
            at_once = time.monotonic() - begun < KEEPALIVE
            self._say(self._why or (CLOSED if was_connected or at_once else SILENT))
            pause = SOON if was_connected else min(LATER, 2 * pause)
            self._closing.wait(pause)

    def _new_client(self) -> mqtt.Client:
        client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
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
    def _connected(self, client: mqtt.Client, _data: Any, _flags: Any, code: Any, _more: Any) -> None:
        if code.is_failure:
            self._why = PASSWORD if code.value in NO_SUCH_USER else FORBIDDEN
            client.disconnect()
            return
        if self._link.name:
            # Neither what this box says itself, nor what was said before.
            how = SubscribeOptions(qos=1, noLocal=True, retainHandling=SubscribeOptions.RETAIN_DO_NOT_SEND)
            client.subscribe(self._available, options=how)
        if self._link.league:
            self._heard(b"")
            client.subscribe(f"{LEAGUE}/+/+", options=SubscribeOptions(qos=1, noLocal=True))
        self._say(FINE)
        with self._lock:
            self._client, self._under_way = client, False
            self._new = [{**one} for one in self._kept]
            if self._link.name:
                self._new[0][self._available] = ONLINE
        self._pump()

    def _pump(self) -> None:
        """Send the next message unless one is under way.

        The library calls back with its own locks held, so it is never called with this one.
        """
        with self._lock:
            client, waiting = self._client, self._new[0] or self._new[1]
            if not client or self._under_way or not waiting:
                return
            self._under_way = True
            topic = next(iter(waiting))
            payload = waiting.pop(topic)
        client.publish(topic, payload, qos=1, retain=True)

    def _sent(self, client: mqtt.Client, _data: Any, _mid: int, code: Any, _more: Any) -> None:
        if code.is_failure:
            self._say(FORBIDDEN)
        if client is self._client:
            self._under_way = False
            self._pump()

    def _came(self, _client: mqtt.Client, _data: Any, message: mqtt.MQTTMessage) -> None:
        """Somebody else said that this box is there: another one, which learns by an answer that it is not
        alone; or not there: the end of an earlier connection. Or it is a record."""
        if message.topic != self._available:
            self._heard(bytes(message.payload))
            return
        if twin := message.payload == ONLINE.encode():
            self._say(TWIN)
        if not (twin and self._answered):
            self._answered |= twin
            with self._lock:
                self._new[0][self._available] = ONLINE
            self._pump()

    def _say(self, state: str) -> None:
        if state != self._state and not self._closing.is_set():
            self._state = state
            self._told(state)


def _without_delay(_client: mqtt.Client, _data: Any, sock: Any) -> None:
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _context(link: Link) -> ssl.SSLContext:
    """Raises ssl.SSLError or ValueError for what is no certificate."""
    context = ssl.create_default_context(cadata=link.authority or None)
    if link.authority:
        # Certificates of one's own often lack extensions that Python demands from 3.13 on.
        context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    if link.certificate:
        # The library takes only paths: that of a file on no disk.
        with os.fdopen(os.memfd_create("pem"), "w+") as file:
            file.write(f"{link.certificate}\n{link.key}")
            file.flush()
            context.load_cert_chain(f"/proc/self/fd/{file.fileno()}")
    return context
