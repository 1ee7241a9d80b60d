"""The hub made of phones: who is which pad, what is pressed, and what phones show. No I/O, no clock.

Times are milliseconds on the process's clock, which only goes forward. Nothing is logged.
"""

from __future__ import annotations

from collections.abc import Callable

from firmware.hub_protocol import BIGGEST, CANCELLED, PADS, PRESSED, RELEASED, switch
from firmware.link import Commands, Link, Status
from gm_appliance.core.values import replace
from gm_appliance.phones import frames, messages
from gm_appliance.phones.phone import LATE_MS, Phone

COMMANDS = 256  # commands remembered with their times, as many as the box remembers prompts
KNOWN = 60  # phones remembered: more than a table ever has. Strangers cannot fill the memory.
NAME = 40  # the most letters of a name


# Many attributes: half of them are the last message of each kind.
class PhoneHub:
    """All phones of a table.

    boot: a random number, 1 to `BIGGEST`. send: takes what is to be told to the box.
    """

    def __init__(self, boot: int, send: Callable[[messages.FromPhones], None]) -> None:
        self.boot = boot
        self.serving: messages.Serve | None = None
        self.mood = messages.Mood(closed=False, quiet=True, thumbs=False)
        self.link = Link(boot, Commands(COMMANDS, LATE_MS + 1000))
        self._send = send
        self._phones: dict[str, Phone] = {}
        self._places = messages.Places(())
        self._shown: messages.Shown | None = None
        self._reading: messages.Reading | None = None
        self._choices: dict[int, messages.Choices] = {}
        self._panel = messages.PanelSheet()
        self._present = messages.Present(())
        self._mark: tuple[int, int] | None = None  # its number, and when it came

    # ------------------------------------------------------------ the box

    def told(self, message: messages.FromBox) -> None:
        """The box said this beside the hub's protocol."""
        match message:
            case messages.Serve() | messages.Rest():
                self.serving = message if isinstance(message, messages.Serve) else None
            case messages.Mood():
                self.mood = message
            case messages.Places():
                self._places = message
            case messages.Shown():
                self._shown = message
            case messages.Reading():
                self._reading = message
            case messages.PanelSheet():
                self._panel = message
            case messages.Choices(pad=pad) if message.items or message.number:
                self._choices[pad] = message
            case messages.Choices(pad=pad):
                self._choices.pop(pad, None)
            case messages.Free(pad=pad):
                for phone in self._phones.values():
                    if phone.pad == pad:
                        phone.pad, phone.freed = 0, True

    def mark(self, number: int, now: int) -> None:
        """A mark came, which replaces an earlier one."""
        self._mark = (number, now)
        self._perhaps_marked(now)

    def _perhaps_marked(self, now: int) -> None:
        if self._mark is None:
            return
        number, since = self._mark
        if all(one.sent_at >= since for one in self._seated() if not one.asleep(now)):
            self._mark = None
            self._send(messages.Marked(number))

    def repeat(self) -> None:
        """The box reconnected: send the current state."""
        self._send(self._present)

    def hear(self, data: bytes, now: int) -> None:
        """Bytes from the box on the hub's line."""
        self.link.hear(data, now & BIGGEST)

    def due(self, now: int) -> bytes:
        """Bytes for the box on the hub's line."""
        held = sum(1 << switch(one.pad, bool(half)) for one in self._seated() for half in one.down)
        return self.link.due(now & BIGGEST, Status(held))

    # ------------------------------------------------------------ the phones

    def came(self, hello: frames.Hello, now: int) -> Phone | None:
        """A phone connected; None if too many are known."""
        phone = self._phones.get(hello.id)
        if phone is None:
            if len(self._phones) >= KNOWN and not self._forget_one():
                return None
            phone = self._phones[hello.id] = Phone(hello.id)
            if hello.pad in self.open:
                phone.pad = hello.pad
        if hello.load != phone.load:
            self._lift(phone, now)
        phone.loaded(hello.load, now)
        self._tell_present(now)
        return phone

    def _forget_one(self) -> bool:
        gone = next((one.id for one in self._phones.values() if not one.pad and not one.line), "")
        return self._phones.pop(gone, None) is not None

    def went(self, phone: Phone, now: int) -> None:
        """Its connection is gone. Thumbs stay down for the next one, until the phone counts as asleep."""
        phone.line = None
        self._tell_present(now)

    def ticked(self, phone: Phone, tick: frames.PhoneTick, now: int) -> bool:
        """A tick of a phone; returns whether the box must hear of a press."""
        moved = False
        for move, ago in phone.takes(tick, now):
            moved = True
            if phone.pad:
                self._moved(phone, move, ago, now)
        self._perhaps_marked(now)
        return moved

    def _moved(self, phone: Phone, move: frames.Move, ago: int, now: int) -> None:
        one, at = switch(phone.pad, bool(move.half)), now - ago & BIGGEST
        if move.move == PRESSED:
            if move.half in phone.down:
                self._end(phone, move.half, now)
            if ago > LATE_MS or not phone.presses.takes(now):
                self.link.dropped = min(self.link.dropped + 1, BIGGEST)
                return
            phone.down.add(move.half)
        elif move.half not in phone.down:
            return  # Its press was dropped, or cancelled.
        elif move.move in (RELEASED, CANCELLED):
            phone.down.remove(move.half)
        self.link.moved(one, move.move, at)

    def _end(self, phone: Phone, half: int, now: int) -> None:
        phone.down.discard(half)
        self.link.moved(switch(phone.pad, bool(half)), CANCELLED, now & BIGGEST)

    def _lift(self, phone: Phone, now: int) -> None:
        for half in sorted(phone.down):
            self._end(phone, half, now)

    def asked(self, phone: Phone, ask: frames.Ask, now: int) -> None:
        """A request of a phone. While presses may be secret there are none, and none is granted."""
        if self.mood.closed or (self.mood.quiet and not isinstance(ask, frames.Take)):
            return
        match ask:
            case frames.Take(pad=pad) if pad in self.open or not pad:
                self._lift(phone, now)
                phone.pad, phone.freed = pad, False
                self._tell_present(now)
            case frames.Name(name=name) if phone.pad and (name := name.strip()[:NAME]):
                self._send(messages.Named(phone.pad, name))
            case frames.Choose(prompt, item, number) if phone.pad in self._choices:
                self._send(messages.Chose(phone.pad, prompt, item, number))
            case frames.Press(button, prompt, held) if phone.pad == self._panel.pad and not self.mood.thumbs:
                if phone.presses.takes(now):
                    self._send(messages.Pressed(phone.pad, button, prompt, held))

    def wake(self, now: int) -> None:
        """Time has passed: cancel the thumbs of silent phones."""
        for phone in self._seated():
            if phone.down and phone.asleep(now):
                self._lift(phone, now)
        self._perhaps_marked(now)
        self._tell_present(now)

    def _seated(self) -> list[Phone]:
        return [one for one in self._phones.values() if one.pad]

    def _tell_present(self, now: int) -> None:
        seated = sorted(self._seated(), key=lambda one: one.pad)
        there = tuple(one.pad for one in seated)
        present = messages.Present(there, tuple(one.pad for one in seated if one.asleep(now)))
        if present != self._present:
            self._present = present
            self._send(present)

    # ------------------------------------------------------------ what phones show

    @property
    def open(self) -> tuple[int, ...]:
        """The pads that can be taken: those of the places, or all without places."""
        wanted = {one.pad for one in self._places.places if one.pad} or set(range(1, PADS + 1))
        return tuple(sorted(wanted - {one.pad for one in self._seated()}))

    def tick(self, phone: Phone, echo: int, content: int, now: int) -> frames.ProcessTick:
        """A tick for a phone. echo: its clock in its last tick. content: the number of the newest."""
        mood = self.mood
        lit = bool(phone.pad and self.link.lamps >> phone.pad - 1 & 1)
        tick = frames.ProcessTick(
            now & frames.CLOCK, echo, phone.ack, content, boot=self.boot, pad=phone.pad, lamp=lit
        )
        return replace(tick, closed=mood.closed, quiet=mood.quiet, thumbs=mood.thumbs)

    def content(self, phone: Phone) -> frames.Content | None:
        """What this phone shows, with number 0; None while eyes are closed."""
        if self.mood.closed:
            return None
        language = self.serving.language if self.serving else "en"
        content = frames.Content(0, language, phone.pad, self._places.places, self.open, self._shown)
        choices = self._choices.get(phone.pad)
        panel = self._panel
        panel = panel if phone.pad == panel.pad else messages.PanelSheet(panel.pad, panel.open)
        return replace(content, choices=choices, reading=self._reading, freed=phone.freed, panel=panel)
