"""Pickers turn gestures into a choice. Pure state machines: each gesture gives a new picker."""

from gm_appliance.pickers.base import Picker
from gm_appliance.pickers.gestures import Gesture, Hands
from gm_appliance.pickers.picker import face_of, open_picker
from gm_appliance.pickers.presses import Stroke, presses

__all__ = ["Gesture", "Hands", "Picker", "Stroke", "face_of", "open_picker", "presses"]
