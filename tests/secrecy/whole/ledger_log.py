"""A session log of a whole box that enters all that is chosen in a ledger, too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gm_appliance.core.game import JSON, Choice
from gm_appliance.storage.session_log import JournalSessionLog
from tests.secrecy.drawn import Evening
from tests.secrecy.evening import Run
from tests.secrecy.ledger import Ledger
from tests.secrecy.whole.guests import Guests


class LedgerLog:
    """written: called once something secret was written down."""

    def __init__(
        self, kept: JournalSessionLog, run: Run, guests: Guests, evening: Evening, written: Callable[[], None]
    ) -> None:
        self._kept = kept
        self._run = run
        self._guests = guests
        self._written = written
        self._ledgers = [Ledger(evening.players, evening.options)]
        guests.pads = self._ledgers[-1].pads

    def choose(self, choice: Choice, secret: bool) -> None:
        now, ledger = self._guests.now(), self._ledgers[-1]
        self._kept.choose(choice, secret)
        if secret:
            assert self._guests.window is not None
            window = self._guests.window = self._guests.heard(self._guests.window)
            if choice.name == "conspiracy" and [one.about for one in window.listening()] != ledger.asgard():
                self._run.broken.append("the roll call and the ledger know another Asgard")
            window = window.until(now)
            ledger, facts = ledger.after(choice.name, None, window.presses, window.listening())
            self._run.windows.append((now, window))
        else:
            ledger, facts = ledger.after(choice.name, choice.value, (), ())
        self._ledgers.append(ledger)
        self._stands()
        self._run.published += [(now, fact) for fact in facts]
        if secret:
            self._written()

    def undo(self) -> None:
        self._kept.undo()
        if self._ledgers.pop().final:
            self._run.broken.append("a step that read the factions was taken back")
        self._stands()

    def resumed(self, kept: JournalSessionLog) -> LedgerLog:
        """The power was cut: what the journal holds is what stands."""
        self._kept = kept
        del self._ledgers[len(kept.logged) + 1 :]
        self._stands()
        return self

    def _stands(self) -> None:
        self._guests.pads = self._ledgers[-1].pads
        self._run.standing.append((self._guests.now(), len(self._ledgers) - 1))

    def end(self, facts: Mapping[str, Any]) -> None:
        self._kept.end(facts)
        known = facts.get("factions")
        if not known:
            return  # The table left it unfinished, or without pads the box never heard them.
        factions = sorted((int(seat), faction) for seat, faction in known.items())
        told = [fact for _t, fact in self._run.published[-2:]]
        if told != [("won", *facts["winners"]), ("factions", *factions)]:
            self._run.broken.append("the box and the ledger know another end")

    def draft(self, name: str, value: JSON) -> None:
        self._kept.draft(name, value)

    def drafted(self, name: str) -> JSON:
        return self._kept.drafted(name)

    def retry(self) -> bool:
        return self._kept.retry()
