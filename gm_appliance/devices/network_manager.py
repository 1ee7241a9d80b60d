"""NetworkManager over D-Bus: which device can make a Wi-Fi, and making one.

Methods raise `Refused` with NetworkManager's words, and `OSError` if there is no bus or nobody answers.

Its library is imported where it is used, because nobody waits for it until phones are wanted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gm_appliance.core.values import Value

if TYPE_CHECKING:
    from jeepney.io.blocking import DBusConnection

BUS_NAME = "org.freedesktop.NetworkManager"
ROOT = "/org/freedesktop/NetworkManager"
WIFI = 2  # NM_DEVICE_TYPE_WIFI
CAN_SHARE = 0x40  # NM_WIFI_DEVICE_CAP_AP
USABLE = 30  # NM_DEVICE_STATE_DISCONNECTED: below it the device is not managed, or its radio is off
ACTIVATED, DEACTIVATED = 2, 4  # NM_ACTIVE_CONNECTION_STATE_ACTIVATED and _DEACTIVATED
ANSWER = 10.0  # seconds to wait for an answer


class Refused(Exception):
    """NetworkManager does not do it; the message says why, in its own words."""


class WifiDevice(Value):
    """A Wi-Fi device that can make a Wi-Fi. driver: of the kernel."""

    path: str
    driver: str


class NetworkManager:
    """A connection to it. A Wi-Fi that it was asked to make ends with the connection."""

    def __init__(self) -> None:
        from jeepney.io.blocking import open_dbus_connection

        self._bus: DBusConnection = open_dbus_connection("SYSTEM")

    def close(self) -> None:
        self._bus.close()

    def devices(self) -> Iterator[WifiDevice]:
        (paths,) = self._call("GetDevices")
        for path in paths:
            device = self._properties(path, f"{BUS_NAME}.Device")
            if device.get("DeviceType") == WIFI and int(device.get("State", 0)) >= USABLE:
                wireless = self._properties(path, f"{BUS_NAME}.Device.Wireless")
                if int(wireless.get("WirelessCapabilities", 0)) & CAN_SHARE:
                    yield WifiDevice(path, str(device.get("Driver", "")))

    def share(self, device: WifiDevice, name: str, password: str) -> str:
        """Begin to make a Wi-Fi; returns its path on the bus. It is not written to disk."""
        options = {"persist": ("s", "volatile"), "bind-activation": ("s", "dbus-client")}
        body = (profile(name, password), device.path, "/", options)
        return str(self._call("AddAndActivateConnection2", "a{sa{sv}}ooa{sv}", body)[1])

    def state(self, active: str) -> int:
        """The state of a Wi-Fi from `share`: ACTIVATED, DEACTIVATED once it has ended, or another number."""
        try:
            properties = self._properties(active, f"{BUS_NAME}.Connection.Active")
        except Refused:
            return DEACTIVATED
        return int(properties.get("State", DEACTIVATED))

    def stop(self, active: str) -> None:
        self._call("DeactivateConnection", "o", (active,))

    def _properties(self, path: str, interface: str) -> dict[str, Any]:
        from jeepney import DBusAddress, Properties

        address = DBusAddress(path, bus_name=BUS_NAME, interface=interface)
        (found,) = self._answer(Properties(address).get_all())
        return {key: value for key, (_signature, value) in found.items()}

    def _call(self, method: str, signature: str | None = None, body: tuple[Any, ...] = ()) -> Any:
        from jeepney import DBusAddress, new_method_call

        address = DBusAddress(ROOT, bus_name=BUS_NAME, interface=BUS_NAME)
        return self._answer(new_method_call(address, method, signature, body))

    def _answer(self, message: Any) -> Any:
        from jeepney import MessageType

        reply = self._bus.send_and_get_reply(message, timeout=ANSWER)
        if reply.header.message_type is MessageType.error:
            raise Refused(" ".join(map(str, reply.body)) or "no reason given")
        return reply.body


def profile(name: str, password: str) -> dict[str, dict[str, tuple[str, Any]]]:
    """NetworkManager's settings of the Wi-Fi: WPA2 with AES only, on 2.4 GHz, which all phones have. Without
    802.11w, which the Pi's own Wi-Fi chip does not handle well."""
    return {
        "connection": {
            "id": ("s", "gm-appliance"),
            "type": ("s", "802-11-wireless"),
            "autoconnect": ("b", False),
        },
        "802-11-wireless": {
            "ssid": ("ay", name.encode("utf-8")),
            "mode": ("s", "ap"),
            "band": ("s", "bg"),
            "powersave": ("u", 2),
        },
        "802-11-wireless-security": {
            "key-mgmt": ("s", "wpa-psk"),
            "proto": ("as", ["rsn"]),
            "pairwise": ("as", ["ccmp"]),
            "group": ("as", ["ccmp"]),
            "pmf": ("i", 1),
            "psk": ("s", password),
        },
        "ipv4": {"method": ("s", "shared")},
        "ipv6": {"method": ("s", "ignore")},
    }
