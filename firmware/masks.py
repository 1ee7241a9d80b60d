"""Sets of switches as bit masks: bit n is switch n."""


def ones(mask: int) -> int:
    """The number of set bits."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def members(mask: int) -> list[int]:
    """The numbers of the set bits, in order."""
    found = []
    bit = 0
    while mask:
        if mask & 1:
            found.append(bit)
        mask >>= 1
        bit += 1
    return found
