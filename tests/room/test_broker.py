"""The connection to a real broker: what is said there, and what happens when it is gone or refuses."""

from __future__ import annotations

import json
import os
import shutil
import socket
import ssl
import subprocess
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest

from gm_appliance.core.language import SOURCE, load
from gm_appliance.core.values import replace
from gm_appliance.room import broker as module
from gm_appliance.room.broker import CLOSED, FINE, FORBIDDEN, PASSWORD, TWIN, Broker
from gm_appliance.room.discovery import discovery
from gm_appliance.room.messages import Link, Post
from tests.phones.crowd import until
from tests.room.brokers import Ear, Mosquitto, needs_mosquitto, silent_server

pytestmark = [needs_mosquitto, pytest.mark.process]

Brokers = Callable[..., Mosquitto]
Ears = Callable[..., Ear]
TLS_ADDS = 22  # bytes: its header, the kind and a seal
HERE, THERE, MOMENT = "gm-appliance/table", "gm-appliance/table/available", "gm-appliance/table/state"


class Box:
    """A box's connection, and what it said of itself."""

    def __init__(self, stack: ExitStack, link: Link) -> None:
        self.states: list[str] = []
        self.broker = Broker(link, self.states.append)
        stack.callback(self.broker.close)

    def until(self, state: str) -> None:
        until(lambda: state in self.states, f"{state} among {self.states}")

    def says(self, payload: str, topic: str = "state") -> None:
        self.broker.post(Post(topic, payload))


def to(port: int, **more: Any) -> Link:
    return replace(Link("127.0.0.1", port), **more)


def test_what_is_said_is_kept_and_it_is_there_until_it_goes(
    broker: Brokers, ear: Ears, stack: ExitStack
) -> None:
    port = broker().port
    box, here = Box(stack, to(port)), ear(port)
    box.says("1")
    until(lambda: here.last(THERE) == "online")
    box.says("2")
    until(lambda: here.last(MOMENT) == "2")
    late = ear(port)
    until(lambda: len(late.heard) == 2)
    assert {one.topic: (one.payload, one.retained) for one in late.heard} == {
        MOMENT: ("2", True),
        THERE: ("online", True),
    }
    box.broker.close()
    until(lambda: here.last(THERE) == "offline")


def test_a_broker_that_was_away_is_told_the_present_and_nothing_old(
    broker: Brokers, ear: Ears, stack: ExitStack
) -> None:
    server = broker()
    box = Box(stack, to(server.port))
    box.says("before")
    box.until(FINE)
    for _time in range(2):
        server.stop()
        box.until(CLOSED)
        for number in range(100):
            box.says(f"{number}")
        box.says("blue", "table")
        box.states.clear()
        server.start()
        here = ear(server.port)
        box.until(FINE)
        until(lambda here=here: here.last(THERE) == "online")  # type: ignore[misc]
        told = [(one.topic, one.payload) for one in here.heard]
        assert told == [(MOMENT, "99"), (f"{HERE}/table", "blue"), (THERE, "online")]


def test_a_broker_with_a_full_disk_tells_on_and_is_told_all_again(
    broker: Brokers, ear: Ears, stack: ExitStack, tmp_path: Path
) -> None:
    saves = ("autosave_on_changes true", "autosave_interval 1")
    keeps = ("persistence true", f"persistence_location {tmp_path}/", *saves)
    kept = tmp_path / "mosquitto.db"
    whole = broker(*keeps)
    Box(stack, to(whole.port)).says("1")
    until(lambda: kept.exists() and kept.read_bytes(), "what it keeps")
    whole.stop()
    kept.unlink()
    full = broker(*keeps, full=True)
    box, here = Box(stack, to(full.port)), ear(full.port)
    for number in range(10):
        box.says(f"{number}")
        until(lambda number=number: here.last(MOMENT) == f"{number}")  # type: ignore[misc]
    assert box.states == [FINE]
    assert not (kept.exists() and kept.read_bytes()), "nothing of it"
    full.stop()
    full.start()
    late = ear(full.port)
    until(lambda: late.last(THERE) == "online")
    assert late.last(MOMENT) == "9"


def test_home_assistant_finds_it_by_what_it_says(broker: Brokers, ear: Ears, stack: ExitStack) -> None:
    port = broker().port
    box, home = Box(stack, to(port)), ear(port)
    box.broker.post(discovery("table", load(SOURCE)))
    topic = "homeassistant/device/gm-appliance-table/config"
    until(lambda: home.last(topic))
    found = json.loads(home.last(topic))
    assert (found["state_topic"], found["availability_topic"]) == (MOMENT, THERE)
    assert found["components"].keys() == {"moment", "night", "winner", "event"}


