"""What phones are told about the table. It does no I/O and reads no clock; all of it is public.

Times are seconds on the inbox's clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

from gm_appliance.core.cues.props import Accusation, Banner, Plate, Prop
from gm_appliance.core.cues.screens import ClosedScreen, Screen, TextScreen
from gm_appliance.core.game import AllSeats, AnyButton, Decision, Opponent, Pad, Seat
from gm_appliance.core.offers import Offers
from gm_appliance.core.ports import Edge
from gm_appliance.core.values import replace
from gm_appliance.devices.pads.phone_choices import PadChoices, choices_of, edges
from gm_appliance.devices.pads.phone_panel import PhonePanel
from gm_appliance.devices.pads.phone_pictures import apart, pictured, places
from gm_appliance.phones import messages

UNSEEN = 0.6  # seconds after a secret moment in which a press may be meant for it: over the host's `BLIND`


# Many attributes: the table's props, words, picture and decision come one by one.
class PhoneTable:
    """Collects the state that phones show, and returns what is new."""

    def __init__(self) -> None:
        self.serve: messages.Serve | None = None
        self._secret = True  # until the first open decision
        self._quiet_until = float("-inf")
        self._closed = False
        self._thumbs = False
        self._called = 0
        self._decision: Decision | None = None
        self._beat = 0
        self._shown = messages.Shown()
        self._told: dict[object, messages.FromBox] = {
            messages.Reading: messages.Reading(()),
            messages.Mark: messages.Mark(0),
        }
        self._items: tuple[Prop, ...] = ()
        self._pads: Mapping[int, int] = {}
        self.offers: Offers | None = None
        self._choices: dict[int, PadChoices] = {}
        self._freed: list[int] = []
        self._sent: dict[object, messages.FromBox] = {}
        self.panel = PhonePanel()

    def asked(self, decision: Decision, now: float) -> None:
        open_now = decision.open()
        secret = decision.closed or any(one.secret for one in open_now)
        if self._secret and not secret:
            self._quiet_until = now + UNSEEN
        self._secret = secret
        anybody = any(isinstance(one.who, AnyButton) for one in open_now)
        playing = any(isinstance(one, Plate) for one in self._items)
        # With eyes closed all phones have halves, and before and after it nobody is asked for a thumb.
        self._thumbs = not decision.closed and (
            any(isinstance(one.who, AllSeats) for one in open_now) or (anybody and not playing)
        )
        self._shown = replace(self._shown, fell=(), versus=None, up="", down="")
        called = (one.who.seat for one in open_now if isinstance(one.who, Pad))
        self._called = next(called, -1 if anybody and playing else 0)
        self._decision = decision

    def begin(self, chapter: str = "") -> None:
        """A part of the game begins, or with no name the game."""
        self._shown = replace(self._shown, chapter=chapter)

    def chose(self) -> None:
        """The open step with a timetable is over, so nobody is asked for a thumb while its result is told."""
        self._thumbs = False

    def beat(self, index: int) -> None:
        """The beat of the timetable that begins now."""
        self._beat = index

    def show(self, screen: Screen) -> None:
        if not isinstance(screen, ClosedScreen):
            self._shown = pictured(screen, self._shown)
            if not isinstance(screen, TextScreen):
                self._shown = replace(self._shown, fell=())
        self.panel.screen = screen
        if self.offers and screen != self.offers.screen:
            self.offer(None)

    def hear(self, sentences: Sequence[str]) -> None:
        """This is said now. In a vote the first words stay, which name the accused; and those of a fall."""
        sentence, more = apart(sentences)
        if not sentence or (self._thumbs and self._beat):
            return
        if self._shown.fell and self._shown.sentence:
            sentence, more = self._shown.sentence, f"{sentence} {more}".strip()
        self._shown = replace(self._shown, sentence=sentence, more=more)

    def _now(self) -> messages.Shown:
        """What goes on, with who acts and the beat of a vote."""
        decision = self._decision
        who = decision.who if decision else None
        acts = who.seat if isinstance(who, Seat | Opponent) and self._secret is False else 0
        if not (self._thumbs and decision and decision.beats):
            return replace(self._shown, acts=acts, called=self._called)
        first = next((at for at, one in enumerate(decision.beats) if one.mark == "now"), 0)
        last = max(at for at, one in enumerate(decision.beats) if one.listens) + 1
        left = ceil(decision.beats[last].at - decision.beats[first].at)
        beat = "before" if self._beat < first else "now" if self._beat < last else "over"
        return replace(self._shown, beat=beat, left=left)

    def closes(self, on: bool, now: float) -> None:
        """Eyes are closed, or opened."""
        if self._closed and not on:
            self._quiet_until = now + UNSEEN
        self._closed = on

    def lay(self, items: Sequence[Prop]) -> None:
        """These are on the table, and nothing else."""
        known, were = self._shown.fell, {one.at: one.turned for one in self._items if isinstance(one, Plate)}
        turned = (one.at for one in items if isinstance(one, Plate) and one.turned)
        fell = tuple(at for at in turned if at in known or were.get(at) is False)
        found = [one for one in items if isinstance(one, Accusation)]
        accused = next(
            (messages.ShownAccusation(one.by, one.against, one.label, one.told) for one in found), None
        )
        if fell != known:
            self._shown = replace(self._shown, fell=fell, sentence="", more="")
        self._shown = replace(self._shown, accused=accused)
        if end := next((one for one in items if isinstance(one, Banner)), None):
            self._shown = replace(self._shown, sentence=end.label, more=end.note)
        else:
            self._called = max(self._called, 0)
        self._items = tuple(items)

    def place(self, pads: Mapping[int, int]) -> None:
        """The pads of these seats, 0 for none; any other seat has the pad of its number."""
        self._pads = dict(pads)

    def _pad_of(self, seat: int) -> int:
        pad = self._pads.get(seat, seat)
        taken = any(one == pad and other != seat for other, one in self._pads.items())
        return 0 if taken else pad

    def tell(self, message: messages.Reading | messages.Mark) -> None:
        """Replaces the last message of its kind."""
        self._told[type(message)] = message

    def offer(self, offers: Offers | None) -> None:
        self.offers = offers
        self._choices = choices_of(offers, self._pad_of) if offers and self.serve else {}

    def presses(self, message: messages.Chose | messages.Pressed, now: float) -> list[Edge]:
        """The presses of what was chosen on a phone, none unless that pad may choose it now; or the panel's,
        none unless they are public."""
        if isinstance(message, messages.Pressed):
            return self.panel.edges(message, now, self.quiet_until) if self._is_public(now) else []
        theirs, item, number = self._choices.get(message.pad), message.item, message.number
        if not self.offers or theirs is None or now < self.quiet_until:
            return []
        known = theirs.choices.number if item is None else 0 <= item < len(theirs.items)
        if not known or message.prompt != theirs.choices.prompt:
            return []
        if item is not None:
            item, number = theirs.items[item], None
        made = edges(self.offers, message.pad, item, number, now, self.quiet_until)
        self.offer(None)  # until the display shows what came of it
        return made

    def _is_public(self, now: float) -> bool:
        """Whether all may know what is pressed, and phones show no halves."""
        return now >= self.quiet_until and not self._thumbs

    def free(self, pad: int) -> None:
        self._freed.append(pad)

    def connected(self) -> None:
        """The other end has just connected: send everything."""
        self._sent.clear()

    @property
    def quiet_until(self) -> float:
        """When presses were or will be public again; infinity while they are secret."""
        return float("inf") if self._secret or self._closed else self._quiet_until

    def due(self, now: float) -> float:
        """When `news` will have something new without another call; infinity for never."""
        return self._quiet_until if now < self._quiet_until else float("inf")

    def news(self, now: float) -> list[messages.FromBox]:
        """The messages to send now. The mood comes first, because it says what may be sent at all."""
        quiet = now < self.quiet_until
        state: dict[object, messages.FromBox] = {
            "mood": messages.Mood(self._closed, quiet, self._thumbs),
            "serve": self.serve or messages.Rest(),
            "places": messages.Places(places(self._items, self._pad_of)),
            "shown": self._now(),
            "panel": self.panel.told(self._is_public(now)),
            **self._told,
            **{pad: one.choices for pad, one in self._choices.items()},
        }
        gone = {
            pad: messages.Choices(pad, "", "")
            for pad, sent in self._sent.items()
            if isinstance(sent, messages.Choices) and isinstance(pad, int) and pad not in state
        }
        new = [one for key, one in (state | gone).items() if self._sent.get(key) != one]
        freed, self._freed = [messages.Free(pad) for pad in self._freed], []
        self._sent = state
        return [*new, *freed]
