"""The screens of the golden pictures. As a command it draws the pictures again:

    python -m tests.devices.display.golden_screens

Look at every changed picture before committing it.
"""

from __future__ import annotations

from pathlib import Path

from gm_appliance.core.cues.screens import (
    BarScreen,
    BarsScreen,
    BoardPiece,
    BoardScreen,
    Cell,
    ClosedScreen,
    CodeScreen,
    DiceScreen,
    Foothold,
    GridScreen,
    Lane,
    Lines,
    MenuScreen,
    NumberScreen,
    Pile,
    PilesScreen,
    RingScreen,
    RingSeat,
    Screen,
    StashScreen,
    Stock,
    StockSymbol,
    TextScreen,
    TrackScreen,
    VersusScreen,
)
from gm_appliance.core.values import replace
from gm_appliance.devices.display.drawing import draw

FOLDER = Path(__file__).parent / "golden"
MODES: dict[str, dict[str, bool]] = {".": {}, "large": {"large": True}, "upright": {"upright": True}}
"""Drawing options by folder."""

NAMES: tuple[str, ...] = ("Anna", "Bo", "Christine", "Dörte", "Émile", "Freyja", "Gísli", "Hanna")
NAMES += ("Ida", "Jörg", "Karl", "Lena", "Mia", "Nils", "Þórr")
VALKYRIES = tuple(f"Valkyrie {n}" for n in range(1, 15))


def seats(count: int, marked: int = 0, eye: int = 5) -> tuple[RingSeat, ...]:
    """Seats with a bit of everything: solid and hollow, crosses, bars, the eye, the marker."""
    labels = ("O", "T", "H", *(f"V{n}" for n in range(1, 20)))
    return tuple(
        RingSeat(
            labels[at],
            hollow=at in (2, 6, 11),
            crosses=int(at in (3, 6)),
            bars=int(at in (4, 6)),
            eye=at == eye,
            marked=at + 1 == marked,
        )
        for at in range(count)
    )


SAFE = (0, 5, 12, 20)


def lanes(*numbers: int, marked: int = -1) -> tuple[Lane, ...]:
    return tuple(Lane(NAMES[at][:3], number, at == marked) for at, number in enumerate(numbers))


def stocks(*numbers: int) -> tuple[Stock, ...]:
    symbols: tuple[StockSymbol, ...] = ("drop", "coin", "gem", "pick", "drill", "person")
    return tuple(Stock(symbol, symbol, number) for symbol, number in zip(symbols, numbers, strict=False))


def temples(*numbers: int) -> tuple[Foothold, ...]:
    labels = ("He", "Fr", "Su", "Ty", "Th", "Od", "Lo")
    return tuple(Foothold(label, number, number > 2) for label, number in zip(labels, numbers, strict=True))


GODS = ["Od", "1", "Th", "2", "He", "Br", "Si", "10", "Id", "Ni", "Hm", "11", "Ba", "12", "Fr"]


def crowd(marked: int = -1) -> tuple[RingSeat, ...]:
    """A late round for fifteen: bars and crosses in every combination, the eye, and maybe the marker."""
    return tuple(
        RingSeat(
            label,
            hollow=at in (3, 8, 13),
            crosses=(at in (1, 3, 6, 9)) + (at == 6),
            bars=(at in (3, 5, 9)) + 2 * (at == 11),
            eye=at == 9,
            marked=at == marked,
        )
        for at, label in enumerate(GODS)
    )


def stacks(count: int, marked: int = 0) -> tuple[Pile, ...]:
    """Piles with a bit of everything: negative and two-digit numbers, many offers or none, full and empty
    stacks."""
    found = (
        Pile("Od", 4, "", (2, 4), 5, 5),
        Pile("Th", -3, "-3", (0,), 3, 5),
        Pile("Fa", 10, "×2", (1, 2, 3, 4, 5), 0, 5),
        Pile("Nj", 0, "", (), 2, 5),
        Pile("Fr", 5, "=5", (1, 3), 4, 5),
        Pile("Ba", 2, "+2", (5, 0), 1, 5),
    )
    return tuple(replace(one, marked=at + 1 == marked) for at, one in enumerate(found[:count]))


COLUMNS, ROWS = tuple("ABCDEFGH"), tuple("87654321")


