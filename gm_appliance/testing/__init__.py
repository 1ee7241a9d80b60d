"""A virtual table for tests, for whoever writes a game or a driver.

`table.py`: hands press and ears hear, step by step. `life.py`: whole evenings with power cuts, played by
`players.py`, who answer by the names of the decisions, or by `fidgety.py`, who cannot sit still.
`watched_journal.py`: a journal that a test can look into and make fail.
"""

from gm_appliance.testing.fidgety import Fidgety
from gm_appliance.testing.life import Box, Life, Output, PowerCut
from gm_appliance.testing.players import Players, one_life
from gm_appliance.testing.table import VirtualTable, evening
from gm_appliance.testing.watched_journal import Kept, WatchedJournal

__all__ = [
    "Box",
    "Fidgety",
    "Kept",
    "Life",
    "Output",
    "Players",
    "PowerCut",
    "VirtualTable",
    "WatchedJournal",
    "evening",
    "one_life",
]
