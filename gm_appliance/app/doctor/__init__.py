"""`gm-appliance doctor`: the checks of the box that need no people, and what to do about what they find."""
