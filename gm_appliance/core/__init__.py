"""The vocabulary that all packages share: decisions, cues, plays, ports and narrations."""
