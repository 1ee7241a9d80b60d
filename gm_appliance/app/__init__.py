"""Wiring: an evening at a real table, at a virtual one, or without any; and commands about them."""
