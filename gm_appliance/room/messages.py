"""The messages from the box to the room's process, a line of JSON each. Nothing goes the other way."""

from __future__ import annotations

from typing import TypeAlias

from gm_appliance.core.values import Kind, Redacted

ROOT, AVAILABLE = "gm-appliance", "available"  # the first part of all topics, and one of each box
LEAGUE = f"{ROOT}/league"  # below it, by box and sequence, the records of a league

SOCKETS = "/run/gm-appliance-room"
"""Where systemd listens for the box (`gm-appliance-room.socket`); elsewhere the process is a child."""

MOMENTS, CONNECTION, RECORDS = "moments", "told/state", "told/league"
"""There: the box's socket, and what the process leaves: how the connection is, and other boxes' records."""


# Many attributes: one for each thing that a broker may ask for.
class Link(Kind, Redacted):
    """The owner's broker, and what this box is called there; without a name it is only tried.

    authority, certificate, key: PEM texts; empty for the system's authorities, and for no certificate.
    user, password: empty for none. league: whether results of other boxes are wanted.
    """

    host: str
    port: int = 1883
    tls: bool = False
    user: str = ""
    password: str = ""
    authority: str = ""
    certificate: str = ""
    key: str = ""
    name: str = "table"
    league: bool = False
    redacted = ("password", "key")


class Post(Kind):
    """A retained message; an empty payload deletes it. The topic is below this box's, unless `anywhere`."""

    topic: str
    payload: str
    anywhere: bool = False


FromBox: TypeAlias = Link | Post
