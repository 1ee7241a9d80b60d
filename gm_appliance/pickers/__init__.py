"""Pickers turn gestures into a choice. Pure state machines: each gesture gives a new picker."""

from gm_appliance.pickers.gestures import Gesture, Hands
from gm_appliance.pickers.menu import MenuFace
from gm_appliance.pickers.number import NumberFace
from gm_appliance.pickers.picker import BlankFace, Face, Picker, face_of, open_picker
from gm_appliance.pickers.presses import Stroke, presses

__all__ = [
    "BlankFace",
    "Face",
    "Gesture",
    "Hands",
    "MenuFace",
    "NumberFace",
    "Picker",
    "Stroke",
    "face_of",
    "open_picker",
    "presses",
]
