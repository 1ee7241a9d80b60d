"""Catalogues: templates and translations are up to date, and every text fits where it goes."""

from __future__ import annotations

import shutil
import subprocess
import textwrap
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from gm_appliance.core.language import HOUSE, merged
from requirements.compiled import compiled
from tests.catalogues import faults, main, outdated, templates, todo, unexplained, wanted, write
from tests.extraction import PACKAGES, ROOT, NotLiteral, domains, sentences
from tests.wording import Places, of_english, of_translation, too_long

# ---------------------------------------------------------------- the catalogues there are


def test_templates_and_translations_are_up_to_date() -> None:
    assert outdated() == []


def test_every_sentence_and_every_translation_fits_where_it_goes() -> None:
    assert faults() == []


def test_a_game_has_its_own_catalogue_and_all_else_is_the_houses() -> None:
    said = {domain.package: {one.file for one in domain.sentences()} for domain in domains()}
    assert said.keys() == {HOUSE, *PACKAGES}
    for game in PACKAGES:
        folder = game.replace(".", "/") + "/"
        assert all(file.startswith(folder) for file in said[game])
        assert not any(file.startswith(folder) for file in said[HOUSE])
    menu = "gm_appliance/games/menu/narration/prompts.py"
    assert {menu, "gm_appliance/host/announcements.py"} <= said[HOUSE]


def test_a_game_does_not_repeat_what_the_house_has() -> None:
    (_, house), *games = templates()
    assert house.get("↑↓ OK", "hint") is not None
    assert games
    for _, template in games:
        assert not {(one.id, one.context) for one in template if one.id} & {
            (one.id, one.context) for one in house
        }


# ---------------------------------------------------------------- sentences, found in the source


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


# ---------------------------------------------------------------- a small box of one game

HOUSE_SOURCE = """\
def paused(_):
    return _("Paused."), _.pgettext("line", "OK"), _.ngettext("{n} minute", "{n} minutes", 3)
"""
GAME_SOURCE = """\
class Narration:
    def wounds(self, god, victim):
        return self._("{god} wounds {victim}.", god=god, victim=self._.name("Freya"))

    def hint(self):
        return self._.pgettext("line", "OK")
"""
HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
THOR = "gm_appliance.games.thor"


class Box:
    """A package in a folder of its own, with translations."""

    games = (THOR,)

    def __init__(self, root: Path) -> None:
        self.root = root
        self.house, self.game = root / "host/announcements.py", root / "games/thor/narration.py"
        for module, source in ((self.house, HOUSE_SOURCE), (self.game, GAME_SOURCE)):
            module.parent.mkdir(parents=True)
            module.write_text(source, "utf-8")
        self.kinds = root / "games/thor/locales/placeholders.toml"
        self.kinds.parent.mkdir()
        means = '[means]\ngod = "a god"\nvictim = "another"\n'
        self.kinds.write_text(f'name = ["god", "victim"]\n{means}', "utf-8")
        (root / "locales").mkdir()
        (root / "locales/placeholders.toml").write_text('[means]\nn = "a number"\n', "utf-8")

    def po(self, folder: str = "games/thor/", language: str = "pl") -> Path:
        return self.root / f"{folder}locales/{language}/LC_MESSAGES/messages.po"

    def translated(self, translations: str, folder: str = "games/thor/", language: str = "pl") -> None:
        """Write translations, and compile them."""
        file = self.po(folder, language)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(HEADER + textwrap.dedent(translations), "utf-8")
        self.po("", language).parent.mkdir(parents=True, exist_ok=True)
        self.write()

    def write(self) -> list[str]:
        return [path.relative_to(self.root).as_posix() for path in write(self.root, self.games)]

    def outdated(self) -> list[str]:
        return outdated(self.root, self.games)

    def faults(self) -> list[str]:
        return faults(self.root, self.games)

    def edit(self, module: Path, old: str, new: str) -> None:
        source = module.read_text("utf-8")
        assert old in source
        module.write_text(source.replace(old, new), "utf-8")


