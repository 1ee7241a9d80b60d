"""The command line: `gm-appliance COMMAND`."""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from gm_appliance import __version__
from gm_appliance.app import history, signals
from gm_appliance.app.privacy import forbid_dumps, keep_private, open_private
from gm_appliance.core.game import Number, OneOf, Plain
from gm_appliance.core.language import N_, SOURCE, UNTRANSLATED, Message, UnknownLanguage
from gm_appliance.core.messages import _, of_environment, speak, spoken
from gm_appliance.core.people import MOST_LETTERS, Party, is_name, same_name, tidied
from gm_appliance.games.registry import GAMES, registered

if TYPE_CHECKING:
    from gm_appliance.config import Configuration


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command.

    Returns the exit code: 0 done, 1 it failed, 2 the command line is wrong; `run` gives 3 when the
    machine is to be switched off.
    """
    speak(of_environment())
    args = _parser().parse_args(argv)
    try:
        if getattr(args, "language", None):
            speak(args.language)
        return int(args.run(args))
    except BrokenPipeError:
        # Whoever reads, such as `head`, has seen enough; what is left in the buffer goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, OSError) as error:
        # Ours say what is wrong and what to do; a traceback would bury it.
        what: object = error
        if isinstance(error, UnknownLanguage):
            what = _(UNTRANSLATED, **error.said)
        if isinstance(error, OSError) and error.filename and error.strerror:
            what = f"{error.filename}: {error.strerror}"
        print(f"gm-appliance: {what}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


class _Parser(argparse.ArgumentParser):
    """One line for what is wrong, instead of the whole usage before it."""

    def error(self, message: str) -> NoReturn:
        told = _("{program}: {message}. See {program} --help", program=self.prog, message=message)
        self.exit(2, f"{told}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="gm-appliance", description=_("A tabletop game master."))
    version = f"gm-appliance {__version__}"
    version_help = _("show program's version number and exit")
    parser.add_argument("--version", action="version", version=version, help=version_help)
    commands = parser.add_subparsers(required=True, metavar=_("COMMAND"))

    def command(name: str, help: Message, description: Message) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=_(help), description=_(description))

    _add_simulate(command("simulate", N_("a virtual table in the browser"), _SIMULATE))
    _add_run(command("run", N_("the game master on a real table's parts"), _RUN))
    _add_hub(command("hub", N_("the seat hub: its firmware"), _HUB))
    _add_replay(command("replay", N_("tell a finished session again"), _REPLAY))
    _add_history(command("history", N_("the games played to their end"), _HISTORY))
    _add_play(command("play", N_("play one whole game on virtual time"), _PLAY))
    _add_games(command("games", N_("the games there are, and their options"), _GAMES))
    _add_config(command("config", N_("the settings: check and show them"), _CONFIG))
    _add_doctor(command("doctor", N_("each part of the box: is it there, and what to do"), _DOCTOR))
    return parser


def _add_configured(parser: argparse.ArgumentParser) -> None:
    """The file of settings, and flags that win over it."""
    settings = _("settings ({page})", page="docs/configuration.md")
    parser.add_argument("--config", type=Path, metavar=_("FILE"), help=settings)
    parser.add_argument("--state", type=Path, metavar=_("DIR"), help=_("where games are remembered"))
    _add_language(parser)


def _add_language(parser: argparse.ArgumentParser) -> None:
    language = _("the language spoken ({default})", default=SOURCE)
    parser.add_argument("--language", metavar="L", help=language)


# ---------------------------------------------------------------- simulate

_SIMULATE = N_(
    "The game master at a virtual table: a page with a round table, five panel buttons, a "
    "pad for each seat and the real display. Any seat can be left to a bot."
)


def _add_simulate(parser: argparse.ArgumentParser) -> None:
    _add_configured(parser)
    parser.add_argument("--speed", type=float, default=1.0, metavar="X", help=_("X times as fast, mute"))
    port = _("the page's port ({default})", default=8137)
    parser.add_argument("--port", type=int, default=8137, metavar="N", help=port)
    parser.add_argument("--no-sound", action="store_true", help=_("captions only"))
    parser.add_argument(
        "--hub",
        choices=("simple", "firmware"),
        default="simple",
        help=_("{choice}: pads are pressed through the seat hub's own firmware", choice="firmware"),
    )
    parser.add_argument(
        "--display",
        choices=("drawn", "bus"),
        default="drawn",
        help=_("{choice}: the picture comes through the real display's driver", choice="bus"),
    )
    parser.add_argument("--no-browser", action="store_true", help=_("do not open the page"))
    parser.set_defaults(run=_simulate)


def _simulate(args: argparse.Namespace) -> int:
    signals.hold()
    keep_private()
    if not 0.1 <= args.speed <= 100:
        said = {"option": "--speed", "value": f"{args.speed:g}"}
        raise ValueError(_("{option} {value} is out of range: 0.1 to 100", **said))
    try:
        from gm_appliance.app.real_table import default_state
        from gm_appliance.app.virtual_table import VirtualTableSettings, simulate
    except ImportError as error:
        how = "pip install 'gm-appliance[simulator]'"
        told = _("the virtual table needs more libraries: {how} ({error})", how=how, error=error)
        raise ValueError(told) from error
    config = _configured(args)
    simulate(
        VirtualTableSettings(
            state=args.state or config.state or default_state(),
            language=config.language,
            asked=args.language or "",
            speed=args.speed,
            port=args.port,
            sound=not args.no_sound,
            browser=not args.no_browser,
            rate=config.voice.rate,
            volume=config.voice.volume / 100,
            speech=config.speech(),
            levels=config.levels(),
            games={name: config.game(name) for name in config.games},
            roster=config.roster,
            firmware=args.hub == "firmware",
            display=config.display if args.display == "bus" else None,
        )
    )
    return 0


# ---------------------------------------------------------------- run

_RUN = N_(
    "The game master on a real table: panel, display, voice, sound and seat pads, as the configuration "
    "names them (docs/configuration.md). Any of them may be missing. systemd starts it; see docs/install.md."
)


def _add_run(parser: argparse.ArgumentParser) -> None:
    _add_configured(parser)
    parser.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    signals.hold()
    keep_private()
    forbid_dumps()
    from gm_appliance.app.real_table import default_state, run

    config = _configured(args, strict=False)
    # Absolute, for lgpio moves into another folder while it is loaded.
    state = Path(args.state or config.state or default_state()).absolute()
    return run(config, state, args.language or "")


def _configured(args: argparse.Namespace, *, strict: bool = True) -> Configuration:
    """The configuration, with what is doubtful in it told in the log.

    strict: whether a mistake ends it; else it is told there too, and the box plays on without that table.
    """
    config = _read(args, strict=strict)
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    logging.info("Settings: %s", config.source or "no file, as built in")
    for mistake in config.mistakes:
        logging.error("%s", mistake.in_file(config.source))
    for doubt in config.doubts():
        logging.warning("%s", doubt)
    return config


def _read(args: argparse.Namespace, *, strict: bool = True) -> Configuration:
    """The configuration. Messages come in its language from now on, unless `--language` names another."""
    from gm_appliance.config import configuration, usable

    config = configuration(args.config) if strict else usable(args.config)
    if not args.language and config.language != SOURCE:
        speak(config.language)
    return config


# ---------------------------------------------------------------- hub

_HUB = N_(
    "The seat hub, a Raspberry Pi Pico at the USB port: put this version's firmware onto it, or ask "
    "what it is. The service that plays must not run meanwhile (systemctl stop gm-appliance). Its wiring "
    "is in docs/protocol.md."
)


def _add_hub(parser: argparse.ArgumentParser) -> None:
    what = _("put the firmware onto it, or look at it")
    parser.add_argument("what", choices=("flash", "info"), help=what)
    port = _("its serial port; else the only one there is")
    parser.add_argument("--port", metavar=_("DEVICE"), help=port)
    parser.set_defaults(run=_hub)


def _hub(args: argparse.Namespace) -> int:
    from gm_appliance.devices.pads import flashing as hub_tool

    print(hub_tool.flash(args.port) if args.what == "flash" else hub_tool.info(args.port))
    return 0


# ---------------------------------------------------------------- replay

_REPLAY = N_(
    "Tell a finished session again from the journal: what was chosen and what was said of it. "
    "Without a number, list the sessions. Secret choices are left out unless --secrets is given."
)


def _add_replay(parser: argparse.ArgumentParser) -> None:
    number = _("a session's number")
    parser.add_argument("session", metavar=_("SESSION"), type=int, nargs="?", help=number)
    parser.add_argument("--secrets", action="store_true", help=_("show secret choices too"))
    _add_configured(parser)
    parser.set_defaults(run=_replay)


def _replay(args: argparse.Namespace) -> int:
    from gm_appliance.app.real_table import default_state
    from gm_appliance.app.replay import replay, sessions

    config = _read(args)
    journal = (args.state or config.state or default_state()) / "journal.sqlite"
    if not journal.exists():
        said = {"file": journal, "option": "--state"}
        raise ValueError(
            _("{file} is not there: no game was played yet, or {option} names another folder", **said)
        )
    if args.session is None:
        lines = sessions(journal)
    else:
        lines = replay(journal, args.session, args.language, secrets=args.secrets)
    for line in lines:
        print(line)
    return 0


# ---------------------------------------------------------------- history

_HISTORY = N_(
    "The games that were played to their end, the oldest first: when, what, who won, with how many points "
    "and how long it took."
)


def _add_history(parser: argparse.ArgumentParser) -> None:
    history.add_arguments(parser)
    _add_configured(parser)
    parser.set_defaults(run=_history)


def _history(args: argparse.Namespace) -> int:
    from gm_appliance.app.real_table import default_state

    config = _read(args)
    history.show((args.state or config.state or default_state()) / history.NAME, args)
    return 0


# ---------------------------------------------------------------- play

_PLAY = N_(
    "Play one whole game through the game master on virtual time: no hardware, no waiting. "
    "People who press at random come from --auto, exact answers from --script."
)


def _add_play(parser: argparse.ArgumentParser) -> None:
    games = _("one of {games}", games=", ".join(GAMES))
    parser.add_argument("game", metavar=_("GAME"), help=games)
    parser.add_argument("--players", type=int, metavar="N", help=_("how many play"))
    names = _("who plays, from seat 1 on")
    parser.add_argument("--names", default="", metavar=_("NAME,NAME"), help=names)
    option = _("an option of the game; repeatable")
    parser.add_argument("--set", action="append", default=[], metavar=_("OPTION=VALUE"), help=option)
    _add_language(parser)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--auto", type=int, metavar=_("SEED"), help=_("people and dice from this seed"))
    source.add_argument("--script", type=Path, metavar=_("FILE"), help=_("answers from this file"))
    transcript = _("write every cue, decision and choice as JSON lines; - for here")
    parser.add_argument("--transcript", metavar=_("FILE"), help=transcript)
    parser.set_defaults(run=_play)


def _play(args: argparse.Namespace) -> int:
    from gm_appliance.app.headless import rehearse

    given = options_from(args.game, args.set)
    if args.players is not None:
        given["players"] = args.players
    party = party_from(args.names)
    with ExitStack() as stack:
        write = _spoken
        if args.transcript == "-":
            write = _line
        elif args.transcript:
            file = stack.enter_context(open_private(args.transcript))

            def write(line: str) -> None:
                file.write(line + "\n")

        language, seed, script = args.language or SOURCE, args.auto, args.script
        rehearse(args.game, given, language, write, seed=seed, script=script, party=party)
    return 0


def _line(line: str) -> None:
    print(line)


def _spoken(line: str) -> None:
    """What the people at the table would hear, with its time; and how it ended."""
    entry = json.loads(line)
    if entry["kind"] == "say":
        print(f"{entry['t']:8.1f}  {entry['text']}")
    elif entry["kind"] == "outcome":
        winners = ", ".join(map(str, entry["winners"])) or _("nobody")
        print(f"{entry['t']:8.1f}  [{winners}: {entry['reason']}]")


def party_from(names: str) -> Party:
    """Who sits where, from names with commas between them; a seat may be without. Raises ValueError."""
    found = tuple(map(tidied, names.split(",")))
    for at, name in enumerate(found):
        if name and not is_name(name):
            said = {"name": name, "most": MOST_LETTERS}
            raise ValueError(_("{name!r} is no name of 1 to {most} letters", **said))
        if name and any(same_name(name, other) for other in found[:at]):
            raise ValueError(_("two players are called {name!r}; tell them apart", name=name))
    return Party(found)


def options_from(game: str, settings: Sequence[str]) -> dict[str, Plain]:
    """``OPTION=VALUE`` pairs as options. Raises NoSuchGame, or ValueError for a pair that is none."""
    known = {option.name: option.domain for option in registered(game).game.options}
    given: dict[str, Plain] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            said = {"flag": "--set", "example": "players=9", "given": setting}
            raise ValueError(_("{flag} takes OPTION=VALUE, such as {example}; {given!r} has no '='", **said))
        near = get_close_matches(name, known, 1)
        if name not in known and near:
            unknown = _("{game} has no option {name!r}.", game=game, name=name)
            meant = _("Did you mean {name!r}?", name=near[0])
            raise ValueError(f"{unknown} {meant}")
        given[name] = _value(name, value, known[name]) if name in known else value
    return given


def _value(name: str, value: str, domain: OneOf | Number) -> int | str:
    """What was written, as the option takes it: some take numbers, some words, some either."""
    if isinstance(domain, Number) or all(isinstance(one, int) for one in domain.options):
        return _number(name, value)
    return next((one for one in domain.options if str(one) == value), value)


def _number(name: str, value: str) -> int:
    try:
        return int(value)
    except ValueError:
        told = _("{name} takes a whole number; {value!r} is none", name=name, value=value)
        raise ValueError(told) from None


# ---------------------------------------------------------------- games

_GAMES = N_(
    "The games there are, or the options of one, with what they take and what counts where nothing is given: "
    "as play --set and the configuration take them."
)


def _add_games(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar=_("GAME"), nargs="?", help=_("tell this one's options"))
    _add_language(parser)
    parser.set_defaults(run=_games)


def _games(args: argparse.Namespace) -> int:
    from gm_appliance.app.listing import games, options

    for line in options(args.game, spoken()) if args.game else games(spoken()):
        print(line)
    return 0


# ---------------------------------------------------------------- config

_CONFIG = N_(
    "The settings: find every mistake, with its line and what may be meant; see what counts, and where it "
    "comes from; or begin with a file that has them all."
)


def _add_config(parser: argparse.ArgumentParser) -> None:
    what = parser.add_subparsers(required=True, metavar=_("WHAT"), dest="what")
    file = _("else the one that counts here ({page})", page="docs/configuration.md")
    check = what.add_parser("check", help=_("tell every mistake; the exit code is 1 if there is one"))
    check.add_argument("config", type=Path, nargs="?", metavar=_("FILE"), help=file)
    show = what.add_parser("show", help=_("what counts, and where it comes from"))
    show.add_argument("--config", type=Path, metavar=_("FILE"), help=file)
    show.add_argument("--state", type=Path, metavar=_("DIR"), help=_("where games are remembered"))
    what.add_parser("sample", help=_("a file with every setting and what it is good for"))
    parser.set_defaults(run=_config)


def _config(args: argparse.Namespace) -> int:
    from gm_appliance.config import command

    return command.run(args)


# ---------------------------------------------------------------- doctor

_DOCTOR = N_(
    "Look at each part of the box as far as nobody has to press or to listen: what works, what is wrong and "
    "what to do. The exit code is 1 if something is wrong. With people it is checked at the table: the last "
    "line of the box's menu."
)


def _add_doctor(parser: argparse.ArgumentParser) -> None:
    _add_configured(parser)
    report = _("write it into a new file, with versions and the log, for somebody who helps")
    parser.add_argument("--report", type=Path, metavar=_("FILE"), help=report)
    parser.set_defaults(run=_doctor)


def _doctor(args: argparse.Namespace) -> int:
    from gm_appliance.app.doctor import command

    return command.run(args)


if __name__ == "__main__":
    sys.exit(main())
