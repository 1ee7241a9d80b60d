"""Recognising the Pi's model, and how it is switched on again."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_appliance.devices.raspberry_pi import model, switched_on_by


@pytest.mark.parametrize(
    ("name", "by"),
    [
        ("Raspberry Pi 3 Model B Rev 1.2", "plug"),
        ("Raspberry Pi 4 Model B Rev 1.5", "plug"),
        ("Raspberry Pi 5 Model B Rev 1.0", "button"),
        ("Raspberry Pi 500 Rev 1.0", "button"),
        ("Raspberry Pi Compute Module 5 Rev 1.0", "plug"),
        ("Raspberry Pi 6 Model B Rev 1.0", "plug"),  # replugging also works on models yet unknown
        ("BeagleBone Black", ""),
    ],
)
def test_each_model_is_switched_on_by_its_button_or_its_plug(tmp_path: Path, name: str, by: str) -> None:
    file = tmp_path / "model"
    file.write_bytes(f"{name}\0".encode())
    assert switched_on_by(model(file)) == by


def test_on_a_machine_without_a_model_it_is_not_known(tmp_path: Path) -> None:
    assert switched_on_by(model(tmp_path / "model")) == ""
