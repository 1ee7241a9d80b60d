"""Catalogues: templates and translations are up to date, compiled, and checked."""

from __future__ import annotations

import subprocess
import textwrap
from pathlib import Path

import pytest

from gm_appliance.core import language
from gm_appliance.core.language import is_whole, merged
from tests.catalogues import faults, languages, main, outdated, templates, todo, unexplained, write
from tests.core.msgfmt import HEADER, msgfmt
from tests.extraction import PACKAGES

pytestmark = pytest.mark.many


def test_templates_and_translations_are_up_to_date() -> None:
    assert outdated() == []


def test_every_sentence_and_every_translation_fits_where_it_goes() -> None:
    assert faults() == []


def test_a_game_does_not_repeat_what_the_house_has() -> None:
    (_, house), *games = templates()
    assert house.get("↑↓ OK", "hint") is not None
    assert games
    for _, template in games:
        assert not {(one.id, one.context) for one in template if one.id} & {
            (one.id, one.context) for one in house
        }


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
        """Write translations and compile them."""
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


HOUSE_IN_POLISH = """\
    msgid "Paused."
    msgstr "Pauza."

    msgctxt "line"
    msgid "OK"
    msgstr "Dobrze"

    msgid "{n} minute"
    msgid_plural "{n} minutes"
    msgstr[0] "{n} minuta"
    msgstr[1] "{n} minuty"
    msgstr[2] "{n} minut"
"""


def test_a_language_is_whole_once_nothing_lacks_a_translation(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language, "folder_of", lambda package: box.root.parent.joinpath(*package.split(".")))
    assert is_whole("en", THOR)
    assert not is_whole("pl", THOR)
    box.translated(WOUNDS)
    assert not is_whole("pl", THOR)
    box.translated(HOUSE_IN_POLISH, "")
    assert is_whole("pl", THOR)
    box.edit(box.game, "{god} wounds", "Now {god} wounds")
    box.write()
    assert not is_whole("pl", THOR), "fuzzy"


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


def refused(po: Path) -> str:
    """The errors of gettext's own check for a file; "" if there are none."""
    checked = [msgfmt(), "--check", "-o", "/dev/null", str(po)]
    ended = subprocess.run(checked, capture_output=True, text=True)
    return ended.stderr if ended.returncode else ""


def test_gettexts_own_check_accepts_every_translation_and_so_does_weblate() -> None:
    """Weblate runs the same check; it would check braces as Python's, and reads plurals from the header."""
    found = [domain.translation(one) for domain, _template in templates() for one in languages()]
    assert len(found) >= len(PACKAGES)
    for po in found:
        assert refused(po) == "", po
        text = po.read_text("utf-8")
        assert "python-brace-format" not in text, po
        assert f'"Language: {po.parents[1].name}\\n"' in text, po
        assert '"Plural-Forms: nplurals=' in text, po


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


def test_faults_say_in_which_file(box: Box) -> None:
    box.edit(box.house, '"OK"', '"OK, and so on, and so on"')
    box.translated('msgid "{god} wounds {victim}."\nmsgstr "{god} rani."')
    assert box.faults() == [
        "gm_appliance/host/announcements.py: 'OK, and so on, and so on' has 24 of 21 columns:"
        " 'OK, and so on, and so on'",
        "gm_appliance/games/thor/locales/pl/LC_MESSAGES/messages.po: '{god} wounds {victim}.' fills in"
        " ['god'] where it is ['god', 'victim']",
    ]
