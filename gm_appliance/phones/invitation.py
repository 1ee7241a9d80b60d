"""The link that brings a phone to the table.

The token stands in the link's fragment, which no browser sends over the network. In base32 it takes only
characters that a QR code packs densely, so that the code has 29 modules a side, whatever the address and port.
"""

from __future__ import annotations

from base64 import b32encode

from gm_appliance.core.ports import Invitation


def code(token: str) -> str:
    """The token, 32 hexadecimal digits, as 26 letters and digits: base32, in capitals and without padding.

    >>> code("000102030405060708090a0b0c0d0e0f")
    'AAAQEAYEAUDAOCAJBIFQYDIOB4'
    """
    return b32encode(bytes.fromhex(token)).decode("ascii").rstrip("=")


def invitation(address: str, token: str) -> Invitation:
    """address: the machine's, with its port unless that is 80. token: 32 hexadecimal digits.

    >>> invitation("192.168.1.5", "000102030405060708090a0b0c0d0e0f").link
    'HTTP://192.168.1.5/#AAAQEAYEAUDAOCAJBIFQYDIOB4'
    """
    letters = code(token)
    return Invitation(f"HTTP://{address.upper()}/#{letters}", address, letters)
