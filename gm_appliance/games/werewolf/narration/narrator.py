"""The words of Werewolf; all else is `hidden_roles.narration.village`."""

from __future__ import annotations

from typing import ClassVar

from gm_appliance.core.language import N_, NP_, Language
from gm_appliance.core.narration import PromptText
from gm_appliance.games.werewolf.narration import TITLE
from gm_appliance.games.werewolf.rules import RULES, VILLAGE, WOLVES
from gm_appliance.hidden_roles.narration import village_words as words
from gm_appliance.hidden_roles.narration.events import SideWords
from gm_appliance.hidden_roles.narration.prompts import DecisionText
from gm_appliance.hidden_roles.narration.village import RoleWords, VillageNarration, VillageText


def _numbers(_: Language, wolves: int, villagers: int) -> tuple[str, str]:
    return (
        _.npgettext("line", "{n} werewolf", "{n} werewolves", wolves),
        _.npgettext("line", "{n} villager", "{n} villagers", villagers),
    )


def _hidden(_: Language, wolves: int) -> tuple[str, str]:
    who = _.ngettext("Who was the werewolf?", "Who were the werewolves?", wolves)
    return _.pgettext("line", "Werewolves:"), who


class Werewolf(VillageNarration):
    TITLE = TITLE
    RULES = RULES
    TEXT = VillageText(
        roles={
            "werewolf": RoleWords(
                NP_("name", "Werewolf"),
                (
                    N_("The werewolves agree on a victim each night."),
                    N_("The werewolves win when they match the others in number."),
                ),
                colour="red",
                symbol="moon",
            ),
            "seer": RoleWords(
                NP_("name", "Seer"),
                (N_("The seer looks at one card each night."),),
                colour="purple",
                symbol="eye",
            ),
            "witch": RoleWords(
                NP_("name", "Witch"),
                (
                    N_("The witch can save once, and kill once."),
                    N_("To save, thumb down at the healing potion."),
                ),
                (N_("Once a game, the witch may save tonight's victim."),),
                colour="yellow",
                symbol="drop",
            ),
            "hunter": RoleWords(
                NP_("name", "Hunter"),
                (N_("When the hunter falls, somebody else may fall too."),),
                colour="orange",
                symbol="bow",
            ),
            "guard": RoleWords(
                NP_("name", "Guard"),
                (
                    N_("The guard protects somebody from the werewolves."),
                    N_("Never the same player two nights in a row."),
                ),
                colour="blue",
                symbol="shield",
            ),
            "villager": RoleWords(
                NP_("name", "Villager"), (N_("The village wins when the last werewolf is gone."),)
            ),
        },
        sides={
            VILLAGE: SideWords(
                NP_("line", "The village won"),
                NP_("title", "The village wins"),
                N_("The last werewolf is gone. The village wins."),
            ),
            WOLVES: SideWords(
                NP_("line", "The werewolves won"),
                NP_("title", "Werewolves win"),
                N_("As many werewolves as others. The werewolves win."),
                mood="burns",
            ),
        },
        night={
            "look": N_("Seer, open your eyes. Look at one card."),
            "look.over": N_("Seer, put it back. Close your eyes."),
            "agree": N_("Werewolves, open your eyes. Agree on one. Not a sound."),
            "die": N_("Werewolves, open your eyes. Lay the die on one card. Not a sound."),
            "reclose": N_("Werewolves, close your eyes."),
            "brew": N_("Witch, open your eyes. Once a game you may take the die away."),
            "brew.over": N_("Witch, close your eyes."),
        },
        intro=(
            N_("Your card is secret. Some of you are werewolves."),
            N_("At night all close their eyes. The werewolves agree on a victim."),
        ),
        outline=N_("At night the werewolves agree on a victim. By day you all vote."),
        numbers=_numbers,
        hidden=_hidden,
        falls={"shot": N_("{seat} falls with the hunter.")},
    )
    OPTIONS: ClassVar = {
        **words.OPTIONS,
        "roles": PromptText(
            ask=N_("How many special roles? Seer, witch, hunter, guard, in that order."),
            again=N_("How many special roles?"),
            title=NP_("title", "Special roles?"),
            help=NP_(
                "help",
                "how many special roles: 1 seer, 2 and a witch, 3 and a hunter, 4 and a guard, with pads",
            ),
        ),
    }
    PROMPTS: ClassVar = {
        **words.PROMPTS,
        "fallen.shot": DecisionText(
            title=NP_("title", "The hunter"),
            ask=N_("{seat}, you were the hunter. Who falls with you? Or pass."),
            again=N_("{seat}, who falls with you? Or pass."),
            items={"pass": NP_("line", "Nobody")},
        ),
        "fallen.shoots": DecisionText(
            title=NP_("title", "The hunter?"),
            ask=N_("Did the hunter fall? If so, who falls too?"),
            again=N_("Who falls with the hunter?"),
            items={"nobody": NP_("line", "No hunter, or nobody")},
        ),
    }
