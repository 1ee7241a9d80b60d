"""A virtual table for tests of games and drivers.

`table.py`: hands press and ears hear, step by step. `life.py`: whole evenings with power cuts, played by
`players.py`, who answer decisions by name, or by `fidgety.py`, who act at random.
`watched_journal.py`: a journal that a test can look into and make fail.

A test states what happens, not the wording, so that it stays valid when a sentence is improved. Instead of a
sentence it asks for

    table.hears(Banished)                   an event of the game, by its class,
    table.hears(Banished(5, "hel"))         or this one exactly
    table.hears(Asked("action.odin"))       a prompt; Asked("setup.pad", 3) that of one seat
    table.hears(AtBeat("now"))              a moment of a timetable, such as that of a vote
    table.hears(Announced("taken-back"))    a message of host/announcements.py

and time passes until it comes. Anything in between is ignored; `never_hears` is for events that must not
come, and `all_heard` returns all that came. Instead of finding the presses for an answer a test says

    table.decides("action.odin", 4)         wait until it is asked, then choose this, at pad or panel
    table.answers("close", "council.close") choose what is open beside the main decision

unless it is about the presses. In a screenplay, which is about the words, a text is exactly the next
sentence: `table.hears("Taken back.")`.

A `Life` is asked afterwards: `life.all_heard(Banished)`, `life.heard_in_order(Announced("open-eyes"), ...)`.
"""

from gm_appliance.testing.fidgety import Fidgety, dealt
from gm_appliance.testing.heard import Announced, Asked, AtBeat, Heard, Said
from gm_appliance.testing.life import Box, Life, Output, PowerCut
from gm_appliance.testing.players import LIVELY, SHORT_GAME, Players, one_life
from gm_appliance.testing.table import Games, VirtualTable, evening
from gm_appliance.testing.watched_journal import Kept, WatchedJournal

__all__ = [
    "LIVELY",
    "SHORT_GAME",
    "Announced",
    "Asked",
    "AtBeat",
    "Box",
    "Fidgety",
    "Games",
    "Heard",
    "Kept",
    "Life",
    "Output",
    "Players",
    "PowerCut",
    "Said",
    "VirtualTable",
    "WatchedJournal",
    "dealt",
    "evening",
    "one_life",
]
