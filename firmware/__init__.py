"""What runs on the seat hub, a Raspberry Pi Pico under MicroPython. `docs/protocol.md` tells how."""
