"""Pins everything this project installs, with all dependencies.

    make lock                      rewrites requirements/*.txt from pyproject.toml
    make lock UPGRADE=1            the same, with everything at its newest
    make wheels                    checks that a wheel exists for every pin on every target

`pip` resolves the ranges of pyproject.toml once with every given Python, as if nothing were installed; the
files have the union. A pin keeps its version while that is in its range. The environment marker of a range is
also on its pin, and on those that only it needs. Ranges for one kind of machine have to be locked there, as
pip evaluates markers for the machine it runs on.

Every pin has the hashes of all its files, from the index by `uv`; pip accepts no others, such as files that
the machine's index built itself. The files name no index. evdev and lgpio, which a Pi takes from Debian, are
not pinned.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

# pip's own copy, as packaging itself may not be installed yet.
from pip._vendor.packaging.requirements import Requirement
from pip._vendor.packaging.specifiers import SpecifierSet

HERE = Path(__file__).parent
PROJECT = HERE.parent / "pyproject.toml"

# file: (its purpose, the extras in it, the files it includes)
FILES: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "build": ("what builds the package", ("build",), ()),
    "appliance": ("the appliance on a Raspberry Pi", ("runtime", "sound", "hub", "phones"), ()),
    "bundle": ("what a bundle carries besides the appliance", ("bundle",), ()),
    "piper": ("the voice Piper, in an environment of its own", ("piper",), ()),
    "hibari": ("the voice hibari, in an environment of its own", ("hibari",), ()),
    "simulator": ("the table in the browser", ("simulator",), ("appliance",)),
    "docs": ("the pages as a site", ("docs",), ()),
    "release": ("the list of what a release holds", ("release",), ()),
    "test": ("lint, types and tests", ("test",), ("simulator", "build", "docs", "release")),
    "bench": ("benchmarks and their peers", ("bench",), ("test",)),
}
TARGETS = [(python, machine) for python in ("3.11", "3.12", "3.13") for machine in ("x86_64", "aarch64")]
# Oldest first. Debian 12 and the Raspberry Pi OS of its day have glibc 2.36.
GLIBC = ("manylinux2014", "manylinux_2_17", "manylinux_2_27", "manylinux_2_28", "manylinux_2_31", "linux")

# A bundle has its own pip, as Debian's Python cannot install it into an environment.
PIP = "pip>=26"
VOICE = "espeakng-loader"

# Only for hashes.
UV = "uv==0.13.8"

# Package name to the version in its pin, with the marker if it has one.
Pins = dict[str, str]

# Package name to pip's options for its files.
Hashes = dict[str, tuple[str, ...]]


def wanted(name: str) -> list[str]:
    """The ranges of pyproject.toml in one requirements file, without included files."""
    project = tomllib.loads(PROJECT.read_text())
    extras = project["project"]["optional-dependencies"]
    groups = {
        "build": project["build-system"]["requires"],
        "runtime": project["project"]["dependencies"],
        "bundle": [PIP, *(one for one in extras["simulator"] if Requirement(one).name == VOICE)],
        **extras,
    }
    return [requirement for extra in FILES[name][1] for requirement in groups[extra]]


def below(name: str) -> list[str]:
    """The files that `name` includes, in order, and itself."""
    return [*(file for base in FILES[name][2] for file in below(base)), name]


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def resolve(python: str, requirements: Iterable[str]) -> Pins:
    """Name to version of everything `python` would install here for these requirements.

    Raises CalledProcessError after pip's own message if they cannot be met.
    """
    command = [python, "-m", "pip", "install", "-qq", "--dry-run", "--ignore-installed", "--report", "-"]
    done = subprocess.run([*command, *requirements], check=True, stdout=subprocess.PIPE, text=True)
    found = [one["metadata"] for one in json.loads(done.stdout)["install"]]
    return {canonical(one["name"]): one["version"] for one in found}


def marker(requirement: str) -> str:
    """The environment marker of a requirement, empty if it has none."""
    return str(Requirement(requirement).marker or "")


def resolve_marked(python: str, constraints: str, ranges: Sequence[str]) -> Pins:
    """Like `resolve` with a constraints file; pins that only ranges with a marker need have that marker."""
    bound = ["-c", constraints]
    everywhere = [one for one in ranges if not marker(one)]
    pins = resolve(python, [*bound, *everywhere]) if everywhere else {}
    when: dict[str, list[str]] = {}
    for condition in sorted({marker(one) for one in ranges} - {""}):
        there = [one for one in ranges if marker(one) == condition]
        for name, version in resolve(python, [*bound, *everywhere, *there]).items():
            if name not in pins or name in when:
                pins[name] = version
                when.setdefault(name, []).append(condition)
    return {name: pin(version, when.get(name, [])) for name, version in pins.items()}


def pin(version: str, conditions: Sequence[str]) -> str:
    """A version with a marker that holds wherever one of the conditions does."""
    if len(conditions) > 1:
        conditions = [" or ".join(f"({one})" for one in conditions)]
    return " ; ".join([version, *conditions])


def union(found: Sequence[Pins]) -> Pins:
    """All pins together. Raises SystemExit if two Pythons would get different versions."""
    together: Pins = {}
    for pins in found:
        for name, version in pins.items():
            if together.setdefault(name, version) != version:
                raise SystemExit(
                    f"{name}: {together[name]} for one Python, {version} for another. "
                    "Narrow its range in pyproject.toml until both agree."
                )
    return together


def write(name: str, pins: set[str], hashes: Hashes) -> None:
    """Write one requirements file with its pins: ``name==version``, perhaps a marker, and all hashes."""
    lines = [f"# {FILES[name][0]}: every package, pinned. Written by `make lock`; do not edit."]
    lines += [f"-r {base}.txt" for base in FILES[name][2]]
    for pin in sorted(pins, key=package):
        lines += [" \\\n    ".join((pin, *hashes[package(pin)]))]
    (HERE / f"{name}.txt").write_text("\n".join(lines) + "\n")


def package(pin: str) -> str:
    return pin.partition("==")[0]


def hashes_of(pins: Iterable[str]) -> Hashes:
    """pip's options with the hashes of all files of these versions. Raises CalledProcessError."""
    quiet = ["--quiet", "--disable-pip-version-check"]
    options = ["--universal", "--python-version", "3.11", "--no-deps", "--no-annotate", "--no-header"]
    with tempfile.TemporaryDirectory() as folder, requirements_file(pins) as path:
        subprocess.run([sys.executable, "-m", "pip", "install", *quiet, "--target", folder, UV], check=True)
        command = [f"{folder}/bin/uv", "--quiet", "pip", "compile", "--generate-hashes", *options, path]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return {package(pin): hashes for pin, hashes in locked(done.stdout).items()}


