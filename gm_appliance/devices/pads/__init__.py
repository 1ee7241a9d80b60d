"""The seat pads, behind their hub on a USB cable."""
