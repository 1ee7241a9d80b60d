"""Installation: the package's files, the pins, and the errors of setting up."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from gm_appliance.install.building import VOICE
from tests.simulator.chromium import no_playwright

ROOT = Path(__file__).parent.parent
PACKAGE = "gm_appliance"
FIRMWARE = "firmware"


def built(tree: Path, what: str, out: Path) -> None:
    """Build a source tree, with none of its modules taken from elsewhere."""
    code = f"import sys; from setuptools import build_meta; build_meta.build_{what}(sys.argv[1])"
    own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, "-c", code, str(out)]
    subprocess.run(command, cwd=tree, env=own, check=True, capture_output=True)


def wheel_of(tree: Path) -> set[str]:
    """The names of the files in the wheel built from a source tree."""
    out = tree / "out"
    built(tree, "wheel", out)
    (wheel,) = out.glob("*.whl")
    return set(zipfile.ZipFile(wheel).namelist())


@pytest.fixture
def source_tree(tmp_path: Path) -> Path:
    ignore = shutil.ignore_patterns("__pycache__", ".*")
    for package in (PACKAGE, FIRMWARE):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=ignore)
    (tmp_path / "requirements").mkdir()
    for name in ("pyproject.toml", "LICENSE", "requirements/compiled.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_the_wheel_carries_every_file_of_the_package(source_tree: Path) -> None:
    folders = (source_tree / PACKAGE, source_tree / FIRMWARE)
    paths = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    files = {path.relative_to(source_tree).as_posix() for path in paths}
    assert any(name.endswith(".js") for name in files), "no page: is this the package?"
    carried = wheel_of(source_tree)
    assert files - carried == set()
    assert {name.split("/")[0].split("-")[0] for name in carried} == {PACKAGE, FIRMWARE}


def test_translations_are_compiled_as_the_wheel_is_built(source_tree: Path) -> None:
    folder = source_tree / PACKAGE / "locales" / "xx" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "messages.po").write_text('msgid "Good night."\nmsgstr "Xx."\n', "utf-8")
    assert f"{PACKAGE}/locales/xx/LC_MESSAGES/messages.mo" in wheel_of(source_tree)
    assert b"Good night.\0Xx." in (folder / "messages.mo").read_bytes()


def test_a_wheel_without_its_data_is_caught(source_tree: Path) -> None:
    project = source_tree / "pyproject.toml"
    project.write_text(project.read_text().replace('gm_appliance = ["**/*"]', "gm_appliance = []"))
    assert not any(name.endswith(".js") for name in wheel_of(source_tree))


def whole_tree(folder: Path) -> Path:
    """A copy of the project's tracked files, under another version."""
    unkept = [line.strip("/") for line in (ROOT / ".gitignore").read_text().split()]
    tree = shutil.copytree(ROOT, folder / "tree", ignore=shutil.ignore_patterns(".git", *unkept))
    file = tree / PACKAGE / "__init__.py"
    file.write_text(re.sub('__version__ = ".*"', '__version__ = "98.7"', file.read_text()))
    return tree


def sdist_of(tree: Path, out: Path) -> Path:
    """The tree unpacked from the source distribution of another tree."""
    built(tree, "sdist", out)
    (archive,) = out.glob("*.tar.gz")
    shutil.unpack_archive(archive, out, filter="data")
    return out / archive.name.removesuffix(".tar.gz")


def files_in(tree: Path) -> set[str]:
    made = ("PKG-INFO", "setup.cfg")
    found = (path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file())
    return {name for name in found if ".egg-info/" not in name and name not in made}


@pytest.mark.long
def test_from_the_source_distribution_to_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)  # it would come before the installed package
    tree = whole_tree(tmp_path)
    kept = files_in(tree)
    unpacked = sdist_of(tree, tmp_path / "sdist")
    assert files_in(unpacked) == kept
    wheel_of(unpacked)
    (wheel,) = (unpacked / "out").glob("*.whl")
    # Like `pipx install`, but with the libraries of the tests, whose versions pip checks.
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "own")], check=True)
    python = tmp_path / "own" / "bin" / "python"
    (packages,) = (tmp_path / "own" / "lib").glob("python*/site-packages")
    (packages / "tests.pth").write_text(sysconfig.get_path("purelib"))
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-index", str(wheel)]
    subprocess.run(pip, check=True, capture_output=True)
    command = [str(python.with_name("gm-appliance")), "--version"]
    done = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["gm-appliance", "98.7"]
    # Users of the package get type errors.
    (tmp_path / "own.py").write_text("from gm_appliance import __version__\nnumber: int = __version__\n")
    mypy = [sys.executable, "-m", "mypy", "--python-executable", str(python), "own.py"]
    told = subprocess.run(mypy, cwd=tmp_path, check=False, capture_output=True, text=True).stdout
    assert "[assignment]" in told
    assert "[import-untyped]" not in told


