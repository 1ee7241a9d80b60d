"""A seat hub made of phones: a web server in a process of its own, which speaks the hub's protocol."""
