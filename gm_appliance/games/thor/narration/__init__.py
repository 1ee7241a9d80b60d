"""Thor's narration, by part; `narrator` brings the parts together."""
