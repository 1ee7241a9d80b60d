"""The score pad told: `narrator`, with what is asked in `prompts` and `options`."""