@pytest.mark.long
def test_a_source_distribution_that_lacks_something_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))  # where nothing is missing
    tree = whole_tree(tmp_path)
    manifest = tree / "MANIFEST.in"
    manifest.write_text(manifest.read_text().replace("graft requirements\n", ""))
    kept = files_in(tree)
    unpacked = sdist_of(tree, tmp_path / "sdist")
    assert {name.split("/")[0] for name in kept - files_in(unpacked)} == {"requirements"}
    with pytest.raises(subprocess.CalledProcessError):
        wheel_of(unpacked)


def pins() -> dict[str, Requirement]:
    files = (file.read_text().replace("\\\n", "") for file in (ROOT / "requirements").glob("*.txt"))
    lines = [line.partition(" --hash=")[0] for text in files for line in text.splitlines()]
    exact = [Requirement(line) for line in lines if not line.startswith(("#", "-r"))]
    return {canonicalize_name(one.name): one for one in exact}


def a_wheel(folder: Path, name: str, version: str) -> Path:
    """An empty package."""
    info = f"{name}-{version}.dist-info"
    file = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as wheel:
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
    return file


def downloads(folder: Path, hashes: str) -> subprocess.CompletedProcess[str]:
    """Let pip download our file by a pin with these hashes."""
    a_wheel(folder, "part", "1.0")
    (folder / "pins.txt").write_text(f"part==1.0 {hashes}\n")
    pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--no-index", "--find-links", str(folder)]
    wanted = ["--dest", str(folder / "to"), "--require-hashes", "-r", str(folder / "pins.txt")]
    return subprocess.run([*pip, *wanted], capture_output=True, text=True, check=False)


def test_every_pin_has_the_hashes_of_its_files_and_another_file_is_refused(tmp_path: Path) -> None:
    for file in (ROOT / "requirements").glob("*.txt"):
        for entry in file.read_text().replace("\\\n", "").splitlines():
            hashes = re.findall(r" --hash=sha256:[0-9a-f]{64}(?= |$)", entry)
            assert hashes or entry.startswith(("#", "-r ")), f"{entry}: run `make lock`"
    # Pip enforces them.
    assert downloads(tmp_path, "").returncode != 0
    assert "DO NOT MATCH THE HASHES" in downloads(tmp_path, f"--hash=sha256:{'0' * 64}").stderr