def test_what_a_slow_broker_has_not_taken_waits_in_its_newest_form(
    stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one that never answers there is no connection, so nothing piles up either."""
    with silent_server() as port:
        box = Box(stack, to(port))
        for number in range(10_000):
            box.says(f"{number}")
        assert box.broker._kept == [{MOMENT: "9999"}, {}]
        assert box.broker._new == [{}, {}]
        assert box.states == []


def test_another_user_or_password_is_told_apart(broker: Brokers, stack: ExitStack, tmp_path: Path) -> None:
    if shutil.which("mosquitto_passwd") is None:
        pytest.skip("no mosquitto_passwd here")
    passwords = tmp_path / "passwords"
    subprocess.run(["mosquitto_passwd", "-c", "-b", passwords, "box", "right"], check=True)
    port = broker("allow_anonymous false", f"password_file {passwords}").port
    Box(stack, to(port, user="box", password="right")).until(FINE)
    Box(stack, to(port, user="box", password="wrong")).until(PASSWORD)
    Box(stack, to(port)).until(PASSWORD)


def test_a_broker_that_takes_no_messages_is_told_apart(
    broker: Brokers, stack: ExitStack, tmp_path: Path
) -> None:
    (tmp_path / "rules").write_text("topic read #\n")
    box = Box(stack, to(broker(f"acl_file {tmp_path / 'rules'}").port))
    box.says("1")
    box.until(FORBIDDEN)


def test_where_nobody_listens_and_what_is_no_broker_is_told_apart(stack: ExitStack) -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        port = server.getsockname()[1]
        Box(stack, to(port)).until("refused")  # bound, but nobody listens
        server.listen()
        box = Box(stack, to(port))
        connection, _address = server.accept()
        connection.close()
        box.until(CLOSED)
    Box(stack, replace(to(port), host="no-such-host.invalid")).until("unknown")


def test_one_that_accepts_and_never_answers_is_given_up(
    stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "KEEPALIVE", 1)
    monkeypatch.setattr(module, "GLANCE", 0.1)
    with silent_server() as port:
        Box(stack, to(port)).until("silent")


def test_two_boxes_of_one_name_both_learn_it(broker: Brokers, stack: ExitStack) -> None:
    port = broker().port
    first = Box(stack, to(port))
    first.until(FINE)
    second = Box(stack, to(port))
    first.until(TWIN)
    second.until(TWIN)
    third = Box(stack, to(port, name="other"))
    third.until(FINE)
    assert third.states == [FINE]


# ---------------------------------------------------------------- certificates


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An authority, what it signed for a broker and for a box, and another authority."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is missing; get it with: apt install openssl")
    folder = tmp_path_factory.mktemp("papers")

    def openssl(*words: object) -> None:
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True, cwd=folder)

    (folder / "names").write_text("subjectAltName=IP:127.0.0.1")
    new = ("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
    for authority in ("authority", "stranger"):
        usual = ("-x509", "-days", "2", "-subj", f"/CN={authority}")
        openssl(*new, *usual, "-keyout", f"{authority}.key", "-out", f"{authority}.pem")
    for name in ("broker", "box"):
        openssl(*new, "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={name}")
        by = ("-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial", "-days", "2")
        openssl("x509", "-req", "-in", f"{name}.csr", *by, "-extfile", "names", "-out", f"{name}.pem")
    return folder


# The library forgets the socket of a connection that failed.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_certificates_of_both_ends_are_checked(papers: Path, broker: Brokers, stack: ExitStack) -> None:
    def read(name: str) -> str:
        return (papers / name).read_text()

    files = (
        f"cafile {papers}/authority.pem",
        f"certfile {papers}/broker.pem",
        f"keyfile {papers}/broker.key",
    )
    port = broker(*files, "require_certificate true").port
    mine = {"certificate": read("box.pem"), "key": read("box.key")}
    right = to(port, tls=True, authority=read("authority.pem"), **mine)
    Box(stack, right).until(FINE)
    together = replace(right, certificate=read("box.pem") + read("box.key"), key="")
    Box(stack, replace(together, name="together")).until(FINE)
    Box(stack, replace(right, authority="")).until("certificate")
    Box(stack, replace(right, authority=read("stranger.pem"))).until("certificate")
    Box(stack, replace(right, host="localhost")).until("certificate")
    Box(stack, replace(right, key=read("broker.key"))).until("tls")
    Box(stack, replace(right, certificate="", key="")).until(CLOSED)
    Box(stack, replace(right, tls=False)).until(CLOSED)
    assert "PRIVATE" not in repr(right)


def test_a_record_of_tls_is_as_long_as_its_packet_whatever_that_says(papers: Path) -> None:
    """So what is compared of packets holds for them."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(papers / "broker.pem", papers / "broker.key")
    here, there = ssl.MemoryBIO(), ssl.MemoryBIO()
    authority = (papers / "authority.pem").read_text()
    client = module._context(to(1, authority=authority)).wrap_bio(there, here, server_hostname="127.0.0.1")
    ends = client, server.wrap_bio(here, there, server_side=True)
    for end in (*ends, *ends):
        with suppress(ssl.SSLWantReadError):
            end.do_handshake()
    here.read()
    for size in (2, 60, 100, 4000):
        for packet in (bytes(size), os.urandom(size)):
            client.write(packet)
            assert len(here.read()) == size + TLS_ADDS


def test_closing_never_waits_for_a_name(monkeypatch: pytest.MonkeyPatch, stack: ExitStack) -> None:
    ever = socket.socketpair()
    stack.callback(ever[0].close)
    with closing(ever[1]):
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_given: ever[0].recv(1))
        box = Box(stack, replace(to(1), host="slow"))
        box.broker.close()
        assert box.broker._thread.is_alive()
