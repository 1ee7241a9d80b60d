"""Pin everything this project installs, with all that it needs in turn.

    make lock                      writes requirements/*.txt anew from pyproject.toml
    make wheels                    checks that a wheel exists for every pin on every target

`pip` resolves the ranges of pyproject.toml once with every Python given, from nothing installed;
the files hold the union. They carry no hashes: Raspberry Pi OS takes some wheels from an index that
builds its own, and those hashes differ. They name no index either; that is the machine's business.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path

HERE = Path(__file__).parent
PROJECT = HERE.parent / "pyproject.toml"

# file: (what it is for, the extras in it, the files it stands on)
FILES: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "build": ("what builds the package", ("build",), ()),
    "appliance": ("the appliance on a Raspberry Pi", ("runtime", "sound"), ()),
    "simulator": ("the table in the browser", ("simulator",), ("appliance",)),
    "test": ("lint, types and tests", ("test",), ("simulator", "build")),
}
TARGETS = [(python, machine) for python in ("3.11", "3.13") for machine in ("x86_64", "aarch64")]
# Oldest first. Debian 12 and the Raspberry Pi OS of its day have glibc 2.36.
GLIBC = ("manylinux2014", "manylinux_2_17", "manylinux_2_27", "manylinux_2_28", "manylinux_2_31", "linux")


def wanted(name: str) -> list[str]:
    """The ranges of pyproject.toml that one requirements file is made of, without those below it."""
    project = tomllib.loads(PROJECT.read_text())
    groups = {
        "build": project["build-system"]["requires"],
        "runtime": project["project"]["dependencies"],
        **project["project"]["optional-dependencies"],
    }
    return [requirement for extra in FILES[name][1] for requirement in groups[extra]]


def below(name: str) -> list[str]:
    """The files `name` stands on, lowest first, itself last."""
    return [*(file for base in FILES[name][2] for file in below(base)), name]


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def resolve(python: str, requirements: Iterable[str]) -> dict[str, str]:
    """Name to version of everything `python` would install for these requirements.

    Raises CalledProcessError, with pip's own words on stderr, if they cannot be met.
    """
    command = [python, "-m", "pip", "install", "-qq", "--dry-run", "--ignore-installed", "--report", "-"]
    done = subprocess.run([*command, *requirements], check=True, stdout=subprocess.PIPE, text=True)
    found = [one["metadata"] for one in json.loads(done.stdout)["install"]]
    return {canonical(one["name"]): one["version"] for one in found}


def union(found: Sequence[dict[str, str]]) -> dict[str, str]:
    """All pins together. Raises SystemExit where two Pythons would get different versions."""
    together: dict[str, str] = {}
    for pins in found:
        for name, version in pins.items():
            if together.setdefault(name, version) != version:
                raise SystemExit(
                    f"{name}: {together[name]} for one Python, {version} for another. "
                    "Narrow its range in pyproject.toml until both agree."
                )
    return together


def write(name: str, pins: dict[str, str], beneath: set[str]) -> None:
    """Write one requirements file with the pins that no file beneath it has already."""
    lines = [f"# {FILES[name][0]}: every package, pinned. Written by `make lock`; do not edit."]
    lines += [f"-r {base}.txt" for base in FILES[name][2]]
    lines += [f"{package}=={version}" for package, version in sorted(pins.items()) if package not in beneath]
    (HERE / f"{name}.txt").write_text("\n".join(lines) + "\n")


def lock(pythons: Sequence[str]) -> None:
    """Write all files. One resolution of everything, so no two files can disagree."""
    everything = [requirement for name in FILES for requirement in wanted(name)]
    versions = union([resolve(python, everything) for python in pythons])
    exact = [f"{name}=={version}" for name, version in versions.items()]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as constraints:
        constraints.write("\n".join(exact))
        constraints.flush()
        done: dict[str, set[str]] = {}
        for name in FILES:
            ranges = [requirement for base in below(name) for requirement in wanted(base)]
            pins = union([resolve(python, ["-c", constraints.name, *ranges]) for python in pythons])
            beneath = set().union(*(done[base] for base in below(name)[:-1]))
            write(name, pins, beneath)
            done[name] = set(pins) | beneath
            print(f"requirements/{name}.txt: {len(pins)} packages")


def pinned() -> list[str]:
    """Every pin of every file, as ``name==version``."""
    lines = [line for name in FILES for line in (HERE / f"{name}.txt").read_text().splitlines()]
    return sorted({line for line in lines if "==" in line})


def has_wheel(pin: str, python: str, machine: str) -> bool:
    platforms = [part for glibc in GLIBC for part in ("--platform", f"{glibc}_{machine}")]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    with tempfile.TemporaryDirectory() as folder:
        target = ["--python-version", python, *platforms, "--dest", folder]
        return subprocess.run([*command, *target, pin], capture_output=True).returncode == 0


def wheels() -> int:
    """How many pins lack a wheel on some target; each is printed."""
    lacking = 0
    for python, machine in TARGETS:
        missing = [pin for pin in pinned() if not has_wheel(pin, python, machine)]
        print(f"Python {python} on {machine}: {len(pinned()) - len(missing)} of {len(pinned())} have a wheel")
        for pin in missing:
            print(f"  no wheel: {pin}")
        lacking += len(missing)
    return lacking


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("pythons", nargs="*", help="interpreters to resolve with, e.g. python3.11 python3.13")
    parser.add_argument("--wheels", action="store_true", help="only check that wheels exist")
    asked = parser.parse_args()
    if asked.wheels:
        raise SystemExit(min(wheels(), 1))
    lock(asked.pythons or [sys.executable])


if __name__ == "__main__":
    main()
