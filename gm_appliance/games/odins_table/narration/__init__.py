"""The narration of Odin's Table."""

from gm_appliance.core.language import NP_

TITLE = NP_("line", "Odin's Table")
