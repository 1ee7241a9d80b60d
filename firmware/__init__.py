"""The firmware of the seat hub, a Raspberry Pi Pico under MicroPython. `docs/protocol.md` describes it."""
