"""What every room speaks of: decisions, cues, plays, ports, and how a game is narrated."""
