"""The narration: `narrator`, with its tables in `options`, `prompts`, `topics` and `events`, its pictures in
`screens`, and the table in `props`."""

from gm_appliance.core.language import NP_

TITLE = NP_("line", "Valda")
