"""The seat pads are lost, and back: what comes in, and what is said."""

from __future__ import annotations

from gm_appliance.core.ports import Trouble

LOST, BACK = Trouble("pads", "lost"), Trouble("pads", "back")
IS_LOST = "I have lost the seat pads. Check the cable to the box."
ARE_BACK = "The seat pads are back."
