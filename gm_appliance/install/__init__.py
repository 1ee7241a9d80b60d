"""Installs a release on a Raspberry Pi, switches to it and back, and removes everything.

It runs under the system's Python before anything is installed, so it imports only the standard library. It
changes the machine only through `commands.Commands` and below `places.Places.root`, so that it can be tested
in a folder.
"""
