"""What a choice or an option takes, in the words of messages; `str` of a domain is for transcripts."""

from __future__ import annotations

from gm_appliance.core.domains import Domain, Each, Number
from gm_appliance.core.messages import _


def legal(domain: Domain) -> str:
    """All that a domain contains."""
    match domain:
        case Number(lo, hi):
            return _("{lo} to {hi}", lo=lo, hi=hi)
        case Each(keys, each, partial):
            if partial:
                return _("any of {keys}: {each}", keys=", ".join(keys), each=legal(each))
            return _("each of {keys}: {each}", keys=", ".join(keys), each=legal(each))
        case _:
            return str(domain)
