"""The menu's words and screens."""
