"""What Thor explains to whoever asks, and the lines it is asked for by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gm_appliance.core.cues import Cue, Say, Show
from gm_appliance.core.language import N_, NP_, Language, Message
from gm_appliance.core.narration import Unspoken
from gm_appliance.core.people import Party
from gm_appliance.core.standings_told import all_places
from gm_appliance.games.thor.model import CARDS, TURN, View
from gm_appliance.games.thor.narration.names import ACTION_CARDS, god_name
from gm_appliance.games.thor.narration.screens import Pictures
from gm_appliance.games.thor.sheets import so_far, worths

_TOPICS: Mapping[str, Message] = {
    "stacks": NP_("line", "The stacks now"),
    "standings": NP_("line", "Where we stand"),
    "correct.group": NP_("line", "A wrong entry"),
    "mistake": NP_("line", "A wrong press"),
    "rules": NP_("line", "The rules, a minute"),
    "picture": NP_("line", "What the box shows"),
    "will": NP_("line", "Action cards, rules"),
    "rulings": NP_("line", "When in doubt"),
}

_EXPLAINED: Mapping[str, tuple[Message, ...]] = {
    "mistake": (
        N_("Hold back: the last choice is taken back."),
        N_("Hold it again to go back further."),
    ),
    "rules": (
        N_("In your turn, offer first: a card beneath one god's stack."),
        N_("It lies on top of all earlier offers there."),
        N_("Then take one god card from any stack. It lies open."),
        N_("The round ends with the sixth offer to one god."),
        N_("Now each god is worth its last offer."),
        N_("Without an offer, a god is worth nothing."),
        N_("Add up all your god cards. Most points win."),
        N_("Each of you begins one round."),
    ),
    "picture": (
        N_("Each column is a god."),
        N_("The large number is what its cards are worth now."),
        N_("Beside the name: what the action card above does."),
        N_("The small numbers are the offers. The last is on top."),
        N_("The blocks are the cards left on the stack."),
    ),
    "will": (
        N_("Instead of taking a god card, you may draw an action card."),
        N_("Instead of an offer, you may place one above a god."),
        N_("Or play any one to remove a card that lies there."),
        N_("Above each god there is room for one."),
        N_("After your last offer you may end the round."),
    ),
    "rulings": (
        N_("Equal points share the win."),
        N_("An empty stack keeps its place: offers still go there."),
    ),
}

_OF_MUST: Mapping[bool, Message] = {
    True: N_("Whoever ends the round must take a last card."),
    False: N_("Whoever ends the round may leave the last card."),
}

_OF_FLOOR: Mapping[bool, Message] = {
    True: N_("No god is worth less than nothing."),
    False: N_("A god can be worth less than nothing."),
}

_OF_WILL: tuple[Message, ...] = (
    N_("Action cards change a value as it is at the end."),
    N_("Nobody ends a round with an action card."),
    N_("The last turn draws no action card."),
    N_("Cry from Valhalla includes whoever plays it."),
    N_("A new order of offers stays, even if Mjollnir's Power goes."),
)


def topics_at(view: View, on_request: tuple[str, ...]) -> tuple[str, ...]:
    """What can be asked for now, in order."""
    stacks = ("stacks",) if type(view.phase) in TURN else ()
    scored = ("standings",) if view.points and not stacks else ()
    will = ("will", *CARDS) if view.setup.will else ()
    picture = ("picture",) if view.setup.mode == "live" else ()
    return (*stacks, *scored, *on_request, "mistake", "rules", *picture, "rulings", *will)


def topic_line(_: Language, topic: str) -> str:
    """A topic as a line of the menu. Raises Unspoken."""
    if topic in ACTION_CARDS:
        return _(ACTION_CARDS[topic].name)
    if topic not in _TOPICS:
        raise Unspoken(f"the topic {topic!r}")
    return _(_TOPICS[topic])


def explanation(_: Language, people: Party, topic: str, view: View) -> tuple[Cue, ...]:
    """The answer. Raises Unspoken."""
    if topic == "stacks":
        return (*_stacks(_, people, view),)
    if topic == "standings":
        shown = Pictures(_, people).standings(_.pgettext("title", "Where we stand"), view)
        return (Show(shown), *all_places(_, people, view.standings))
    if topic in ACTION_CARDS:
        return tuple(Say(_(sentence)) for sentence in ACTION_CARDS[topic].does)
    if topic not in _EXPLAINED:
        raise Unspoken(f"explain {topic!r}")
    said = _EXPLAINED[topic]
    if topic == "rulings":
        said = (*said, *_house_rules(view))
    return tuple(Say(_(sentence)) for sentence in said)


def _house_rules(view: View) -> Iterator[Message]:
    """What this table plays by."""
    if view.setup.mode == "live":
        yield _OF_MUST[view.setup.must]
    if view.setup.will:
        yield _OF_FLOOR[view.setup.floor]
        yield from _OF_WILL


def _stacks(_: Language, people: Party, view: View) -> Iterator[Cue]:
    """What each god is worth, what each player would have now, and the match so far."""
    values = worths(view.setup, view.board)
    yield Show(Pictures(_, people).stacks(_.pgettext("title", "The stacks now"), view))
    for god, value, left in zip(view.gods, values, view.board.stacks, strict=True):
        name = god_name(_, god)
        yield Say(
            _.ngettext("{god}: {value}, {n} left.", "{god}: {value}, {n} left.", left, god=name, value=value)
        )
    for seat, points in zip(view.seats, so_far(view.setup, view.board), strict=True):
        player = people.name(_, seat)
        yield Say(_("{player} would have {points} now.", player=player, points=points))
    if view.points:
        yield Show(Pictures(_, people).standings(_.pgettext("title", "Where we stand"), view))
        yield from all_places(_, people, view.standings)
