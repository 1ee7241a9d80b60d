"""No secret leaves the box but by what is published: hundreds of random evenings, two by two.

What is compared, up to when, and what is left out: docs/developers/secrecy.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, count, islice
from pathlib import Path

import pytest

from gm_appliance.core.cues import Say
from gm_appliance.core.game import Decision, OneOf, Table
from gm_appliance.core.language import load
from gm_appliance.core.ports import Fault
from gm_appliance.core.values import replace
from gm_appliance.games.gotterdammerung.model import Look
from gm_appliance.games.registry import registered
from gm_appliance.hidden_roles.events import FactionsLearned, NightVoid
from gm_appliance.hidden_roles.model import Learning
from gm_appliance.host.announcements import Announcements
from gm_appliance.host.question_narration import QuestionNarration
from gm_appliance.storage.journal import Journal
from tests.games.gotterdammerung import Party
from tests.secrecy.compare import Tally, leak
from tests.secrecy.drawn import LANGUAGES, LONG, NEVER, Evening, Secrets, drawn_evening
from tests.secrecy.evening import play, the_box

pytestmark = pytest.mark.many

QUICK = (8, 18, 21, 22, 30, 47, 56, 71, 72, 73, 105, 116, 130)
"""Evenings of the quick tier, chosen for what differs: nights in all languages, thumbs given alone."""

MORE = 18
"""Evenings of the long tier, in each language. Each is played with three sets of secrets."""


def runs_of(evening: Evening) -> Iterable[Secrets]:
    """One that comes to the same results as long as it can, and one that does not care from somewhere."""
    yield Secrets(1, NEVER)
    yield Secrets(2, evening.random("strays").randrange(evening.decisions))


def compared(
    seeds: Iterable[int], at_least: int, lacking: Callable[[Tally], list[str]], journal: Journal
) -> Tally:
    """Compare evenings until they have shown all that is demanded of them.

    Which evening shows what is chance, which any change of the box draws anew: where the first evenings
    lack something, up to as many more are drawn.
    """
    tally = Tally()
    for number, evening in enumerate(map(in_its_language, islice(seeds, 2 * at_least))):
        if number >= at_least and not lacking(tally):
            break
        seed, box = evening.seed, the_box(evening.language)
        # The journal syncs every choice; a tenth of the evenings is enough of that.
        kept = journal if seed % 10 == 0 else None
        first = play(evening, Secrets(0, NEVER), box, kept)
        assert first.exit == 0, f"evening {seed}: {first.exit}"
        for secrets in runs_of(evening):
            other = play(evening, secrets, box, kept)
            told = leak(first, other)
            assert told is None, f"evening {seed}, run {secrets.run}: {told}"
            tally.add(first, other, evening.language)
    print(tally)
    assert lacking(tally) == []
    return tally


def in_its_language(seed: int) -> Evening:
    return replace(drawn_evening(seed, LONG), language=LANGUAGES[seed % len(LANGUAGES)])


def uninformative(tally: Tally) -> list[str]:
    """Equal runs prove something only if their secrets differ and they stay together for long."""
    demanded = {
        "other factions": tally.other_factions >= 0.85 * tally.pairs,
        # A seventh of the evenings has thumbs shown to all: there is no secret by which they could part.
        "partings": 0.1 * tally.pairs <= sum(tally.parted.values()) <= 0.8 * tally.pairs,
        "secret windows": tally.alike >= 2 * tally.pairs,
        # At the roll call hundreds, alone at the panel a few.
        "presses": tally.presses >= 10 * tally.alike,
        "hours": tally.hours >= tally.pairs / 20,
        "kinds of partings": len(tally.parted) >= 2,
    }
    return [what for what, enough in demanded.items() if not enough]


def lacking_at_all(tally: Tally) -> list[str]:
    undiffering = tally.undiffering("setup.factions", "conspiracy", "council.vote", "council.booth")
    nightless = [language for language in LANGUAGES if not tally.differed["conspiracy", language]]
    return uninformative(tally) + [str(what) for what in undiffering + nightless]


def lacking_in_a_language(tally: Tally) -> list[str]:
    """They part in every common way, and in some of the rare ones."""
    demanded = {
        "an end": tally.over,
        "banished, thumbs": {"banished", "thumbs"} <= tally.parted.keys(),
        "rare partings": len(tally.parted) >= 4,
    }
    return uninformative(tally) + [what for what, enough in demanded.items() if not enough]


def test_other_secrets_leave_every_port_as_it_was(tmp_path: Path) -> None:
    with Journal(tmp_path / "state" / "journal.sqlite") as journal:
        compared(chain(QUICK, count(QUICK[-1] + 1)), len(QUICK), lacking_at_all, journal)


def disturbances() -> dict[str, str]:
    """What is said only where somebody or something disturbs the evening, by what it is."""
    house = Announcements(load("en"))
    narration = registered("gotterdammerung").narration("en")
    view = Party().view
    question = Decision("questions", Table(), OneOf(("back",)))
    asked = QuestionNarration(load("en"), narration).ask(question, view)
    looking, learning = (replace(view, phase=one) for one in (Look(), Learning(view.seats)))
    look = registered("gotterdammerung").game.decision(looking)
    assert look is not None
    told = {
        "paused": house.paused(False),
        "paused with closed eyes": house.paused(True),
        "gone on": house.go_on(),
        "eyes opened": house.clear(True),
        "taken back": house.taken_back(""),
        "not taken back": house.not_back(True),
        "nothing to take back": house.not_back(False),
        "asked": asked,
        "pads lost": house.fault(Fault("pads", "lost")),
        "presses dropped": house.fault(Fault("pads", "dropped")),
        "pad stuck": house.fault(Fault("pads", "stuck", 7)),
        "factions that do not fit": narration.tell(FactionsLearned(False), learning),
        "a look repeated": narration.recap(look, looking)[-1:],
        "a void night": narration.tell(NightVoid((), ()), view),
    }
    return {what: next(cue.text for cue in cues if isinstance(cue, Say)) for what, cues in told.items()}


@pytest.mark.long
def test_the_evenings_hold_every_disturbance_and_come_to_their_end() -> None:
    late = over = 0
    ports: set[str] = set()
    unheard = {b"play " + said.encode() for said in disturbances().values()}
    for seed in range(200):
        run = play(drawn_evening(seed), Secrets(0, NEVER), the_box())
        late += run.late
        over += run.over
        ports |= {output.port for output in run.outputs}
        unheard -= {output.data for output in run.outputs}
        if over and late > 100 and not unheard:
            break
    assert unheard == set()
    assert over
    assert late > 100
    assert {"display", "lamps", "mixer", "props", "exit"} <= ports


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_many_evenings_more(tmp_path: Path, language: str) -> None:
    seeds = (seed for seed in count(10_000) if in_its_language(seed).language == language)
    with Journal(tmp_path / "state" / "journal.sqlite") as journal:
        compared(seeds, MORE, lacking_in_a_language, journal)
