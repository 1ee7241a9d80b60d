"""What phones show of the display's pictures, the words that are said, and the things on the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from gm_appliance.core.cues import screens
from gm_appliance.core.cues.props import Card, Plate, Prop, ShownThumb, Tally, Token
from gm_appliance.core.values import replace
from gm_appliance.phones import messages

_MEANT = re.compile(r"▼\s*(.+?)\s{2,}▲\s*(.+)")
"""The display's line about a vote: what thumb down does, and thumb up."""

_SENTENCE = re.compile(r"(?<=[.?!…])\s+")
_ENDS = (".", "?", "!", "…")
_AT_THE_BOX = re.compile(r"\bOK\b")

SHORT = 12  # letters of a sentence that is too short to stand alone, such as "Morning."


def apart(sentences: Iterable[str]) -> tuple[str, str]:
    """The first sentence, and the rest; without the names of what is under the cursor, and what to press at
    the box.

    >>> apart(("The council is open. Who accuses?",))
    ('The council is open.', 'Who accuses?')
    >>> apart(("Morning. One is gone.", "Press OK.", "Thor"))
    ('Morning. One is gone.', '')
    """
    split = (one for text in sentences for one in _SENTENCE.split(text))
    every = [one for one in split if one.endswith(_ENDS) and not _AT_THE_BOX.search(one)]
    first = 2 if len(every) > 1 and len(every[0]) < SHORT else 1
    return " ".join(every[:first]), " ".join(every[first:])


def pictured(screen: screens.Screen, before: messages.Shown) -> messages.Shown:
    """What phones show after a screen. before: what they showed until then."""
    title = getattr(screen, "title", before.phase)
    shown = replace(before, phase=title, versus=None, dice=(), rows=(), board=None, track=None)
    match screen:
        case screens.VersusScreen():
            reasons = screen.reasons or tuple((line, None, None) for line in screen.lines)
            return replace(shown, versus=messages.Versus(screen.left, screen.right, reasons, screen.thumbs))
        case screens.DiceScreen(symbols=()):
            return replace(
                shown, dice=tuple(f"{one:+}" if screen.signed else str(one) for one in screen.dice)
            )
        case screens.GridScreen():
            return replace(shown, rows=screen.rows)
        case screens.BarsScreen():
            return replace(shown, rows=tuple((label, str(number)) for label, number in screen.bars))
        case screens.TrackScreen():
            lanes = tuple(messages.ShownLane(one.label, one.at, one.marked) for one in screen.lanes)
            return replace(shown, track=messages.Track(lanes, screen.length, screen.zones))
        case screens.BoardScreen():
            return replace(shown, board=_board(screen))
        case screens.Lines(lines=lines) if meant := next(filter(None, map(_MEANT.search, lines)), None):
            return replace(shown, down=meant[1].strip(), up=meant[2].strip())
        case screens.Lines() | screens.TextScreen() if before.versus and before.versus.thumbs:
            return replace(shown, versus=before.versus)  # what came of a vote
    return shown


def _board(screen: screens.BoardScreen) -> messages.ShownBoard:
    def named(cell: screens.Cell) -> str:
        return f"{screen.columns[cell.column - 1]}{screen.rows[cell.row - 1]}"

    pieces = (messages.Piece(named(one.at), one.hollow, one.at == screen.chosen) for one in screen.pieces)
    return messages.ShownBoard("".join(screen.columns), "".join(screen.rows), tuple(pieces))


def places(items: Sequence[Prop], pad_of: Callable[[int], int]) -> tuple[messages.Place, ...]:
    """The seats with what lies there. pad_of: the pad of a seat, 0 for none."""
    found: list[messages.Place] = []
    for plate in sorted((one for one in items if isinstance(one, Plate)), key=lambda one: one.at):
        here = [one for one in items if one.at == plate.at]
        own = next((one for one in here if isinstance(one, Card) and one.own and not one.face_down), None)
        thumb = next((("down", "up")[one.up] for one in here if isinstance(one, ShownThumb)), "")
        name = plate.player or ("" if plate.numbered else plate.label)
        role = plate.label.removesuffix(plate.player).rstrip(", ") if plate.player or plate.numbered else ""
        found.append(
            messages.Place(
                *(plate.at, pad_of(plate.at), name, role, plate.symbol, plate.note, plate.turned),
                *(tuple(filter(None, map(_sign, here))), thumb),
                messages.Sign(own.label, own.symbol, own.colour) if own else None,
                plate.told,
            )
        )
    return tuple(found)


def _sign(prop: Prop) -> messages.Sign | None:
    match prop:
        case Card(own=False, idle=False, face_down=False) | Token():
            return messages.Sign(prop.label, prop.symbol, prop.colour)
        case Tally():
            return messages.Sign(prop.label, number=prop.number)
    return None