@pytest.fixture
def box(tmp_path: Path) -> Box:
    box = Box(tmp_path / "gm_appliance")
    box.write()
    return box


def line(*paths: str) -> list[str]:
    return [f"gm_appliance/{path} is out of date: run `make catalogues`" for path in paths]


TEMPLATE = """\
# The sentences of gm_appliance.games.thor.
msgid ""
msgstr ""
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

#. {god}: a god.
#. {victim}: another.
#: gm_appliance/games/thor/narration.py
msgid "{god} wounds {victim}."
msgstr ""

#. A name, to be filled into sentences.
#: gm_appliance/games/thor/narration.py
msgctxt "name"
msgid "Freya"
msgstr ""

"""


def test_a_template_says_where_a_sentence_is_said_and_nothing_that_changes_by_itself(box: Box) -> None:
    assert (box.root / "games/thor/locales/messages.pot").read_text("utf-8") == TEMPLATE


def test_a_template_changes_only_with_its_sentences(box: Box) -> None:
    box.edit(box.game, "class Narration:", "import this\n\n\nclass Narration:\n    x = 1\n")
    assert box.outdated() == []
    box.edit(box.game, "{god} wounds", "Now {god} wounds")
    assert box.outdated() == line("games/thor/locales/messages.pot")
    assert box.write() == ["games/thor/locales/messages.pot"]
    assert box.outdated() == []


def test_a_new_language_is_a_folder(box: Box) -> None:
    box.po("").parent.mkdir(parents=True)
    own = ("locales/pl/LC_MESSAGES/messages.po", "locales/pl/LC_MESSAGES/messages.mo")
    files = (*own, *(f"games/thor/{path}" for path in own))
    assert box.outdated() == line(*files)
    assert box.write() == [*files]
    assert box.outdated() == []
    assert "nplurals=3" in box.po().read_text("utf-8")
    assert todo(box.root, box.games) == [
        "gm_appliance/locales/pl/LC_MESSAGES/messages.po: 3 of 3 to be translated",
        "gm_appliance/games/thor/locales/pl/LC_MESSAGES/messages.po: 2 of 2 to be translated",
    ]
    assert box.faults() == []


WOUNDS = """\
    # Who wounds stands first.
    msgid "{god} wounds {victim}."
    msgstr "{god} rani {victim:acc}."

    msgctxt "name"
    msgid "Freya"
    msgstr "Freja\\n"
    "acc: Freję"

    msgid "Nobody says this."
    msgstr "Nikt."
"""


def test_what_is_translated_is_compiled_and_found(box: Box) -> None:
    box.translated(WOUNDS)
    assert box.outdated() == box.faults() == []
    polish = merged("pl", [box.root / "games/thor/locales", box.root / "locales"])
    assert polish("{god} wounds {victim}.", god="Thor", victim=polish.name("Freya")) == "Thor rani Freję."


def test_what_is_not_translated_stays_english(box: Box) -> None:
    box.translated(WOUNDS)
    polish = merged("pl", [box.root / "games/thor/locales", box.root / "locales"])
    assert polish("Paused.") == "Paused."
    assert polish.ngettext("{n} minute", "{n} minutes", 3) == "3 minutes"


def test_what_is_said_no_more_waits_to_be_said_again_and_a_comment_stays(box: Box) -> None:
    box.translated(WOUNDS)
    for _ in range(2):
        kept = box.po().read_text("utf-8")
        assert '#~ msgid "Nobody says this."\n#~ msgstr "Nikt."\n' in kept
        assert "# Who wounds stands first." in kept
        assert b"Nikt" not in box.po().with_suffix(".mo").read_bytes()
        box.edit(box.game, "class Narration", "# Something else.\nclass Narration")
        assert box.outdated() == []
        box.write()
    box.edit(box.game, "class Narration", 'NOBODY = N_("Nobody says this.")\n\n\nclass Narration')
    box.write()
    assert '\nmsgid "Nobody says this."\nmsgstr "Nikt."\n' in box.po().read_text("utf-8")
    assert b"Nikt" in box.po().with_suffix(".mo").read_bytes()