@pytest.fixture
def bundle(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script that makes a bundle."""
    monkeypatch.syspath_prepend(ROOT)
    return importlib.import_module("requirements.bundle")


def test_everything_a_bundle_fetches_is_pinned_by_its_hash(bundle: ModuleType) -> None:
    lines = list(bundle.needed("3.11", "aarch64"))
    assert all(" --hash=sha256:" in line for line in lines)
    names = {Requirement(line.partition(" --hash=")[0]).name for line in lines}
    assert {"pip", VOICE, "gpiozero"} <= names


@pytest.mark.parametrize("changed", [False, True])
def test_a_bundle_takes_no_other_pip(
    changed: bool, bundle: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = tmp_path / "index"
    index.mkdir()
    wheel = a_wheel(index, "pip", "99.0")
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    if changed:
        with zipfile.ZipFile(wheel, "a") as more:
            more.writestr("more", "")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(index))
    pins = {"appliance": {}, "bundle": {"pip==99.0": (f"--hash=sha256:{digest}",)}}
    monkeypatch.setattr(bundle.lock, "locked_in", pins.__getitem__)
    with pytest.raises(SystemExit, match="Not everything") if changed else nullcontext():
        bundle.fetch(tmp_path / "wheels", "aarch64")
    assert [one.name for one in (tmp_path / "wheels").glob("*")] == ([] if changed else [wheel.name])


def test_every_requirement_is_pinned_within_its_range() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = [project["build-system"]["requires"], project["project"]["dependencies"]]
    extras = project["project"]["optional-dependencies"]
    # There is no wheel of evdev; a Pi takes it from Debian.
    (unpinned,) = extras.pop("input")
    assert Requirement(unpinned).name not in pins()
    groups += extras.values()
    for requirement in (Requirement(line) for group in groups for line in group):
        pinned = pins()[canonicalize_name(requirement.name)]
        assert pinned.marker == requirement.marker, f"{requirement} but {pinned}: run `make lock`"
        (pin,) = pinned.specifier
        assert pin.operator == "==", f"{requirement.name} is not pinned: run `make lock`"
        assert requirement.specifier.contains(pin.version), f"{requirement} but {pin}: run `make lock`"


X86 = 'platform_machine == "x86_64"'


@pytest.fixture
def lock(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script that makes the pins, where ``a`` and ``marked`` need ``common``, and ``marked`` also
    ``own``."""
    spec = importlib.util.spec_from_file_location("lock", ROOT / "requirements" / "lock.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    needs = {"a": ["a", "common"], "marked": ["marked", "common", "own"]}

    def resolve(python: str, requirements: list[str]) -> dict[str, str]:
        names = [Requirement(one).name for one in requirements if one not in ("-c", "bounds.txt")]
        return {needed: "1" for name in names for needed in needs[name]}

    monkeypatch.setattr(module, "resolve", resolve)
    return module


def test_what_only_a_marked_requirement_needs_is_pinned_with_its_marker(lock: ModuleType) -> None:
    assert lock.resolve_marked("python", "bounds.txt", ["a", f"marked ; {X86}"]) == {
        "a": "1",
        "common": "1",
        "marked": f"1 ; {X86}",
        "own": f"1 ; {X86}",
    }


@pytest.mark.parametrize(("machine", "there"), [("x86_64", True), ("aarch64", False)])
def test_a_pin_wants_a_wheel_only_where_its_marker_holds(lock: ModuleType, machine: str, there: bool) -> None:
    assert lock.holds(f"marked==1 ; {X86}", "3.11", machine) == there
    assert lock.holds("a==1", "3.11", machine)


def test_no_file_of_the_setup_names_an_index() -> None:
    for path in [ROOT / "pyproject.toml", ROOT / "Makefile", *(ROOT / "requirements").glob("*.*")]:
        assert "://" not in path.read_text("utf-8"), path
        assert "index-url" not in path.read_text("utf-8"), path


GOOD = "#!/bin/sh\nexit 0\n"
OLD = "#!/bin/sh\nexit 1\n"
NO_VENV = '#!/bin/sh\ncase "$2" in *venv*) exit 1;; esac\n'


def find_python(folder: Path, **pythons: str) -> subprocess.CompletedProcess[str]:
    """The output of the setup on a machine with these interpreters, each simulated by a script."""
    for name, script in pythons.items():
        path = folder / name.replace("_", ".")
        path.write_text(script)
        path.chmod(0o755)
    for tool in ("sh", "dirname"):
        (folder / tool).symlink_to(shutil.which(tool) or tool)
    command = [str(folder / "sh"), str(ROOT / "requirements" / "setup.sh"), "find"]
    return subprocess.run(command, env={"PATH": str(folder)}, capture_output=True, text=True, check=False)


def test_the_first_python_that_will_do_is_taken(tmp_path: Path) -> None:
    assert find_python(tmp_path, python3=OLD, python3_13=NO_VENV, python3_12=GOOD).stdout == "python3.12\n"


def test_without_a_python_it_says_which_to_install(tmp_path: Path) -> None:
    done = find_python(tmp_path, python3=OLD)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("gm-appliance: no Python 3.11 or later here")
    assert len(done.stderr.splitlines()) == 1


LIBRARIES = "#!/bin/sh\necho '\tlibatomic.so.1 (libc6,x86-64) => /lib/libatomic.so.1'\n"


def told_missing(folder: Path, *commands: str) -> str:
    """The first output of `make test` on a machine with only these commands and libatomic."""
    (folder / "ldconfig").write_text(LIBRARIES)
    (folder / "ldconfig").chmod(0o755)
    for tool in ("sh", "cat", "tr", "grep", *commands):
        (folder / tool).symlink_to(shutil.which(tool) or "/bin/true")
    command = [str(folder / "sh"), str(ROOT / "requirements" / "debian.sh"), "tell", "test"]
    return subprocess.run(command, env={"PATH": str(folder)}, capture_output=True, text=True).stdout


def test_what_tests_lack_is_told_in_one_line_with_the_command_that_gets_it(tmp_path: Path) -> None:
    (line,) = told_missing(tmp_path, "strace", "google-chrome").splitlines()
    lacking = line.partition("sudo apt install ")[2].split()
    assert {"alsa-utils", "espeak-ng", "flite", "gettext", "firefox-esr"} <= {*lacking}
    assert {"libatomic1", "strace", "chromium-headless-shell", "debootstrap"}.isdisjoint(lacking)


def test_a_playwright_that_does_not_run_says_what_to_install(tmp_path: Path) -> None:
    node = tmp_path / "node"
    node.write_text("#!/bin/sh\necho error while loading shared libraries: libatomic.so.1 >&2\nexit 127\n")
    node.chmod(0o755)
    assert "apt install libatomic1" in no_playwright(str(node))
    assert no_playwright("true") == ""


SKIPPING = """
import pytest

@pytest.mark.browser
def test_marked():
    pytest.skip("not here")

def test_named():
    pytest.skip("no chromium on this machine")

def test_playwright():
    pytest.skip("Playwright's node does not run here: apt install libatomic1")

def test_other():
    pytest.skip("no micropython on this machine")
"""


@pytest.mark.parametrize(("required", "counts"), [("", "4 skipped"), ("1", "3 failed, 1 skipped")])
def test_a_missing_browser_is_a_failure_where_one_is_required(
    tmp_path: Path, required: str, counts: str
) -> None:
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "test_skipping.py").write_text(SKIPPING)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_skipping.py"]
    env = {**os.environ, "GM_REQUIRE_BROWSER": required, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert counts in done.stdout
