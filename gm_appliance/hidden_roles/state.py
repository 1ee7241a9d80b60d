"""The state of a game of hidden roles, and its steps under construction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from gm_appliance.core.game import Step
from gm_appliance.core.values import Redacted, field
from gm_appliance.core.views import BaseStepBuilder
from gm_appliance.hidden_roles.model import HiddenRolesView

if TYPE_CHECKING:
    from gm_appliance.hidden_roles.rules import HiddenRoles

V = TypeVar("V", bound=HiddenRolesView)


class State(Redacted):
    """The view and the secrets, which stay out of the repr.

    factions:     the cards by seat, those the box knows.
    thumbs:       in an open ballot, by seat.
    secrets:      what roles may not do again, as the game notes it.
    before_night: public: the view at nightfall, restored if the night is void, with `secrets_before`.
    """

    redacted = ("factions", "thumbs", "secrets", "secrets_before")

    view: Any
    factions: Mapping[int, str] = field(default_factory=dict)
    thumbs: Mapping[int, str] = field(default_factory=dict)
    secrets: Mapping[str, int] = field(default_factory=dict)
    before_night: Any = None
    secrets_before: Mapping[str, int] = field(default_factory=dict)


class StepBuilder(BaseStepBuilder[V], Generic[V]):
    """rules: the game's, for what its roles do."""

    __slots__ = ("before_night", "factions", "final", "rules", "secrets", "secrets_before", "thumbs")

    def __init__(self, rules: HiddenRoles, state: State) -> None:
        super().__init__(state.view)
        self.factions = state.factions
        self.thumbs = state.thumbs
        self.secrets = state.secrets
        self.before_night: V | None = state.before_night
        self.secrets_before = state.secrets_before
        self.rules = rules
        self.final = False

    def step(self) -> Step[State, V]:
        kept = (self.thumbs, self.secrets, self.before_night, self.secrets_before)
        state = State(self.view, self.factions, *kept)
        return Step(state, tuple(self.events), self.final)
