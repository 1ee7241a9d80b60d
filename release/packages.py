"""The list of all that others made and a release holds, with versions, for whoever looks for known faults.

Its format is CycloneDX 1.6.
Debian's packages are those of the card; Python's are those of the bundle, which are on the card, too.
"""

from __future__ import annotations

import hashlib
import io
import re
import tarfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from email.message import Message
from email.parser import Parser
from pathlib import PurePosixPath
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

from hardware.uf2 import BLOCK, HEAD, PAGE
from image.system import HERE, NotMade

LIBRARY = re.compile(r"lib[^/]+\.so(\.\d+)+")
"""A library that a wheel carries, by its file name."""


class Wheel(NamedTuple):
    name: str
    version: str
    file: str
    sha256: str
    metadata: Message
    licences: Mapping[str, bytes]
    """The texts in it, by path."""

    libraries: Mapping[str, str]
    """SHA-256 of what it carries of others, by file name."""


def wheels(bundle: tarfile.TarFile) -> Iterator[Wheel]:
    """The wheels in a bundle, in the order of their names."""
    for member in sorted(bundle, key=lambda one: one.name):
        if member.name.endswith(".whl"):
            file = bundle.extractfile(member)
            assert file is not None
            yield wheel(PurePosixPath(member.name).name, file.read())


LICENCE = re.compile(
    r"(.*/)?(licen[cs]e|copying|notice|authors|lgpl)[^/]*|.*\.dist-info/licenses/.+", re.IGNORECASE
)
CODE = (".py", ".pyc", ".html")


def wheel(file: str, content: bytes) -> Wheel:
    name, version = file.split("-")[:2]
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        names = [one for one in packed.namelist() if not one.endswith("/")]
        (about,) = (one for one in names if re.fullmatch(r"[^/]+\.dist-info/METADATA", one))
        texts = {one: packed.read(one) for one in names if LICENCE.fullmatch(one) and not one.endswith(CODE)}
        carried = {
            one.rpartition("/")[2]: hashlib.sha256(packed.read(one)).hexdigest()
            for one in names
            if LIBRARY.fullmatch(one.rpartition("/")[2])
        }
        metadata = Parser().parsestr(packed.read(about).decode())
    called = re.sub(r"[-_.]+", "-", name).lower()
    return Wheel(called, version, file, hashlib.sha256(content).hexdigest(), metadata, texts, carried)


def debians(status: str) -> list[Message]:
    """The paragraphs of the packages that are installed, of dpkg's list."""
    told = [Parser().parsestr(one) for one in status.split("\n\n") if one.strip()]
    return [one for one in told if one["Status"] == "install ok installed"]


def source_of(package: Message) -> tuple[str, str]:
    """Name and version of a package's source."""
    name, _, version = (package["Source"] or package["Package"]).partition(" ")
    return name, version.strip("()") or package["Version"]


def of_debian(package: Message) -> Component:
    name, version, machine = package["Package"], package["Version"], package["Architecture"]
    source = "@".join(source_of(package))
    return Component(
        type=ComponentType.LIBRARY,
        name=name,
        version=version,
        purl=PackageURL("deb", "debian", name, version, {"arch": machine, "distro": "bookworm"}),
        bom_ref=f"debian:{name}:{machine}",
        properties=[
            Property(name="gm-appliance:source", value=source),
            Property(name="gm-appliance:in", value="card"),
        ],
    )


def of_python(found: Wheel) -> Component:
    about = found.metadata
    told = about["License-Expression"] or about["License"]
    carried = [
        Component(
            type=ComponentType.FILE,
            name=file,
            bom_ref=f"{found.file}:{file}",
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest)],
        )
        for file, digest in found.libraries.items()
    ]
    return Component(
        type=ComponentType.LIBRARY,
        name=found.name,
        version=found.version,
        purl=PackageURL("pypi", None, found.name, found.version, {"file_name": found.file}),
        bom_ref=found.file,
        licenses=[LicenseFactory().make_from_string(told.splitlines()[0])] if told else (),
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=found.sha256)],
        components=carried,
        properties=[Property(name="gm-appliance:in", value="bundle, card")],
    )


def of_lgpio() -> Component:
    """The driver of the pins, on the card only, as it is pinned there."""
    pin, digest = (HERE / "lgpio.txt").read_text().split()
    name, _, version = pin.partition("==")
    return Component(
        type=ComponentType.LIBRARY,
        name=name,
        version=version,
        purl=PackageURL("pypi", None, name, version),
        bom_ref=name,
        licenses=[LicenseFactory().make_from_string("Unlicense")],
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest.rpartition(":")[2])],
        properties=[Property(name="gm-appliance:in", value="card")],
    )


def micropython(uf2: bytes) -> str:
    """The version of MicroPython in a file to drag onto a Pico; empty if it has none."""
    program = b"".join(uf2[at + HEAD.size : at + HEAD.size + PAGE] for at in range(0, len(uf2), BLOCK))
    found = re.search(rb"MicroPython v(\d+(?:\.\d+)+)", program)
    return found[1].decode() if found else ""


def of_micropython(version: str) -> Component:
    return Component(
        type=ComponentType.FIRMWARE,
        name="micropython",
        version=version,
        purl=PackageURL("github", "micropython", "micropython", f"v{version}"),
        bom_ref="micropython",
        licenses=[LicenseFactory().make_from_string("MIT")],
        properties=[Property(name="gm-appliance:in", value="hub")],
    )


def of_page(name: str, version: str) -> Component:
    """A package of npm, in the phones' page."""
    group, _, last = name.rpartition("/")
    return Component(
        type=ComponentType.LIBRARY,
        group=group,
        name=last,
        version=version,
        purl=PackageURL("npm", group, last, version),
        bom_ref=name,
        properties=[Property(name="gm-appliance:in", value="bundle, card")],
    )


def listed(name: str, version: str, components: Sequence[Component], epoch: int) -> str:
    """The list as JSON, checked against its schema. Raises NotMade.

    name: of the release. epoch: the time of the commit.
    """
    whole = Component(type=ComponentType.APPLICATION, name="gm-appliance", version=version, bom_ref=name)
    bom = Bom(
        serial_number=uuid5(NAMESPACE_URL, name),
        metadata=BomMetaData(component=whole, timestamp=datetime.fromtimestamp(epoch, UTC)),
        components=components,
    )
    bom.register_dependency(whole, components)
    told = JsonV1Dot6(bom).output_as_string(indent=1)
    if wrong := JsonStrictValidator(SchemaVersion.V1_6).validate_str(told):
        raise NotMade(f"The list of packages is not as its schema wants it: {wrong}")
    return f"{told}\n"
