"""The rule that the volume and its limits are in order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from gm_appliance.config.checking import ParsedSettings
from gm_appliance.config.mistakes import Mistake
from gm_appliance.core.messages import _

RISING = (("voice", "quietest"), ("voice", "volume"), ("voice", "loudest"))
"""None of these may be above a later one."""


def quiet_to_loud(settings: ParsedSettings) -> Iterator[Mistake]:
    """Pairs in the file that are in the wrong order, reported at the later line.

    The defaults conflict with nothing: a volume that is not in the file is moved to the nearest limit.
    """
    values, lines = settings.values, settings.lines
    for low, high in combinations(RISING, 2):
        if not {low, high} <= values.keys() & lines.keys() or int(values[low]) <= int(values[high]):
            continue
        first, second = sorted((low, high), key=lines.__getitem__)
        said = {
            "setting": f"[voice] {second[1]}",
            "value": values[second],
            "other": f"{first[1]} = {values[first]}",
            "line": lines[first],
        }
        if second == low:
            told = _("{setting} cannot be {value}. It is louder than {other}, line {line}", **said)
        else:
            told = _("{setting} cannot be {value}. It is quieter than {other}, line {line}", **said)
        yield Mistake(lines[second], told, second, second[1])
