"""The loop: ask, remember, apply, tell. It knows no game."""
