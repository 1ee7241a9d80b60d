"""Moments of a first game that tests begin at, in words."""

from __future__ import annotations

from gm_appliance.testing.table import VirtualTable
from tests.screenplays.scenes import deal, night, the_box_learns, the_oracle_looks, throw, to_the_deal
from tests.seven import EVERYBODY, ODIN, THOR, VALKYRIE_3

ODINS_TURN = "Odin. Protect somebody: up for the next, hold to choose. Hold down to pass."
ODINS_TURN_SHORTER = "Odin: up for the next, hold to choose. Hold down to pass."
COUNCIL = "The council is open. To accuse, hold thumb down."
COUNCIL_SHORTER = "To accuse, hold thumb down. To end the council: up, then OK."


def to_the_night(table: VirtualTable) -> None:
    to_the_deal(table)
    deal(table)
    the_box_learns(table)


def to_odin(table: VirtualTable) -> None:
    to_the_night(table)
    night(table, VALKYRIE_3, tuple(EVERYBODY))
    table.hears("Valkyrie 3 is banished. Turn your card. You play on.")
    throw(table, 1, 1)
    table.hears("1 and 1. The Oracle goes 2 seats on, to Thor.")
    table.hears(ODINS_TURN)
    table.advance(6)  # until it has been said


def to_the_council(table: VirtualTable) -> None:
    to_odin(table)
    table.holds(ODIN, "down")
    table.hears("Odin passes.")
    table.hears("Thor. Wound somebody: up for the next, hold to choose. Hold down to pass.")
    table.holds(THOR, "down")
    table.hears("Thor passes.", "Hel has nobody to banish.")
    the_oracle_looks(table, "Thor")
