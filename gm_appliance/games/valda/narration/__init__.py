"""The narration: `narrator`, with its tables in `options`, `prompts`, `topics` and `events`, what is shown in
`screens`, what lies on the table in `props`."""

from gm_appliance.core.language import NP_

TITLE = NP_("line", "Valda")
