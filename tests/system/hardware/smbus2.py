"""smbus2, in the box: a bus with a display on it, whose picture lies in a file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from tests.benches.decoded_bus import DecodedBus

PICTURE = Path(os.environ["LG_WD"], "picture")


class i2c_msg(list[int]):
    """A message that writes."""

    addr = 0

    @classmethod
    def write(cls, address: int, data: Iterable[int]) -> i2c_msg:
        message = cls(data)
        message.addr = address
        return message


class SMBus(DecodedBus):
    """The bus of that number; there is but one."""

    def __init__(self, _number: int) -> None:
        super().__init__(_keep)


def _keep(picture: bytes) -> None:
    half = PICTURE.with_suffix(".half")
    half.write_bytes(picture)
    half.replace(PICTURE)
