"""An interrupted download of a Debian continues the next time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.system import container

FAKE = """#!/bin/sh
for word; do case $word in --cache-dir=*) kept=${word#--cache-dir=};; esac; done
for folder; do :; done
mkdir -p "$folder/etc" "$folder/tmp"
test -e "$kept/first.deb" || { touch "$kept/first.deb"; exit 1; }
touch "$folder/etc/debian_version"
"""


def test_what_was_fetched_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "debootstrap").write_text(FAKE)
    (tmp_path / "debootstrap").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(container, "CACHE", tmp_path / "cache")
    monkeypatch.setattr(container, "add_lgpio", lambda root: None)
    with pytest.raises(container.NotHere, match="debootstrap failed"):
        container.pristine()
    root = container.pristine()
    assert (root / "etc/debian_version").exists()
    assert container.pristine() == root
