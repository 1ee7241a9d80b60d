"""The stage: gestures in, cues out, and the prompts that tell one press from another."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from gm_appliance.core.cues import (
    Cue,
    InLanguage,
    Light,
    Pause,
    PressHint,
    Props,
    Remark,
    Say,
    Show,
    Sound,
    Storm,
    StoryLine,
    Suggestion,
)
from gm_appliance.core.cues.screens import TextScreen
from gm_appliance.core.observer import Observer
from gm_appliance.core.offers import Offers
from gm_appliance.core.ports import PAD_BUTTONS, Edge, Fault, Ports, Stop, estimated_length
from gm_appliance.host.announcements import Announcement
from gm_appliance.host.news import News
from gm_appliance.host.seats import Seats
from gm_appliance.pickers import Gesture, Hands

BLIND = 0.5
"""Seconds after a secret moment in which thumbs are ignored: people with closed eyes learn only then that it
is over, so a thumb may still be meant for it."""

PAGE = 105  # how many letters fit onto the display at a size that is easy to read
Page: TypeAlias = tuple[str, str, tuple[str, ...]]  # something to read: its name, title and lines


class Stopped(Exception):
    """The service must end. All choices are in the journal. off: switch the box off, too."""

    def __init__(self, off: bool = False) -> None:
        super().__init__("stopped")
        self.off = off


class Stage:
    """The ports as the host uses them.

    prompt_ids: numbers never used before, restarts included.
    observer: is told of every pause of the narration and of every announcement.
    """

    eyes_closed = False  # at any time since they were told to close them, and not to open them

    def __init__(self, ports: Ports, prompt_ids: Iterator[int], observer: Observer) -> None:
        self._ports = ports
        self._prompt_ids = prompt_ids
        self._observer = observer
        self._hands = Hands()
        self._gestures: deque[Gesture] = deque()
        self._secret = False
        self._blind_until = 0.0
        self._blind: set[tuple[int, str]] = set()  # thumbs given so that are still down
        self.prompt_id = 0
        self.news, self.seats = News(), Seats()

    def now(self) -> float:
        return self._ports.inbox.now()

    @property
    def known_at(self) -> float | None:
        """The time at which every button that is down now will count as held; None while none is down."""
        return self._hands.known_at

    # ------------------------------------------------------------ in

    def place_pads(self, pads: Mapping[int, int]) -> None:
        """Set the pads of these seats, 0 for none. Any other seat has the pad of its own number."""
        self.seats.place(pads := dict(pads))
        if pointer := self._ports.pointer:
            pointer.place(pads)

    def begin(self, *, calling: bool = False, secret: bool = False) -> int:
        """Begin a prompt; returns its number. Presses that began before it no longer count.

        calling: pads are being called, so gestures come by the pad's number and not by its seat's.
        secret:  thumbs are given unseen, and ignored for BLIND seconds after it.
        """
        if self._secret:
            self.leave_unseen()
        self.seats.calling, self._secret = calling, secret
        self.prompt_id = next(self._prompt_ids)
        self._hands = Hands()
        self._blind.clear()
        self._gestures.clear()
        self.beat(0)
        return self.prompt_id

    def leave_unseen(self) -> None:
        """A secret moment is over: ignore thumbs for BLIND seconds."""
        self._blind_until = self.now() + BLIND

    def beat(self, index: int) -> None:
        """Presses that begin from now on belong to this beat of the prompt."""
        self._ports.inbox.ask(self.prompt_id, index)

    def next(self, until: float | None, *, heed: bool = False) -> Gesture | None:
        """The next gesture of this prompt; None at the time `until`, if that is not None. Raises Stopped.

        heed: also return None when there is a fault to be told.
        """
        while not self._gestures:
            due = [time for time in (until, self._hands.deadline) if time is not None]
            got = self._ports.inbox.wait(min(due, default=None))
            if isinstance(got, Stop):
                raise Stopped(got.off)
            if isinstance(got, Fault):
                self.news.hear(got)
                if heed:
                    return None
            elif isinstance(got, Edge):
                self._edge(got)
            else:
                self._hands, gestures = self._hands.wake(self.now())
                self._gestures.extend(gestures)
                if not self._gestures and until is not None and self.now() >= until:
                    return None
        return self._gestures.popleft()

    def _edge(self, edge: Edge) -> None:
        source = self.seats.source(edge.source)
        if edge.prompt_id != self.prompt_id or source is None or self._passes_over(edge):
            return
        # A hold of the panel that came due before this edge was due first.
        self._hands, before = self._hands.wake(edge.t)
        self._hands, after = self._hands.edge(
            source, edge.button, edge.down, edge.t, edge.beat, edge.cancelled
        )
        self._gestures.extend((*before, *after))

    def _passes_over(self, edge: Edge) -> bool:
        """Whether this thumb was given by somebody who may not know that a secret moment is over.

        While it is down it stays ignored: a pad reports later that it still is.
        """
        key = (edge.source, edge.button)
        if edge.down and not self._secret and edge.button in PAD_BUTTONS and edge.t < self._blind_until:
            self._blind.add(key)
        elif not edge.down and key in self._blind:
            self._blind.remove(key)
            return True
        return key in self._blind

    def has_pad(self, seat: int) -> bool:
        """Whether this seat has a pad that works. See `Seats.has_pad`."""
        return self.seats.has_pad(seat) and self.news.answer(phones=self._phones_open)

    def reaches(self, seat: int) -> bool:
        """Whether this seat may have a pad: it did not stay silent when it was called, and the line works."""
        return self.seats.may_have_pad(seat) and self.news.answer(phones=self._phones_open)

    @property
    def pads_lost(self) -> bool:
        return self.news.pads_lost(phones=self._phones_open)

    @property
    def unheard(self) -> bool:
        return self.news.unheard

    @property
    def _phones_open(self) -> bool:
        return self._ports.phones is not None and self._ports.phones.is_open

    @property
    def asleep(self) -> frozenset[int]:
        """The seats whose pads are phones that sleep."""
        phones = self._ports.phones
        seats = (self.seats.source(pad) for pad in phones.asleep) if phones else ()
        return frozenset(seat for seat in seats if seat)

    def on_phone(self, seat: int) -> bool:
        """Whether this seat's pad is a phone, which shows by itself what to press."""
        phones = self._ports.phones
        return phones is not None and any(self.seats.source(pad) == seat for pad in phones.there)

    def pads_heard(self) -> float:
        """When the line to the pads was last known to work; infinity if there is none that could fail."""
        return self._ports.inbox.pads_heard()

    # ------------------------------------------------------------ out

    def prepare(self, cues: Iterable[Cue]) -> None:
        """Have the words of these cues rendered in advance."""
        own = (cue for cue in cues if isinstance(cue, Say) and not isinstance(cue, InLanguage))
        self._ports.voice.prepare([cue.text for cue in own])

    def length(self, cues: Iterable[Cue], *, guess: bool = False) -> float | None:
        """The seconds that the words and pauses of these cues will take, as in `perform`.

        None while words are not rendered yet. With `guess`, or at a table without sound, it is an estimate.
        """
        guess = guess or self.unheard
        seconds, known = 0.0, True
        for cue in cues:
            if isinstance(cue, Pause):
                seconds += cue.seconds
            elif isinstance(cue, Say):
                spoken, estimated = self._ports.voice.length(cue.text), estimated_length(cue.text)
                known = known and spoken is not None
                spoken = estimated if spoken is None else spoken
                seconds += max(spoken, estimated) if self.unheard else spoken
        return seconds if known or guess else None

    def _say(self, cue: Say) -> float:
        if isinstance(cue, InLanguage) and self._ports.say_in:
            return self._ports.say_in(cue.language, cue.text)
        return self._ports.voice.say(cue.text)

    def hush(self) -> None:
        self._ports.voice.hush()

    def rest(self, seconds: float) -> None:
        """Wait this many seconds. Presses meanwhile are ignored."""
        until = self.now() + seconds
        while self.now() < until:
            self._ports.inbox.wait(until)

    def offer(self, offers: Callable[[], Offers] | None) -> None:
        """Offer these to tables with screens to point at; None withdraws them."""
        if pointer := self._ports.pointer:
            pointer.offer(offers() if offers and pointer.points and not self.eyes_closed else None)

    def read(self, pages: Callable[[], Sequence[Page]]) -> None:
        """Hand these pages to tables with screens to read at."""
        if (pointer := self._ports.pointer) and pointer.points and not self.eyes_closed:
            pointer.read(pages())

    def _write_out(self, cues: Iterable[Cue]) -> None:
        """Hand what is said to tables with screens to read at."""
        pointer = self._ports.pointer
        if pointer and pointer.points and not self.eyes_closed and (told := _told(cues)):
            pointer.hear(told)

    def perform_afresh(self, cues: Iterable[Cue], *, shown: bool = False) -> float:
        """Cut off what is being said, and perform these cues; else as `perform`."""
        self.hush()
        return self.perform(cues, shown=shown)

    def perform(self, cues: Iterable[Cue], *, shown: bool = False) -> float:
        """Hand cues to the ports; returns the seconds their words and pauses take.

        Whatever is said is shown too: by a picture among these cues; by the present picture, if `shown`; else
        as text. While eyes are closed the display stays as it is; but at a table without sound the words
        light it up, for people who open their eyes.
        """
        ports, seconds, cues = self._ports, 0.0, tuple(cues)
        words = _written([cue.text for cue in cues if isinstance(cue, Say)])
        shown = shown or any(isinstance(cue, Show) for cue in cues)
        bright = self.eyes_closed and self.unheard
        self._write_out(cues)
        for cue in cues:
            match cue:
                case Say(text):
                    if not shown and (self.unheard or not self.eyes_closed):
                        ports.display.show(TextScreen(words, bright=bright))
                        shown = True
                    if isinstance(cue, Announcement):
                        self._observer.announced(cue.name)
                    if isinstance(cue, Remark):
                        self._observer.remarks()
                    spoken = self._say(cue)
                    seconds += max(spoken, estimated_length(text)) if self.unheard else spoken
                case StoryLine(text, heading):
                    self._observer.noted(text, heading)
                case Pause(length):
                    self._observer.rested(length)
                    seconds += length
                case Show(screen):
                    ports.display.show(screen)
                case Light(lit):
                    ports.lamps.light(self.seats.lamps(lit))
                case Storm(on):
                    self.eyes_closed = on
                    ports.mixer.storm(on)
                    if bright and not on:
                        ports.lamps.light(self.seats.all_lamps)
                case Sound(name):
                    ports.mixer.play(name)
                case Props(items):
                    ports.tabletop.lay(items)
        return seconds


def _told(cues: Iterable[Cue]) -> tuple[str, ...]:
    """The sentences that are no press hints; a suggestion only if it is the question itself."""
    told = [cue for cue in cues if isinstance(cue, Say) and not isinstance(cue, PressHint)]
    return tuple(cue.text for at, cue in enumerate(told) if not at or not isinstance(cue, Suggestion))


def _written(sentences: list[str]) -> str:
    """All of these together; of too many the last ones, which say what to press."""
    while len(sentences) > 1 and len(" ".join(sentences)) > PAGE:
        sentences = sentences[1:]
    return " ".join(sentences)
