"""A headless Firefox, driven by WebDriver BiDi."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.phones.served import SOON

NAMES = ("firefox-esr", "firefox")
STARTS = 120.0  # seconds; a busy machine starts Firefox slowly
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Connection:
    """faults: errors of all pages. told: what is done with what a page says, by its channel."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.faults: list[str] = []
        self.told: dict[str, Callable[..., None]] = {}
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded", "script.message"])

    def call(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            heard = self._heard(STARTS)
            if heard.get("id") == self._number:
                assert heard["type"] == "success", heard
                return heard["result"]

    def _heard(self, seconds: float) -> Any:
        heard = json.loads(self._socket.recv(timeout=seconds))
        if heard.get("method") == "log.entryAdded" and heard["params"]["level"] == "error":
            self.faults.append(heard["params"]["text"])
        elif heard.get("method") == "script.message":
            self.told[heard["params"]["channel"]](*json.loads(heard["params"]["data"]["value"]))
        return heard

    def listen(self, seconds: float) -> None:
        """Hear what pages say, for so long."""
        end = time.monotonic() + seconds
        with suppress(TimeoutError):
            while (left := end - time.monotonic()) > 0:
                self._heard(left)


class Firefox:
    """One window of a person of its own."""

    def __init__(self, connection: Connection, size: tuple[int, int] = (390, 844)) -> None:
        self.connection = connection
        self._call = connection.call
        self._person = self._call("browser.createUserContext")["userContext"]
        made = self._call("browsingContext.create", type="window", userContext=self._person)
        self._context = {"context": made["context"]}
        viewport = {"width": size[0], "height": size[1]}
        self._call("browsingContext.setViewport", **self._context, viewport=viewport)

    @property
    def faults(self) -> list[str]:
        return self.connection.faults

    def before(self, script: str, channel: str) -> None:
        """Run a script before every page; what it gives to `shows` is told in this channel."""
        function = f"(told) => {{ window.shows = (...now) => told(JSON.stringify(now)); {script} }}"
        ear = {"type": "channel", "value": {"channel": channel}}
        contexts = [self._context["context"]]
        self._call(
            "script.addPreloadScript", functionDeclaration=function, arguments=[ear], contexts=contexts
        )

    def evaluate(self, function: str, given: Any) -> Any:
        return self.sees(f"({function})({json.dumps(given)})")

    def close(self) -> None:
        self._call("browsingContext.close", **self._context)

    def goto(self, url: str) -> None:
        self._call("browsingContext.navigate", **self._context, url=url, wait="complete")

    def reload(self) -> None:
        self._call("browsingContext.reload", **self._context, wait="complete")

    def sees(self, expression: str) -> Any:
        """What this is in the page: plain data."""
        text = f"(async () => JSON.stringify(({expression}) ?? null))()"
        told = self._call("script.evaluate", expression=text, target=self._context, awaitPromise=True)
        return json.loads(told["result"]["value"]) if told["type"] == "success" else None

    def until(self, expression: str) -> None:
        """Wait until this is true in the page."""
        end = time.monotonic() + SOON / 1000
        while not self.sees(f"Boolean({expression})"):
            assert time.monotonic() < end, f"never: {expression}; {self.sees('document.body.innerText')}"
            time.sleep(0.05)

    def tap(self, selector: str, milliseconds: int = 60) -> None:
        """A finger on the first such element."""
        found = f"document.querySelector({json.dumps(selector)})"
        here = f"JSON.stringify({found}?.getBoundingClientRect() ?? null)"  # {"x": …, "y": …, …}
        frame = "new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn), 100))"
        self.until(f"{here} !== 'null' && {here} === (await {frame}, {here})")  # it moves no more
        box = json.loads(self.sees(here))
        self.touch(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, milliseconds)

    def touch(self, x: float, y: float, milliseconds: int = 60) -> None:
        finger = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": milliseconds},
            {"type": "pointerUp", "button": 0},
        ]
        touch = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": finger}
        self._call("input.performActions", **self._context, actions=[touch])


@contextmanager
def firefox() -> Iterator[Firefox]:
    """The machine's own Firefox; skips the test without one."""
    path = next((path for name in NAMES if (path := shutil.which(name))), None)
    if path is None:
        pytest.skip("no Firefox here: apt install firefox-esr")
    with TemporaryDirectory(prefix="gm-firefox-") as profile:
        command = (path, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0")
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        ) as process:
            try:
                assert process.stderr
                found = next((one for line in process.stderr if (one := LISTENS.search(line))), None)
                assert found, "Firefox did not start"
                with connect(f"{found[1]}/session", max_size=None, proxy=None) as socket:
                    yield Firefox(Connection(socket))
            finally:
                process.terminate()
