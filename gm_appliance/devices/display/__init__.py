"""The OLED: drawing, fonts and driver."""
