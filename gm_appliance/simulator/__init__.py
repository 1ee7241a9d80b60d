"""The virtual table: the ports' other side, in a browser on this machine."""
