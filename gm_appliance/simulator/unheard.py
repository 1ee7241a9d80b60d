"""Actions that the box does not notice: open eyes, thumbs held out, the die on a card."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.deciders import ByHand
from gm_appliance.core.values import Redacted


class Unheard(Redacted):
    """These actions at one moment. Whose eyes are open is public; what they see is not.

    awake, by_hand: as in `Beat`.
    die:    its seat, 0 for none. hidden: whether only those awake know it.
    thumbs: by seat, True for up; None while none are held out.
    """

    redacted = ("die",)

    awake: int | str = 0
    by_hand: ByHand = ""
    die: int = 0
    hidden: bool = True
    thumbs: Mapping[int, bool] | None = None
