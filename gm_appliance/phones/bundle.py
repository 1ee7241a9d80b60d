"""All modules of the phone's page as one file: over a slow Wi-Fi each more would take as long again."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable

_IMPORT = re.compile(r"^import (\{[^}]*\}|\* as \w+) from \"([^\"]+)\";\n?", re.MULTILINE)
_EXPORT = re.compile(r"^export (?:(?=async |class |const |function )|\{[^}]*\};\n)", re.MULTILINE)


def bundled(first: str, read: Callable[[str], str]) -> str:
    """The module `first` with all that it imports, each in a function of its own.

    read: the text of a module by its path.

    >>> modules = {"a.js": 'import { b as c } from "./b.js";\\nc();', "b.js": "export function b() {}"}
    >>> print(bundled("a.js", modules.__getitem__))
    const M = {};
    M["b.js"] = await (async () => {
    function b() {}
    return { b };
    })();
    M["a.js"] = await (async () => {
    const { b: c } = M["b.js"];
    c();
    return {  };
    })();
    """
    order: dict[str, str] = {}
    wanted: dict[str, dict[str, None]] = {first: {}}
    _take(first, read, order, wanted)
    parts = ["const M = {};"]
    for name, text in order.items():
        taken = ", ".join(wanted[name])
        parts.append(f'M["{name}"] = await (async () => {{\n{text}\nreturn {{ {taken} }};\n}})();')
    return "\n".join(parts)


def _take(
    name: str, read: Callable[[str], str], order: dict[str, str], wanted: dict[str, dict[str, None]]
) -> None:
    """Put a module into the order, behind those that it imports, and note what it wants of them."""
    text = read(name)

    def imported(found: re.Match[str]) -> str:
        names, path = found.groups()
        other = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
        theirs = wanted.setdefault(other, {})
        if names.startswith("*"):
            alias = names.removeprefix("* as ")
            theirs.update(dict.fromkeys(re.findall(rf"\b{alias}\.(\w+)", text)))
            said = alias
        else:
            theirs.update(dict.fromkeys(re.findall(r"(\w+)(?: as \w+)?", names)))
            said = names.replace(" as ", ": ")
        if other not in order:
            _take(other, read, order, wanted)
        return f'const {said} = M["{other}"];\n'

    own = _EXPORT.sub("", _IMPORT.sub(imported, text))
    order.setdefault(name, own)