def kept(ranges: Iterable[str]) -> list[str]:
    """The present pins within these ranges, as constraints."""
    allowed = [(canonical(one.name), one.specifier) for one in map(Requirement, ranges)]
    versions = [line.split(";")[0].strip() for line in pinned()]
    return [one for one in versions if all(admits(one, *range_) for range_ in allowed)]


def admits(version: str, name: str, specifier: SpecifierSet) -> bool:
    package, _, number = version.partition("==")
    return package != name or specifier.contains(number)


def versions_of(pythons: Sequence[str], ranges: Sequence[str], constraints: Sequence[str]) -> list[str]:
    """One version of everything, as constraints. Raises SystemExit for a range for no Python here."""
    with requirements_file(constraints) as path:
        found = union([resolve(python, ["-c", path, *ranges]) for python in pythons])
    for requirement in ranges:
        if canonical(Requirement(requirement).name) not in found:
            raise SystemExit(f"{requirement}: not for this machine. Run `make lock` on one it is for.")
    return [f"{name}=={version}" for name, version in found.items()]


@contextmanager
def requirements_file(lines: Iterable[str]) -> Iterator[str]:
    """The path of a temporary file with these lines, for pip."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(lines))
        file.flush()
        yield file.name


def lock(pythons: Sequence[str], upgrade: bool) -> None:
    """Resolve everything at once, and write all files from that, which makes them agree."""
    everything = [requirement for name in FILES for requirement in wanted(name)]
    exact = versions_of(pythons, everything, [] if upgrade else kept(everything))
    done: dict[str, set[str]] = {}
    with requirements_file(exact) as constraints:
        for name in FILES:
            ranges = [requirement for base in below(name) for requirement in wanted(base)]
            found = union([resolve_marked(python, constraints, ranges) for python in pythons])
            pins = {f"{package}=={version}" for package, version in found.items()}
            beneath = set().union(*(done[base] for base in below(name)[:-1]))
            done[name] = pins | beneath
            print(f"requirements/{name}.txt: {len(pins)} packages")
    hashes = hashes_of(sorted(set().union(*done.values())))
    for name in FILES:
        write(name, done[name].difference(*(done[base] for base in below(name)[:-1])), hashes)


def locked(text: str) -> dict[str, tuple[str, ...]]:
    """The pins in a requirements file, each with its options ``--hash=…``."""
    lines = text.replace("\\\n", " ").splitlines()
    entries = [line.split(" --hash=") for line in lines if "==" in line and not line.startswith("#")]
    return {pin.strip(): tuple(f"--hash={one.strip()}" for one in hashes) for pin, *hashes in entries}


def locked_in(name: str) -> dict[str, tuple[str, ...]]:
    return locked((HERE / f"{name}.txt").read_text())


def pinned_in(name: str) -> list[str]:
    """The pins of one file, as ``name==version``, with markers."""
    return list(locked_in(name))


def pinned() -> list[str]:
    """Every pin of every file."""
    there = [name for name in FILES if (HERE / f"{name}.txt").exists()]
    return sorted({line for name in there for line in pinned_in(name)})


def holds(pin: str, python: str, machine: str) -> bool:
    """Whether a pin's marker, if any, holds on Linux with this Python and machine."""
    linux = {"os_name": "posix", "sys_platform": "linux", "platform_system": "Linux"}
    there = {"python_version": python, "python_full_version": f"{python}.0", "platform_machine": machine}
    condition = Requirement(pin).marker
    return condition is None or condition.evaluate({**linux, **there})


