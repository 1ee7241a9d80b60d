"""A headless Firefox, driven by WebDriver BiDi."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.phones.served import SOON

NAMES = ("firefox-esr", "firefox")
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Firefox:
    """One window. faults: errors of its pages."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.faults: list[str] = []
        self._call("session.new", capabilities={})
        self._call("session.subscribe", events=["log.entryAdded"])
        self._context = {"context": self._call("browsingContext.create", type="tab")["context"]}
        self._call("browsingContext.setViewport", **self._context, viewport={"width": 390, "height": 844})

    def _call(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            heard = json.loads(self._socket.recv(timeout=SOON / 1000))
            if heard.get("method") == "log.entryAdded" and heard["params"]["level"] == "error":
                self.faults.append(heard["params"]["text"])
            if heard.get("id") == self._number:
                assert heard["type"] == "success", heard
                return heard["result"]

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
        at = {"x": round(box["x"] + box["width"] / 2), "y": round(box["y"] + box["height"] / 2)}
        finger = [
            {"type": "pointerMove", **at},
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
                    yield Firefox(socket)
            finally:
                process.terminate()
