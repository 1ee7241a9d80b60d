"""Catalogues are compiled as gettext's own compiler does."""

from __future__ import annotations

import subprocess
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from requirements.compiled import compiled
from tests.core.msgfmt import HEADER, msgfmt


def test_what_is_compiled_is_what_gettexts_own_compiler_makes_of_it(tmp_path: Path) -> None:
    po, mo = tmp_path / "messages.po", tmp_path / "messages.mo"
    po.write_text(COMPILED, "utf-8")
    subprocess.run([msgfmt(), "--no-hash", "-o", str(mo), str(po)], check=True)
    with mo.open("rb") as file:
        theirs = GNUTranslations(file)
    ours = GNUTranslations(BytesIO(compiled(COMPILED)))
    # Only half of it is translated: Hasty, Open and the pads are not.
    assert ours.gettext("") == theirs.gettext("") + "X-Untranslated: 3\n"
    texts = ("Freya", "Hasty", "Gone", "Open", 'She said: "Go\n\ton"', "Paused.")
    for text in texts:
        for context in ("name", "line"):
            assert ours.pgettext(context, text) == theirs.pgettext(context, text)
        assert ours.gettext(text) == theirs.gettext(text)
    for n in (0, 1, 2, 5, 22):
        assert ours.ngettext("{n} card", "{n} cards", n) == theirs.ngettext("{n} card", "{n} cards", n)
    assert ours.pgettext("name", "Freya") == "Freja\nacc: Freję"
    assert ours.gettext('She said: "Go\n\ton"') == 'Rzekła: "Idź\n\tdalej"'
    assert ours.ngettext("{n} card", "{n} cards", 22) == "{n} karty"
    assert (ours.gettext("Hasty"), ours.gettext("Gone"), ours.gettext("Open")) == ("Hasty", "Gone", "Open")
    # Half translated counts as untranslated; gettext's compiler would accept it.
    assert ours.ngettext("{n} pad", "{n} pads", 5) == "{n} pads"


COMPILED = (
    HEADER.rstrip()
    + r"""
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\n"

# Polite.
msgctxt "name"
msgid "Freya"
msgstr ""
"Freja\n"
"acc: Freję"

#, fuzzy
msgid "Hasty"
msgstr "Szybko"

msgid "Open"
msgstr ""

msgid "She said: \"Go\n\ton\""
msgstr "Rzekła: \"Idź\n\tdalej\""

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} karta"
msgstr[1] "{n} karty"
msgstr[2] "{n} kart"

msgid "{n} pad"
msgid_plural "{n} pads"
msgstr[0] "{n} pad"
msgstr[1] ""
msgstr[2] "{n} padów"

#~ msgid "Gone"
#~ msgstr "Precz"
"""
)
