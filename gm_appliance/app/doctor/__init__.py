"""`gm-appliance doctor`: what can be told of the box without anybody at it, and what to do."""
