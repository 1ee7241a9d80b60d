"""The firmware of the seat hub, a Pico under MicroPython. `docs/developers/protocol.md` describes it."""
