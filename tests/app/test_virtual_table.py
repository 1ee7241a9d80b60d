"""Faults of the virtual table's sound, and its port."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("aiohttp", reason="the virtual table needs aiohttp: pip install '.[simulator]'")

from gm_appliance.app import virtual_table
from gm_appliance.app.virtual_table import VirtualTableSettings, simulate
from gm_appliance.core.ports import FaultReport, Ports
from gm_appliance.devices.sound.mixer import SilentMixer
from gm_appliance.devices.sound.voice import SilentVoice


class Heard:
    """An evening's first input."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.inputs: list[object] = []

        class Evening:
            def __init__(_self, ports: Ports, *_given: Any, **_more: Any) -> None:
                _self.inbox = ports.inbox

            def run(_self) -> None:
                self.inputs.append(_self.inbox.wait(_self.inbox.now()))

        class Voice(SilentVoice):
            def change_voice(self, *_given: object, **_more: object) -> None: ...
            def rehearse(self, _samples: object) -> None: ...
            def keep_at_hand(self, _texts: object) -> None: ...
            def close(self) -> None: ...

        def no_loudspeaker(
            _cache: Path, _language: str, _rate: int, _volume: float, fault: FaultReport, **_more: Any
        ) -> Any:
            fault("sound", "missing")
            mixer = SilentMixer()
            return Voice(), SimpleNamespace(
                storm=mixer.storm,
                play=mixer.play,
                volume=mixer.volume,
                start=lambda: None,
                close=lambda: None,
            )

        monkeypatch.setattr(virtual_table, "Evening", Evening)
        monkeypatch.setattr(virtual_table, "open_sound", no_loudspeaker)
        monkeypatch.setattr("gm_appliance.app.signals.on_end", lambda _act: None)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    return Heard(monkeypatch)


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield int(server.getsockname()[1])


def test_without_a_loudspeaker_captions_suffice_and_cover_no_prompt(heard: Heard, tmp_path: Path) -> None:
    """Otherwise every sentence would cover the prompt for seconds."""
    simulate(VirtualTableSettings(tmp_path, port=0, browser=False))
    assert heard.inputs == [None]


def test_a_port_in_use_is_reported(
    heard: Heard, tmp_path: Path, taken: int, capsys: pytest.CaptureFixture[str]
) -> None:
    simulate(VirtualTableSettings(tmp_path, port=taken, browser=False))
    said, where = capsys.readouterr().out.splitlines()
    assert f"Port {taken} is in use" in said
    (port,) = (word.rpartition(":")[2].partition("/")[0] for word in where.split() if "http" in word)
    assert f"port {port}." in said
    assert port != str(taken)
    simulate(VirtualTableSettings(tmp_path, port=0, browser=False))
    assert len(capsys.readouterr().out.splitlines()) == 1
