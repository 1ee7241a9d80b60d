"""Sets of switches as bit masks."""


def ones(mask: int) -> int:
    """How many there are."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def members(mask: int) -> list[int]:
    """Their numbers, in order."""
    found = []
    bit = 0
    while mask:
        if mask & 1:
            found.append(bit)
        mask >>= 1
        bit += 1
    return found
