"""Questions people can ask at Odin's Table."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.language import N_, NP_
from gm_appliance.core.table_narration import MISTAKE, TAUGHT, Topic
from gm_appliance.games.odins_table.model import JUDGE, OdinView

TOPICS: Mapping[str, Topic] = {
    "fight.mend": Topic(NP_("line", "Correct my card")),
    "board": Topic(NP_("line", "The board now")),
    # Translators: how many spaces and games each has.
    "score": Topic(NP_("line", "Where we stand")),
    "judge.close": Topic(NP_("line", "End this game")),
    "follow.stop": Topic(NP_("line", "Stop following")),
    "mistake": MISTAKE,
    **TAUGHT,
    "cards": Topic(
        NP_("line", "The ten gods"),
        (
            N_("Odin is 9, Thor 8, Vidar 7, Tyr 6, Freya 5."),
            N_("Hel is 4, Baldr 3, Njord 2, Loki 1, Idunn 0."),
            N_("The higher one wins a fight. Only Loki and Idunn do more."),
        ),
    ),
    "loki": Topic(
        NP_("line", "Loki"),
        (
            N_("If you attack Loki with a higher card, he tricks you."),
            N_("The two pieces change places, and nobody loses one."),
            N_("Loki attacking Loki wins, as in any tie."),
            N_("Idunn attacking Loki loses. He plays no trick on her."),
        ),
    ),
    "idunn": Topic(
        NP_("line", "Idunn"),
        (
            N_("Move from the column Idunn guards, or onto it."),
            N_("Then you may reveal her, with or without a fight."),
            N_("She turns up one of your opponent's cards."),
            N_("It lies face up until it is used."),
            N_("Idunn is discarded at the end of the turn."),
            N_("If she loses a fight, she does not scout."),
        ),
    ),
    "picture": Topic(
        NP_("line", "What the box shows"),
        (
            N_("White has discs, Black has rings."),
            N_("Crossed pieces have conquered their space."),
            N_("OK takes the square in the thick frame."),
            N_("A piece may move to dots, and attack pieces with corners."),
        ),
    ),
    "rulings": Topic(
        NP_("line", "When in doubt"),
        (
            N_("A piece cannot slip diagonally between two opposing pieces."),
            N_("If a conqueror took your piece, you may swap two cards."),
            N_("A piece that Loki's trick moves can conquer a space."),
            N_("Nobody lost a piece then, so no cards are swapped."),
            N_("No piece comes back to a corner that a conqueror holds."),
            N_("Idunn does not scout when a piece comes back."),
            N_("If you have lost all your pieces, you play on."),
            N_("If you cannot move, you pass."),
            N_("If nobody can move, most spaces win."),
            N_("The same position three times: you may agree to a draw."),
        ),
    ),
}

SOLO_MISTAKE = (
    N_("To take back your last choice, hold the back button."),
    N_("A fight cannot be taken back: you have seen my card."),
    N_("If your own card was wrong, press the back button right away."),
    N_("The menu then begins with: Correct my card."),
)
"""The answer to "mistake" in a game against the box."""

CHOOSING_IDUNN = (
    N_("Choose the piece. Step past its last space to Idunn."),
    N_("Choose her first, then the space."),
)
"""Added to "idunn" if the box follows the board."""


def topics_at(view: OdinView, on_request: tuple[str, ...]) -> tuple[str, ...]:
    judge = view.setup.mode == JUDGE
    now = ("score",) if judge else ("board", "score")
    picture = () if judge else ("picture",)
    correct, closing = (on_request, ()) if view.correctable else ((), on_request)
    return (*correct, *now, *closing, "mistake", *TAUGHT, "cards", "loki", "idunn", *picture, "rulings")
