"""The command line: `gm-appliance COMMAND`."""
# Long: each command with its arguments.

from __future__ import annotations

import argparse
import errno
import logging
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from gm_appliance import __version__
from gm_appliance.app import signals
from gm_appliance.app.privacy import forbid_dumps, keep_private, open_private
from gm_appliance.core.language import N_, PSEUDO, SOURCE, UNTRANSLATED, Message, UnknownLanguage, languages
from gm_appliance.core.messages import _, of_environment, reason, speak, spoken, word
from gm_appliance.core.values import replace
from gm_appliance.usage import Parser, speak_usage

if TYPE_CHECKING:
    from gm_appliance.config import Configuration

    Commands = argparse._SubParsersAction[Parser]


def main(argv: Sequence[str] | None = None) -> int:
    """Returns the exit code: 0 done, 1 failed, 2 wrong command line, 3 to request power-off."""
    # Before parsing, which prints help and mistakes.
    argv = sys.argv[1:] if argv is None else argv
    speak(_named(argv) or of_environment())
    args = _parser(argv[0] if argv else "").parse_args(argv)
    try:
        if getattr(args, "language", None):
            speak(args.language)
        return int(args.run(args))
    except BrokenPipeError:
        # The reader, such as `head`, closed the pipe: drop the rest of the buffer.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, OSError) as error:
        # The message says what to do; a traceback would bury that.
        what: object = error
        if isinstance(error, UnknownLanguage):
            what = _(UNTRANSLATED, **error.said)
        if isinstance(error, OSError) and error.strerror:
            what = f"{error.filename}: {reason(error)}" if error.filename else reason(error)
        print(f"gm-appliance: {what}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _named(argv: Sequence[str]) -> str:
    """The language named on the command line; empty if it does not exist."""
    flags = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    flags.add_argument("--language")
    with suppress(argparse.ArgumentError):
        named = flags.parse_known_args(argv)[0].language
        return named if named in (*languages(), PSEUDO) else ""
    return ""


def _parser(first: str) -> argparse.ArgumentParser:
    """first: the first word of the command line; empty for none."""
    speak_usage()
    parser = Parser(prog="gm-appliance", description=_("A tabletop game master."))
    version = _("show program's version number and exit")
    parser.add_argument("--version", action="version", version=f"gm-appliance {__version__}", help=version)
    commands = parser.add_subparsers(required=True, metavar=word("COMMAND"))
    # If a command is named, only its parser is loaded, to save memory in the processes beside the box.
    for add in (_COMMANDS[first],) if first in _COMMANDS else _COMMANDS.values():
        add(commands)
    return parser


def _command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], summary: str, description: str
) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=summary, description=description)
    parser.set_defaults(run=run)
    return parser


def _add_configured(parser: argparse.ArgumentParser) -> None:
    settings = _("settings file ({page})", page="docs/configuration.md")
    parser.add_argument("--config", type=Path, metavar=word("FILE"), help=settings)
    parser.add_argument("--state", type=Path, metavar=word("DIR"), help=_("folder for games and results"))
    _add_language(parser)


def _add_language(parser: argparse.ArgumentParser) -> None:
    language = _("language to speak, if not that of the settings or of the environment")
    parser.add_argument("--language", metavar="L", help=language)


@contextmanager
def _extra(name: str, told: Message) -> Iterator[None]:
    """Import from an extra of the package. Raises ValueError with advice if it is not installed."""
    try:
        yield
    except ImportError as error:
        raise ValueError(_(told, how=f"pip install 'gm-appliance[{name}]'", error=error)) from error


def _add_simulate(commands: Commands) -> None:
    description = _(
        "Run the game master at a virtual table: a web page with a round table, the five panel buttons, a "
        "pad for each seat and the display. Bots can take any seat."
    )
    parser = _command(commands, "simulate", _simulate, _("start a virtual table in the browser"), description)
    _add_configured(parser)
    speed = _("run X times as fast as a real table, without sound")
    parser.add_argument("--speed", type=float, default=1.0, metavar="X", help=speed)
    port = _("port of the page ({default})", default=8137)
    parser.add_argument("--port", type=int, default=8137, metavar="N", help=port)
    parser.add_argument("--no-sound", action="store_true", help=_("show captions instead of playing sound"))
    parser.add_argument("--no-browser", action="store_true", help=_("do not open a browser"))
    parser.add_argument("--phones", action="store_true", help=_("let phones in from the start, as seat pads"))
    darken = _("darken the page as the lights would darken the room")
    parser.add_argument("--room", action="store_true", help=darken)


