"""What people do at the box's panel in evenings of several games."""

from __future__ import annotations

from gm_appliance.testing import Said, VirtualTable


def choose(table: VirtualTable, question: str, title: str, line: str) -> None:
    table.hears(Said(question))
    table.sees(title)
    table.chooses(line)


def sit_down(table: VirtualTable, *names: str) -> None:
    choose(table, "Shall I use your names?", "Who is playing?", "Choose by name")
    for number, name in enumerate(names, 1):
        choose(table, f"Player {number}: {name}?", f"Player {number}", name)
