"""Makes one folder of everything that people take from a release.

    make release         writes dist/gm-appliance-VERSION

Each part is made by the Makefile's own target, unless `dist` has it already, as new as its sources: so a card
that root made, or another machine, is taken. A part that cannot be made here is named at the end, with what
to do, and the exit code is 1: the folder has the rest.

    SOURCE_DATE_EPOCH    the time of all files; by default the commit's
    KEYS                 the folder of the key that signs updates, which signs the checksums, too
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import sys
import tarfile
import time
import zipfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from gm_appliance import __version__
from gm_appliance.install.releases import name_of
from image.contents import STATUS
from image.signing import Keys, keys
from image.system import NotMade, run
from release import licences, packages
from release.parts import DIST, PARTS, ROOT, Part, made, placed

LIST = "packages.cdx.json"
SUMS = "SHA256SUMS"
SIGNATURE = f"{SUMS}.cms"
TRUSTED = "trusted.pem"
NPM = re.compile(r"`(@[\w-]+/[\w-]+)` (\d+(?:\.\d+)+)")

READ_ME = """\
gm-appliance {version}: a game master in a box

{table}
licences.zip
    of all that is in these files; SOURCES.txt says where the sources are
packages.cdx.json
    what others made in these files, with versions (CycloneDX)

Begin with docs/install.md, in the source or where you found this folder.

Is all of it as it was published?

    sha256sum --check SHA256SUMS
    openssl cms -verify -binary -inform PEM -in SHA256SUMS.cms -content SHA256SUMS -CAfile trusted.pem

trusted.pem has the certificates of the keys that sign; compare it with the one of a release that you trust.
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    targets = [part.target for part in PARTS if part.target]
    parser.add_argument("--without", nargs="+", default=(), choices=targets, help="leave these parts out")
    options = parser.parse_args()
    name = f"gm-appliance-{name_of(ROOT)}"
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH") or run("git", "-C", ROOT, "log", "-1", "--format=%ct"))
    to = DIST / name
    missing = assembled(to, epoch, options.without)
    if run("git", "-C", ROOT, "status", "--porcelain"):
        missing.append(
            "Not released: some changes are not committed, so the source lacks them. Commit them first."
        )
    print(f"{to.relative_to(ROOT)}: {sum(file.is_file() for file in to.rglob('*'))} files")
    for one in missing:
        print(f"\n{one}", file=sys.stderr)
    return 1 if missing else 0


def assembled(to: Path, epoch: int, without: Sequence[str] = ()) -> list[str]:
    """Make the folder, named as the release. Returns what is missing, and how to get it.

    Raises NotMade for a part that may not be passed on. without: targets.
    """
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir(parents=True)
    here, missing = [], []
    for part in PARTS:
        try:
            if part.target in without:
                raise NotMade("Left out.")
            placed(part, made(part, to.name, epoch), to)
            here.append(part)
        except (NotMade, OSError) as error:
            missing.append(f"Missing: {', '.join(part.files).format(name=to.name)}. {error}\n{part.without}")
    described(to, here, epoch)
    try:
        signed(to, keys(), epoch)
    except NotMade as error:
        settled(to, epoch)
        missing.append(f"Not signed: {SUMS}. {error}")
    return missing


def described(to: Path, here: Sequence[Part], epoch: int) -> None:
    """Add licences, the list of packages, and the text to read first. Raises NotMade."""
    folder = to / "licences"
    licences.ours(folder)
    components = [packages.of_page(*found) for found in ciphers()]
    hub = to / "hub-pico.uf2"
    if version := packages.micropython(hub.read_bytes()) if hub.exists() else "":
        components.append(packages.of_micropython(version))
        licences.kept("micropython", folder / "micropython")
    with ExitStack() as opened:
        if (bundle := to / f"{to.name}.tar").exists():
            wheels = [
                one
                for one in packages.wheels(opened.enter_context(tarfile.open(bundle)))
                if one.name != "gm-appliance"
            ]
            licences.of_python(wheels, folder)
            components += map(packages.of_python, wheels)
        if (list_ := to / f"{to.name}.debian.tar").exists():
            debian = opened.enter_context(tarfile.open(list_))
            status = debian.extractfile(STATUS)
            assert status is not None
            installed = packages.debians(status.read().decode())
            licences.of_debian(debian, installed, folder)
            licences.kept("lgpio", folder / "python" / "lgpio")
            components += map(packages.of_debian, installed)
            components.append(packages.of_lgpio())
    list_.unlink(missing_ok=True)
    packed(folder, to / "licences.zip", epoch)
    (to / LIST).write_text(packages.listed(to.name, __version__, components, epoch), "utf-8")
    drag = f"MicroPython {version} is in it" if version else "first RPI_PICO or RPI_PICO2 of micropython.org"
    table = "\n".join(told(part, to.name) for part in here).format(drag=drag)
    (to / "READ-ME.txt").write_text(READ_ME.format(version=__version__, table=table), "utf-8")


def packed(folder: Path, to: Path, epoch: int) -> None:
    """Pack a folder, and remove it: a forge takes only files."""
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as made:
        for file in sorted(file for file in folder.rglob("*") if file.is_file()):
            info = zipfile.ZipInfo(str(file.relative_to(folder)), time.gmtime(epoch)[:6])
            made.writestr(info, file.read_bytes(), zipfile.ZIP_DEFLATED)
    shutil.rmtree(folder)


def ciphers() -> list[tuple[str, str]]:
    """The packages of npm in the phones' page, with versions, as its list says."""
    text = (ROOT / "gm_appliance/phones/static/noble/README.md").read_text("utf-8")
    return NPM.findall(text)


def told(part: Part, name: str) -> str:
    """Its lines in the text to read first."""
    files = [one.format(name=name) for one in part.files if not one.endswith(".debian.tar")]
    return f"{', '.join(part.prefix + one.rpartition('/')[2] for one in files)}\n    {part.what}"


def signed(to: Path, signing: Keys, epoch: int) -> None:
    """Add the certificates that a card trusts, the checksums, and their signature. Raises NotMade."""
    (to / TRUSTED).write_text(signing.keyring)
    settled(to, epoch)
    sign = ("openssl", "cms", "-sign", "-binary", "-outform", "PEM", "-md", "sha384")
    by = ("-signer", signing.certificate, "-inkey", signing.key)
    run(*sign, *by, "-in", to / SUMS, "-out", to / SIGNATURE)


def settled(to: Path, epoch: int) -> None:
    """Add the checksums of all files, and give all the same time and modes."""
    files = sorted(file for file in to.rglob("*") if file.is_file())
    sums = (f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(to)}\n" for file in files)
    (to / SUMS).write_text("".join(sums), "utf-8")
    for path in sorted(to.rglob("*"), reverse=True):
        path.chmod(0o755 if path.is_dir() else 0o644)
        os.utime(path, (epoch, epoch))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except NotMade as error:
        sys.exit(str(error))
