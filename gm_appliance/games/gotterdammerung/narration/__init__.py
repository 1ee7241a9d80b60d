"""Götterdämmerung's narration."""
