"""The box's own messages, in every game."""

from __future__ import annotations

from collections.abc import Mapping

from gm_appliance.core.cues import Cue, Light, Say, Show, Storm, Suggestion
from gm_appliance.core.cues.screens import Lines, Screen, TextScreen
from gm_appliance.core.game import PADS
from gm_appliance.core.language import N_, NP_, Language, Message
from gm_appliance.core.narration import MissingWords
from gm_appliance.core.ports import STICK, Fault

_TITLES: Mapping[str, Message] = {
    "voice": NP_("title", "Voice"),
    "sound": NP_("title", "Sound"),
    "display": NP_("title", "Display"),
    "panel": NP_("title", "Buttons"),
    "pads": NP_("title", "Seat pads"),
    "phones": NP_("title", "Phones"),
    "journal": NP_("title", "Journal"),
    "session": NP_("title", "Old game"),
    "results": NP_("title", "Results"),
    "settings": NP_("title", "Settings"),
    "room": NP_("title", "Lights"),
    "system": NP_("title", "System"),
    STICK: NP_("title", "USB stick"),
}

_FAULTS: Mapping[tuple[str, str], Message] = {
    ("voice", "missing"): N_("I have no voice. Read the display."),
    ("voice", "lost"): N_("My voice has stopped working. Read the display."),
    ("voice", "stand-in"): N_("I am using a different voice. My log says why."),
    ("voice", "back"): N_("My voice works again."),
    ("sound", "missing"): N_("I cannot play any sound. Read the display."),
    ("sound", "lost"): N_("The sound has stopped working. Check the loudspeaker."),
    ("sound", "back"): N_("The sound works again."),
    ("display", "missing"): N_("No display. I'll say everything aloud."),
    ("display", "lost"): N_("The display has stopped working. Check its cable."),
    ("display", "back"): N_("The display works again."),
    ("panel", "missing"): N_("Some of my buttons do not work. My log says why."),
    ("pads", "missing"): N_("I can't find the seat pads. Check the cable to the box."),
    ("pads", "lost"): N_("I have lost contact with the seat pads. Check the cable to the box."),
    ("pads", "back"): N_("The seat pads work again."),
    ("pads", "none"): N_("I can't find any seat pads. Plug one in, or wake it up."),
    ("pads", "unplugged"): N_("A seat pad is unplugged. Plug it in."),
    ("pads", "comes-and-goes"): N_("Seat pads keep disconnecting. Check the plugs."),
    ("pads", "too-many"): N_("I can use fifteen seat pads at most. The last one will not work."),
    ("pads", "mixed-up"): N_("I no longer know whose pad is whose."),
    ("pads", "unheard"): N_("I could not hear the pads just now. Let's do that again."),
    ("pads", "unusable"): N_("I cannot use the seat pads. My log says why."),
    ("pads", "other-protocol"): N_("The seat pads need an update. My log says how."),
    ("pads", "several"): N_("I found more than one Pico. Unplug all but the seat hub."),
    ("pads", "dropped"): N_("I missed some presses. If yours was one of them, press again."),
    ("pads", "stuck"): N_("A button on pad {pad} is stuck. If you cannot free it, press back."),
    ("pads", "mended"): N_("Pad {pad} works again."),
    ("pads", "unsteady"): N_("You can play on, but check the hub later. A wire is loose."),
    ("phones", "taken"): N_("No phone can join. Another program uses my port."),
    ("phones", "forbidden"): N_("No phone can join. I am not allowed to open my port."),
    ("phones", "no-network"): N_("No phone can join. I am not on a network."),
    ("phones", "late"): N_("No phone can join. My log says why."),
    ("phones", "no-wifi"): N_("I can't start my Wi-Fi. My log says why."),
    ("phones", "lost"): N_("I have lost the phones. One moment."),
    ("phones", "back"): N_("The phones work again."),
    ("phones", "joined"): N_("Pad {pad} is a phone now."),
    ("phones", "freed"): N_("Pad {pad} is free for another phone."),
    ("phones", "panel"): N_("Pad {pad} has my five buttons, too."),
    ("phones", "dropped"): N_("Some presses came too late. If yours was one, press again."),
    ("journal", "lost"): N_("I cannot save the game. A power cut would lose it."),
    ("journal", "full"): N_("My memory card is full. A power cut would lose the game."),
    ("journal", "back"): N_("I can save the game again."),
    ("journal", "gone"): N_("My journal is gone. I have started a new one."),
    ("journal", "set-aside"): N_("My journal was damaged. I put it aside and started a new one."),
    ("journal", "games"): N_("My journal was damaged. Some games are lost."),
    ("journal", "unsure"): N_("My journal was damaged. Games or last steps may be missing."),
    ("journal", "short"): N_("My journal was damaged. One game has lost its last steps."),
    ("journal", "settings"): N_("My journal was damaged. The games are safe. Check the volume."),
    ("journal", "saved"): N_("My journal was damaged, but I saved every game."),
    ("journal", "fleeting"): N_("When I am switched off, games are lost. My log says why."),
    ("journal", "unread"): N_("My card is damaged. Without a new one, games are lost at power-off."),
    ("journal", "mended"): N_("My card was damaged. Check that all games are there."),
    ("session", "set-aside"): N_("The old game doesn't match the rules I know. I put it aside."),
    ("session", "short"): N_("This game has lost its last steps. Check where you are."),
    ("results", "lost"): N_("I cannot save the result yet. I'll try again later."),
    ("results", "full"): N_("My memory card is full. I'll save the result later."),
    ("results", "back"): N_("The result is saved now."),
    ("results", "damaged"): N_("Some old results are damaged. The others are safe."),
    ("results", "deleted"): N_("It is deleted."),
    ("results", "undeleted"): N_("I could not delete it. My log says why."),
    ("settings", "wrong"): N_("Line {line} of my settings is wrong. I am using the default."),
    ("settings", "meant"): N_("Line {line} of my settings is wrong. Did you mean {meant}?"),
    ("settings", "several"): N_("Several lines of my settings are wrong. The first is line {line}."),
    ("settings", "unread"): N_("I cannot read my settings. I am using the defaults."),
    ("room", "lost"): N_("The lights do not answer."),
    ("system", "new"): N_("This is version {version} now."),
    ("system", "back"): N_("My other system does not start. This is version {version}."),
    (STICK, "update"): N_("Version {version} is on the stick. OK installs it after this game."),
    (STICK, "unsigned"): N_("The update on the stick is not signed for me. I won't install it."),
    (STICK, "damaged"): N_("The update on the stick is damaged. Copy it there again."),
    (STICK, "older"): N_("Version {version} is on the stick. I have a newer one."),
    (STICK, "same"): N_("Version {version} is on the stick. I already have it."),
    (STICK, "none"): N_("Plug in an empty stick, or one with an update."),
    (STICK, "foreign"): N_("There are other files on this stick. Use an empty one."),
    (STICK, "unread"): N_("I cannot read this stick. Format it as FAT or exFAT."),
    (STICK, "copied"): N_("Everything is on the stick. You can pull it out."),
    (STICK, "full"): N_("The stick is full. Use another one."),
    (STICK, "protected"): N_("The stick is write-protected. Move its switch, or use another."),
    (STICK, "pulled"): N_("The stick was pulled out too early. Let's do that again."),
    (STICK, "failed"): N_("I cannot write to the stick. Try another one."),
    (STICK, "installed"): N_("Version {version} is installed. I am restarting."),
    (STICK, "install-failed"): N_("The update did not work. The old version stays."),
    (STICK, "install-pulled"): N_("The stick was pulled out too early. The old version stays."),
    (STICK, "back-failed"): N_("I cannot go back. This version stays."),
}

