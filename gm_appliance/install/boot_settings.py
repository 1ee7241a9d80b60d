"""What has to stand in the Pi's ``config.txt``: text in, text out."""

from __future__ import annotations

BEGIN = "# gm-appliance: from here"
END = "# gm-appliance: to here"

LINES = (
    # config.txt may end in the section of another model, where these lines would not count.
    "[all]",
    "dtparam=i2c_arm=on",
    # A full picture takes 93 ms at the usual 100 kHz, 23 ms at this.
    "dtparam=i2c_arm_baudrate=400000",
)


def with_ours(text: str) -> str:
    """The file with our lines at its end, once, whatever older ones of ours stood there."""
    before = without_ours(text)
    gap = "" if not before or before.endswith("\n") else "\n"
    return before + gap + "\n".join((BEGIN, *LINES, END)) + "\n"


def without_ours(text: str) -> str:
    """The file as its owner wrote it.

    A block without its end, as a torn write leaves it, goes as far as our own lines do.

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
