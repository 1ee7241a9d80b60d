"""The command line: `gm-appliance COMMAND`."""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from gm_appliance import __version__
from gm_appliance.app import signals
from gm_appliance.core.game import Number, Plain
from gm_appliance.games.registry import GAMES, PLANNED, registered

if TYPE_CHECKING:
    from gm_appliance.config import Configuration


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command.

    Returns the exit code: 0 done, 1 it failed, 2 the command line is wrong; `run` gives 3 when the
    machine is to be switched off.
    """
    args = _parser().parse_args(argv)
    try:
        return int(args.run(args))
    except (ValueError, OSError) as error:
        # Ours say what is wrong and what to do; a traceback would bury it.
        what: object = error
        if isinstance(error, OSError) and error.filename and error.strerror:
            what = f"{error.filename}: {error.strerror}"
        print(f"gm-appliance: {what}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


class _Parser(argparse.ArgumentParser):
    """One line for what is wrong, instead of the whole usage before it."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}. See {self.prog} --help\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="gm-appliance", description="A tabletop game master.")
    parser.add_argument("--version", action="version", version=f"gm-appliance {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_simulate(
        commands.add_parser("simulate", help="a virtual table in the browser", description=_SIMULATE)
    )
    _add_run(commands.add_parser("run", help="the game master on a real table's parts", description=_RUN))
    _add_hub(commands.add_parser("hub", help="the seat hub: its firmware", description=_HUB))
    _add_replay(commands.add_parser("replay", help="tell a finished session again", description=_REPLAY))
    _add_play(commands.add_parser("play", help="play one whole game on virtual time", description=_PLAY))
    return parser