def test_gettexts_own_check_accepts_what_is_written(box: Box) -> None:
    msgfmt = shutil.which("msgfmt") or pytest.skip("there is no msgfmt: apt install gettext")
    box.translated(WOUNDS)
    for po in (box.po(), box.po("")):
        ended = subprocess.run(
            [msgfmt, "--check", "-o", "/dev/null", str(po)], capture_output=True, text=True
        )
        assert ended.returncode == 0, ended.stderr


def test_what_translators_have_to_know_stands_above_the_sentence(box: Box) -> None:
    box.translated(WOUNDS)
    box.edit(
        box.game, "        return self._(", "        # Translators: with a hammer.\n        return self._("
    )
    box.write()
    assert "#. with a hammer.\n#. {god}: a god.\n#. {victim}: another.\n" in box.po().read_text("utf-8")


def test_what_translators_cannot_know_is_noticed(box: Box) -> None:
    box.edit(box.house, "Paused.", "Paused")
    box.edit(box.kinds, 'victim = "another"', "")
    assert unexplained(box.root, box.games) == [
        "gm_appliance/host/announcements.py: 'Paused' is one word: give it a context",
        "gm_appliance/games/thor/narration.py: '{god} wounds {victim}.' fills in 'victim', of which [means]"
        " in placeholders.toml says nothing",
    ]
    assert unexplained() == []


def test_a_changed_sentence_marks_its_translation_which_is_not_used(box: Box) -> None:
    box.translated(WOUNDS)
    box.edit(box.game, "{god} wounds {victim}.", "{god} has wounded {victim}.")
    assert len(box.outdated()) == 3
    box.write()
    assert (
        '#, fuzzy\nmsgid "{god} has wounded {victim}."\nmsgstr "{god} rani {victim:acc}."\n'
    ) in box.po().read_text("utf-8")
    polish = merged("pl", [box.root / "games/thor/locales"])
    assert polish("{god} has wounded {victim}.", god="Thor", victim="Freya") == "Thor has wounded Freya."
    assert box.outdated() == []


@pytest.mark.parametrize("file", ["messages.po", "messages.mo"])
def test_a_file_that_was_changed_or_is_missing_is_noticed(box: Box, file: str) -> None:
    box.translated(WOUNDS)
    planted = box.po().with_name(file)
    kept = planted.read_bytes()
    planted.write_bytes(kept.replace("Freję".encode(), b"Freye"))
    assert planted.read_bytes() != kept
    assert box.outdated() == line("games/thor/locales/pl/LC_MESSAGES/messages.mo")
    planted.write_bytes(kept)
    assert box.outdated() == []
    planted.unlink()
    assert line(f"games/thor/locales/pl/LC_MESSAGES/{file}")[0] in box.outdated()


def test_nothing_tells_when_it_was_made(box: Box) -> None:
    box.translated(WOUNDS)
    files = wanted(box.root, box.games)
    assert len(files) == 6
    assert wanted(box.root, box.games) == files
    assert not any(b"Date" in content or b"Babel" in content for content in files.values())


def test_what_is_compiled_is_what_gettexts_own_compiler_makes_of_it(tmp_path: Path) -> None:
    msgfmt = shutil.which("msgfmt") or pytest.skip("there is no msgfmt: apt install gettext")
    po, mo = tmp_path / "messages.po", tmp_path / "messages.mo"
    po.write_text(COMPILED, "utf-8")
    subprocess.run([msgfmt, "--no-hash", "-o", str(mo), str(po)], check=True)
    with mo.open("rb") as file:
        theirs = GNUTranslations(file)
    ours = GNUTranslations(BytesIO(compiled(COMPILED)))
    texts = ("Freya", "Hasty", "Gone", "Open", 'She said: "Go\n\ton"', "Paused.", "")
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
    # Half translated is not translated; gettext's compiler would have it said.
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


