"""Questions people can ask about Thor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gm_appliance.core.language import N_, NP_, Message
from gm_appliance.core.table_narration import MISTAKE, TAUGHT, Topic
from gm_appliance.games.thor.model import CARDS, TURN, ThorView
from gm_appliance.games.thor.narration.names import ACTION_CARDS
from gm_appliance.games.thor.sheets import is_complete

TOPICS: Mapping[str, Topic] = {
    "stacks": Topic(NP_("line", "The stacks now")),
    "standings": Topic(NP_("line", "Where we stand")),
    "count": Topic(NP_("line", "The count, in full")),
    "correct.group": Topic(NP_("line", "A wrong entry")),
    "follow.stop": Topic(NP_("line", "Stop following turns")),
    "follow.again": Topic(NP_("line", "Follow every turn")),
    "mistake": MISTAKE,
    **TAUGHT,
    "picture": Topic(
        NP_("line", "What the box shows"),
        (
            N_("Each column is a god."),
            N_("The large number is what its cards are worth now."),
            N_("Beside the name: what the action card above does."),
            N_("The small numbers are the offers. The last is on top."),
            N_("The blocks are the cards left on the stack."),
        ),
    ),
    "will": Topic(
        NP_("line", "Action card rules"),
        (
            N_("Instead of taking a god card, you may draw an action card."),
            N_("Instead of an offer, you may place one above a god."),
            N_("Or play any one to remove a card that lies there."),
            N_("Above each god there is room for one."),
            N_("After your last offer you may end the round."),
        ),
    ),
    "rulings": Topic(
        NP_("line", "When in doubt"),
        (
            N_("Players with equal points share the win."),
            N_("An empty stack keeps its place: offers still go there."),
        ),
    ),
    **{card: Topic(words.name, words.does) for card, words in ACTION_CARDS.items()},
}

_OF_MUST: Mapping[bool, Message] = {
    True: N_("If you end the round, you must take a last card."),
    False: N_("If you end the round, you may leave the last card."),
}

_OF_FLOOR: Mapping[bool, Message] = {
    True: N_("No god is worth less than nothing."),
    False: N_("A god can be worth less than nothing."),
}

_OF_WILL: tuple[Message, ...] = (
    N_("Action cards change the final value."),
    N_("An action card cannot end a round."),
    N_("On the last turn, nobody draws an action card."),
    N_("Cry from Valhalla includes the player who plays it."),
    N_("A new order of offers stays, even if Mjollnir's Power is removed."),
)


def topics_at(view: ThorView, on_request: tuple[str, ...]) -> tuple[str, ...]:
    stacks = ("stacks",) if type(view.phase) in TURN else ()
    scored: tuple[str, ...] = ("standings",) if view.points and not stacks else ()
    if scored and is_complete(view.setup, view.sheets[len(view.points) - 1]):
        scored += ("count",)
    will = ("will", *CARDS) if view.setup.will else ()
    picture = ("picture",) if view.setup.mode == "live" else ()
    return (*stacks, *scored, *on_request, "mistake", *TAUGHT, *picture, "rulings", *will)


def house_rules(view: ThorView) -> Iterator[Message]:
    """The house rules of this table, and rulings about action cards."""
    if view.setup.mode == "live":
        yield _OF_MUST[view.setup.must]
    if view.setup.will:
        yield _OF_FLOOR[view.setup.floor]
        yield from _OF_WILL
