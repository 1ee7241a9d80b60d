"""`gm-appliance history --plot`: finished games, drawn with Matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from gm_appliance.app.history import called, day, title
from gm_appliance.core.messages import _, word
from gm_appliance.core.results import Result, wins

GAMES = 5  # how many of the newest games are drawn round by round; with the wins they fill a page
WIDE, HIGH = 6.0, 3.6  # size of one panel in inches
MARKERS = "osD^vPX*<>phd8H"  # one per seat, for those who cannot tell the colours apart

# Text stays text, and the same games give the same file.
_STYLE: Any = {"svg.fonttype": "none", "svg.hashsalt": "gm-appliance", "axes.spines.top": False}
_STYLE |= {"axes.spines.right": False, "axes.grid": True, "grid.alpha": 0.3}


def plot(results: Sequence[Result], path: Path) -> None:
    """Draw the points per round of the newest games, newest first, and the wins in all games. Raises
    ValueError if there is nothing to draw, and OSError if the file cannot be written."""
    by_round = [one for one in results if len(one.rounds) > 0][-GAMES:][::-1]
    won = wins(results)
    panels = len(by_round) + bool(won)
    if not panels:
        raise ValueError(_("There is nothing to plot: nobody has won, and no game has rounds."))
    columns = min(2, panels)
    rows = -(-panels // columns)
    with rc_context(_STYLE):
        figure = Figure(figsize=(WIDE * columns, HIGH * rows), layout="constrained")
        for number, result in enumerate(by_round, 1):
            _points(figure.add_subplot(rows, columns, number), result)
        if won:
            named = [(called(player), count) for player, count in won]
            _wins(figure.add_subplot(rows, columns, panels), named)
        figure.savefig(path, format="svg", metadata={"Date": None})


def _points(axes: Axes, result: Result) -> None:
    """One line per player: the points so far, starting at 0 before the first round."""
    for seat in sorted({seat for one in result.rounds for seat in one}):
        shape = MARKERS[(seat - 1) % len(MARKERS)]
        so_far = [*accumulate((one.get(seat, 0) for one in result.rounds), initial=0)]
        axes.plot(range(len(so_far)), so_far, marker=shape, markersize=4, label=called(result.player(seat)))
    axes.set_title(_("{game}, {date}", game=title(result.game), date=day(result)))
    axes.set_xlabel(word("Round"))
    axes.set_ylabel(word("Points"))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    # Placed to the right of the plot.
    axes.legend(loc=2, bbox_to_anchor=(1, 1), fontsize="small", frameon=False)


def _wins(axes: Axes, won: Sequence[tuple[str, int]]) -> None:
    """One bar per player, the longest on top."""
    bars = axes.barh([name for name, _count in won], [count for _name, count in won])
    axes.bar_label(bars, padding=3)
    axes.invert_yaxis()
    axes.set_title(word("Wins"))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
