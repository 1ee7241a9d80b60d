"""The pages as a site, in build/docs/site: `make docs`.

All pages that can be reached from the README, by their paths in the project. A source file that a page leads
to becomes a page too. A link that leads nowhere ends it, and so does a page that zensical.toml leaves out.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from docs.printed import pages as printed
from tests.simulator.chromium import launched

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "docs"
SETTINGS = "docs/zensical.toml"
STATIC = "gm_appliance/simulator/static"
LOOKS = ("docs/site.css", f"{STATIC}/icon.svg", f"{STATIC}/fonts.css")

LINK = re.compile(r"""(?:(?<=\]\()|(?<=src="))(?!\w+:|#)([^)"#\s]+)""")
"""Where a link or a picture of a page leads, on this disk."""

CODE = re.compile(r"^```.*?^```|^    .*?$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
AS_THEY_ARE = (".md", ".png", ".stl", ".svg")
COLOUR = re.compile(r"\x1b\[[\d;]*m")
TO_PRINT = "<!-- pages to print -->"


class WrongSite(ValueError):
    """The pages make no site; the message says which, and what to do."""


def links(page: Path) -> list[str]:
    return LINK.findall(CODE.sub("", page.read_text("utf-8")))


def laid_out(root: Path, to: Path) -> set[str]:
    """Copy all that README.md leads to. Returns the names of the files, as they are in the project.

    Raises WrongSite for a link to a file that is not there.
    """
    waiting, done = ["README.md"], set[str]()
    while waiting:
        name = waiting.pop()
        source, copy = root / name, to / name
        if name in done:
            continue
        done.add(name)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".md":
            there = {link: _path(root, source, link) for link in links(source)}
            waiting += there.values()
            copy.write_text(LINK.sub(_to_page, source.read_text("utf-8")), "utf-8")
        elif source.suffix in AS_THEY_ARE:
            shutil.copyfile(source, copy)
        else:
            kind = source.suffix.removeprefix(".") or "text"
            page = f"# {source.name}\n\n`{name}`\n\n````{kind}\n{source.read_text('utf-8')}````\n"
            copy.with_name(f"{copy.name}.md").write_text(page, "utf-8")
    return done


def _to_page(link: re.Match[str]) -> str:
    return link[0] if link[0].endswith(AS_THEY_ARE) else f"{link[0]}.md"


def _path(root: Path, page: Path, link: str) -> str:
    path = (page.parent / link).resolve()
    if not path.is_file():
        raise WrongSite(f"{page.relative_to(root)} leads to {link}, which is not there")
    return path.relative_to(root).as_posix()


def listed(nav: Any) -> Iterator[str]:
    """The pages in the navigation, in their order."""
    for one in nav.values() if isinstance(nav, Mapping) else nav:
        if isinstance(one, str):
            yield one
        else:
            yield from listed(one)


def needs_listing(name: str) -> bool:
    return Path(name).parent in (Path("docs"), Path("docs/developers")) and name.endswith(".md")


def make(root: Path, build: Path) -> Path:
    """The site of the pages of a project; returns its first page. Raises WrongSite."""
    pages = build / "pages"
    for old in (pages, build / "site", build / ".cache"):
        shutil.rmtree(old, ignore_errors=True)
    done = laid_out(root, pages)
    nav = set(listed(tomllib.loads((root / SETTINGS).read_text("utf-8"))["project"]["nav"]))
    if lost := sorted(nav - done):
        raise WrongSite(f"no page leads to {', '.join(lost)}, which {SETTINGS} lists")
    if lost := sorted(name for name in done - nav if needs_listing(name)):
        raise WrongSite(f"{', '.join(lost)}: list it in {SETTINGS}")
    for name in LOOKS:
        (pages / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / name, pages / name)
    shutil.copytree(root / STATIC / "fonts", pages / STATIC / "fonts", dirs_exist_ok=True)
    with_pages_to_print(pages / "docs", build / "printed")
    shutil.copyfile(root / SETTINGS, build / "zensical.toml")
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", "zensical.toml"]
    ended = subprocess.run(command, cwd=build, capture_output=True, text=True)
    if ended.returncode:
        raise WrongSite(COLOUR.sub("", ended.stdout + ended.stderr).partition("Traceback")[0])
    return build / "site" / "index.html"


def with_pages_to_print(docs: Path, made: Path) -> None:
    """Put those that are made already beside the others, and lead to them from where a page says so."""
    files = sorted(made.glob("*.pdf"))
    to = docs / "printed"
    to.mkdir(exist_ok=True)
    for file in files:
        shutil.copyfile(file, to / file.name)
    page = docs / "play.md"
    there = " · ".join(f"[{printed.names(file.stem)['English']}](printed/{file.name})" for file in files)
    page.write_text(page.read_text("utf-8").replace(TO_PRINT, there), "utf-8")


def main() -> None:
    try:
        with launched() as browser:
            for language in printed.languages():
                print(printed.printed(browser, language, printed.TO), flush=True)
    except pytest.skip.Exception as why:
        print(f"No pages to print: {why}")
    print(make(ROOT, BUILD))


if __name__ == "__main__":
    try:
        main()
    except (WrongSite, printed.WrongPage) as error:
        raise SystemExit(str(error)) from None
