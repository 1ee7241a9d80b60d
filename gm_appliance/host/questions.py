"""The menu behind BACK: questions, choices on request, and adjustments.

None of it belongs to the game or its journal. It uses only the public view, and never opens while eyes are
closed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NoReturn

from gm_appliance.core.game import Choice, Clock, Decision, OneOf, Table
from gm_appliance.core.narration import PromptNarration
from gm_appliance.core.values import replace
from gm_appliance.host.prompt import Prompt
from gm_appliance.host.question_narration import BACK, END, LANGUAGE, PHONES, SETUP, QuestionNarration
from gm_appliance.host.run_settings import RunMenu
from gm_appliance.host.session import Abandoned, Back, LanguageChanged, Session, words_for
from gm_appliance.storage.adjustments import Adjustments, TurningLog
from gm_appliance.storage.session_log import NullSessionLog, SessionLog

UNLOGGED = NullSessionLog()

UNASKED = 30.0
"""Seconds after which the questions close by themselves: a stray press must not stop the evening."""


class _Closed(Exception):
    """Somebody went on with the game, or nobody pressed anything in time."""


class _Left(_Closed):
    """Somebody pressed BACK."""


class Questions:
    """Asks what is wanted, and answers.

    adjustments: volume, speed and size of letters. run: runs a talk about phones.
    """

    def __init__(self, session: Session, adjustments: Adjustments, run: RunMenu | None = None) -> None:
        self._session = session
        self._adjustments = adjustments
        self._run = run

    def ask(self) -> Choice | None:
        """The choice made on request; None to go on with the game. May raise BrokenOff."""
        narration, play = self._session.narration, self._session.play
        on_request = {one.name: one for one in play.decision.on_request} if play.decision else {}
        topics = narration.topics(play.view, tuple(on_request))
        spoken_here = self._session.settings.languages
        languages = spoken_here.offered() if spoken_here else {}
        menu = QuestionNarration(self._session.announcements.language, narration, languages)
        ways_out = (SETUP, END) if self._session.settings.may_leave else ()
        spoken = (LANGUAGE,) if len(languages) > 1 else ()
        talk = self._session.settings.phones if self._run else None
        phones = {PHONES: talk} if talk else {}
        try:
            while True:
                switches = {self._adjustments.switch(name): name for name in self._adjustments.names}
                turned = (self._adjustments.switch(name) or name for name in self._adjustments.names)
                news = self._session.settings.reminder()
                asides = (*phones, *turned, *spoken, *((news.part,) if news else ()), *ways_out)
                wanted = self._wanted((*topics, *asides), menu)
                if wanted in on_request:
                    made = self._put(on_request[wanted], narration)
                    if made.value in on_request[wanted].ends:
                        self._make_sure(END, menu)
                    return made
                if wanted in switches:
                    self._adjustments.keep(switches[wanted], int(wanted[-1]))
                elif wanted in self._adjustments.names:
                    self._turn(wanted, menu)
                elif news and wanted == news.part:
                    self._session.read_out(words_for(self._session.announcements, news))
                elif wanted in spoken:
                    self._change_language(languages, menu)
                elif wanted in phones:
                    assert self._run is not None
                    self._session.narration = phones[PHONES](self._run, play.names)
                    return None
                elif wanted in ways_out:
                    self._leave(wanted, menu)
                else:
                    self._session.read_out(narration.explain(wanted, play.view))
        except _Closed:
            return None

    def _wanted(self, lines: Sequence[str], menu: QuestionNarration) -> str:
        """A line of the menu. If the game groups its topics, groups open lists of their own, which BACK
        leaves. Raises _Closed."""
        above = _above(lines, menu) if any(map(self._session.narration.group, lines)) else {}
        group = ""
        while True:
            listed = dict.fromkeys(_under(group, one, above) for one in lines)
            question = Decision("questions", Table(), OneOf((*filter(None, listed), BACK)))
            try:
                wanted = str(self._put(question, menu).value)
            except _Left:
                if not group:
                    raise
                group = above.get(group, "")
                continue
            if wanted not in above.values():
                return wanted
            group = wanted

    def _change_language(self, offered: Mapping[str, str], menu: QuestionNarration) -> None:
        """Let another language be chosen. Raises LanguageChanged once one was, or _Closed."""
        session = self._session
        wanted = str(self._put(Decision(LANGUAGE, Table(), OneOf((*offered,))), menu).value)
        languages = session.settings.languages
        if languages and wanted != next(iter(offered)):
            session.narration = languages.change(wanted, session.play.names)
            raise LanguageChanged

    def leave(self) -> None:
        """Ask whether to change the setup. Returns if the game goes on; else raises Abandoned."""
        narration = QuestionNarration(self._session.announcements.language, self._session.narration)
        with suppress(_Closed):
            self._leave(SETUP, narration)

    def _leave(self, way: str, narration: QuestionNarration) -> NoReturn:
        """Leave the game unfinished once that is confirmed. Raises Abandoned or _Closed."""
        self._make_sure(way, narration)
        raise Abandoned(way)

    def _make_sure(self, way: str, narration: QuestionNarration) -> None:
        """Ask for confirmation before a game is ended for good. Raises _Closed."""
        self._put(Decision(f"leave.{way}", Table(), OneOf((way, BACK))), narration)

    def _put(
        self, decision: Decision, narration: PromptNarration, session_log: SessionLog = UNLOGGED
    ) -> Choice:
        """Ask it; BACK, or nobody answering, leaves. Raises _Closed."""
        self._session.begin(decision)
        go_on = Decision("questions.unanswered", Clock(), OneOf((BACK,)), limit=UNASKED)
        asked = replace(decision, also=(go_on,))
        try:
            choice = Prompt(self._session, asked, narration, session_log, behind_back=True).run()
        except Back:
            raise _Left from None
        if choice.value == BACK:
            raise _Closed
        return choice

    def _turn(self, adjustment: str, menu: QuestionNarration) -> None:
        """Adjust a level; each step takes effect at once."""
        turning = TurningLog(self._adjustments)
        asked = Decision(adjustment, Table(), self._adjustments.domain(adjustment))
        turning.choose(self._put(asked, menu, turning), secret=False)


def _above(lines: Sequence[str], menu: QuestionNarration) -> dict[str, str]:
    """The group of each line, and of each group; those of a single line are left out."""
    above: dict[str, str] = {}
    waiting = [*lines]
    while waiting:
        line = waiting.pop()
        if line not in above and (group := menu.group(line)):
            above[line] = group
            waiting.append(group)
    size = Counter(above.values())
    return {line: group for line, group in above.items() if size[group] > 1}


def _under(group: str, line: str, above: Mapping[str, str]) -> str:
    """What leads to a line from this group; empty if nothing does."""
    while (over := above.get(line, "")) != group:
        if not over:
            return ""
        line = over
    return line
