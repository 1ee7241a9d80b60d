"""A sixth language is a folder, without Python, as docs/developers/languages.md says."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po

from tests.catalogues import todo, write
from tests.core.made_up import translated
from tests.extraction import PACKAGES, ROOT

pytestmark = pytest.mark.process

CZECH = "cs"  # three plurals

OWN = {
    "line": {"English": "Čeština"},
    "letters": {"ABCDEFGHIJKLMNOPQRSTUVWXYZ": "ABCČDĎEĚFGHIJKLMNŇOPQRŘSŠTŤUŮVWXYZŽ"},
}
"""Letters of none of the box's languages."""


CLI = ("-c", "from gm_appliance.cli import main; raise SystemExit(main())")


def python(folder: Path, *command: str) -> str:
    """The output of Python with the package in this folder."""
    there = {**os.environ, "PYTHONPATH": str(folder), "HOME": str(folder), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, cwd=folder, env=there)
    assert done.returncode == 0, done.stderr
    return done.stdout


def offered(folder: Path) -> list[str]:
    asked = "from gm_appliance.app.languages import SpokenLanguages as S; print(*S('en', '', {}).choices)"
    return python(folder, "-c", asked).split()


@pytest.mark.long
def test_a_folder_is_enough(tmp_path: Path) -> None:
    root = tmp_path / "gm_appliance"
    shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns("__pycache__"))
    before = offered(tmp_path)
    (root / f"locales/{CZECH}/LC_MESSAGES").mkdir(parents=True)
    (root / f"locales/{CZECH}/voices.toml").write_text('espeak-ng = "zls/cs"\n', "utf-8")
    write(root, PACKAGES)
    assert any(f"locales/{CZECH}/" in line for line in todo(root, PACKAGES))
    assert offered(tmp_path) == before, "it is half done"
    catalogues = [*root.rglob(f"{CZECH}/LC_MESSAGES/messages.po")]
    assert len(catalogues) > len(PACKAGES) / 2
    for po in catalogues:
        with po.open("rb") as file:
            catalog = read_po(file, CZECH)
        assert catalog.num_plurals == 3
        for one in catalog:
            if one.id:
                one.string = OWN.get(one.context or "", {}).get(str(one.id)) or translated(one)
        with po.open("wb") as file:
            write_po(file, catalog)
    write(root, PACKAGES)
    assert not any(f"locales/{CZECH}/" in line for line in todo(root, PACKAGES))
    assert offered(tmp_path) == sorted((*before, CZECH), key=lambda one: (one != "en", one))
    named = "from gm_appliance.core.language import load; print(load('cs').pgettext('line', 'English'))"
    assert python(tmp_path, "-c", named) == "Čeština\n"
    played = python(tmp_path, *CLI, "play", "scorepad", "--auto", "3", "--language", CZECH)
    assert "slaedø ohwø" in played, "Who deals, the other way round"
    assert "Who deals" not in played
