"""The pages as a site, in build/docs/site: `make docs`, or `python -m docs.site`.

All pages that can be reached from the README, by their paths in the project. A source file that a page leads
to becomes a page too. A link that leads nowhere ends it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "docs"
LOOKS = ("docs/site.css", "gm_appliance/simulator/static/icon.svg", "gm_appliance/simulator/static/fonts.css")
FONTS = "gm_appliance/simulator/static/fonts"
LINK = re.compile(r"(?<=\]\()(?!\w+:|#)([^)#\s]+)")
"""Where a link of Markdown leads, on this disk."""

AS_THEY_ARE = (".md", ".png", ".svg", ".pdf")


def laid_out(root: Path, to: Path) -> list[str]:
    """Copy all that README.md leads to. Returns the names of the files, as they are in the project."""
    waiting, done = ["README.md"], list[str]()
    while waiting:
        name = waiting.pop()
        source, copy = root / name, to / name
        if name in done or not source.is_file():
            continue
        done.append(name)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".md":
            text = source.read_text("utf-8")
            there = {link: _path(root, source.parent / link) for link in LINK.findall(text)}
            waiting += there.values()
            code = [link for link, path in there.items() if (root / path).is_file() and not path.endswith(AS_THEY_ARE)]
            copy.write_text(LINK.sub(lambda link: link[0] + ".md" * (link[0] in code), text), "utf-8")
        elif source.suffix in AS_THEY_ARE:
            shutil.copyfile(source, copy)
        else:
            kind = source.suffix.removeprefix(".") or "text"
            page = f"# {source.name}\n\n`{name}`\n\n````{kind}\n{source.read_text('utf-8')}````\n"
            copy.with_name(f"{copy.name}.md").write_text(page, "utf-8")
    return done


def _path(root: Path, path: Path) -> str:
    return path.resolve().relative_to(root).as_posix()


def make(root: Path, build: Path) -> list[str]:
    """The site of the pages of a project. Returns the files it was made of; raises SystemExit for a wrong link."""
    pages = build / "pages"
    shutil.rmtree(build, ignore_errors=True)
    done = laid_out(root, pages)
    for name in LOOKS:
        (pages / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / name, pages / name)
    shutil.copytree(root / FONTS, pages / FONTS, dirs_exist_ok=True)
    shutil.copyfile(root / "docs" / "zensical.toml", build / "zensical.toml")
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", str(build / "zensical.toml")]
    ended = subprocess.run(command).returncode
    if ended:
        raise SystemExit(ended)
    return done


if __name__ == "__main__":
    make(ROOT, BUILD)
    print(BUILD / "site" / "README.html")