def has_wheel(version: str, python: str, machine: str) -> bool:
    platforms = [part for glibc in GLIBC for part in ("--platform", f"{glibc}_{machine}")]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    with tempfile.TemporaryDirectory() as folder:
        target = ["--python-version", python, *platforms, "--dest", folder]
        return subprocess.run([*command, *target, version], capture_output=True).returncode == 0


def wheels() -> int:
    """Print the pins without a wheel on some target; returns their number."""
    lacking = 0
    for python, machine in TARGETS:
        needed = [one.split(";")[0].strip() for one in pinned() if holds(one, python, machine)]
        missing = [version for version in needed if not has_wheel(version, python, machine)]
        print(f"Python {python} on {machine}: {len(needed) - len(missing)} of {len(needed)} have a wheel")
        for version in missing:
            print(f"  no wheel: {version}")
        lacking += len(missing)
    return lacking


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("pythons", nargs="*", help="interpreters to resolve with, e.g. python3.11 python3.13")
    parser.add_argument("--upgrade", action="store_true", help="everything at its newest, whatever is pinned")
    parser.add_argument("--wheels", action="store_true", help="only check that wheels exist")
    asked = parser.parse_args()
    if asked.wheels:
        raise SystemExit(min(wheels(), 1))
    lock(asked.pythons or [sys.executable], asked.upgrade)


if __name__ == "__main__":
    main()
