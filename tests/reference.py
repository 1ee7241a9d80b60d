"""The sample file and the reference's tables, generated from the declarations of the settings.

    python -m tests.reference       rewrites both

`tests/config/test_written.py` fails if either is outdated.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from gm_appliance.config.written import BEGINS, ENDS, reference, sample

ROOT = Path(__file__).parent.parent
MAKE = "python -m tests.reference"


def wanted(root: Path = ROOT) -> dict[Path, str]:
    """The expected content of both files."""
    page = root / "docs" / "configuration.md"
    around = re.compile(f"{re.escape(BEGINS)}.*{re.escape(ENDS)}", re.DOTALL)
    text, found = around.subn(lambda _match: reference(), page.read_text("utf-8"))
    if found != 1:
        raise ValueError(f"{page} has no place for the reference: it goes between {BEGINS} and {ENDS}")
    return {root / "config" / "gm-appliance.toml": sample(), page: text}


def outdated(root: Path = ROOT) -> list[str]:
    """The outdated files, one line each, saying what to do."""
    return [
        f"{path.relative_to(root)} is out of date: run `{MAKE}`"
        for path, text in wanted(root).items()
        if path.read_text("utf-8") != text
    ]


def main() -> int:
    for path, text in wanted().items():
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
