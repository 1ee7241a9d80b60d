"""How much a comparison of whole boxes can tell: by port, what was compared before the runs parted."""

from __future__ import annotations

from collections import Counter

from tests.secrecy.compare import parting
from tests.secrecy.evening import Run
from tests.secrecy.whole.troubles import KINDS

PORTS = (
    *("display bus", "sound card", "engine", "lamps", "line to the hub", "line from the hub", "journal"),
    *("work", "system", "systemd", "page", "reading", "broker", "bots", "log", "report", "replay", "exit"),
)
"""Where the box puts something out."""


def strength(one: Run, other: Run) -> Counter[str]:
    """How many outputs of each port came before the first published fact in which these runs differ. And how
    often what befell the box was over before it, by kind."""
    until = parting(one, other).at[0]
    befell = Counter(kind for t, kind in one.befell if t < until)
    return Counter(output.port for output in one.outputs if output.t < until) + befell


def silent(compared: Counter[str]) -> list[str]:
    return [port for port in PORTS if not compared[port]]


def unseen(compared: Counter[str]) -> list[str]:
    return [kind for kind in KINDS if not compared[kind]]
