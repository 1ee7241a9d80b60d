"""Actions that the box does not notice: open eyes, thumbs held out, the die on a card."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.values import Redacted


class Unheard(Redacted):
    """These actions at one moment. Whose eyes are open is public; what they see is not.

    awake:  the seats whose eyes are publicly open in the storm.
    card:   the holders of this card secretly have their eyes open in the storm; "" for nobody.
    laying: whether they may place the die now.
    die:    its seat, 0 for none. hidden: whether only they know it.
    thumbs: by seat, True for up; None while none are held out.
    """

    redacted = ("die",)

    awake: frozenset[int] = frozenset()
    card: str = ""
    laying: bool = False
    die: int = 0
    hidden: bool = True
    thumbs: Mapping[int, bool] | None = None
