"""Götterdämmerung in words, pictures and lights."""