def pieces(white: str, black: str, rows: int = 5) -> tuple[BoardPiece, ...]:
    """Pieces from notation like "A1 B3×"; crossed-out pieces stay."""
    return tuple(
        BoardPiece(cell(one[:2], rows), hollow, one.endswith("×"))
        for hollow, side in ((False, white), (True, black))
        for one in side.split()
    )


def cell(square: str, rows: int = 5) -> Cell:
    return Cell(rows + 1 - int(square[1]), COLUMNS.index(square[0]) + 1)


LATE = pieces("B3 C4 D2 A1 F5×", "A5 D5 E5 D3 E3 C1×")
BOARD = BoardScreen("Anna moves", COLUMNS[:6], ROWS[3:], LATE)

SCREENS: dict[str, Screen] = {
    "lines-latin-1": Lines(
        "Äßñ Þórr éÿ «Ø»", ("„Übung“ ‚ja‘ – l’œil…", "▸▲▼↑↓←→●○◂•€", "¡Año! ¿Où? Æ ¾", "Œuvre ÀÎÕÜ")
    ),
    "lines-both-sheets": Lines(
        "Řehoř: 3 řádky", ("Příliš žluťoučký kůň", "Zażółć gęślą jaźń", "Šárka, Žofie, Ğ", "Ня")
    ),
    "lines-wrapped": Lines("Display", ("I have lost the display. Check its cable.",)),
    "lines-too-long": Lines("A title of more than its columns", ("One line that is too long", *"234")),
    "lines-unknown": Lines("Grüße 日本", ("A box: 🎲 Ж",)),
    "title-alone-long": Lines("The Oracle looks at nobody tonight"),
    "menu-scrolled": MenuScreen("Accused is", VALKYRIES, 6, "↑↓ OK"),
    "menu-wrapped": MenuScreen("Go on?", ("Round three, before the vote on Thor", "New game"), 0, ""),
    "number-line": NumberScreen("Player 3", 40, "↑↓ hold: fast  OK", "Total: 120"),
    "number-line-long": NumberScreen("Points", 12345678901, "OK", "A line that is much too long"),
    "board": BoardScreen(
        "White begins", COLUMNS[:6], ROWS[3:], pieces("A1 B1 C1 D1 E1 F1", "A5 B5 C5 D5 E5 F5"), hint="OK"
    ),
    "board-piece": replace(
        BOARD, targets=(cell("B3"), cell("D2"), cell("A1")), cursor=cell("C4"), line="C4", hint="↑↓ OK"
    ),
    "board-attack": replace(
        BOARD,
        title="Bartholomäus",
        chosen=cell("D2"),
        targets=tuple(map(cell, ("C2", "C3", "D3", "E3", "E2"))),
        cursor=cell("E3"),
        line="attacks E3",
        hint="↑↓ OK",
    ),
    "board-8": BoardScreen(
        "Eight by eight",
        COLUMNS,
        ROWS,
        pieces("A1 B2× C3 D4", "E5 F6× G7 H8", rows=8),
        (cell("D5", 8), cell("E5", 8)),
        cell("D4", 8),
        cell("C5", 8),
        "C5",
        "↑↓ OK",
    ),
    "board-words": replace(BOARD, line="Bring a piece back on A1", hint="▲next hold▲=OK"),
    "bar-full": BarScreen("Vote", 8, 8, ("▼ banish  ▲ spare",)),
    "bar-empty": BarScreen("Vote", 0, 8, ("Thor", "Valkyrie 3", "▼ banish  ▲ spare")),
    "count-two-reasons": VersusScreen(
        "Vote", 4, 2, ("Thor: Valkyrie 1 ▲ -1", "Valda: Hel ▼ +1"), thumbs=True
    ),
    "count-reasons": VersusScreen(
        "Abstimmung", 14, 12, ("Thor: Valkyrie 1 ▲ -1", "Valda: Hel ▼ +1", "Freyja ▲ +1"), thumbs=True
    ),
    "versus-reasons": VersusScreen("The scores", 103, 87, ("Anna: 28", "Bo: 31", "OK: go on")),
    "dice-alone": DiceScreen("The dice", (6, 1)),
    "dice-d4": DiceScreen("Total: 8", (3, 1, 4), ("OK: again  ↑↓: dice",), sides=4),
    "dice-d8": DiceScreen("d8", (7,), ("OK: again  ↑↓: dice",), sides=8),
    "dice-d10": DiceScreen("Total: 19", (10, 9), ("OK: again  ↑↓: dice",), sides=10),
    "dice-d12": DiceScreen("d12", (12,), ("OK: again  ↑↓: dice",), sides=12),
    "dice-d20": DiceScreen("Total: 43", (20, 17, 1, 5), ("OK: again  ↑↓: dice",), sides=20),
    "dice-d100": DiceScreen("Total: 142", (100, 42), ("OK: again  ↑↓: dice",), sides=100),
    "dice-signed": DiceScreen("Followers: +1", (-1, 0, 2), ("OK: again  ↑↓: dice",), signed=True),
    "dice-symbols": DiceScreen(
        "1 gold and 1 diamond", (1, 1), ("OK: again  ↑↓: dice",), symbols=("coin", "gem")
    ),
    "ring-7": RingScreen("Odin protects", seats(7, 4), ("Valkyrie 1",), "▲ next, hold ▲ takes"),
    "ring-15-words": RingScreen(
        "Abstimmung", seats(15), ("Erste Zeile", "Zweite Zeile"), "Jeder Daumen: fertig"
    ),
    "ring-15-crowd": RingScreen("Council", crowd(), ("12 min of talk",), "Accuse: hold ▼"),
    "ring-15-marked": RingScreen("Freya: two votes", crowd(marked=9), ("Niörd",), "▲next hold▲=OK"),
    "grid-15-wide": GridScreen(
        "Round 3", tuple((name, str(at), str(9 * at), "=") for at, name in enumerate(NAMES))
    ),
    "grid-columns": GridScreen("Round 3", (("Anna", "12", "24"), ("Valkyrie Christine", "1", "333"))),
    "bars-five": BarsScreen(
        "Wins",
        (("Christine", 104), ("Bartholomäus", 53), ("Player 15", 20), ("Émile", 2), ("Bo", 1)),
        "10/11  ↑↓  OK: menu",
    ),
    "text": TextScreen("Turn your god card. Keep your faction hidden."),
    "text-page": TextScreen(
        "Whoever is banished plays on: acts, votes, accuses, may be the Oracle.", "2/11  OK: next"
    ),
    "piles-6": PilesScreen("Anna offers", stacks(6), "Remove a card", "↑↓ OK"),
    "track-5": TrackScreen("Where we stand", lanes(5, 5, 9, 0, 14), 20, SAFE),
    "track-5-marked": TrackScreen("Christine plays", lanes(5, 8, 13, 0, 27, marked=2), 20, SAFE, "↑↓ OK"),
    "stash": StashScreen("Anna", stocks(3, 2, 5, 2, 0, 4), temples(0, 1, 0, 2, 0, 3, 0), "↑↓ OK"),
    "stash-full": StashScreen("Christine", stocks(12, 10, 24, 4, 3, 21), temples(3, 1, 0, 2, 0, 3, 0)),
    "text-bright": TextScreen("Open your eyes, all of you.", bright=True),
    "closed": ClosedScreen(),
    # The longest words in the catalogues.
    "code": CodeScreen(
        "Phones",
        "HTTP://192.168.100.100/#AAISEM2EKVTHPCEZVK54ZXPO74",
        ("192.", "168.", "100.", "100"),
        ("3 phones",),
        "OK: done  ↓: more",
    ),
    "longest-ring": RingScreen(
        "Freya: two votes", seats(15, 12, 12), ("Brynhild: Valkyrie 12",), "any thumb   OK: none"
    ),
    "longest-piles": PilesScreen("Bartholomeus offers", stacks(6, 6), "Fruits of Yggdrasill", "↑↓ OK"),
    "longest-track": TrackScreen(
        "Bartholomäus plays", lanes(99, 20, 12, 5, 0, 33, marked=0), 20, SAFE, "↑↓ hold: fast  OK"
    ),
    "longest-stash": StashScreen(
        "Bartholomäus", stocks(99, 90, 88, 14, 13, 99), temples(3, 3, 3, 3, 3, 3, 3), "OK: next  ↑↓: others"
    ),
    "longest-grid": GridScreen(
        "Final standings", tuple((f"{at + 1}. P{15 - at}", str(at - 9999)) for at in range(15)), "OK: go on"
    ),
}


if __name__ == "__main__":
    for mode, how in MODES.items():
        folder = FOLDER / mode
        folder.mkdir(exist_ok=True)
        for path in folder.glob("*.png"):
            if path.stem not in SCREENS:
                path.unlink()
        for name, screen in SCREENS.items():
            draw(screen, **how).save(folder / f"{name}.png", optimize=True)
