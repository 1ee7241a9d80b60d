"""Copied to the root of the hub's flash, where MicroPython runs it at boot."""

from firmware.hub import main

main()
