"""The loop: ask, remember, apply, tell. It does not know which game is on."""
