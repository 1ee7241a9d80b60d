"""The score pad's narration, by part; `narrator` brings the parts together."""
