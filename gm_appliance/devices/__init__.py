"""Real parts, by their names, behind the ports of `core`."""
