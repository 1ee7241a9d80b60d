"""The score pad's narration, by part; `narrator` brings the parts together."""

from gm_appliance.core.language import NP_

TITLE = NP_("line", "Score pad")
