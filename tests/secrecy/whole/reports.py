"""What a helper or a stick gets of a box while a game is on: `doctor`'s report, results, games told again."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

from gm_appliance.app import export
from gm_appliance.config import Configuration
from tests.app.patients import ANSWERS, FakeMachine
from tests.secrecy.whole.parts import Record


def ask_for_report(state: Path, record: Record) -> None:
    """Tell port "report" all that would be copied, read from a copy: the box has its own files open."""
    copy, record.muted = state.with_name("asked"), True
    shutil.copytree(state, copy)
    logged = [one.data.decode() for one in record.list if one.port == "log"]

    def machine(lines: Sequence[str]) -> FakeMachine:
        return FakeMachine(answers_by_program={**ANSWERS, "journalctl": "\n".join(lines)})

    with patch.object(export, "_LogFromElsewhere", machine):
        files = [*export.exported(Configuration(), copy, logged)]
    shutil.rmtree(copy)
    record.muted = False
    for name, content in files:
        record.put("report", name.encode() + b"\n" + content)
