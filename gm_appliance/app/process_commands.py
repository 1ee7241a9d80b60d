"""`gm-appliance phones` and `gm-appliance room`: processes with a network, which the box starts itself."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gm_appliance.app.privacy import forbid_dumps, keep_private
from gm_appliance.core.language import N_, Message
from gm_appliance.core.messages import _, word


@contextmanager
def extra(name: str, told: Message) -> Iterator[None]:
    """Import from an extra of the package. Raises ValueError with advice if it is not installed."""
    try:
        yield
    except ImportError as error:
        raise ValueError(_(told, how=f"pip install 'gm-appliance[{name}]'", error=error)) from error


def add(commands: Any) -> None:
    phones = _("let phones be seat pads; the box starts this itself")
    room = _("let lights follow the game; the box starts this itself")
    about_phones = _(
        "Serve the page that makes a phone a seat pad, and speak the seat hub's protocol to the box on a "
        "Unix socket. It listens on the network only while the table lets phones in, and ends with the "
        "box."
    )
    about_room = _(
        "Tell an MQTT broker what is public at the table, as the box says it on a Unix socket. Nothing that "
        "the broker says gets to a game. It ends with the box."
    )
    folder = _("folder of the sockets for the box; without it systemd passes them")
    for name, run, summary, about in (
        ("phones", _phones, phones, about_phones),
        ("room", _room, room, about_room),
    ):
        parser = commands.add_parser(name, help=summary, description=about)
        parser.set_defaults(run=run)
        parser.add_argument("--sockets", type=Path, metavar=word("DIR"), help=folder)


def _phones(args: argparse.Namespace) -> int:
    keep_private()
    forbid_dumps()
    with extra("phones", N_("phones need more libraries: {how} ({error})")):
        from gm_appliance.phones.process import run
    run(args.sockets)
    return 0


def _room(args: argparse.Namespace) -> int:
    forbid_dumps()
    with extra("room", N_("lights need another library: {how} ({error})")):
        from gm_appliance.room.process import SOCKETS, run
    run(args.sockets, args.sockets or SOCKETS)
    return 0
