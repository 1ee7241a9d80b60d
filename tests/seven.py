"""The seven of the first game: who sits where."""

from __future__ import annotations

PANEL, ODIN, VALKYRIE_1, THOR, VALKYRIE_2, VALKYRIE_3, HEL, VALKYRIE_4 = range(8)
EVERYBODY = range(1, 8)
NAMES = ("Odin", "Valkyrie one", "Thor", "Valkyrie two", "Valkyrie three", "Hel", "Valkyrie four")
CONSPIRATORS = (THOR, VALKYRIE_2)
