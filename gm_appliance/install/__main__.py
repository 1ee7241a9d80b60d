"""``sudo ./install.sh``: install or update; ``--voice``, ``--remove``, ``--back``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from gm_appliance.core.messages import _, of_environment, speak, word
from gm_appliance.install.building import NotInstalled
from gm_appliance.install.commands import Asked, CommandFailed
from gm_appliance.install.installer import Installer
from gm_appliance.install.places import Places
from gm_appliance.install.releases import NoRelease
from gm_appliance.install.voices import VOICES, named
from gm_appliance.usage import Parser, speak_usage

SOURCE = Path(__file__).resolve().parents[2]  # the release that contains this file


def main(argv: Sequence[str] | None = None) -> int:
    """Returns the exit code: 0 done, 1 it failed and what ran before still runs."""
    speak(of_environment())
    speak_usage()
    parser = Parser(prog="install.sh", description=_("Installs the game master on this Pi, or updates it."))
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--back", action="store_true", help=_("go back to the previous release"))
    what.add_argument("--remove", action="store_true", help=_("remove it; games and settings stay"))
    parser.add_argument("--now", action="store_true", help=_("do not wait for a game in progress to end"))
    parser.add_argument(
        "--voice",
        type=named,
        action="append",
        default=[],
        metavar=word("NAME"),
        help=_("also install a voice: {voices}; repeatable", voices=", ".join(VOICES)),
    )
    args = parser.parse_args(argv)
    if os.geteuid() != 0:
        told = _("This changes the machine, so it needs root: {command}", command="sudo ./install.sh")
        print(told, file=sys.stderr)
        return 1
    installer = Installer(Places(), Asked())
    try:
        if args.remove:
            installer.remove()
        elif args.back:
            print(_("{release} is running.", release=installer.roll_back()))
        else:
            installer.install(SOURCE, now=args.now)
            for voice in args.voice:
                installer.add_voice(voice, SOURCE)
    except (NotInstalled, NoRelease, CommandFailed, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
