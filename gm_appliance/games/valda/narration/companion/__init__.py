"""The companion told: `narrator`, with what is asked in `prompts`, what happened in `telling`, attacks in
`attacks`, the display in `pictures`, the table in `props`."""
