"""The box's own Wi-Fi, against a stand-in for NetworkManager on a private D-Bus (python-dbusmock)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jeepney import DBusAddress, MessageType, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from gm_appliance.devices.network_manager import BUS_NAME, ROOT, NetworkManager
from gm_appliance.devices.own_wifi import LOOK, UP, NetworkManagerWifi

SYSTEM_PYTHON = "/usr/bin/python3"
MOCK = "org.freedesktop.DBus.Mock"
PI_4 = "Raspberry Pi 4 Model B Rev 1.5"
COMING, THERE, GONE = 1, 2, 4


def has_dbusmock() -> bool:
    found = shutil.which("dbus-daemon") and Path(SYSTEM_PYTHON).exists()
    asked = [SYSTEM_PYTHON, "-c", "import dbusmock"]
    return bool(found) and subprocess.run(asked, capture_output=True).returncode == 0


pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(
        not has_dbusmock() and not os.environ.get("GM_REQUIRE_DBUSMOCK"),
        reason="python3-dbusmock and dbus-daemon are in Debian: apt install python3-dbusmock dbus",
    ),
]


class StandIn:
    """The parts of NetworkManager used here. `has_wifi` adds Wi-Fi chips."""

    def __init__(self, bus: DBusConnection) -> None:
        self._bus = bus
        self.devices: list[str] = []
        added = "ret = (dbus.ObjectPath('/c/1'), dbus.ObjectPath('/a/1'), {})"
        self._method(BUS_NAME, "AddAndActivateConnection2", "a{sa{sv}}ooa{sv}", "ooa{sv}", added)
        self._method(BUS_NAME, "DeactivateConnection", "o", "", "")
        self._lists()

    def _call(self, path: str, method: str, signature: str, *body: Any) -> Any:
        address = DBusAddress(path, bus_name=BUS_NAME, interface=MOCK)
        reply = self._bus.send_and_get_reply(new_method_call(address, method, signature, body), timeout=10)
        assert reply.header.message_type is not MessageType.error, reply.body
        return reply.body

    def _method(self, interface: str, name: str, takes: str, gives: str, code: str) -> None:
        self._call(ROOT, "AddMethod", "sssss", interface, name, takes, gives, code)

    def _lists(self) -> None:
        paths = ", ".join(f"dbus.ObjectPath('{one}')" for one in self.devices)
        self._method(BUS_NAME, "GetDevices", "", "ao", f"ret = dbus.Array([{paths}], signature='o')")

    def _object(self, path: str, interface: str, **properties: tuple[str, Any]) -> None:
        self._call(ROOT, "AddObject", "ssa{sv}a(ssss)", path, interface, properties, [])

    def has_wifi(self, driver: str = "brcmfmac", *, state: int = 30, can: int = 0x40) -> None:
        path = f"/d/{len(self.devices) + 1}"
        of = {"DeviceType": ("u", 2), "State": ("u", state), "Driver": ("s", driver)}
        self._object(path, f"{BUS_NAME}.Device", **of)
        can_do = {"WirelessCapabilities": ("u", can)}
        self._call(path, "AddProperties", "sa{sv}", f"{BUS_NAME}.Device.Wireless", can_do)
        self.devices.append(path)
        self._lists()

    def wifi_is(self, state: int) -> None:
        if "/a/1" not in self.devices:
            self._object("/a/1", f"{BUS_NAME}.Connection.Active", State=("u", state))
            self.devices.append("/a/1")
            return
        changed = {"State": ("u", state)}
        self._call("/a/1", "UpdateProperties", "sa{sv}", f"{BUS_NAME}.Connection.Active", changed)

    def asked(self, method: str) -> list[Any]:
        (calls,) = self._call(ROOT, "GetMethodCalls", "s", method)
        return [[value for _signature, value in args] for _when, args in calls]


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    command = [
        "dbus-daemon",
        "--session",
        "--nofork",
        "--print-address",
        f"--address=unix:path={tmp_path}/bus",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as daemon:
        try:
            assert daemon.stdout
            monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", daemon.stdout.readline().strip())
            served = [SYSTEM_PYTHON, "-m", "dbusmock", "--system", BUS_NAME, ROOT, BUS_NAME]
            with (
                subprocess.Popen(served, stdout=subprocess.DEVNULL) as mock,
                open_dbus_connection("SYSTEM") as bus,
            ):
                try:
                    _until_named(bus)
                    yield StandIn(bus)
                finally:
                    mock.terminate()
        finally:
            daemon.terminate()


def _until_named(bus: DBusConnection) -> None:
    """Wait for the stand-in: the bus announces when its name has an owner."""
    driver = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
    rule = f"type='signal',member='NameOwnerChanged',arg0='{BUS_NAME}'"
    bus.send_and_get_reply(new_method_call(driver, "AddMatch", "s", (rule,)))
    owned = bus.send_and_get_reply(new_method_call(driver, "NameHasOwner", "s", (BUS_NAME,)))
    while not owned.body[0]:
        message = bus.receive(timeout=20)
        if message.body and message.body[0] == BUS_NAME:
            return


class Box:
    """The Wi-Fi port, stepped by hand with its own clock."""

    def __init__(self, model: str = PI_4) -> None:
        self.t = 100.0
        self.faults: list[tuple[str, str]] = []
        told = self.faults
        self.wifi = NetworkManagerWifi(
            lambda part, what: told.append((part, what)), NetworkManager, model, lambda: self.t
        )
        self.works()  # it looks for Wi-Fi chips

    def works(self, seconds: float = 0.0) -> None:
        self.t += seconds
        self.wifi._work()


@pytest.fixture
def make() -> Iterator[Callable[[], Box]]:
    made: list[Box] = []

    def box() -> Box:
        made.append(Box())
        return made[-1]

    yield box
    for one in made:
        one.wifi._end()


def test_the_wifi_is_made_as_asked_and_taken_down(stand_in: StandIn, make: Callable[[], Box]) -> None:
    stand_in.has_wifi()
    box = make()
    assert (box.wifi.carries, box.faults) == (4, [])
    assert not stand_in.asked("AddAndActivateConnection2"), "nothing is made before the table asks"
    box.wifi.open()
    stand_in.wifi_is(COMING)
    box.works()
    assert not box.wifi.name
    stand_in.wifi_is(THERE)
    box.works(0.5)
    assert re.fullmatch(r"Game table \d\d", box.wifi.name)
    assert re.fullmatch(r"[A-HJ-NP-Z2-9]{8}", box.wifi.password)
    ((settings, device, point, options),) = stand_in.asked("AddAndActivateConnection2")
    assert (device, point) == ("/d/1", "/")
    assert options == {"persist": ("s", "volatile"), "bind-activation": ("s", "dbus-client")}
    assert settings["802-11-wireless"]["mode"] == ("s", "ap")
    assert bytes(settings["802-11-wireless"]["ssid"][1]).decode() == box.wifi.name
    assert settings["802-11-wireless-security"]["psk"] == ("s", box.wifi.password)
    assert settings["802-11-wireless-security"]["proto"] == ("as", ["rsn"])
    assert settings["ipv4"] == {"method": ("s", "shared")}
    assert settings["connection"]["autoconnect"] == ("b", False)
    box.wifi.close()
    box.works()
    assert stand_in.asked("DeactivateConnection") == [["/a/1"]]
    assert not box.wifi.name


def test_the_adapter_that_carries_most_is_taken(stand_in: StandIn, make: Callable[[], Box]) -> None:
    stand_in.has_wifi()
    stand_in.has_wifi("mt76x2u")
    stand_in.has_wifi("rtl8xxxu", can=0)  # it has no access point mode
    box = make()
    assert box.wifi.carries == 15
    box.wifi.open()
    stand_in.wifi_is(THERE)
    box.works()
    assert stand_in.asked("AddAndActivateConnection2")[0][1] == "/d/2"


def test_a_radio_that_is_off_carries_nobody_and_is_told(stand_in: StandIn, make: Callable[[], Box]) -> None:
    stand_in.has_wifi(state=20)
    box = make()
    assert box.wifi.carries == 0
    box.wifi.open()
    box.works()
    assert (box.wifi.failed, box.faults) == (True, [("phones", "no-wifi")])
    box.works(60.0)
    assert box.faults == [("phones", "no-wifi")], "once"


@pytest.mark.parametrize(("state", "after"), [(GONE, 0.5), (COMING, UP + 1)])
def test_a_wifi_that_does_not_come_is_told(
    stand_in: StandIn, state: int, after: float, make: Callable[[], Box]
) -> None:
    stand_in.has_wifi()
    box = make()
    box.wifi.open()
    stand_in.wifi_is(COMING)
    box.works()
    stand_in.wifi_is(state)
    box.works(after)
    assert box.faults == [("phones", "no-wifi")]
    box.wifi.open()  # once more
    stand_in.wifi_is(THERE)
    box.works()
    assert box.wifi.name
    stand_in.wifi_is(GONE)
    box.works(LOOK)
    assert not box.wifi.name
    assert box.faults == [("phones", "no-wifi")] * 2


def test_without_networkmanager_there_is_no_wifi(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[], Box]
) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/none")
    box = make()
    assert (box.wifi.carries, box.faults) == (0, [])
    box.wifi.open()
    box.works()
    assert box.faults == [("phones", "no-wifi")]
