"""The real Home Assistant, with Debian's Mosquitto and `gm-appliance room`: it finds the box, follows a game,
finds it again after a new start of its own, and misses it when it is gone."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

from gm_appliance.app.room import RoomTeller, open_room
from gm_appliance.config.settings import RoomSettings
from gm_appliance.core.cues.props import Plate
from gm_appliance.core.game import Outcome
from gm_appliance.core.values import replace
from gm_appliance.devices.inbox import RealClock, TableInbox
from tests.boot.roots import or_skipped
from tests.phones import crowd
from tests.phones.crowd import until
from tests.room.brokers import Mosquitto, free_port, needs_mosquitto
from tests.system.container import CACHE, NotHere

pytestmark = [pytest.mark.boot, needs_mosquitto]

PINNED = Path(__file__).with_name("home-assistant.txt")
PYTHON = shutil.which(os.environ.get("PYTHON313") or "python3.13")
CONFIGURATION = "http:\n  server_host: 127.0.0.1\n  server_port: {port}\napi:\nconfig:\nonboarding:\n"
MOMENT, NIGHT = "sensor.game_master_moment", "binary_sensor.game_master_night"
WINNER, EVENT = "sensor.game_master_winner", "event.game_master_event"


def installed() -> Path:
    """Its command, installed once. Raises NotHere."""
    if PYTHON is None:
        raise NotHere("Python 3.13 is missing; name one by PYTHON313")
    home = CACHE / f"home-assistant-{hashlib.sha256(PINNED.read_bytes()).hexdigest()[:12]}"
    if not home.exists():
        half = home.with_suffix(".half")
        CACHE.mkdir(parents=True, exist_ok=True)
        subprocess.run([PYTHON, "-m", "venv", "--clear", half], check=True)
        pip: list[str | Path] = [
            half / "bin/python",
            "-m",
            "pip",
            "install",
            "--quiet",
            "--requirement",
            PINNED,
        ]
        done = subprocess.run(pip, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NotHere(f"Home Assistant cannot be installed: {done.stderr[-500:]}")
        half.rename(home)
    return home / "bin/python"


class Home:
    """Home Assistant, with nobody's settings. It is spoken to as its page does."""

    def __init__(self, python: Path, folder: Path) -> None:
        self._python, self._folder, self._port = python, folder, free_port()
        (folder / "configuration.yaml").write_text(CONFIGURATION.format(port=self._port))
        self._token = ""
        self.start()

    def start(self) -> None:
        command = (self._python, "-m", "homeassistant", "--config", self._folder, "--skip-pip")
        with (self._folder / "output").open("ab") as output:
            self._process = subprocess.Popen(command, stdout=output, stderr=output)
        until(self._answers, f"Home Assistant: {self._folder / 'output'}", pause=0.2)

    def _answers(self) -> bool:
        assert self._process.poll() is None, (self._folder / "output").read_text()
        try:
            self.asks("onboarding")
        except (URLError, ConnectionError):
            return False
        return True

    def asks(self, path: str, body: object = None) -> Any:
        return self._sent(f"api/{path}", body if body is None else json.dumps(body).encode())

    def _sent(self, path: str, body: bytes | None, kind: str = "application/json") -> Any:
        how = {"Content-Type": kind} | ({"Authorization": f"Bearer {self._token}"} if self._token else {})
        with urlopen(Request(f"http://127.0.0.1:{self._port}/{path}", body, how), timeout=60) as answer:
            return json.load(answer)

    def is_set_up(self, broker: int) -> None:
        """With a first user, and the broker at this port."""
        client = f"http://127.0.0.1:{self._port}/"
        person = {"name": "a", "username": "a", "password": "a", "language": "en"}
        code = self.asks("onboarding/users", {"client_id": client, **person})["auth_code"]
        asked = {"grant_type": "authorization_code", "code": code, "client_id": client}
        kind = "application/x-www-form-urlencoded"
        self._token = self._sent("auth/token", urlencode(asked).encode(), kind)["access_token"]
        flow = self.asks("config/config_entries/flow", {"handler": "mqtt"})["flow_id"]
        done = self.asks(f"config/config_entries/flow/{flow}", {"broker": "127.0.0.1", "port": broker})
        assert done["type"] == "create_entry", done

    def states(self) -> dict[str, str]:
        """Of the box's entities."""
        return {
            one["entity_id"]: one["state"] for one in self.asks("states") if "game_master" in one["entity_id"]
        }

    def event(self) -> str | None:
        about: dict[str, str] = self.asks(f"states/{EVENT}")["attributes"]
        return about["event_type"]

    def log(self) -> str:
        return (self._folder / "home-assistant.log").read_text()

    def close(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(60)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_it_finds_the_box_follows_a_game_and_misses_it(
    stack: ExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowd, "PATIENCE", 120.0)
    with or_skipped():
        python = installed()
    (tmp_path / "home").mkdir()
    broker = stack.enter_context(closing(Mosquitto(tmp_path)))
    home = stack.enter_context(closing(Home(python, tmp_path / "home")))
    home.is_set_up(broker.port)
    box = stack.enter_context(ExitStack())
    settings = RoomSettings(f"mqtt://127.0.0.1:{broker.port}")
    room = open_room(box, TableInbox(RealClock()), settings, tmp_path, "en")
    assert room

    def are(**states: str) -> None:
        told = {one: states[name] for name, one in NAMES.items() if name in states}
        until(lambda: told.items() <= home.states().items(), f"{told}", pause=0.2)

    until(lambda: home.states().keys() == {*NAMES.values()}, "all entities", pause=0.2)
    are(moment="menu", night="off", winner="")
    follows(room, are, home.event)

    home.close()
    home.start()
    are(moment="reveal", night="off", winner="village")
    box.close()
    are(**dict.fromkeys(NAMES, "unavailable"))
    assert [line for line in home.log().splitlines() if " ERROR " in line and "mqtt" in line] == []


NAMES = {"moment": MOMENT, "night": NIGHT, "winner": WINNER, "event": EVENT}


def follows(room: RoomTeller, are: Callable[..., None], event: Callable[[], str | None]) -> None:
    """A short game."""
    plates = tuple(Plate(seat, f"{seat}") for seat in (1, 2, 3))
    room.began()
    room.lay(plates)
    are(moment="day", night="off")
    room.storm(True)
    are(moment="night", night="on")
    room.storm(False)
    are(moment="day", night="off")
    room.lay((replace(plates[0], turned=True), *plates[1:]))
    until(lambda: event() == "fell", "an event", pause=0.2)
    room.finished(Outcome(("village",), "won"))
    are(moment="reveal", winner="village")
    until(lambda: event() == "won", "an event", pause=0.2)