def _simulate(args: argparse.Namespace) -> int:
    signals.hold()
    keep_private()
    if not 0.1 <= args.speed <= 100:
        value = f"{args.speed:g}"
        raise ValueError(_("{option} {value} is out of range: 0.1 to 100", option="--speed", value=value))
    if not 0 <= args.port <= 65535:
        value = str(args.port)
        raise ValueError(_("{option} {value} is out of range: 0 to 65535", option="--port", value=value))
    with _extra("simulator", N_("the virtual table needs more libraries: {how} ({error})")):
        from gm_appliance.app.virtual_table import VirtualTableSettings, simulate
    config = _configured(args)
    if config.asks_language and spoken() != SOURCE:
        config = replace(config, language=spoken(), asks_language=False)
    settings = VirtualTableSettings(
        *(_state(args, config), config, args.language or "", args.speed, args.port),
        *(not args.no_sound, not args.no_browser, args.phones, args.room),
    )
    simulate(settings)
    return 0


def _add_phones(commands: Commands) -> None:
    description = _(
        "Serve the page that makes a phone a seat pad, and speak the seat hub's protocol to the box on a "
        "Unix socket. It listens on the network only while the table lets phones in, and ends with the "
        "box."
    )
    summary = _("let phones be seat pads; the box starts this itself")
    parser = _command(commands, "phones", _phones, summary, description)
    folder = _("folder of the sockets for the box; without it systemd passes them")
    parser.add_argument("--sockets", type=Path, metavar=word("DIR"), help=folder)


def _phones(args: argparse.Namespace) -> int:
    keep_private()
    forbid_dumps()
    with _extra("phones", N_("phones need more libraries: {how} ({error})")):
        from gm_appliance.phones.process import run
    run(args.sockets)
    return 0


def _add_room(commands: Commands) -> None:
    description = _(
        "Tell an MQTT broker what is public at the table, as the box says it on a Unix socket. Nothing from "
        "the broker reaches a game. It ends with the box."
    )
    summary = _("let lights follow the game; the box starts this itself")
    parser = _command(commands, "room", _room, summary, description)
    folder = _("folder of the sockets for the box; without it systemd passes them")
    parser.add_argument("--sockets", type=Path, metavar=word("DIR"), help=folder)


def _room(args: argparse.Namespace) -> int:
    forbid_dumps()
    with _extra("room", N_("lights need one more library: {how} ({error})")):
        from gm_appliance.room.process import run
    run(args.sockets)
    return 0


def _add_run(commands: Commands) -> None:
    description = _(
        "Run the game master on real hardware: panel, display, voice, sound and seat pads as configured "
        "(docs/configuration.md). Any of them may be missing. Usually systemd starts it; see "
        "docs/install.md."
    )
    parser = _command(commands, "run", _run, _("run the game master on real hardware"), description)
    _add_configured(parser)


def _run(args: argparse.Namespace) -> int:
    signals.hold()
    keep_private()
    forbid_dumps()
    from gm_appliance.app.real_table import run

    config = _configured(args, strict=False)
    # Absolute, since loading lgpio changes the working directory.
    return run(config, _state(args, config).absolute(), args.language or "")


