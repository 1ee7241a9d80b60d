"""A language that remembers what was said in it."""

from __future__ import annotations

from gettext import NullTranslations


class Noted(NullTranslations):
    """English that remembers what was said: contexts and sentences."""

    def __init__(self) -> None:
        super().__init__()
        self.used: set[tuple[str, str]] = set()

    def gettext(self, message: str) -> str:
        return self.pgettext("", message)

    def pgettext(self, context: str, message: str) -> str:
        self.used.add((context, message))
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.npgettext("", msgid1, msgid2, n)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        self.used.add((context, msgid1))
        return super().ngettext(msgid1, msgid2, n)
