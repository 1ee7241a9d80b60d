"""Everything that a seated phone can show, as messages of the box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from gm_appliance.core.language import load
from gm_appliance.core.values import replace
from gm_appliance.phones.messages import (
    Choices,
    FromBox,
    Item,
    Page,
    Piece,
    Range,
    Reading,
    Shown,
    ShownAccusation,
    ShownBoard,
    ShownLane,
    Track,
    Versus,
)
from tests.phones.served import CLOSED, NAMES, OPEN, THUMBS, laid

PAD = 3
_GODS = {"Odin": "odin", "Thor": "thor", "Freya": "freya", "Njörd": "njord", "Baldur": "balder"}
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


_OFFERS = tuple(
    Item(f"{god}: {n}", group=god, worth=str(at), symbol=symbol)
    for at, (god, symbol) in enumerate(_GODS.items())
    for n in range(5, -1, -1)
    if n != at
)
_PILES = tuple(
    Item(god, worth=str(at), symbol=symbol, left=at + 1) for at, (god, symbol) in enumerate(_GODS.items())
)
_PIECES = (
    *(Piece(f"{column}5", hollow=True) for column in "ACDEF"),
    *(Piece(f"{column}1") for column in "ABDEF"),
    *(Piece("C3", chosen=True), Piece("D3", hollow=True)),
)


def _whom(question: str, guarded: bool = False, out: int = 2) -> Choices:
    others = tuple(Item(NAMES[seat - 1], seat) for seat in range(1, 16) if seat not in (PAD, out))
    choices = Choices(PAD, question, question, (*others, Item("Pass")), shape="ring", guarded=guarded)
    return replace(choices, barred=((2, "voted on today"),))


def _few(question: str) -> Choices:
    others = (Item(NAMES[seat - 1], seat) for seat in (1, 2, 4, 5, 6, 7))
    return Choices(PAD, question, question, (*others, Item("Pass")), shape="ring", guarded=True)


_ACCUSED = ShownAccusation(7, PAD, "Mika accuses Júlia.", "Júlia, you are accused.")
_SECOND = Shown("Who seconds it?", "Give your reasons against Júlia.", "Who seconds it?", accused=_ACCUSED)
_VOTE = Shown("The vote", "We vote on Mai-Linh.", up="spare", down="banish", left=8)
_REASONS = (("The thumbs", 5, 2), ("Thor’s wound: one fewer thumb down.", 4, 2), ("Sif: +1 ▲", 4, 3))
_VERSUS = Versus(4, 3, _REASONS, thumbs=True)
_LANES = (
    ShownLane("Anna", 7),
    ShownLane("Björn", 11, marked=True),
    ShownLane("Chiara", 9),
    ShownLane("Dirk", 4),
)

STATES: dict[str, tuple[FromBox, ...]] = {
    "wait": (OPEN, Shown("Thor", "Ömer may wound somebody.", "The wound costs one vote.", acts=4)),
    "fell": (OPEN, Shown("Banished", "Konstantin falls to the Underworld."), laid(8, fell=frozenset({8}))),
    "my-fall": (OPEN, Shown("Dead", "Júlia is dead.", fell=(PAD,)), laid(8, fell=frozenset({PAD}))),
    "accused": (OPEN, laid(8), replace(_SECOND, chapter="Round 2")),
    "eight": (OPEN, laid(8), Shown("Banished", "Morning. One is gone.")),
    "called": (OPEN, laid(8), Shown("", "Press your pad when you hear your name.", called=PAD)),
    "other-called": (OPEN, laid(8), Shown("", "Press your pad.", called=5)),
    "dice": (OPEN, laid(8), Shown("The Oracle", "4 and 5.", "Zoë is the Oracle.", dice=("4", "5"))),
    "thumbs": (THUMBS, replace(_VOTE, beat="before")),
    "now": (THUMBS, replace(_VOTE, beat="now")),
    "over": (THUMBS, replace(_VOTE, beat="over")),
    "trial": (THUMBS, Shown("A trial", "Everybody, thumb up.")),
    "dark": (CLOSED,),
    "count": (OPEN, laid(8, "dduddudu"), Shown("Vote", "Mai-Linh is banished.", versus=_VERSUS)),
    "end": (OPEN, laid(8, cards=True), Shown("Asgard stands", "Asgard stands.", "The protectors won.")),
    "rows": (OPEN, Shown("Standings", "Anna leads.", rows=tuple((name, "40") for name in NAMES[:6]))),
    "track": (OPEN, Shown("Valda", "Björn rolls.", track=Track(_LANES, 23, (5, 12, 20)))),
    "list": (OPEN, _of("Player 3, you may build up to two buildings.", _BUILD)),
    "actions": (OPEN, _of("Draw two cards face up. Then take three actions.", _ACTIONS)),
    "accuse": (
        OPEN,
        laid(8),
        Shown("Who accuses?", "The council is open.", "Who accuses?"),
        Choices(PAD, "a", "Who accuses?", (Item("Thor", PAD),), guarded=True, own="I accuse …", tone="down"),
    ),
    "fifteen": (
        OPEN,
        Shown("Who accuses?", "The council is open.", "Who accuses?"),
        Choices(PAD, "a", "Who accuses?", (Item("Thor", PAD),), guarded=True, own="I accuse …", tone="down"),
    ),
    "second": (
        OPEN,
        laid(8),
        replace(_SECOND, accused=replace(_ACCUSED, against=6)),
        Choices(PAD, "s", "Who seconds it?", (Item("Thor", PAD),), own="I second it", tone="up"),
    ),
    "one": (
        OPEN,
        Shown("Defence", "Silence, everyone.", "Zoë, defend yourself."),
        Choices(PAD, "d", "Thor, defend yourself.", (Item("Thor, are you done"),), own="I’m done"),
    ),
    "number": (OPEN, Choices(PAD, "n", "How many shields?", number=Range(12, 0, 19))),
    "typed": (OPEN, Choices(PAD, "t", "How many points?", number=Range(16, -100, 400, "Total: 215"))),
    "offers": (OPEN, Choices(PAD, "o", "Player 1, your turn.", _OFFERS, shape="piles")),
    "piles": (
        OPEN,
        Choices(PAD, "p", "Player 1, take a card.", (*_PILES, Item("Action card")), shape="piles"),
    ),
    "board": (
        OPEN,
        Shown("Odin’s Table", "Where to?", board=ShownBoard("ABCDEF", "54321", _PIECES)),
        Choices(
            *(PAD, "b", "C3. Where to?"),
            (*(Item(one, square=one) for one in ("B3", "D3", "C4")), Item("Idunn in column E")),
            shape="board",
        ),
    ),
    "moves": (OPEN, Shown("Odin’s Table", "Black moves.", board=ShownBoard("ABCDEF", "54321", _PIECES))),
    "ring": (OPEN, _whom("Thor, wound somebody, or pass.")),
    "whom": (OPEN, laid(8, fell=frozenset({8})), _few("Thor, whom do you accuse?")),
}

FIRST: tuple[FromBox, ...] = (OPEN, laid(15), READ)
NOTHING = Choices(PAD, "", "")


def states_in(language: str) -> Mapping[str, tuple[FromBox, ...]]:
    """The same, with the council's sentences as the box says them in a language."""
    say = load(language, "gm_appliance.hidden_roles")
    zoe, thor, mai = say.name("Zoë"), say.name("Thor"), say.name("Mai-Linh")
    vote = "Vote on {accused}. When I say now: thumbs down to condemn, up to spare."
    second = "Give your reasons against {accused}. Who seconds it within {seconds}?"
    defence = "Silence, everyone. {accused}, defend yourself. Tell me when you are done."
    said = {
        "The council is open.": say("The council is open. Who accuses?"),
        "Give your reasons against Zoë.": say(second, accused=zoe, seconds=20),
        "Silence, everyone.": say(defence, accused=zoe),
        "Thor, whom do you accuse?": say("{accuser}, whom do you accuse? Or pass.", accuser=thor),
        "We vote on Mai-Linh.": say(vote, accused=mai),
        "spare": say.pgettext("line", "Spared"),
        "banish": say("Thumbs down to condemn {accused}.", accused=mai),
        **{word: say.pgettext("word", word) for word in ("I accuse …", "I second it", "I’m done")},
        **{title: say.pgettext("title", title) for title in ("Who accuses?", "Who seconds it?")},
    }

    def translated(message: Any) -> Any:
        text = msgspec.json.encode(message)
        for english, local in said.items():
            text = text.replace(msgspec.json.encode(english), msgspec.json.encode(str(local)))
        return msgspec.json.decode(text, type=type(message))

    return {name: tuple(map(translated, messages)) for name, messages in STATES.items()}