def test_a_release_wants_every_language_whole(box: Box) -> None:
    assert main(box.root, box.games, whole=True) == 0
    box.translated(WOUNDS)
    assert main(box.root, box.games) == 0
    assert main(box.root, box.games, whole=True) == 1


def test_the_command_writes_and_tells(box: Box, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(box.root, box.games) == 0
    assert capsys.readouterr() == ("Nothing is out of date.\n", "")
    box.translated('msgid "{god} wounds {victim}."\nmsgstr "{god} rani."')
    box.edit(box.house, "Paused.", "A pause.")
    assert main(box.root, box.games) == 1
    told, wrong = capsys.readouterr()
    assert told.splitlines() == [
        "wrote gm_appliance/locales/messages.pot",
        "wrote gm_appliance/locales/pl/LC_MESSAGES/messages.po",
        "gm_appliance/locales/pl/LC_MESSAGES/messages.po: 3 of 3 to be translated",
        "gm_appliance/games/thor/locales/pl/LC_MESSAGES/messages.po: 1 of 2 to be translated",
    ]
    assert wrong.splitlines() == box.faults()
    box.po().write_text("msgid what\n", "utf-8")
    assert main(box.root, box.games) == 1
    assert str(box.po()) in capsys.readouterr().err


# ---------------------------------------------------------------- what is wrong with a sentence


def polish() -> Catalog:
    catalog = Catalog("pl")
    catalog.add("Freya", "Freja\nacc: Freya\ngender: f", context="name")
    catalog.add("Thor", "Thor\nacc: Thora\ngender:m", context="name")
    catalog.add("Player {n}", "Gracz {n}", context="name")
    return catalog


def filled_in(package: str = "") -> Places:
    """What the house's sentences take, and those of a game; with names in Polish."""
    folders = [ROOT.joinpath(*one.split(".")[1:], "locales") for one in (package, HOUSE) if one]
    return Places(folders, polish())


@pytest.mark.parametrize(
    ("message", "wrong"),
    [
        (Message("Council", context="title"), []),
        (Message("A title of seventeen", context="title"), ["has 20 of 16 columns: 'A title of seventeen'"]),
        (Message("Twenty-two columns are!", context="line"), ["has 23 of 21 columns"]),
        (Message("Three", context="label"), ["has 5 of 2 columns"]),
        (Message("{who} is as long", context="line"), []),
        (Message("{who} is too long now", context="line"), ["has 24 of 21 columns: 'Gracz 15 is"]),
        (Message("{player} is long", context="line"), []),
        (Message("{player} is as long", context="line"), ["has 23 of 21 columns: 'MMMMMMMMMMMM is"]),
        (Message("{n} columns", context="title"), []),
        (Message(("{n} column", "{n} columns of this"), context="title"), ["has 18 of 16"]),
        (Message("A card is as long as it is", context="card"), []),
        (Message("Council", context="titel"), ["has an unknown context, 'titel'"]),
        (Message("word " * 12 + "end."), ["has 13 words"]),
        (Message("word " * 11 + "end. Another one: yes."), []),
        (Message("word " * 10 + "{player}."), []),
        (Message("word " * 11 + "{player}."), ["has 13 words"]),
        (Message("word " * 11 + "{n}."), []),
        (Message("word " * 12 + "end.", context="help"), []),
    ],
)
def test_english_that_does_not_fit_is_noticed(message: Message, wrong: list[str]) -> None:
    message.locations = [("gm_appliance/host/loop.py", 1)]
    said = of_english(message, filled_in())
    assert len(said) == len(wrong)
    assert all(one.startswith(start) for one, start in zip(said, wrong, strict=True))


def test_what_is_read_may_be_longer_than_what_is_heard() -> None:
    for file, wrong in (
        ("host/loop.py", 1),
        ("games/thor/narration.py", 1),
        ("cli.py", 0),
        ("config/lines.py", 0),
    ):
        message = Message("word " * 12 + "end.", locations=[(f"gm_appliance/{file}", 1)])
        assert len(of_english(message, filled_in())) == wrong


def test_a_long_sentence_is_noticed() -> None:
    assert too_long("Short. " + "word " * 12 + "end. Short.", filled_in()) == [
        f"has 13 words: '{'word ' * 12}end.'"
    ]


def test_a_place_may_take_a_number_in_one_game_and_a_name_in_another() -> None:
    message = Message("Correct: P{seat}", context="title")
    assert of_english(message, filled_in()) == []
    said = of_english(message, filled_in("gm_appliance.games.gotterdammerung"))
    assert said == ["has 18 of 16 columns: 'Correct: PGracz 15'"]


def test_a_name_is_expected_where_nothing_is_said_and_that_is_told(tmp_path: Path) -> None:
    message = Message("There are {pips} of them", context="line")
    said = "has 26 of 21 columns: 'There are Gracz 15 of them' (is pips a name? placeholders.toml"
    assert [one[: len(said)] for one in of_english(message, Places((), polish()))] == [said]
    (tmp_path / "placeholders.toml").write_text("[longest]\npips = 6\n", "utf-8")
    assert of_english(message, Places([tmp_path], polish())) == []


ONE, MANY = "{n} card of {player}", "{n} cards of {player}"


@pytest.mark.parametrize(
    ("english", "translated", "context", "wrong"),
    [
        ("{who} goes.", "{who} idzie.", None, ""),
        ("{player} goes.", "{player:acc} {player:gender|m:idzie|f:idzie}.", None, ""),
        ("{player} goes.", "{player:dat} idzie.", None, "asks 'player' for the form 'dat': it has"),
        ("{player} goes.", "{player:gender|n:i|f:idzie}.", None, "chooses 'n' by 'gender' of 'player'"),
        ("{player} goes.", "{player:gender|m:idzie|x:i}.", None, ""),
        ("{player} goes.", "{player:gender|m|f}.", None, "chooses by 'gender' of 'player' without a colon"),
        ("{player} goes.", "{player!r} idzie.", None, "converts 'player' by 'r', which the English does not"),
        ("{points} in all.", "Razem {points:dat}.", None, "asks 'points' for the form 'dat': it has none"),
        ("{total} in all.", "Razem {total:dat}.", None, "asks 'total' for the form 'dat': it has none"),
        ("{total} in all.", "Razem {total}.", None, ""),
        ("{who} goes.", "{who} idzie. ", None, "begins or ends with other blanks than the English"),
        ("{who} goes.", "\n{who} idzie.", None, "begins or ends with other blanks than the English"),
        ("{who} goes.", "{who} idzie.\nJuż.", None, "has 2 lines of 1"),
        ("Freya", "Freja\nacc Freję", "name", "has a form without a name: 'acc Freję'"),
        ("{who} goes.", "{who} goes.", None, "is the same as in English: translate it, or say why"),
        ("Council", "Council", "title", "is the same as in English"),
        ("Freya", "Freya", "name", ""),
        ("{who}: {n}", "{who}: {n}", None, ""),
        ("{who} goes.", "", None, ""),
        ("{who} goes.", "Idzie.", None, "fills in [] where it is ['who']"),
        ("{who} goes.", "{kto} idzie.", None, "fills in ['kto'] where it is ['who']"),
        ("{who} goes.", "{who idzie.", None, "cannot be filled in"),
        ("{who} goes.", " ", None, "has an empty text"),
        ((ONE, MANY), ("{n} {player}", "{n} {player}", "{n} {player}"), None, ""),
        ((ONE, MANY), ("Jedna {player}", "{n} {player}", "{n} {player}"), None, ""),
        ((ONE, MANY), ("Jedna {player}", "{player}", "{n} {player}"), None, "is said of 2, 3, … and does"),
        ((ONE, MANY), ("{n} {player}", "{n}", "{n} {player}"), None, "fills in ['n'] where"),
        ((ONE, MANY), ("{n} {player}", "{n} {player}", ""), None, "has an empty text"),
        ((ONE, MANY), ("{n} {player}", "{n} {player}"), None, "has 2 plurals of 3"),
        (("They win.", "They win."), ("{n}.", "Oni.", "Oni."), None, ""),
        ("Council", "Wielka rada bogów", "title", "has 17 of 16 columns: 'Wielka rada bogów'"),
        ("{seat} goes", "Idzie {seat}, ona", "line", ""),
        ("{player} goes", "{player:acc}, idzie ona", "line", "has 23 of 21 columns"),
        ("Council", "Żółw", "title", "has 'łŻ', which the display cannot draw: 'Żółw'"),
        ("Council", "Żółw.", None, ""),
        ("{player} goes", "{player:gender|m:on|f:ona, bo to kobieta}", "line", ""),
        ("{player} goes", "{player:gender|m:on|x:ono, bo to jest dziecko}", "line", "has 23 of 21 columns"),
    ],
)
def test_a_faulty_translation_is_noticed(
    english: str | tuple[str, str], translated: str | tuple[str, ...], context: str | None, wrong: str
) -> None:
    message = Message(english, translated, context=context)
    said = of_translation(message, polish(), filled_in())
    assert [one[: len(wrong)] for one in said] == ([wrong] if wrong else [])


def test_a_translation_that_is_to_be_done_anew_is_not_looked_at() -> None:
    message = Message("{who} goes.", "Idzie.", flags=("fuzzy",))
    assert of_translation(message, polish(), filled_in()) == []


def test_the_english_may_stand_for_a_reason() -> None:
    for comment, wrong in (("same: a word of ours too", 0), ("same:", 1), ("Looked at.", 1)):
        message = Message("Match", "Match", context="title", user_comments=[comment])
        assert len(of_translation(message, polish(), filled_in())) == wrong


def test_zero_is_told_in_a_language_whose_singular_takes_it() -> None:
    french, german = Catalog("fr"), Catalog("de")
    message = Message(("One card.", "{n} cards."), ("Une carte.", "{n} cartes."))
    said = ["is said of 0, 1 and does not fill in 'n': 'Une carte.'"]
    assert of_translation(message, french, filled_in()) == said
    assert of_translation(message, german, filled_in()) == []


def test_a_spoken_translation_that_is_too_long_is_noticed() -> None:
    message = Message("{player} goes.", locations=[("gm_appliance/host/loop.py", 1)])
    for words, wrong in ((9, 0), (10, 1)):
        # "Qui ?" is one word, and a dash is none.
        message.string = "To – " + "jest " * (words - 1) + "{player:acc} tu\N{NO-BREAK SPACE}?"
        assert len(of_translation(message, polish(), filled_in())) == wrong


def test_faults_say_in_which_file(box: Box) -> None:
    box.edit(box.house, '"OK"', '"OK, and so on, and so on"')
    box.translated('msgid "{god} wounds {victim}."\nmsgstr "{god} rani."')
    assert box.faults() == [
        "gm_appliance/host/announcements.py: 'OK, and so on, and so on' has 24 of 21 columns:"
        " 'OK, and so on, and so on'",
        "gm_appliance/games/thor/locales/pl/LC_MESSAGES/messages.po: '{god} wounds {victim}.' fills in"
        " ['god'] where it is ['god', 'victim']",
    ]


def test_the_real_catalogues_are_looked_at() -> None:
    assert sum(len(template) for _, template in templates()) > 100
    assert ROOT.name == HOUSE
