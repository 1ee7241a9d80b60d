"""What the box says of itself, whatever game is on."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.cues import Cue, Light, Say, Show, Storm
from gm_appliance.core.cues.screens import Lines, Screen
from gm_appliance.core.game import PADS
from gm_appliance.core.language import N_, NP_, Language, Message
from gm_appliance.core.narration import Unspoken
from gm_appliance.core.values import immutable

_TITLES: Mapping[str, Message] = {
    "voice": NP_("title", "Voice"),
    "sound": NP_("title", "Sound"),
    "display": NP_("title", "Display"),
    "panel": NP_("title", "Buttons"),
    "pads": NP_("title", "Seat pads"),
    "journal": NP_("title", "Journal"),
    "session": NP_("title", "Old game"),
    "results": NP_("title", "Results"),
    "settings": NP_("title", "Settings"),
}

_FAULTS: Mapping[tuple[str, str], Message] = {
    ("voice", "missing"): N_("I have no voice here. Read the display."),
    ("voice", "lost"): N_("I have lost my voice. Read the display."),
    ("voice", "stand-in"): N_("I speak with another voice. My log says why."),
    ("voice", "back"): N_("My voice is back."),
    ("sound", "missing"): N_("No sound can be played here. Read the display."),
    ("sound", "lost"): N_("The sound is lost. Check the loudspeaker."),
    ("sound", "back"): N_("The sound is back."),
    ("display", "missing"): N_("I find no display. I tell you everything."),
    ("display", "lost"): N_("I have lost the display. Check its cable."),
    ("display", "back"): N_("The display is back."),
    ("panel", "missing"): N_("Some of my buttons do not work. My log says why."),
    ("pads", "missing"): N_("I find no seat pads. Check the cable to the box."),
    ("pads", "lost"): N_("I have lost the seat pads. Check the cable to the box."),
    ("pads", "back"): N_("The seat pads are back."),
    ("pads", "none"): N_("I find no seat pads. Plug one in, or wake it."),
    ("pads", "unplugged"): N_("A seat pad is unplugged. Plug it in."),
    ("pads", "unusable"): N_("I cannot use the seat pads. My log says why."),
    ("pads", "other-protocol"): N_("The seat pads speak another protocol. My log says what to do."),
    ("pads", "several"): N_("Unplug every Pico but the seat hub: I find several."),
    ("pads", "dropped"): N_("Some presses did not reach me. If yours is missing, press again."),
    ("pads", "stuck"): N_("Look at pad {pad}: a button is stuck. If it stays stuck, press back."),
    ("pads", "mended"): N_("Pad {pad} works again."),
    ("pads", "unsteady"): N_("Play on, but check the hub later: a wire is loose."),
    ("journal", "lost"): N_("I cannot write my journal. A power cut would lose the game."),
    ("journal", "full"): N_("My memory card is full. A power cut would lose the game."),
    ("journal", "back"): N_("I can write my journal again."),
    ("journal", "set-aside"): N_("My journal was damaged. I kept it aside and began anew."),
    ("session", "set-aside"): N_("The old game does not fit my rules. I kept it aside."),
    ("results", "lost"): N_("I cannot keep the result yet. I try again later."),
    ("results", "full"): N_("My memory card is full. I keep the result later."),
    ("results", "back"): N_("The result is kept now."),
    ("settings", "wrong"): N_("Line {line} of my settings is wrong. I use the usual ones there."),
    ("settings", "meant"): N_("Line {line} of my settings is wrong. Did you mean {meant}?"),
    ("settings", "several"): N_("My settings are wrong in several lines. The first is line {line}."),
    ("settings", "unread"): N_("I cannot read my settings. I use the usual ones."),
}


@immutable
class Announcement(Say):
    """A sentence of the house. name: by which observers know it, whatever the language."""

    name: str


class Announcements:
    """Pauses, undo, recovery and faults, in the players' language."""

    def __init__(self, language: Language) -> None:
        self._ = language

    @property
    def language(self) -> Language:
        return self._

    def change_language(self, language: Language) -> None:
        """Say everything in another language from now on."""
        self._ = language

    def clear(self, eyes_closed: bool) -> tuple[Cue, ...]:
        """No storm, no lights; and where eyes may be closed, open them."""
        opening = (Announcement(self._("Open your eyes, all of you."), "open-eyes"),) if eyes_closed else ()
        return (Storm(False), Light(), *opening)

    def paused(self, eyes_closed: bool) -> tuple[Cue, ...]:
        said = Announcement(self._("Paused. Keep what you have. Press repeat to go on."), "paused")
        if eyes_closed:
            text = self._("Paused. Open your eyes. Press repeat, and we begin this step anew.")
            said = Announcement(text, "paused-closed")
        return (Storm(False), Light(), Show(self.pause_screen()), said)

    def pause_screen(self) -> Screen:
        keep, on = self._.pgettext("line", "Keep what you have."), self._.pgettext("line", "REPEAT: go on")
        return Lines(self._.pgettext("title", "Paused"), (keep, "", "", on))

    def broken_off(self, which: int = 0, unplugged: bool = False) -> tuple[Cue, ...]:
        """The seat pads are gone in a step that needs them.

        which: the register, 1 to 4, whose pads are; 0 for all. unplugged: it is a single pad, with its own
               cable, and everybody sees which.
        """
        text = self._("I have lost the seat pads. Check the cable, then we begin again.")
        said = Announcement(text, "broken-off")
        shown = (self._.pgettext("line", "Check the cable."), "")
        if unplugged:
            text = self._("A seat pad is unplugged. Plug it in, then we begin again.")
            said = Announcement(text, "broken-off-one")
            shown = (self._.pgettext("line", "Plug in the pad."), "")
        elif which:
            low, high = _read_by(which)
            text = self._(
                "I have lost pads {low} to {high}. Check the hub, then we begin again.", low=low, high=high
            )
            said = Announcement(text, "broken-off-some")
            pads = self._.pgettext("line", "Pads {low} to {high}", low=low, high=high)
            shown = (self._.pgettext("line", "Check the hub."), pads)
        lines = (*shown, "", self._.pgettext("line", "OK: without pads"))
        return (Show(Lines(self._(_TITLES["pads"]), lines)), said)

    def still_paused(self) -> tuple[Cue, ...]:
        text = self._("Paused. Press repeat to go on.")
        return (Show(self.pause_screen()), Announcement(text, "still-paused"))

    def page(self, number: int, pages: int) -> str:
        """What the buttons do while sentences are read out, and which of them this is."""
        if number == pages:
            return self._.pgettext("line", "{n}/{pages}  OK or BACK", n=number, pages=pages)
        return self._.pgettext("line", "{n}/{pages}  OK: next", n=number, pages=pages)

    def signals(self) -> tuple[Cue, ...]:
        """How eyes are opened where nobody hears it; before they are closed for the first time."""
        text = self._("Name somebody who taps shoulders when I light up.")
        shown = Lines(self._.pgettext("title", "No sound"), (text, self._.pgettext("line", "OK: go on")))
        return (Show(shown), Announcement(text, "signals"))

    def go_on(self) -> tuple[Cue, ...]:
        return (Announcement(self._("We go on."), "go-on"),)

    def taken_back(self) -> tuple[Cue, ...]:
        shown = Lines(self._.pgettext("title", "Taken back"))
        return (Light(), Show(shown), Announcement(self._("Taken back."), "taken-back"))

    def not_back(self, anything: bool) -> tuple[Cue, ...]:
        if anything:
            return (Announcement(self._("That cannot be taken back."), "not-back"),)
        return (Announcement(self._("There is nothing to take back."), "nothing-back"),)

    def fault(
        self, part: str, what: str, which: int = 0, meant: str = "", shown: tuple[str, ...] = ()
    ) -> tuple[Cue, ...]:
        """What is wrong with a part, or right again. Raises Unspoken for what has no words.

        which: the number of the pad; of the register, 1 to 4, whose pads are lost; of the settings' line;
        else 0. meant, shown: as in `Fault`.
        """
        message = _FAULTS.get((part, what))
        if message is None:
            raise Unspoken(f"the fault {part!r} {what!r}")
        text, name = self._(message, pad=which, line=which, meant=meant), f"{part}-{what}"
        if (part, what) == ("pads", "lost") and which:
            low, high = _read_by(which)
            text = self._("I have lost pads {low} to {high}. Check the wires in the hub.", low=low, high=high)
            name = f"{name}-some"
        return (Show(Lines(self._(_TITLES[part]), shown or (text,))), Announcement(text, name))

    def goodbye(self) -> tuple[Cue, ...]:
        shown = Lines(self._.pgettext("title", "Good night"))
        return (Storm(False), Light(), Show(shown), Announcement(self._("Good night."), "goodbye"))


def _read_by(register: int) -> tuple[int, int]:
    """The first and the last pad that a shift register of the seat hub reads."""
    return 4 * register - 3, min(4 * register, PADS)
