"""What stands in for the Pico's `machine` when the hub's firmware runs on a PC. MicroPython reads it."""
