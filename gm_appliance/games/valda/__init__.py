"""Valda, for 2 to 5 players: followers on Yggdrasil, until the drakkar has made its last mooring.

As a companion (`mode=companion`) the box keeps everybody's resources, followers and buildings, and leads
through the phases of every turn: read `companion`. As a score (`mode=score`) it keeps the followers alone.
"""
