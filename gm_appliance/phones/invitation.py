"""The link that brings a phone to the table.

The token is in the link's fragment, which no browser sends over the network. In base32 it has only
characters that a QR code packs densely: with any address and port the code has 29 modules a side.
"""

from __future__ import annotations

from gm_appliance.core.ports import Invitation
from gm_appliance.phones.addresses import fragment


def invitation(address: str, token: str) -> Invitation:
    """address: the machine's, with its port unless that is 80. token: 32 hexadecimal digits.

    >>> invitation("192.168.1.5", "000102030405060708090a0b0c0d0e0f").link
    'HTTP://192.168.1.5/#AAAQEAYEAUDAOCAJBIFQYDIOB4'
    """
    letters = fragment(token)
    return Invitation(f"HTTP://{address.upper()}/#{letters}", address, letters)
