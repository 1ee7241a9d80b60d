"""A virtual table for tests of games and drivers.

Hands press and ears hear, step by step.

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
"""

from gm_appliance.testing.heard import Announced, Asked, AtBeat, Said
from gm_appliance.testing.table import Games, VirtualTable, evening

__all__ = ["Announced", "Asked", "AtBeat", "Games", "Said", "VirtualTable", "evening"]
