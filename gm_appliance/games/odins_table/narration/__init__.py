"""The narration of Odin's Table."""
