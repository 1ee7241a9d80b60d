"""Odin's Table in words, pictures and props."""
