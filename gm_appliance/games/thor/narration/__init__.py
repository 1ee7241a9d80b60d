"""Thor told: `narrator`, with what is asked in `prompts`, what happened in `telling`, names in `names`."""
