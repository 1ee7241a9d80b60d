"""Everything that a seated phone can show, as messages of the box."""

from __future__ import annotations

from gm_appliance.phones.messages import Choices, FromBox, Item, Page, Range, Reading, Shown
from tests.phones.served import CLOSED, NAMES, OPEN, THUMBS, places

PAD = 3
_GODS = ("Odin", "Thor", "Freya", "Njörd", "Freyr")
_BUILD = (
    *("Nothing", "A temple of Heimdall costs 1 blood, 2 gold and 2 diamonds"),
    *("A temple of Surtur costs 2 blood and 2 diamonds", "A mine costs 1 blood, 1 gold and 1 diamond"),
)
_ACTIONS = (
    *("Card: 2 blood", "Card: 2 gold", "Card: 2 diamonds", "Card: 1 follower", "End of actions"),
    *("Draw 2 cards", "Take 1 blood", "Take 1 gold", "Take 1 diamond", "Another card"),
)
_STORY = ("Night fell. All closed their eyes.", "Morning. One is gone: Valkyrie 3. Turn your god card.") * 6
READ = Reading(
    (
        Page("standings", "Standings", tuple(f"{name}: {40 - at}" for at, name in enumerate(NAMES))),
        Page("story", "So far", _STORY),
        Page("rules", "Rules", ("Odin protects one of the others from the next banishment.",)),
    )
)


def _of(question: str, said: tuple[str, ...], shape: str = "list") -> Choices:
    return Choices(PAD, question, question, tuple(map(Item, said)), shape=shape)


def _board() -> Choices:
    squares = tuple(Item(square, square=square) for square in ("E2", "D2", "F2"))
    rest = (Item("Idunn in column E"), Item("Idunn at the target"))
    return Choices(
        PAD, "b", "E1. Where to?", (*squares, *rest), shape="board", columns="ABCDEF", rows="54321"
    )


def _ring() -> Choices:
    others = tuple(Item(name, seat=seat) for seat, name in enumerate(NAMES, 1) if seat != PAD)
    return Choices(PAD, "r", "Thor, wound somebody, or pass.", (*others, Item("Pass")), shape="ring")


_OFFERS = tuple(Item(f"{god}: {n}", group=god) for god in _GODS for n in range(5, -1, -1))

STATES: dict[str, tuple[FromBox, ...]] = {
    "wait": (OPEN, Shown("Banished", ("Valkyrie 3", "Asgard 6, Underworld 1"))),
    "menu": (OPEN, Shown("Who seconds it?", ("Odin", "▸Valkyrie 1", "● A1 C2", "○ B5×", "Pad: press ▲"))),
    "thumbs": (THUMBS, Shown("Vote on Thor", ("Down banishes, up spares",))),
    "dark": (CLOSED,),
    "list": (OPEN, _of("Player 3, you may build up to two buildings.", _BUILD)),
    "actions": (OPEN, _of("Draw two cards face up. Then take three actions.", _ACTIONS)),
    "one": (
        OPEN,
        _of("Nobody else speaks. Thor, your defence. Tell me when you are done.", ("Thor, are you done",)),
    ),
    "number": (OPEN, Choices(PAD, "n", "16 swords against you. How many shields?", number=Range(16, 0, 40))),
    "typed": (OPEN, Choices(PAD, "t", "How many points?", number=Range(16, -100, 400))),
    "offers": (OPEN, Choices(PAD, "o", "Player 1, your turn.", _OFFERS, shape="piles")),
    "piles": (OPEN, _of("Player 1, take a card.", (*_GODS, "Action card"), "piles")),
    "board": (OPEN, _board()),
    "ring": (OPEN, _ring()),
}

FIRST: tuple[FromBox, ...] = (OPEN, places(15), READ)
NOTHING = Choices(PAD, "", "")
