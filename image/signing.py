"""Makes the keys that sign updates.

    make signing-key SPARE=/media/stick            the first keys of a release line
    make signing-key SPARE=/media/stick NEXT=1     the spare key signs from now on, and a new spare is made

A card takes only updates that are signed with one of two keys: the one in use, which `make image` reads from
KEYS, and a spare, which stays offline in SPARE. If the key in use is lost or leaks, the spare takes its
place, and no card has to be written again. docs/developers/releasing.md says more.

    KEYS     the folder of the key in use; by default ~/.config/gm-appliance/0.x for the versions 0.1, 0.2 …
"""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from gm_appliance import __version__
from image.system import NotMade, run

DAYS = 7305
"""How long a key can sign: twenty years, so that one that was a spare for ten can be used for ten. A shorter
life would protect nobody: a card has no clock, and believes the time that a signature states."""

MADE = """\
{key}
    signs updates. With this file anybody can put any program onto the cards. Copy its folder to a second
    place, away from this computer: without the key there are no updates.
{spare}
    is the spare key, for when the first is lost or leaks. Keep that stick offline, and a copy of it in
    another house.
Do not commit, mail or upload either. docs/developers/releasing.md says what to do when one is lost
or leaks."""


class Keys(NamedTuple):
    """The key in use, its certificate, and the certificate of the spare key."""

    key: Path
    certificate: Path
    spare: Path

    @property
    def keyring(self) -> str:
        """The certificates that a card trusts."""
        return self.certificate.read_text() + self.spare.read_text()


def places() -> Keys:
    """The paths of this release line's keys."""
    line = f"{__version__.partition('.')[0]}.x"
    folder = Path(os.environ.get("KEYS") or Path.home() / ".config/gm-appliance" / line)
    return Keys(folder / "key.pem", folder / "cert.pem", folder / "spare.pem")


def keys() -> Keys:
    """The keys of this release line. Raises NotMade if one is missing or has expired."""
    found = places()
    if missing := [one.name for one in found if not one.exists()]:
        raise NotMade(
            f"Updates have to be signed, and {found.key.parent} has no {' and no '.join(missing)}. If you "
            "have the keys, copy them there, or name their folder with KEYS=…: cards take no update that is "
            "signed with another key. For your first card make them: make signing-key SPARE=/media/stick"
        )
    try:
        run("openssl", "x509", "-checkend", "0", "-noout", "-in", found.certificate)
    except NotMade as error:
        raise NotMade(
            f"The key {found.key} can sign no longer: its certificate has expired or is damaged. Let the "
            "spare key take its place: make signing-key SPARE=/media/stick NEXT=1"
        ) from error
    return found


def pair(key: Path, certificate: Path) -> None:
    """Make a key and its certificate. Raises NotMade and OSError."""
    name = f"/CN=gm-appliance updates {secrets.token_hex(4)}"
    ask = ("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:secp384r1", "-nodes")
    run(*ask, "-days", str(DAYS), "-subj", name, "-keyout", key, "-out", certificate)
    with suppress(PermissionError):  # FAT has no modes
        key.chmod(0o600)


def make(spare: Path, *, following: bool = False) -> Keys:
    """Make the missing keys of this release line; returns all. Raises NotMade and OSError.

    An existing spare key becomes the missing key in use. spare: the folder of the spare key. following: the
    spare key replaces the one in use, which is kept as ``retired-…``.
    """
    found = places()
    waiting, known = spare / "spare-key.pem", spare / "spare.pem"
    if not spare.is_dir() or spare.resolve() == found.key.parent.resolve():
        raise NotMade(f"{spare} is no folder for a spare key. Name one on a stick: SPARE=/media/stick")
    if not following and found.key.exists() and found.spare.exists():
        raise NotMade(f"{found.key} is there already. To let the spare key take its place, add NEXT=1.")
    if following and not waiting.exists():
        raise NotMade(f"There is no {waiting.name} in {spare}. Plug in the stick that has it.")
    found.key.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if following or (waiting.exists() and not found.key.exists()):
        retired = f"retired-{secrets.token_hex(4)}"
        for one in (found.certificate, found.key):
            if one.exists():
                one.rename(one.with_name(f"{retired}-{one.name}"))
        found.spare.unlink(missing_ok=True)
        shutil.move(known, found.certificate)
        shutil.move(waiting, found.key)
        found.key.chmod(0o600)
    if not found.key.exists():
        pair(found.key, found.certificate)
    if not waiting.exists():
        pair(waiting, known)
    shutil.copyfile(known, found.spare)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--spare", type=Path, required=True, help="the folder of the spare key, on a stick")
    parser.add_argument("--next", action="store_true", help="the spare key takes the other's place")
    options = parser.parse_args()
    try:
        made = make(options.spare, following=options.next)
    except (NotMade, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(MADE.format(key=made.key, spare=options.spare / "spare-key.pem"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
