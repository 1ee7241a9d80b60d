"""A mistake in the settings does not stop the box: its table is left out, and people are told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_appliance import cli
from gm_appliance.app import wrong_settings
from gm_appliance.config import (
    ConfigError,
    Configuration,
    DisplaySettings,
    Mistake,
    PanelSettings,
    SoundSettings,
    VoiceSettings,
    parse,
    usable,
    usable_part,
)
from gm_appliance.config.checking import MOST_MISTAKES
from gm_appliance.config.document import MOST_SPOILT
from gm_appliance.config.schema import REPEATED, SETTINGS, header
from gm_appliance.core.cues import Show
from gm_appliance.core.cues.screens import Lines
from gm_appliance.core.language import load
from gm_appliance.core.people import Person
from gm_appliance.core.ports import Fault
from gm_appliance.host.announcements import Announcements
from gm_appliance.testing import Announced, Asked, evening
from tests.app.service import Service

SHIPPED = (Path(__file__).parents[2] / "config" / "gm-appliance.toml").read_text("utf-8")


def left(text: str | bytes) -> Configuration:
    """The settings in a file with mistakes, which commands refuse."""
    content = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(ConfigError) as refused:
        parse(content)
    found = usable_part(content)
    assert found.mistakes == refused.value.mistakes != ()
    return found


GOOD = "[sound]\ndevice = 'hw:CARD=b1'\n"
WRONG_VOICE = {
    "a value": "[voice]\nvolume = 50\nrate = 900\n",
    "a name": "[voice]\nvolume = 50\nraet = 200\n",
    "no value": "[voice]\nvolume = 50\nrate =\n",
    "no end": "[voice]\nvolume = 50\nname = 'gmw\n",
    "twice": "[voice]\nvolume = 50\nrate = 200\nrate = 200\n",
    "a bracket": "[voice\nvolume = 50\n",
    "a table": "[voice]\nvolume = 50\nrate = {slow = 1}\nrate.x = 1\n",
    "typographic quotes": "[voice]\nvolume = 50\nname = “gmw”\n",
}


@pytest.mark.parametrize("voice", WRONG_VOICE.values(), ids=WRONG_VOICE)
@pytest.mark.parametrize("before", [True, False])
def test_a_table_with_a_mistake_is_as_without_a_file_and_the_rest_counts(voice: str, before: bool) -> None:
    found = left(voice + GOOD if before else GOOD + voice)
    assert found.voice == VoiceSettings()
    assert found.sound == SoundSettings("hw:CARD=b1")


def test_at_the_top_each_key_stands_for_itself() -> None:
    found = left("language = 'en'\nstate = 'x'\nstaet = '/y'\n[voice]\nrate = 200\n")
    assert (found.state, found.voice.rate) == (None, 200)
    assert left("stat = 'x'\nstate = '/x'\n").state == Path("/x")


def test_one_wrong_game_preset_or_person_leaves_the_others() -> None:
    found = left(
        "[games.thor]\nplayers = 99\n[games.scorepad]\nplayers = 5\nmode = 'x'\n[games.dice]\nkind = 'd6'\n"
        "[[games.scorepad.preset]]\nname = 'A'\n[[games.scorepad.preset]]\nname = 'A'\n"
        "[[roster]]\nname = 'Anna'\n[[roster]]\nnam = 'Bo'\n[[roster]]\nname = 'Cleo'\n"
    )
    assert found.games["thor"] == Configuration().games["thor"]
    assert found.games["scorepad"] == Configuration().games["scorepad"]
    assert found.games["dice"] == {"kind": "d6"}
    assert [one.name for one in found.presets["scorepad"]] == ["A"]
    assert found.roster == (Person("Anna"), Person("Cleo"))


def test_without_any_preset_that_is_right_there_are_the_usual_ones() -> None:
    found = left("[[games.scorepad.preset]]\nname = ''\n")
    assert found.presets == Configuration().presets


def test_what_is_usual_of_one_part_never_takes_the_pin_that_another_was_given() -> None:
    """The panel may use GPIO2 with a display on SPI, but not with the default one on I²C."""
    found = left("[panel]\nok = 2\n[display]\ninterface = 'spi'\nrotation = 9\n")
    assert [one.line for one in found.mistakes] == [5]
    assert (found.panel, found.display) == (PanelSettings(), DisplaySettings())


def test_of_two_parts_on_one_pin_the_earlier_counts() -> None:
    found = left("[panel]\nok = 24\n[display]\ninterface = 'spi'\nspi_dc = 24\n")
    assert (found.panel.ok, found.display) == (24, DisplaySettings())


def test_every_mistake_is_told_also_behind_one_that_is_no_toml() -> None:
    found = left("[voice]\nrate = = 1\n[sound]\ndevice = 3\n[pads\nport = 'none'\n[panel]\nok = 99\n")
    assert [one.line for one in found.mistakes] == [2, 4, 5, 8]


def test_what_is_not_utf_8_spoils_its_table_and_in_a_remark_nothing() -> None:
    """As written by Notepad: Latin-1, with the typographic quotes of Windows."""
    found = left(b"[voice]\nrate = 200 # caf\xe9\n[sound]\ndevice = \x93hw:0\x94\n[pads]\nport = 'none'\n")
    assert [one.line for one in found.mistakes] == [2, 4]
    assert "typographic" in found.mistakes[1].what
    assert (found.voice.rate, found.sound, found.pads.port) == (200, SoundSettings(), None)


@pytest.mark.parametrize(
    ("content", "advice"),
    [
        ("language = “en”", "“ is a typographic quote"),
        ('language = "en”', "” is a typographic quote"),
        ("[voice]\n„name‟ = ''", "„ is a typographic quote"),
        ("[voice]\nrate\u00a0= 160", "a non-breaking space"),
    ],
)
def test_what_an_editor_made_of_a_quote_or_a_blank_is_told(content: str, advice: str) -> None:
    (told,) = left(content).mistakes
    assert told.line == content.count("\n") + 1
    assert advice in told.what


def test_a_file_that_is_no_text_at_all_leaves_everything_as_usual() -> None:
    for content in ("language = 'en'".encode("utf-16"), b"\0" * 4096, b"\x89PNG\r\n\x1a\n" * 99):
        assert left(content) == Configuration()


TOO_MUCH: dict[str, tuple[str | bytes, int]] = {
    "no end": ("x = [\n" + "1,\n" * 20000, 1),
    "lines that are no text": (b"\xff\n" * 32000, MOST_SPOILT),
    "tables that are no TOML": ("[x\n" * 9999, MOST_SPOILT),
    "names nobody knows": ("\n".join(f"a{number} = 1" for number in range(6000)), MOST_MISTAKES),
    "a name of many parts": ("a" + ".a" * 32000 + " = 1", 1),
}


@pytest.mark.parametrize("kind", TOO_MUCH)
def test_no_file_keeps_the_box_from_its_start(kind: str) -> None:
    """However large it is, parsing takes little time, and few mistakes are told."""
    content, mistakes = TOO_MUCH[kind]
    found = left(content)
    assert len(found.mistakes) == mistakes
    assert found == Configuration()


NAMES = [one.name for one in (*SETTINGS, *REPEATED)]
HEADS = [header(one) for one in dict.fromkeys(one.section for one in (*SETTINGS, *REPEATED)) if one]
LINES = SHIPPED.replace("# [[", "[[").replace('# name = "', 'name = "').split("\n")
TYPED = [*"'\"“[{}=.,#\\\0\r\ufeff ", "yes", "]]", "1", "-1", "0x3C", "1e999", "nan", "2020-01-01", "true"]
TYPED += ["''", "'none'", "'spi'", "'/x'", "[[1],", "{a=1}"]


# Constants, as making a strategy takes longer than drawing from it.
KEPT, CHANGES = st.lists(st.sampled_from(LINES), max_size=14), st.integers(0, 8)
NAME, VALUE = st.sampled_from(NAMES), st.lists(st.sampled_from(TYPED), max_size=3).map("".join)
FORM = st.sampled_from(("{name} = {value}", "{name}", "{value}", *HEADS))
LINE_END = st.sampled_from(("\n", "\r\n"))
ENCODING = st.sampled_from(("utf-8", "utf-8", "utf-8-sig", "cp1252"))


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """The shipped file with lines moved, doubled, removed and broken, as by a hasty hand."""
    kept = [*draw(KEPT)]
    for _ in range(draw(CHANGES)):
        line = draw(FORM).format(name=draw(NAME), value=draw(VALUE))
        kept.insert(draw(st.integers(0, len(kept))), line)
    return draw(LINE_END).join(kept).encode(draw(ENCODING), "replace")


def no_dead_box(content: bytes) -> None:
    """Any file gives complete settings, and its mistakes can be announced."""
    found = usable_part(content)
    for name in found.games:
        found.game(name)
    assert bool(found.mistakes) == bool(found.mistakes and all(one.what for one in found.mistakes))
    lines = content.count(b"\n") + 1
    assert all(1 <= one.line <= lines for one in found.mistakes)
    told = wrong_settings.told(found.mistakes)
    assert (told is None) == (found.mistakes == ())
    if told:
        assert len(Announcements(load("en")).fault(told)) == 2
    else:
        assert parse(content) == found


FILES, BYTES, TEXT = files(), st.binary(max_size=400), st.text(max_size=200).map(str.encode)
LIKE_TOML = st.text("[]voicerate={}.\"'\\\n#1 ", max_size=60).map(str.encode)


@given(st.one_of(*[FILES] * 5, st.one_of(BYTES, LIKE_TOML)))
@settings(max_examples=360)
def test_no_file_is_a_dead_box(content: bytes) -> None:
    no_dead_box(content)


@pytest.mark.long
@given(st.one_of(FILES, BYTES, TEXT))
@settings(max_examples=3_000)
def test_no_file_of_three_thousand_is_a_dead_box(content: bytes) -> None:
    no_dead_box(content)


def told(*mistakes: Mistake) -> tuple[str, Lines]:
    fault = wrong_settings.told(mistakes)
    assert fault
    announcements = Announcements(load("en"))
    show, said = announcements.fault(fault)
    assert isinstance(show, Show)
    assert isinstance(show.screen, Lines)
    return said.text, show.screen  # type: ignore[union-attr]


def test_it_is_said_in_which_line_and_shown_what_is_meant() -> None:
    said, shown = told(*left("[voice]\nvolme = 50\n").mistakes)
    assert ("2" in said, "volume" in said) == (True, True)
    assert shown.lines == ("2: volme → volume",)
    said, shown = told(*left("[display]\ni2c_adress = 60\n").mistakes)
    assert "i2c address" in said, "nobody says a line below"
    _said, shown = told(*left(b"[sound]\ndevice = \x93hw:0\x94\n").mistakes)
    assert "0x93" in shown.lines[0], "there is no key, but what is wrong"
    said, shown = told(*left("[pads]\nport = 7\n").mistakes)
    assert "2" in said
    assert shown.lines == ("2: port",)


def test_of_several_the_first_line_is_said_and_the_display_has_room_for_four() -> None:
    found = left(
        "[voice]\nrate = 1\n[sound]\nx = 1\n[pads]\nport = 1\n[panel]\nok = 1\n[display]\nrotation = 9\n"
    )
    said, shown = told(*found.mistakes)
    assert "2" in said
    assert shown.lines[0] == "2: rate → 80"
    assert len(shown.lines) == 4


def test_a_file_that_cannot_be_read_is_told_without_a_line(tmp_path: Path) -> None:
    assert wrong_settings.told(usable(tmp_path / "gone.toml").mistakes) == Fault("settings", "unread")
    assert wrong_settings.told(Configuration().mistakes) is None


def test_the_table_hears_of_it_once_and_plays(tmp_path: Path) -> None:
    wrong = wrong_settings.told(left("[voice]\nvolme = 50\n").mistakes)
    assert wrong
    with evening(tmp_path) as table:
        table.hears(Asked("menu.game"))
        table.post(wrong)
        table.hears(Announced("settings-meant"))
        table.sees("Settings", "2: volme → volume")
        table.hears_out(20.0)
        table.answers("dice")
        table.hears(Asked)
        assert len(table.all_heard(Announced("settings-meant"))) == 1


@pytest.mark.process
def test_the_box_runs_with_a_broken_file_and_the_log_has_every_mistake(tmp_path: Path) -> None:
    service = Service(tmp_path, config="[voice]\nvolme = 50\n[sound\n")
    try:
        service.until("READY=1")
        log = service.log.read_text()
    finally:
        service.close()
    assert f"{tmp_path}/parts.toml:7: [voice] 'volme' is not known here. Did you mean 'volume'?" in log
    assert f"{tmp_path}/parts.toml:8: `[sound` is not TOML" in log
    assert "Traceback" not in log


def test_run_begins_where_a_developers_command_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Configuration] = []

    def begin(config: Configuration, state: Path, language: str) -> int:
        begun.append(config)
        return 0

    monkeypatch.setattr("gm_appliance.app.real_table.run", begin)
    monkeypatch.setattr("gm_appliance.app.signals.hold", lambda: None)
    file = tmp_path / "my.toml"
    file.write_text(f"[voice]\nvolme = 3\n{GOOD}")
    assert cli.main(["run", "--config", str(file)]) == 0
    assert cli.main(["run", "--config", str(tmp_path / "gone.toml")]) == 0
    assert [(one.sound, len(one.mistakes)) for one in begun] == [
        (SoundSettings("hw:CARD=b1"), 1),
        (SoundSettings(), 1),
    ]
    for command in ("simulate", "replay", "history"):
        assert cli.main([command, "--config", str(file)]) == 1


def test_a_file_by_the_name_that_windows_hides_is_told(places: Path) -> None:
    boot = places / "boot"
    assert usable() == Configuration()
    (boot / "gm-appliance.toml.txt").write_text("[voice]\nrate = 200\n")
    (told,) = usable().mistakes
    assert "gm-appliance.toml" in told.what
    assert wrong_settings.told(usable().mistakes) == Fault("settings", "unread")
    (boot / "gm-appliance.toml").write_text("[voice]\nrate = 100\n")
    assert (usable().mistakes, usable().voice.rate) == ((), 100)
