"""Chooses how a screen is drawn. Each kind has one drawing, for all sizes and types."""

from __future__ import annotations

from typing import assert_never

from gm_appliance.core.cues import screens
from gm_appliance.core.cues.screens import Screen
from gm_appliance.devices.display.drawing.bars import bars
from gm_appliance.devices.display.drawing.board import board
from gm_appliance.devices.display.drawing.code import code
from gm_appliance.devices.display.drawing.dice import dice
from gm_appliance.devices.display.drawing.figures import bar, closed_eye, number, versus
from gm_appliance.devices.display.drawing.grid import grid
from gm_appliance.devices.display.drawing.layout import Layout
from gm_appliance.devices.display.drawing.piles import piles
from gm_appliance.devices.display.drawing.ring import ring
from gm_appliance.devices.display.drawing.stash import stash
from gm_appliance.devices.display.drawing.track import track
from gm_appliance.devices.display.drawing.words import lines, menu, text


def paint(layout: Layout, screen: Screen) -> None:
    match screen:
        case screens.Lines():
            lines(layout, screen)
        case screens.MenuScreen():
            menu(layout, screen)
        case screens.NumberScreen():
            number(layout, screen)
        case screens.BarScreen():
            bar(layout, screen)
        case screens.RingScreen():
            ring(layout, screen)
        case screens.PilesScreen():
            piles(layout, screen)
        case screens.BoardScreen():
            board(layout, screen)
        case screens.VersusScreen():
            versus(layout, screen)
        case screens.DiceScreen():
            dice(layout, screen)
        case screens.GridScreen():
            grid(layout, screen)
        case screens.BarsScreen():
            bars(layout, screen)
        case screens.TrackScreen():
            track(layout, screen)
        case screens.StashScreen():
            stash(layout, screen)
        case screens.TextScreen():
            text(layout, screen)
        case screens.CodeScreen():
            code(layout, screen)
        case screens.ClosedScreen():
            closed_eye(layout)
        case _:
            assert_never(screen)
