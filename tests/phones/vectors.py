"""Prints the examples of sealed frames, `vectors.json`, which the phone's page is tested with too."""

from __future__ import annotations

import json

from firmware.hub_protocol import HELD, PRESSED, RELEASED
from gm_appliance.phones.addresses import fragment
from gm_appliance.phones.frames import (
    Choose,
    Content,
    Hello,
    Move,
    PhoneTick,
    ProcessTick,
    content,
    process_tick,
)
from gm_appliance.phones.messages import Choices, Item, Place, Shown
from gm_appliance.phones.seal import FROM_PHONE, TO_PHONE, Sealer, key
from tests.phones.phone_frames import ask, phone_tick

TOKEN = bytes(range(16))
PROCESS, PHONE = bytes(range(100, 116)), bytes(range(200, 216))

FROM_PHONES = (
    ask(Hello("0123456789abcdef" * 2, 77, 3)),
    phone_tick(PhoneTick(5000)),
    phone_tick(
        PhoneTick(
            *(4294967295, 123456, False, True),
            moves=(
                Move(65535, 0, PRESSED, 4294967290),
                Move(0, 1, PRESSED, 1),
                Move(1, 1, HELD, 701),
                Move(2, 0, RELEASED, 90),
            ),
        )
    ),
    ask(Choose("41", item=2)),
    ask(Choose("42", number=7)),
)
TO_PHONES = (
    process_tick(ProcessTick(10)),
    process_tick(ProcessTick(4294967295, 5000, 65535, 9, 25, 4000000000, 15, True, False, True, True)),
    content(
        Content(
            *(9, "de", 3, (Place(1, 1, "Ada"), Place(3, 3, "Björn")), (2, 4)),
            shown=Shown("Wer fängt an?", "Ada oder Björn?"),
            choices=Choices(3, "41", "Wer fängt an?", (Item("Ada", 1), Item("C2", square="C2"))),
        )
    ),
)


def vectors() -> dict[str, object]:
    keys = {name: key(TOKEN, way, PROCESS, PHONE) for name, way in (("to", TO_PHONE), ("from", FROM_PHONE))}
    sealers = {name: Sealer(one) for name, one in keys.items()}
    return {
        "token": TOKEN.hex(),
        "fragment": fragment(TOKEN.hex()),
        "process_challenge": PROCESS.hex(),
        "phone_challenge": PHONE.hex(),
        "to_phone_key": keys["to"].hex(),
        "from_phone_key": keys["from"].hex(),
        "to_phone": [
            {"plain": one.hex(), "sealed": sealers["to"].seal(one).hex(), "says": _says(one)}
            for one in TO_PHONES
        ],
        "from_phone": [
            {"plain": one.hex(), "sealed": sealers["from"].seal(one).hex(), "says": _says(one)}
            for one in FROM_PHONES
        ],
    }


def _says(plain: bytes) -> object:
    """The JSON in a frame; None for a tick, which has none."""
    if plain[0] == 1:
        return None
    return json.loads(plain[3 : 3 + int.from_bytes(plain[1:3], "big")])


if __name__ == "__main__":
    print(json.dumps(vectors(), indent=1, ensure_ascii=False))
