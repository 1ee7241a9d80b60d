"""The menu, written as a game: which game, the same as last time, and each option asked.

Its outcome says what to do next: reason ``"start"`` with facts `game` and `options`, or reason
``"resume"``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from gm_appliance.games.game import (
    Choice,
    Decision,
    Game,
    IllegalChoice,
    OneOf,
    Option,
    Outcome,
    Plain,
    Step,
    Table,
)

Options = Mapping[str, int | str]


@dataclass(frozen=True)
class View:
    """How far the menu has come; all of it is public.

    stage:  ``"resume"``, ``"again"``, ``"game"``, ``"same"``, ``"option"`` or ``"done"``.
    shelf:  each game's options. last: each game's options of the last time it was played.
    recent: the game played last. chosen: the game chosen now, with its options so far.
    """

    stage: str
    shelf: Mapping[str, tuple[Option, ...]] = field(repr=False)
    last: Mapping[str, Options]
    recent: str = ""
    chosen: str = ""
    options: Options = field(default_factory=dict)
    resume: bool = False

    @property
    def to_ask(self) -> Option | None:
        """The next option to be asked; one that does not count with those before it never is."""
        so_far: dict[str, int | str] = {}
        for option in self.shelf.get(self.chosen, ()):
            if not option.counts(so_far):
                continue
            if option.asked and option.name not in self.options:
                return option
            so_far[option.name] = self.options.get(option.name, option.default)
        return None


def lobby(
    shelf: Mapping[str, tuple[Option, ...]],
    last: Mapping[str, Options],
    *,
    interrupted: bool = False,
    recent: str = "",
) -> Game[View, View]:
    """A menu over these games.

    interrupted: a game waits to be resumed, and that is asked first.
    recent:      the game just played; once more is offered first.
    """
    stage = "resume" if interrupted else "again" if recent else "game"

    def begin(_options: Options) -> View:
        return View(stage, shelf, last, recent)

    return Game("lobby", 1, (), begin, _public, _decision, _apply, _outcome)


def _public(view: View) -> View:
    return view


def _decision(view: View) -> Decision | None:
    option = view.to_ask
    match view.stage:
        case "resume":
            return Decision("menu.resume", Table(), OneOf(("resume", "new")))
        case "again":
            return Decision("menu.again", Table(), OneOf(("again", "other")))
        case "game":
            return Decision("menu.game", Table(), OneOf(tuple(view.shelf)))
        case "same":
            return Decision("menu.same", Table(), OneOf(("yes", "no")))
        case "option" if option is not None:
            return Decision(f"option.{option.name}", Table(), option.takes(view.options))
    return None


def _apply(view: View, choice: Choice) -> Step[View, View]:
    decision = _decision(view)
    if decision is None:
        raise IllegalChoice(f"{choice!r}: the menu is done")
    decision.demand(choice)
    return Step(_after(view, choice))


def _after(view: View, choice: Choice) -> View:
    value = choice.value
    if choice.name == "menu.resume":
        return replace(view, stage="done", resume=True) if value == "resume" else replace(view, stage="game")
    if choice.name == "menu.again":
        if value == "again":
            return _with_last(view, view.recent)
        return replace(view, stage="game")
    if choice.name == "menu.game":
        chosen = replace(view, chosen=str(value))
        return replace(chosen, stage="same") if value in view.last else _to_options(chosen)
    if choice.name == "menu.same":
        return _with_last(view, view.chosen) if value == "yes" else _to_options(view)
    assert view.to_ask is not None
    assert isinstance(value, int | str)
    return _to_options(replace(view, options={**view.options, view.to_ask.name: value}))


def _with_last(view: View, game: str) -> View:
    return replace(view, stage="done", chosen=game, options=view.last.get(game, {}))


def _to_options(view: View) -> View:
    return replace(view, stage="option" if view.to_ask else "done")


def _outcome(view: View) -> Outcome | None:
    if view.stage != "done":
        return None
    if view.resume:
        return Outcome((), "resume")
    options: dict[str, Plain] = dict(view.options)
    return Outcome((), "start", {"game": view.chosen, "options": options})