def _add_configured(parser: argparse.ArgumentParser) -> None:
    """The file of settings, and flags that win over it."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings (docs/configuration.md)")
    parser.add_argument("--state", type=Path, metavar="DIR", help="where games are remembered")
    parser.add_argument("--language", metavar="L", help="the language spoken (en)")


# ---------------------------------------------------------------- simulate

_SIMULATE = """The game master at a virtual table: a page with a round table, five panel buttons, a
pad for each seat and the real display. Any seat can be left to a bot."""


def _add_simulate(parser: argparse.ArgumentParser) -> None:
    _add_configured(parser)
    parser.add_argument("--speed", type=float, default=1.0, metavar="X", help="X times as fast, mute")
    parser.add_argument("--port", type=int, default=8137, metavar="N", help="the page's port (8137)")
    parser.add_argument("--no-sound", action="store_true", help="captions only")
    parser.add_argument(
        "--hub",
        choices=("simple", "firmware"),
        default="simple",
        help="firmware: pads are pressed through the seat hub's own firmware",
    )
    parser.add_argument(
        "--display",
        choices=("drawn", "bus"),
        default="drawn",
        help="bus: the picture comes through the real display's driver",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the page")
    parser.set_defaults(run=_simulate)


def _simulate(args: argparse.Namespace) -> int:
    signals.hold()
    if not 0.1 <= args.speed <= 100:
        raise ValueError(f"--speed {args.speed:g} is out of range: 0.1 to 100")
    try:
        from gm_appliance.app.real_table import default_state
        from gm_appliance.app.virtual_table import VirtualTableSettings, simulate
    except ImportError as error:
        how = "pip install 'gm-appliance[simulator]'"
        raise ValueError(f"the virtual table needs more libraries: {how} ({error})") from error
    config = _configured(args)
    simulate(
        VirtualTableSettings(
            state=args.state or config.state or default_state(),
            language=args.language or config.language,
            speed=args.speed,
            port=args.port,
            sound=not args.no_sound,
            browser=not args.no_browser,
            rate=config.voice.rate,
            volume=config.voice.volume / 100,
            games={name: config.game(name) for name in config.games},
            firmware=args.hub == "firmware",
            display=config.display if args.display == "bus" else None,
        )
    )
    return 0


# ---------------------------------------------------------------- run

_RUN = """The game master on a real table: panel, display, voice, sound and seat pads, as the configuration
names them (docs/configuration.md). Any of them may be missing. systemd starts it; see docs/install.md."""


def _add_run(parser: argparse.ArgumentParser) -> None:
    _add_configured(parser)
    parser.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    signals.hold()
    from gm_appliance.app.real_table import default_state, run

    config = _configured(args)
    # Absolute, for lgpio moves into another folder while it is loaded.
    state = Path(args.state or config.state or default_state()).absolute()
    return run(config, state, args.language or config.language)


def _configured(args: argparse.Namespace) -> Configuration:
    """The configuration, with what is doubtful in it told in the log."""
    from gm_appliance.config import configuration

    config = configuration(args.config)
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    logging.info("Settings: %s", config.source or "no file, as built in")
    for doubt in config.doubts():
        logging.warning("%s", doubt)
    return config


# ---------------------------------------------------------------- hub

_HUB = """The seat hub, a Raspberry Pi Pico at the USB port: put this version's firmware onto it, or ask
what it is. The service that plays must not run meanwhile (systemctl stop gm-appliance). Its wiring is in
docs/protocol.md."""


def _add_hub(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("flash", "info"), help="put the firmware onto it, or look at it")
    parser.add_argument("--port", metavar="DEVICE", help="its serial port; else the only one there is")
    parser.set_defaults(run=_hub)


def _hub(args: argparse.Namespace) -> int:
    from gm_appliance.devices.pads import flashing as hub_tool

    print(hub_tool.flash(args.port) if args.what == "flash" else hub_tool.info(args.port))
    return 0


# ---------------------------------------------------------------- replay

_REPLAY = """Tell a finished session again from the journal: what was chosen and what was said of it.
Without a number, list the sessions. Secret choices are left out unless --secrets is given."""


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", metavar="SESSION", type=int, nargs="?", help="a session's number")
    parser.add_argument("--secrets", action="store_true", help="show secret choices too")
    _add_configured(parser)
    parser.set_defaults(run=_replay)


def _replay(args: argparse.Namespace) -> int:
    from gm_appliance.app.real_table import default_state
    from gm_appliance.app.replay import replay, sessions
    from gm_appliance.config import configuration

    config = configuration(args.config)
    journal = (args.state or config.state or default_state()) / "journal.sqlite"
    if not journal.exists():
        raise ValueError(f"{journal} is not there: no game was played yet, or --state names another folder")
    if args.session is None:
        lines = sessions(journal)
    else:
        lines = replay(journal, args.session, args.language or config.language, secrets=args.secrets)
    for line in lines:
        print(line)
    return 0


# ---------------------------------------------------------------- play

_PLAY = """Play one whole game through the game master on virtual time: no hardware, no waiting.
People who press at random come from --auto, exact answers from --script."""


def _add_play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join((*GAMES, *PLANNED))}")
    parser.add_argument("--players", type=int, metavar="N", help="how many play")
    parser.add_argument(
        "--set", action="append", default=[], metavar="OPTION=VALUE", help="an option of the game; repeatable"
    )
    parser.add_argument("--language", default="en", metavar="L", help="the language spoken (en)")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--auto", type=int, metavar="SEED", help="people and dice from this seed")
    source.add_argument("--script", type=Path, metavar="FILE", help="answers from this file")
    parser.add_argument(
        "--transcript", metavar="FILE", help="write every cue, decision and choice as JSON lines; - for here"
    )
    parser.set_defaults(run=_play)


def _play(args: argparse.Namespace) -> int:
    from gm_appliance.app.headless import rehearse

    given = options_from(args.game, args.set)
    if args.players is not None:
        given["players"] = args.players
    with ExitStack() as stack:
        write = _spoken
        if args.transcript == "-":
            write = _line
        elif args.transcript:
            file = stack.enter_context(open(args.transcript, "w", encoding="utf-8"))

            def write(line: str) -> None:
                file.write(line + "\n")

        rehearse(args.game, given, args.language, write, seed=args.auto, script=args.script)
    return 0


def _line(line: str) -> None:
    print(line)


def _spoken(line: str) -> None:
    """What the people at the table would hear, with its time; and how it ended."""
    entry = json.loads(line)
    if entry["kind"] == "say":
        print(f"{entry['t']:8.1f}  {entry['text']}")
    elif entry["kind"] == "outcome":
        print(f"{entry['t']:8.1f}  [{', '.join(map(str, entry['winners'])) or 'nobody'}: {entry['reason']}]")


def options_from(game: str, settings: Sequence[str]) -> dict[str, Plain]:
    """``OPTION=VALUE`` pairs as options. Raises NoSuchGame, or ValueError for a pair that is none."""
    known = {option.name: option.domain for option in registered(game).game.options}
    numbers = {name for name, domain in known.items() if isinstance(domain, Number)}
    given: dict[str, Plain] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise ValueError(f"--set takes OPTION=VALUE, such as players=9; {setting!r} has no '='")
        near = get_close_matches(name, known, 1)
        if name not in known and near:
            raise ValueError(f"{game} has no option {name!r}. Did you mean {near[0]!r}?")
        given[name] = _number(name, value) if name in numbers else value
    return given


def _number(name: str, value: str) -> int:
    try:
        return int(value)
    except ValueError:
        raise ValueError(f"{name} takes a whole number; {value!r} is none") from None


if __name__ == "__main__":
    sys.exit(main())
