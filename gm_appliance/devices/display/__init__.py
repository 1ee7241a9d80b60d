"""The OLED: what is drawn, in which fonts, and how it gets onto the glass."""
