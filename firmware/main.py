"""Copied to the top of the hub's files, where MicroPython starts it."""

from firmware.hub import main

main()
