"""Seat pads without soldering: gamepads, number pads and remotes, as Linux input devices."""
