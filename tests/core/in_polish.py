"""A game and the house in Polish, as far as the tests of languages need them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from textwrap import dedent

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

HEADER = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

"""

GAME = """\
msgid "{who} wounds {whom}."
msgstr "{who} rani {whom:acc}."

msgid "{god} is dealt a card."
msgstr "{god} {god:gender|m:dostał|f:dostała|x:dostało} kartę."

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} karta"
msgstr[1] "{n} karty"
msgstr[2] "{n} kart"

msgctxt "line"
msgid "{n} plays"
msgid_plural "{n} play"
msgstr[0] "Gra {n} osoba"
msgstr[1] "Grają {n} osoby"
msgstr[2] "Gra {n} osób"

msgid "Council"
msgstr "Narada."

msgctxt "title"
msgid "Council"
msgstr "Narada"

msgctxt "name"
msgid "Freya"
msgstr "Freja\\n"
"acc: Freję\\n"
"gender: f"

msgctxt "name"
msgid "Thor"
msgstr "Thor\\n"
"acc:Thora\\n"
"gender:m"

msgctxt "name"
msgid "Valkyrie {number}"
msgstr "Walkiria {number}\\n"
"acc: Walkirię {number}\\n"
"gender: f"

msgid "Said by both."
msgstr "Mówi gra."
"""

HOUSE = """\
msgctxt "list"
msgid "{first} and {last}"
msgstr "{first} i {last}"

msgid "Said by both."
msgstr "Mówi dom."

msgid "Good night."
msgstr "Dobranoc."

msgid "{n} minute"
msgid_plural "{n} minutes"
msgstr[0] "{n} minuta"
msgstr[1] "{n} minuty"
msgstr[2] "{n} minut"
"""


def compiled(folder: Path, tag: str, translations: str) -> Path:
    """A folder of locales with one language in it."""
    inside = folder / tag / "LC_MESSAGES"
    inside.mkdir(parents=True)
    catalog = read_po(BytesIO(dedent(HEADER + translations).encode()), locale=tag, abort_invalid=True)
    with (inside / "messages.mo").open("wb") as file:
        write_mo(file, catalog)
    return folder
