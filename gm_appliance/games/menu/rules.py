"""The menu, written as a game: which game, a setup of some other time, and each option asked.

Its outcome says what to do next: reason ``"start"`` with facts `game`, `options` (those that were
chosen) and `same` (the people of last time), or reason ``"resume"``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gm_appliance.core.game import (
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

SETUPS = ("yes", "second", "third")
"""How many setups of other times are offered, newest first; the first one is the last time's."""


@dataclass(frozen=True)
class View:
    """How far the menu has come; all of it is public.

    phase:  ``"resume"``, ``"again"``, ``"game"``, ``"same"``, ``"option"``, ``"rules"`` or ``"done"``.
    offered: each game's options. last: each game's setups of the last times, newest first.
    recent: the game played last. chosen: the game chosen now, with its options so far.
    every:  the house's rules are asked too, not only what is asked each time.
    """

    phase: str
    offered: Mapping[str, tuple[Option, ...]] = field(repr=False)
    last: Mapping[str, Sequence[Options]]
    recent: str = ""
    chosen: str = ""
    options: Options = field(default_factory=dict)
    every: bool = False
    same: bool = False
    resume: bool = False

    @property
    def to_ask(self) -> Option | None:
        """The next option to be asked; one that has no effect with those before it never is."""
        return next((option for option in self._left() if option.asked or self.every), None)

    @property
    def house_rules(self) -> bool:
        """Whether there is something left that is asked only of who wants other rules."""
        return any(not option.asked for option in self._left())

    def _left(self) -> Iterator[Option]:
        """The options that count and are not chosen yet."""
        so_far: dict[str, int | str] = {}
        for option in self.offered.get(self.chosen, ()):
            if not option.counts(so_far):
                continue
            if option.name not in self.options and option.asks(so_far):
                yield option
            so_far[option.name] = self.options.get(option.name, option.stands(so_far))


def lobby(
    offered: Mapping[str, tuple[Option, ...]],
    last: Mapping[str, Sequence[Options]],
    *,
    interrupted: bool = False,
    recent: str = "",
) -> Game[View, View]:
    """A menu over these games.

    interrupted: a game waits to be resumed, and that is asked first.
    recent:      the game just played; once more is offered first.
    """
    phase = "resume" if interrupted else "again" if recent else "game"

    def begin(_options: Options) -> View:
        return View(phase, offered, last, recent)

    return Game("lobby", 1, (), begin, _public, _decision, _apply, _outcome)


def _public(view: View) -> View:
    return view


def _decision(view: View) -> Decision | None:
    option = view.to_ask
    match view.phase:
        case "resume":
            return Decision("menu.resume", Table(), OneOf(("resume", "new")))
        case "again":
            return Decision("menu.again", Table(), OneOf(("again", "other")))
        case "game":
            return Decision("menu.game", Table(), OneOf(tuple(view.offered)))
        case "same":
            return Decision("menu.same", Table(), OneOf((*SETUPS[: len(view.last[view.chosen])], "no")))
        case "rules":
            return Decision("menu.rules", Table(), OneOf(("start", "rules")))
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
        return replace(view, phase="done", resume=True) if value == "resume" else replace(view, phase="game")
    if choice.name == "menu.again":
        if value == "again":
            return _with_last(view, view.recent)
        return replace(view, phase="game")
    if choice.name == "menu.game":
        chosen = replace(view, chosen=str(value))
        return replace(chosen, phase="same") if value in view.last else _to_options(chosen)
    if choice.name == "menu.same":
        return _to_options(view) if value == "no" else _with_last(view, view.chosen, SETUPS.index(str(value)))
    if choice.name == "menu.rules":
        return _to_options(replace(view, every=True)) if value == "rules" else replace(view, phase="done")
    assert view.to_ask is not None
    assert isinstance(value, int | str)
    return _to_options(replace(view, options={**view.options, view.to_ask.name: value}))


def _with_last(view: View, game: str, nth: int = 0) -> View:
    setups = view.last.get(game, ())
    options = setups[nth] if setups else {}
    return replace(view, phase="done", chosen=game, options=options, same=nth == 0)


def _to_options(view: View) -> View:
    if view.to_ask:
        return replace(view, phase="option")
    return replace(view, phase="rules" if view.house_rules and not view.every else "done")


def _outcome(view: View) -> Outcome | None:
    if view.phase != "done":
        return None
    if view.resume:
        return Outcome((), "resume")
    options: dict[str, Plain] = dict(view.options)
    return Outcome((), "start", {"game": view.chosen, "options": options, "same": view.same})
