"""The drivers of the real parts, behind the ports of `core`."""