def _state(args: argparse.Namespace, config: Configuration) -> Path:
    """Raises ValueError if --state is not writable."""
    named: Path | None = args.state
    if named is None:
        return config.state_folder
    try:
        named.mkdir(parents=True, exist_ok=True)
        if not os.access(named, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        told = N_("{option} {folder} is not writable ({why}). Choose another folder")
        raise ValueError(_(told, option="--state", folder=named, why=reason(error))) from None
    return named


def _configured(args: argparse.Namespace, *, strict: bool = True) -> Configuration:
    """Logs doubtful settings. strict: raise for mistakes instead of ignoring their tables."""
    config = _read(args, strict=strict)
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    logging.info(_("Settings: {file}", file=config.source) if config.source else _("Settings: defaults"))
    for mistake in config.mistakes:
        logging.error("%s", mistake.in_file(config.source))
    for doubt in config.doubts():
        logging.warning("%s", doubt)
    return config


def _read(args: argparse.Namespace, *, strict: bool = True) -> Configuration:
    """The configuration. Messages are now in its language, unless --language is given."""
    from gm_appliance.config import configuration, usable

    config = configuration(args.config) if strict else usable(args.config)
    if not args.language and not config.asks_language:
        speak(config.language)
    return config


def _add_hub(commands: Commands) -> None:
    description = _(
        "The seat hub, a Raspberry Pi Pico on USB: flash this version's firmware, show what is on it, or "
        "try every switch and lamp. Stop the service first (systemctl stop gm-appliance). How to build "
        "one is in docs/build.md."
    )
    parser = _command(commands, "hub", _hub, _("flash, inspect or try the seat hub"), description)
    what = _("flash the firmware, show what is on the hub, or try its pads")
    parser.add_argument("what", choices=("flash", "info", "try"), help=what)
    port = _("its serial port, if there are several hubs")
    parser.add_argument("--port", metavar=word("DEVICE"), help=port)


def _hub(args: argparse.Namespace) -> int:
    from gm_appliance.devices.pads import flashing as hub_tool

    if args.what == "try":
        from gm_appliance.devices.pads.trying import try_pads

        return try_pads(args.port, sys.stdout, sys.stdin.fileno() if sys.stdin else None)
    print(hub_tool.flash(args.port) if args.what == "flash" else hub_tool.info(args.port))
    return 0


def _add_replay(commands: Commands) -> None:
    description = _(
        "Retell a finished session from the journal, round by round. Without a number, list the sessions. "
        "With --events, show each choice and what was said about it; secret choices are left out unless "
        "--secrets is given."
    )
    parser = _command(commands, "replay", _replay, _("retell a finished session"), description)
    number = _("the session's number")
    parser.add_argument("session", metavar=word("SESSION"), type=int, nargs="?", help=number)
    events = _("print every choice and what followed")
    parser.add_argument("--events", action="store_true", help=events)
    parser.add_argument("--secrets", action="store_true", help=_("show secret choices too"))
    drawn = _("draw a picture to share: an SVG or PNG file")
    parser.add_argument("--picture", type=Path, metavar=word("FILE"), help=drawn)
    _add_configured(parser)


def _replay(args: argparse.Namespace) -> int:
    from gm_appliance.app.replay import asked_for

    config = _read(args)
    for line in asked_for((args.state or config.state_folder) / "journal.sqlite", args):
        print(line)
    return 0


def _add_history(commands: Commands) -> None:
    from gm_appliance.app import history

    description = _(
        "List the finished games, oldest first: when each was played, which game, who won, the points and "
        "how long it took."
    )
    parser = _command(commands, "history", _history, _("list the finished games"), description)
    history.add_arguments(parser)
    _add_configured(parser)


def _history(args: argparse.Namespace) -> int:
    from gm_appliance.app import history

    config = _read(args)
    state = args.state or config.state_folder
    results = history.asked_for(state / history.NAME, args)
    if not args.plot:
        history.show(results, args, state / "journal.sqlite", rated=config.ratings)
        return 0
    from gm_appliance.app.plot import plot

    for line in plot(results).save(args.plot):
        print(line, file=sys.stderr)
    return 0


def _add_league(commands: Commands) -> None:
    from gm_appliance.app import league

    description = _(
        "Show how often everybody played and won, at this box and at others whose results were added. The "
        "same name at two boxes counts as two people, unless --same says otherwise."
    )
    parser = _command(commands, "league", _league, _("show the standings of several boxes"), description)
    league.add_arguments(parser)
    _add_configured(parser)


def _league(args: argparse.Namespace) -> int:
    from gm_appliance.app import league

    keep_private()
    config = _read(args)
    state, args.ratings = args.state or config.state_folder, args.ratings or config.ratings
    with _extra("phones", N_("the league needs one more library: {how} ({error})")):
        for line in league.run(state, args):
            print(line)
    return 0


def _add_forget(commands: Commands) -> None:
    description = _(
        "Delete a finished game, a person's name wherever it is kept, or all games and names. Stop the game "
        "master first. At the table, the last page of 'Last games' does the same."
    )
    parser = _command(commands, "forget", _forget, _("delete a game, a person or everything"), description)
    what = parser.add_mutually_exclusive_group(required=True)
    game = _("its number or its date, as `history` shows them")
    what.add_argument("--game", metavar=word("GAME"), help=game)
    what.add_argument("--person", metavar=word("NAME"), help=_("the name"))
    what.add_argument("--everything", action="store_true", help=_("all games and all names"))
    _add_configured(parser)


def _forget(args: argparse.Namespace) -> int:
    from gm_appliance.app.forgetting import forget

    for line in forget(args.state or _read(args).state_folder, args.game, args.person):
        print(line)
    return 0


def _add_play(commands: Commands) -> None:
    from gm_appliance.games.registry import GAMES

    description = _(
        "Play one whole game in virtual time: no hardware, no waiting. With --auto people press at "
        "random; with --script they give exact answers."
    )
    parser = _command(commands, "play", _play, _("play one whole game in virtual time"), description)
    games = _("one of {games}", games=", ".join(GAMES))
    parser.add_argument("game", metavar=word("GAME"), help=games)
    parser.add_argument("--players", type=int, metavar="N", help=_("number of players"))
    names = _("the players' names, from seat 1 on")
    parser.add_argument("--names", default="", metavar=word("NAME,NAME"), help=names)
    option = _("set an option of the game; repeatable")
    parser.add_argument("--set", action="append", default=[], metavar=word("OPTION=VALUE"), help=option)
    _add_language(parser)
    source = parser.add_mutually_exclusive_group(required=True)
    seed = _("seed of the random people and dice")
    source.add_argument("--auto", type=int, metavar=word("SEED"), help=seed)
    source.add_argument("--script", type=Path, metavar=word("FILE"), help=_("answers from this file"))
    transcript = _("write every cue, decision and choice as JSON lines; - for standard output")
    parser.add_argument("--transcript", metavar=word("FILE"), help=transcript)


def _play(args: argparse.Namespace) -> int:
    from gm_appliance.app.headless import options_from, party_from, print_spoken, rehearse

    if args.auto is not None and args.auto < 0:
        raise ValueError(_("{option} {value} is out of range: 0 or more", option="--auto", value=args.auto))
    given = options_from(args.game, args.set)
    if args.players is not None:
        given["players"] = args.players
    party = party_from(args.names)
    file = open_private(args.transcript) if (args.transcript or "-") != "-" else nullcontext(sys.stdout)
    with file as out:
        write = partial(print, file=out) if args.transcript else print_spoken
        people = {"seed": args.auto, "script": args.script, "party": party}
        rehearse(args.game, given, args.language or spoken(), write, **people)
    return 0


def _add_games(commands: Commands) -> None:
    description = _(
        "List the games, or the options of one with their values and defaults, as play --set and the "
        "configuration take them."
    )
    parser = _command(commands, "games", _games, _("list the games and their options"), description)
    parser.add_argument("game", metavar=word("GAME"), nargs="?", help=_("show this game's options"))
    _add_language(parser)


def _games(args: argparse.Namespace) -> int:
    from gm_appliance.app.listing import games, options

    for line in options(args.game, spoken()) if args.game else games(spoken()):
        print(line)
    return 0


def _add_config(commands: Commands) -> None:
    description = _(
        "Check the settings and find every mistake, with its line and a suggestion; show each setting and "
        "where it comes from; or print a file with all of them to start from."
    )
    parser = _command(commands, "config", _config, _("check and show the settings"), description)
    what = parser.add_subparsers(required=True, metavar=word("WHAT"), dest="what")
    file = _("settings file, if not the usual one ({page})", page="docs/configuration.md")
    check = what.add_parser("check", help=_("report every mistake; the exit code is 1 if there is one"))
    check.add_argument("config", type=Path, nargs="?", metavar=word("FILE"), help=file)
    show = what.add_parser("show", help=_("show each setting and where it comes from"))
    show.add_argument("--config", type=Path, metavar=word("FILE"), help=file)
    show.add_argument("--state", type=Path, metavar=word("DIR"), help=_("folder for games and results"))
    what.add_parser("sample", help=_("print a file with every setting, explained"))


def _config(args: argparse.Namespace) -> int:
    from gm_appliance.config import command

    return command.run(args)


def _add_doctor(commands: Commands) -> None:
    description = _(
        "Check each part of the box, as far as possible without people: what works, what is wrong and what "
        "to do. The exit code is 1 if something is wrong. To try the parts, use 'Check the parts' in the "
        "box's menu."
    )
    parser = _command(commands, "doctor", _doctor, _("check each part of the box"), description)
    _add_configured(parser)
    report = _("also write it to a new file, with versions and the log, to send to somebody who can help")
    parser.add_argument("--report", type=Path, metavar=word("FILE"), help=report)


def _doctor(args: argparse.Namespace) -> int:
    from gm_appliance.app.doctor import command

    return command.run(args)


def _add_voice(commands: Commands) -> None:
    from gm_appliance.app import voice_command

    voice_command.add(commands, _add_language)


_ADDS = (
    *(_add_simulate, _add_run, _add_phones, _add_room, _add_hub, _add_replay, _add_history, _add_league),
    *(_add_forget, _add_play, _add_games, _add_config, _add_doctor, _add_voice),
)
_COMMANDS = {add.__name__.removeprefix("_add_"): add for add in _ADDS}


if __name__ == "__main__":
    sys.exit(main())
