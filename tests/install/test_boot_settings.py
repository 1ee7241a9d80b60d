"""Our lines in a Pi's config.txt, beside the owner's."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gm_appliance.install.system_files import BEGIN, END, LINES, with_ours, without_ours

ENDS = "\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
"""Line ends for Python; an editor only writes the second."""

LINE = st.one_of(
    st.sampled_from(("[pi4]", "[all]", "dtparam=audio=on", "# dtparam=i2c_arm=on", "", "dtparam=spi=on")),
    st.text(st.characters(codec="utf-8", exclude_characters=ENDS)),
).filter(lambda line: line.strip() not in (BEGIN, END))
OWNERS = st.lists(LINE, max_size=6).map(lambda lines: "".join(f"{line}\n" for line in lines))


@given(OWNERS)
def test_it_is_there_once_and_goes_without_a_trace(text: str) -> None:
    once = with_ours(text)
    assert with_ours(once) == once
    assert without_ours(once) == text
    assert once.endswith("\n".join(("[all]", *LINES[1:], END)) + "\n")


def test_a_last_line_without_an_end_stays_whole() -> None:
    assert with_ours("[pi5]\nfoo=1").startswith("[pi5]\nfoo=1\n# gm-appliance")


def test_an_older_block_is_replaced_and_a_torn_one_goes() -> None:
    older = f"a=1\n{BEGIN}\n[all]\ndtparam=i2c_arm_baudrate=100000\n{END}\nb=2\n"
    assert without_ours(older) == "a=1\nb=2\n"
    torn = f"a=1\n{BEGIN}\n[all]\ndtparam=i2c_arm=on\nb=2\n"
    assert without_ours(torn) == "a=1\nb=2\n"
