"""Our lines in the Pi's ``config.txt``, as functions on its text."""

from __future__ import annotations

BEGIN = "# gm-appliance: from here"
END = "# gm-appliance: to here"

LINES = (
    # config.txt may end in the section of another model, where these lines would be ignored.
    "[all]",
    "dtparam=i2c_arm=on",
    # A full picture takes 93 ms at the usual 100 kHz, 23 ms at this.
    "dtparam=i2c_arm_baudrate=400000",
)


def with_ours(text: str) -> str:
    """The file with our lines at its end, replacing earlier ones."""
    before = without_ours(text)
    gap = "" if not before or before.endswith("\n") else "\n"
    return before + gap + "\n".join((BEGIN, *LINES, END)) + "\n"


def without_ours(text: str) -> str:
    """The file without our lines.

    Of a block without an end, as after a torn write, only our own lines are removed.

    >>> without_ours("dtparam=audio=on\\n" + with_ours(""))
    'dtparam=audio=on\\n'
    """
    kept: list[str] = []
    inside = False
    for line in text.splitlines(keepends=True):
        said = line.strip()
        if said == BEGIN:
            inside = True
        elif inside and said == END:
            inside = False
        elif inside and (said in LINES or said.startswith("dtparam=i2c_arm")):
            continue
        else:
            inside = False
            kept.append(line)
    return "".join(kept)
