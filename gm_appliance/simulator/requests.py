"""A page's requests to the virtual table."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Annotated, TypeAlias

import msgspec

from gm_appliance.core.values import Redacted
from gm_appliance.simulator.room import PageMessage, Room
from gm_appliance.simulator.table_file import MAX_SEATS
from gm_appliance.simulator.visitor import Visitor

log = logging.getLogger(__name__)

Post: TypeAlias = Callable[[PageMessage], None]
_Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MAX_SEATS)]


class _Asked(Redacted, tag_field="type", tag=lambda name: name.strip("_").lower()):
    """A request from a page. beat: the last sign of life it has received, if it counts them."""

    beat: int | None = None


class _Press(_Asked, kw_only=True):
    """prompt: the only one it is meant for; empty for any."""

    redacted = ("button",)

    source: int
    button: str
    down: bool
    prompt: str = ""


class _Way(_Asked, kw_only=True):
    """Asks how to choose something on offer: an item by its place in the list, or a number."""

    prompt: str
    item: int | None = None
    number: int | None = None


class _Look(_Asked, kw_only=True):
    """by: who looks; by default whose card it is."""

    seat: _Seat
    by: _Seat | None = None


class _Die(_Asked, kw_only=True):
    by: _Seat
    at: _Seat


class _Bot(_Asked, kw_only=True):
    seat: _Seat
    on: bool


class _Only(_Asked, kw_only=True):
    seat: _Seat


_Request: TypeAlias = _Press | _Way | _Look | _Die | _Bot | _Only


def obey(room: Room, visitor: Visitor, post: Post, is_late: Callable[[int], bool], text: str) -> None:
    """Carry out a page's request. An unknown one is ignored, and logged without its content.

    post: answers the page. is_late: whether a sign of life is too old.
    """
    try:
        asked = msgspec.json.decode(text, type=_Request)
        lifts = isinstance(asked, _Press) and not asked.down
        if asked.beat is not None and is_late(asked.beat) and not lifts:
            log.info("a page was not answered in time; its request is dropped")
            return
        _do(room, visitor, post, asked)
    except (ValueError, RecursionError):  # RecursionError: brackets thousands deep
        log.warning("a page sent an unknown request")


def _do(room: Room, visitor: Visitor, post: Post, asked: _Request) -> None:
    """Raises ValueError for an unknown button."""
    match asked:
        case _Press(down=True, prompt=prompt) if prompt and not room.offers(prompt):
            pass  # the prompt has been answered meanwhile
        case _Press():
            visitor.press(asked.source, asked.button, asked.down)
        case _Way():
            post(room.way(asked.prompt, asked.item, asked.number))
        case _Look(seat=seat, by=by):
            by = by or seat
            told = {"type": "card", "seat": seat, "card": room.look(seat, by)}
            them = room.companions(by)
            post({**told, "with": [one for one in them if one != by]} if them else told)
        case _Die():
            if room.lay_die(asked.by, asked.at):
                post({"type": "die", "at": asked.at})
        case _Bot():
            room.set_bot(asked.seat, asked.on)
        case _Only():
            room.only_human(asked.seat)
