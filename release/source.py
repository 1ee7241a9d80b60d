"""The source of the last commit, as the release's dist/gm-appliance-VERSION-source.tar.gz: `make source`."""

from __future__ import annotations

import gzip
import subprocess

from gm_appliance.install.releases import name_of
from release.parts import DIST, ROOT


def main() -> None:
    name = f"gm-appliance-{name_of(ROOT)}"
    archive = subprocess.run(
        ["git", "-C", ROOT, "archive", f"--prefix={name}/", "HEAD"], check=True, stdout=subprocess.PIPE
    ).stdout
    DIST.mkdir(exist_ok=True)
    file = DIST / f"{name}-source.tar.gz"
    file.write_bytes(gzip.compress(archive, mtime=0))
    print(file.relative_to(ROOT))


if __name__ == "__main__":
    main()
