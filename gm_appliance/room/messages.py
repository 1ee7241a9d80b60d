"""The messages from the box to the room's process, a line of JSON each. Nothing goes the other way."""

from __future__ import annotations

from typing import TypeAlias

from gm_appliance.core.values import Kind, Redacted


# Many attributes: one for each thing that a broker may ask for.
class Link(Kind, Redacted):
    """The owner's broker, and what this box is called there.

    authority, certificate, key: PEM texts; empty for the system's authorities, and for no certificate.
    user, password: empty for none. name: of the topics.
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
    redacted = ("password", "key")


class Post(Kind):
    """What a topic says from now on, as JSON. Below the topic of this box, unless `anywhere`."""

    topic: str
    payload: str
    anywhere: bool = False


FromBox: TypeAlias = Link | Post

ROOT = "gm-appliance"  # the first part of the topics of all boxes
AVAILABLE = "available"  # the last part of the topic that says whether a box is there


def own_topic(name: str) -> str:
    """The topic of the box of this name, above its others."""
    return f"{ROOT}/{name}"
