"""A domain described for error messages; transcripts use its `str`, which is not translated."""

from __future__ import annotations

from gm_appliance.core.domains import Domain, Number, PerSeat
from gm_appliance.core.messages import _


def legal(domain: Domain) -> str:
    """The values of a domain."""
    match domain:
        case Number(lo, hi):
            return _("{lo} to {hi}", lo=lo, hi=hi)
        case PerSeat(keys, each, partial):
            if partial:
                return _("any of {keys}: {each}", keys=", ".join(keys), each=legal(each))
            return _("each of {keys}: {each}", keys=", ".join(keys), each=legal(each))
        case _:
            return str(domain)
