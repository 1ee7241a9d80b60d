"""The example in docs/developers/design.md runs as it stands."""

from __future__ import annotations

import re
from pathlib import Path

DOCUMENT = Path(__file__).parents[2] / "docs" / "developers" / "design.md"


def test_the_example_of_the_document_runs(tmp_path: Path) -> None:
    (example,) = re.findall(r"```python\n(from .*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    names: dict[str, object] = {"state": tmp_path}
    exec(compile(example, str(DOCUMENT), "exec"), names)
    assert "table" in names
