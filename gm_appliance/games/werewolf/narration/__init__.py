"""Werewolf's narration."""

from gm_appliance.core.language import NP_

TITLE = NP_("line", "Werewolf")
