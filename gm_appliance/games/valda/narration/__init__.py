"""Valda told: `narrator`, with the score in `score`, Yggdrasil in `tree`, what is asked for in `topics`."""
