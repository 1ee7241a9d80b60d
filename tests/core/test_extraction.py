"""Sentences are found in the source, and refused if they are put together."""

from __future__ import annotations

import pytest

from tests.extraction import NotLiteral, sentences


def found(source: str) -> list[tuple[tuple[str, ...], str]]:
    return [(one.texts, one.context) for one in sentences(source, "some.py")]


@pytest.mark.parametrize(
    ("source", "texts", "context"),
    [
        ('_("{god} passes.", god=god)', ("{god} passes.",), ""),
        ('self._("One " "sentence.")', ("One sentence.",), ""),
        ('TABLE = {"a": N_("A.")}', ("A.",), ""),
        ('NP_("title", "Council")', ("Council",), "title"),
        ('self._.pgettext("line", "Seat {n}", n=3)', ("Seat {n}",), "line"),
        ('_.ngettext("{n} god", "{n} gods", n)', ("{n} god", "{n} gods"), ""),
        ('_.npgettext("line", "{n} god", "{n} gods", n)', ("{n} god", "{n} gods"), "line"),
        ('self._.name("Valkyrie {n}", n=3)', ("Valkyrie {n}",), "name"),
        ('_.name(NP_("name", "Thor"))', ("Thor",), "name"),
    ],
)
def test_a_sentence_is_found(source: str, texts: tuple[str, ...], context: str) -> None:
    assert found(source) == [(texts, context)]


@pytest.mark.parametrize(
    "source",
    [
        'name("Thor")',
        'self.name("Thor")',
        'god.name("Thor")',
        'logging.getLogger("gm")',
        "self._(TABLE[name], god=god)",
        'self._(TABLE["thor"])',
        "_(one if first else other)",
        "_.name(WORDS[god].name)",
        "self._translations.pgettext(context, text)",
        'self._translations.pgettext("name", text)',
        "for _ in range(3): pass",
    ],
)
def test_what_is_no_sentence_is_not_found(source: str) -> None:
    assert found(source) == []


@pytest.mark.parametrize(
    "said",
    [
        '_(f"{god} passes.")',
        '_("{god} " + verb)',
        'N_("%s passes." % god)',
        '_("{god} passes.".format(god=god))',
        '_("He." if he else "She.")',
        '_.pgettext("title", TITLES[name])',
        '_.pgettext(context, "Council")',
        '_.ngettext("{n} god", many, n)',
        '_("")',
    ],
)
def test_a_sentence_that_is_put_together_is_refused(said: str) -> None:
    with pytest.raises(NotLiteral, match=r"^some\.py:2: \w+\(\) wants whole sentences"):
        found(f"\n{said}")
