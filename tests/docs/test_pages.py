"""The documentation: its pages as a site, the page to print of each language, and their pictures."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from docs.drawings import displays, phones, table
from docs.printed import pages as printed
from docs.site import ROOT, WrongSite, make
from gm_appliance.core.language import SOURCE
from gm_appliance.games.registry import GAMES
from tests.catalogues import languages
from tests.simulator.chromium import launched

pytestmark = pytest.mark.many


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    unkept = [line.strip("/") for line in (ROOT / ".gitignore").read_text().split()]
    ignore = shutil.ignore_patterns(".git", *unkept)
    return shutil.copytree(ROOT, tmp_path_factory.mktemp("site") / "tree", ignore=ignore)


@pytest.fixture(scope="module")
def first(tree: Path) -> Path:
    """The first page of the site."""
    made = tree / "made" / "printed"
    made.mkdir(parents=True)
    (made / "nl.pdf").write_bytes(b"%PDF")
    return make(tree, made.parent)


def test_all_pages_make_a_site_and_every_link_leads_somewhere(tree: Path, first: Path) -> None:
    pages = {page.relative_to(first.parent).as_posix() for page in first.parent.rglob("*.html")}
    kept = (*(tree / "docs").glob("*.md"), *(tree / "docs/developers").glob("*.md"))
    written = {page.relative_to(tree).with_suffix(".html").as_posix() for page in kept}
    assert written <= pages, "the README leads to no such page, nor do those it leads to"
    # Without a network: letters, pictures, and code that a page leads to.
    assert not re.search(r'(?:src|link [^>]*href)="https?:', first.read_text("utf-8"))
    assert (first.parent / "docs/printed/nl.pdf").is_file()
    assert 'href="printed/nl.pdf"' in (first.parent / "docs/play.html").read_text("utf-8")
    assert "gm_appliance/core/game.py.html" in pages


CUT = """() => [...document.querySelectorAll("article :is(table, img, pre > code)")].filter((one) => {
    const scrolls = one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0;
    return scrolls || one.getBoundingClientRect().right > innerWidth + 1;
}).map((one) => one.textContent.trim().slice(0, 40) || one.src)"""
"""The tables, code and pictures that a page is too narrow for."""


@pytest.mark.browser
@pytest.mark.long
def test_on_a_phone_nothing_is_cut(first: Path) -> None:
    site = first.parent
    with launched() as browser:
        phone = browser.new_page(viewport={"width": 360, "height": 740})
        cut = {}
        for page in (first, *site.glob("docs/*.html"), *site.glob("docs/developers/*.html")):
            phone.goto(page.as_uri())
            cut[page.name] = phone.evaluate(CUT)
        assert {name: found for name, found in cut.items() if found} == {}
        wide = f"<table><tr>{f'<td>{9**30}' * 6}</table><pre><code>{9**90}</code></pre>"
        phone.evaluate("wide => document.querySelector('article').innerHTML = wide", wide)
        assert len(phone.evaluate(CUT)) == 1, "the table; code breaks"


@pytest.mark.long
@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("[a page](nowhere.md)", "docs/dice.md leads to nowhere.md"),
        ("![a picture](nothing.png)", "docs/dice.md leads to nothing.png"),
        ('<img src="nothing.png">', "docs/dice.md leads to nothing.png"),
        ("[code](../gm_appliance/nothing.py)", "docs/dice.md leads to ../gm_appliance/nothing.py"),
        ("[a heading](thor.md#nothing)", r"anchor does not exist[^$]*docs/dice.md"),
        ("[new](new.md)", "docs/new.md: list it in docs/zensical.toml"),
        ("[new](developers/new.md)", "docs/developers/new.md: list it in docs/zensical.toml"),
    ],
)
def test_a_wrong_link_is_told(tree: Path, wrong: str, told: str) -> None:
    page = tree / "docs" / "dice.md"
    right = page.read_text("utf-8")
    for new in ("new.md", "developers/new.md"):
        (tree / "docs" / new).write_text("# New\n")
    page.write_text(f"{right}\n{wrong}\n", "utf-8")
    with pytest.raises(WrongSite, match=told):
        make(tree, tree / "wrong")
    page.write_text(right, "utf-8")


def test_a_page_that_none_leads_to_is_told(tree: Path) -> None:
    settings = tree / "docs" / "zensical.toml"
    right = settings.read_text("utf-8")
    settings.write_text(right.replace('"docs/dice.md"', '"docs/dice.md", "docs/lost.md"'), "utf-8")
    with pytest.raises(WrongSite, match=r"no page leads to docs/lost\.md"):
        make(tree, tree / "wrong")
    settings.write_text(right, "utf-8")


@pytest.mark.browser
@pytest.mark.long
def test_every_language_has_a_page_that_fits(tmp_path: Path) -> None:
    assert printed.languages() == sorted([SOURCE, *languages()])
    with launched() as browser:
        for language in printed.languages():
            file = printed.printed(browser, language, tmp_path)
            assert len(re.findall(rb"/Type */Page\b", file.read_bytes())) == 1
            said = printed.names(language)
            text = browser.new_page()
            text.goto(file.with_suffix(".html").as_uri())
            seen = text.inner_text("body")
            # Its buttons are called as on the box, and all games can be found.
            games = [game.narration(SOURCE).title() for game in GAMES.values()]
            assert [name for name in (*printed.KEYS, *games) if said[name] not in seen] == []


def names_on(page: Path) -> list[str]:
    return printed.NAME.findall(page.read_text("utf-8"))


def test_all_pages_to_print_name_the_same() -> None:
    of_english = names_on(printed.HERE / f"{SOURCE}.md")
    assert {"Switch off", "Unfinished games", "Check the parts", "Phones"} <= set(of_english)
    for language in languages():
        assert sorted(names_on(printed.HERE / f"{language}.md")) == sorted(of_english), language


def test_what_the_page_about_playing_calls_so_the_box_calls_so() -> None:
    named = names_on(ROOT / "docs" / "play.md")
    assert len(named) > 40
    assert [name for name in named if name not in printed.names(SOURCE)] == []


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text.replace("*Switch off*", "*Turn off*"), "called 'Turn off'"),
        (lambda text: text + "More.\n\n" * 40, "mm too long"),
        (lambda text: text.replace("## Two", "Two"), "5 sections, not 6"),
    ],
)
def test_a_wrong_page_to_print_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[str], str], told: str
) -> None:
    shutil.copytree(printed.HERE, tmp_path / "printed")
    monkeypatch.setattr(printed, "HERE", tmp_path / "printed")
    page = tmp_path / "printed" / "en.md"
    page.write_text(change(page.read_text("utf-8")), "utf-8")
    with launched() as browser, pytest.raises(printed.WrongPage, match=told):
        printed.printed(browser, SOURCE, tmp_path)


def outdated() -> list[str]:
    return [file.name for file, new in displays.pictures() if _kept(file) != new.convert("RGB")]


def _kept(file: Path) -> Image.Image:
    with Image.open(file) as picture:
        return picture.convert("RGB")


def test_pictures_of_the_display_are_what_it_shows_today(monkeypatch: pytest.MonkeyPatch) -> None:
    assert outdated() == [], "draw them again: python -m docs.drawings.displays"
    monkeypatch.setitem(displays.MOMENTS, "two", displays.MOMENTS["thor"][:2])
    assert outdated() == ["two.png"]


def unlike(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are apart, 0 to 255; small, so that the letters' edges do not count."""
    small = [picture.convert("RGB").resize((64, 40), Image.Resampling.BOX) for picture in (one, other)]
    return max(ImageStat.Stat(ImageChops.difference(*small)).mean)


@pytest.mark.browser
def test_the_picture_of_the_table_is_what_it_looks_like_today() -> None:
    kept = _kept(table.FILE)
    taken = table.pictures((table.MOMENT, "council.whom"))
    assert unlike(kept, taken[table.MOMENT]) < 1, "take it again: python -m docs.drawings.table"
    # The moment before looks almost alike, and is another picture.
    assert unlike(kept, taken["council.whom"]) > 2


@pytest.mark.browser
def test_the_pictures_of_phones_are_what_they_look_like_today() -> None:
    """Near enough; what is put in another's place is seen."""
    taken = dict(phones.pictures())
    assert all(unlike(_kept(file), new) < 2 for file, new in taken.items()), "python -m docs.drawings.phones"
    (first, _new), (_file, other), *_more = taken.items()
    assert unlike(_kept(first), other) > 2
    assert sum(file.stat().st_size for file in taken) < 300_000