_BROKEN_OFF: Mapping[str, tuple[Message, Message]] = {
    "": (
        N_("I have lost contact with the seat pads. Check the cable, then this step starts again."),
        NP_("line", "Check the cable."),
    ),
    "-some": (
        N_("I have lost contact with pads {low} to {high}. Check the hub, then this step starts again."),
        NP_("line", "Check the hub."),
    ),
    "-one": (
        N_("A seat pad is unplugged. Plug it in, then this step starts again."),
        NP_("line", "Plug in the pad."),
    ),
    "-phones": (
        N_("I have lost the phones. Once they are back, this step starts again."),
        NP_("line", "One moment."),
    ),
}
"""The sentence and line for lost pads: all those of the hub, some, a single one, or phones."""

POWER: Mapping[str, tuple[Message, Message]] = {
    "plug": (N_("To wake me, plug me in again."), NP_("line", "On again: plug me in")),
    "button": (N_("To wake me, press the power button."), NP_("line", "On: power button")),
}
"""By how the box is switched on again: how that is said, and shown."""


class Announcement(Say):
    """A sentence of the box itself. name: identifies it to observers in every language."""

    name: str


class Announcements:
    """Pauses, undo, recovery and faults, in the players' language, which may change."""

    def __init__(self, language: Language) -> None:
        self.language = language

    @property
    def _(self) -> Language:
        return self.language

    def clear(self, eyes_closed: bool) -> tuple[Cue, ...]:
        """End the storm and turn the lamps off; if eyes may be closed, ask people to open them."""
        opening = (Announcement(self._("Open your eyes, all of you."), "open-eyes"),) if eyes_closed else ()
        return (Storm(False), Light(), *opening)

    def paused(self, eyes_closed: bool) -> tuple[Cue, ...]:
        text, name = self._("Paused. Leave everything as it is. Press repeat to go on."), "paused"
        if eyes_closed:
            text = self._("Paused. Open your eyes. Press repeat, and we'll start this step again.")
            name = "paused-closed"
        return (Storm(False), Light(), Show(self.pause_screen()), Announcement(text, name))

    def pause_screen(self) -> Screen:
        keep, on = self._.pgettext("line", "Leave all as it is."), self._.pgettext("line", "REPEAT: go on")
        return Lines(self._.pgettext("title", "Paused"), (keep, "", "", on))

    def broken_off(self, loss: Fault) -> tuple[Cue, ...]:
        """The seat pads, some of them, or the phones are gone in a step that needs them.

        loss: the fault. A single pad with its own cable is named: everybody sees which one is unplugged.
        """
        phones = loss.part == "phones"
        kind = "-phones" if phones else "-one" if loss.what == "unplugged" else "-some" if loss.which else ""
        sentence, line = _BROKEN_OFF[kind]
        low, high = _read_by(loss.which)
        which = self._.pgettext("line", "Pads {low} to {high}", low=low, high=high) if kind == "-some" else ""
        without = self._.pgettext("line", "OK: without phones")
        if not phones:
            without = self._.pgettext("line", "OK: without pads")
        shown = Lines(self._(_TITLES[loss.part]), (self._(line), which, "", without))
        return (Show(shown), Announcement(self._(sentence, low=low, high=high), f"broken-off{kind}"))

    def still_paused(self) -> tuple[Cue, ...]:
        text = self._("Paused. Press repeat to go on.")
        return (Show(self.pause_screen()), Announcement(text, "still-paused"))

    def page(self, number: int, pages: int) -> str:
        """The display's last line while sentences are read out."""
        if number == pages:
            return self._.pgettext("line", "{n}/{pages}  OK or BACK", n=number, pages=pages)
        return self._.pgettext("line", "{n}/{pages}  OK: next", n=number, pages=pages)

    def ok_goes_on(self) -> str:
        return self._.pgettext("line", "OK: {what}", what=self._.pgettext("button", "go on"))

    def to_go_on(self) -> tuple[Cue, ...]:
        return (Announcement(self._("OK: {what}.", what=self._.pgettext("button", "go on")), "to-go-on"),)

    def one_moment(self) -> tuple[Cue, ...]:
        """Words are not rendered yet. Only shown, because speech would have to be rendered too."""
        return (Show(TextScreen(self._("One moment."))),)

    def go_on(self) -> tuple[Cue, ...]:
        return (Announcement(self._("Let's go on."), "go-on"),)

    def taken_back(self, what: str) -> tuple[Cue, ...]:
        """what: the choice that is taken back, in the words of its line; empty where it is not to be told."""
        text = self._("Taken back: {what}.", what=what) if what else self._("Taken back.")
        return (Light(), Show(TextScreen(text)), Announcement(text, "taken-back"))

    def pad(self) -> str:
        return self._.pgettext("line", "the pad")

    def thumb(self, thumb: str) -> str:
        up, down = self._.pgettext("line", "thumb up"), self._.pgettext("line", "thumb down")
        return up if thumb == "up" else down

    def suggestion(self, what: str) -> Suggestion:
        """What OK would choose, put as a question."""
        return Suggestion(self._("{what}?", what=what))

    def at_the_box(self) -> tuple[Cue, ...]:
        """A pad was pressed where only the panel can answer."""
        return (Announcement(self._("Answer at the box."), "at-the-box"),)

    def not_back(self, anything: bool) -> tuple[Cue, ...]:
        if anything:
            return (Announcement(self._("That cannot be taken back."), "not-back"),)
        return (Announcement(self._("There is nothing to take back."), "nothing-back"),)

    def fault(self, fault: Fault) -> tuple[Cue, ...]:
        """Say that a part has failed or works again. Raises MissingWords for a fault without words."""
        part, what, which = fault.part, fault.what, fault.which
        message = _FAULTS.get((part, what))
        if message is None:
            raise MissingWords(f"the fault {part!r} {what!r}")
        words = {"pad": which, "line": which, "meant": fault.meant, "version": fault.meant}
        text, name = self._(message, **words), f"{part}-{what}"
        if (part, what) == ("pads", "lost") and which:
            low, high = _read_by(which)
            sentence = N_("I have lost contact with pads {low} to {high}. Check the wires in the hub.")
            text, name = self._(sentence, low=low, high=high), f"{name}-some"
        return (Show(Lines(self._(_TITLES[part]), fault.shown or (text,))), Announcement(text, name))

    def asleep(self, phones: int) -> tuple[Announcement, ...]:
        text = self._.ngettext("{n} phone is asleep. Tap it.", "{n} phones are asleep. Tap them.", phones)
        return (Announcement(text, "phones-asleep"),)

    def troubles(self) -> tuple[str, ...]:
        """All sentences without numbers that may be needed once nothing can be rendered."""
        told = (message for (part, _what), message in _FAULTS.items() if part != STICK)
        faults = (self._(message) for message in told if "{" not in message.text)
        return (*faults, self._(_BROKEN_OFF[""][0]), self._("Open your eyes, all of you."))

    def goodbye(self, eyes_closed: bool = False, kept: bool = True) -> tuple[Cue, ...]:
        """The last words. kept: whether the current game can be resumed."""
        if eyes_closed:
            text = self._("Open your eyes. The game is saved. Good night.")
            if not kept:
                text = self._("Open your eyes. Good night.")
            return (Storm(False), Light(), Announcement(text, "goodbye"))
        shown = Lines(self._.pgettext("title", "Good night"))
        return (Storm(False), Light(), Show(shown), Announcement(self._("Good night."), "goodbye"))

    def unplugging(self, power: str) -> tuple[Cue, ...]:
        """When to pull the plug of a box that is switched off, and how it is switched on again.

        power: a key of POWER; empty if that is not known.
        """
        said = [Announcement(self._("Wait twenty seconds before you unplug me."), "unplugging")]
        lines = [self._.pgettext("line", "Wait 20 seconds"), self._.pgettext("line", "before unplugging.")]
        if power in POWER:
            again, line = POWER[power]
            said.append(Announcement(self._(again), "switching-on"))
            lines += ["", self._(line)]
        return (Show(Lines(self._.pgettext("title", "Good night"), tuple(lines))), *said)


def _read_by(register: int) -> tuple[int, int]:
    """The first and the last pad that a shift register of the seat hub reads."""
    return 4 * register - 3, min(4 * register, PADS)
