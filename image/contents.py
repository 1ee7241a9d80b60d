"""What of Debian is on the card: its list of packages, and their licences."""

from __future__ import annotations

import io
import re
import tarfile
from pathlib import Path, PurePosixPath

STATUS = "var/lib/dpkg/status"
LICENCE = re.compile(rf"{STATUS}|usr/share/doc/[^/]+/copyright|usr/share/common-licenses/.+")


def contents(archive: Path, to: Path, epoch: int) -> Path:
    """Copy Debian's list of packages, which the card lacks, and its licences, from its archive to a tar."""
    with tarfile.open(archive) as whole, tarfile.open(to, "w") as taken:
        found = {str(PurePosixPath(member.name)): member for member in whole}
        for name in sorted(filter(LICENCE.fullmatch, found)):
            member = found[name]
            if member.isdir():
                continue
            if member.issym():
                link = PurePosixPath(name).parent / member.linkname
                if str(link) not in found:
                    continue
                member = found[str(link)]
            file = whole.extractfile(member)
            assert file is not None
            add(taken, name, file.read(), epoch)
    return to


def add(tar: tarfile.TarFile, name: str, content: bytes, epoch: int) -> None:
    """Add a file that is the same whoever adds it, and when."""
    info = tarfile.TarInfo(name)
    info.size, info.mtime, info.mode = len(content), epoch, 0o644
    tar.addfile(info, io.BytesIO(content))
