"""The speech engines the box knows, as data, and which of their voices this machine has.

A voice is called by its engine and the engine's own name for it: ``"pico/en-GB"``, ``"hibari/heart"``. The
voice of espeak-ng, which replaces any other that fails, is called ``"espeak-ng"``.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from glob import escape, glob
from pathlib import Path
from types import MappingProxyType

from gm_appliance.core.values import Value
from gm_appliance.devices.sound import packs
from gm_appliance.devices.sound.language_voices import ESPEAK, engines_of, voices_of
from gm_appliance.devices.sound.memory import SPARE
from gm_appliance.devices.sound.speech_command import SpeechCommand

COMMAND = "command"  # the voice of a command in the settings, and the name of its engine

INSTALLED = Path("/opt/gm-appliance/voices")
"""Where the installer puts engines: a folder for each, with its programs in ``bin`` and its voice files."""

HIBARI = Path(__file__).with_name("hibari_child.py")


class Engine(Value):
    """A program that speaks.

    name:   in settings, in the journal and as the folder it is installed in.
    words:  the command that speaks, with the placeholders of `SpeechCommand`, and ``{voice}``, the voice or
            its file, and ``{python}``, the interpreter beside the program.
    pace:   words per minute at which it speaks by itself, compared with espeak-ng; paces: of other voices.
    title:  on the display, before the name of a voice. program: a command that is there if it is installed.
            Its name by default.
    memory: megabytes it takes while it stays loaded; 0 for one that ends after each sentence.
    place:  where each voice is, with ``{voice}``, if it does not come with the program; in `folders` unless
            the path is absolute.
    """

    name: str
    words: str
    pace: int
    paces: Mapping[str, int] = MappingProxyType({})
    title: str = ""
    program: str = ""
    memory: int = 0
    place: str = ""

    @property
    def found(self) -> str:
        beside = [*(folder / self.name / "bin" for folder in folders()), Path(sys.executable).parent]
        path = os.pathsep.join((*map(str, beside), os.environ.get("PATH", os.defpath)))
        return shutil.which(self.program or self.name, path=path) or ""

    def there(self, language: str) -> tuple[str, ...]:
        """Its voices of a language on this machine, the best first."""
        if not self.found:
            return ()
        known = voices_of(self.name).get(language, ())
        if not self.place:
            return known
        others = {Path(one).stem for one in self._files(f"{language}_*")}.difference(known)
        return (*(one for one in known if self._files(one)), *sorted(others))

    def command(self, voice: str) -> SpeechCommand | None:
        """The command for one of its voices; None if that is not there."""
        found, file = self.found, next(iter(self._files(voice)), "")
        if not found or (self.place and not file):
            return None
        python = str(Path(found).with_name("python3"))
        given = {"{voice}": file or voice, "{python}": python, self.program or self.name: found}
        words = (given.get(word, word).replace("{voice}", voice) for word in shlex.split(self.words))
        pace = self.paces.get(voice, self.pace)
        return SpeechCommand(tuple(words), f"{self.title or self.name} {voice}", pace, self.memory, file)

    def _files(self, name: str) -> list[str]:
        """Where voices of this name are, in the user's folder first."""
        place = self.place.replace("{voice}", name)
        where = (str(Path(escape(str(folder))) / place) for folder in folders() if place)
        return [one for path in where for one in sorted(glob(path))]


_ENGINES = (
    Engine(
        "hibari",
        f"{{python}} -P {shlex.quote(str(HIBARI))} {{voice}} {{percent}} {{folder}}",
        pace=140,
        memory=200,
    ),
    Engine(
        "piper",
        # Normalized, each sentence would have a loudness of its own.
        "piper --model {voice} --length-scale {stretch} --no-normalize --output-dir {folder}",
        title="Piper",
        pace=190,
        memory=220,
        place="piper/{voice}.onnx",
    ),
    Engine(
        "flite",
        "flite -voice {voice} --setf duration_stretch={stretch} -t {text} -o {wav}",
        pace=182,
        paces={"rms": 165},
    ),
    Engine(
        "pico",
        # Its rate is set in the text.
        """pico2wave --lang={voice} --wave={wav} -- '<speed level="{percent}">{text}</speed>'""",
        title="Pico",
        program="pico2wave",
        pace=128,
    ),
    Engine(
        "festival",
        # It reads no UTF-8.
        """sh -c 'iconv -c -t LATIN1//TRANSLIT | "$0" "$@"' text2wave -eval (voice_{voice})"""
        """ -eval "(Parameter.set 'Duration_Stretch {stretch})" -o {wav}""",
        program="text2wave",
        pace=144,
        place="/usr/share/festival/voices/italian/{voice}",
    ),
    Engine(
        "mbrola",
        # The words a minute, at the pace of the voice.
        "espeak-ng -v mb-{voice} -s {percent} -w {wav} -- {text}",
        program="espeak-ng",
        pace=117,
        paces={"de6": 87, "de7": 87, "nl2": 113},
        place="/usr/share/mbrola/{voice}",
    ),
)

ENGINES: Mapping[str, Engine] = {one.name: one for one in _ENGINES}
"""All engines except espeak-ng."""


def folders() -> tuple[Path, ...]:
    """Where engines and voice files are looked for: the user's folder, then the machine's."""
    own = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(own) / "gm-appliance" / "voices", INSTALLED


def voices(language: str) -> tuple[str, ...]:
    """The voices of a language on this machine, the best first, espeak-ng's last."""
    names = [f"{name}/{voice}" for name in engines_of(language) for voice in ENGINES[name].there(language)]
    recorded = packs.there(language, folders())
    return (*sorted(names, key=lambda name: not recommended(name, language)), *recorded, ESPEAK)


def recommended(name: str, language: str) -> bool:
    """Whether a voice is taken without being asked for."""
    engine, _slash, voice = name.partition("/")
    return voice in voices_of(engine).get(language, ())


def command(name: str) -> SpeechCommand | None:
    """The command of a voice; None for espeak-ng and for a voice that is not there."""
    engine, _slash, voice = name.partition("/")
    return ENGINES[engine].command(voice) if engine in ENGINES else None


def engine_of(name: str) -> str:
    return name.partition("/")[0]


def memory(name: str) -> int:
    """Megabytes that must be free for a voice; 0 for one that does not stay loaded."""
    engine = ENGINES.get(engine_of(name))
    return engine.memory + SPARE if engine and engine.memory else 0


def title(name: str) -> str:
    """A voice's name on the display; empty for a command, which has none."""
    kind, _slash, voice = name.partition("/")
    engine = ENGINES.get(kind)
    if not engine:
        return "" if name == COMMAND else (voice[:21] or name)  # a line of the menu
    if voice.count("-") == 2:
        region, own_name, quality = voice.split("-")
        voice = f"{own_name} {region[-2:]}{'' if quality == 'medium' else ' ' + quality}"
    return f"{engine.title or kind} {voice}"
