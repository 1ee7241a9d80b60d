"""Twenty-one, for two: made from the new game of docs/developers/new-game.md by changing some of its lines.
They throw one die in turn. The player who brings the total to twenty-one wins."""

from __future__ import annotations

from tests.games.highest_die import blocks

PACKAGE = "twenty_one"

_CHANGED = (
    (
        "return tuple(seat for seat, one in enumerate(self.thrown, 1) if one == max(self.thrown))",
        "return (2 - len(self.thrown) % 2,) if sum(self.thrown) >= 21 else ()",
    ),
    ("return len(self.thrown) + 1", "return len(self.thrown) % 2 + 1"),
    ("if len(view.thrown) == view.players:", "if view.leaders:"),
    ("Thrown(len(after.thrown), after.thrown[-1])", "Thrown(view.turn, after.thrown[-1])"),
    ('Option("players", Number(2, 4, 2), 2, asked=True)', 'Option("players", Number(2, 2, 2), 2)'),
    ("if len(view.thrown) < view.players:", "if not view.leaders:"),
    ('"{player} throws {number}.",', '"{player} throws {number}, in all {count}.", count=view.count,'),
    ('"The highest die: {players}."', '"Twenty-one: {players}."'),
    ("enumerate(view.thrown, 1)\n        ]", "enumerate(view.thrown[:2], 1)\n        ]"),
    ("Tally(0, view.players - len(view.thrown), to_throw)", "Tally(0, max(21 - view.count, 0), to_throw)"),
    (
        '(self._.pgettext("line", "{player} throws", player=self.player(view.turn)),)',
        '(self._.pgettext("line", "Thrown so far: {count}", count=view.count),)',
    ),
    (
        "    @property\n    def turn(",
        "    count = property(lambda self: sum(self.thrown))\n\n    @property\n    def turn(",
    ),
)
_CALLED = (
    ("highest-die", "twenty-one"),
    ("highest_die", "twenty_one"),
    ("HIGHEST_DIE", "TWENTY_ONE"),
    ("HighestDie", "TwentyOne"),
    ("Highest die", "Twenty-one"),
)


def twenty_one() -> dict[str, str]:
    """Its files by their paths in `games/`, and its line in the registry."""
    files = blocks()
    for old, new in _CHANGED:
        (at,) = (path for path, source in files.items() if old in source)
        files[at] = files[at].replace(old, new)
    for old, new in _CALLED:
        files = {path.replace(old, new): source.replace(old, new) for path, source in files.items()}
    return {**files, f"{PACKAGE}/locales/placeholders.toml": "[longest]\ncount = 26\n"}
