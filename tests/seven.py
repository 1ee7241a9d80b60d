"""The seven players of the first game, and their seats."""

from __future__ import annotations

PANEL, ODIN, VALKYRIE_1, THOR, VALKYRIE_2, VALKYRIE_3, HEL, VALKYRIE_4 = range(8)
EVERYBODY = range(1, 8)
NAMES = ("Odin", "Valkyrie 1", "Thor", "Valkyrie 2", "Valkyrie 3", "Hel", "Valkyrie 4")
CONSPIRATORS = (THOR, VALKYRIE_2)
