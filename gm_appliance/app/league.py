"""The league of several boxes: this box's key, the records, and `gm-appliance league`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from gm_appliance.app import columns
from gm_appliance.app.history import Tables, by_game, tables_told
from gm_appliance.app.web_page import web_page
from gm_appliance.core import league
from gm_appliance.core.league import SHORT
from gm_appliance.core.messages import _, spoken, word
from gm_appliance.core.people import by_ear
from gm_appliance.core.results import Result
from gm_appliance.install.system_files import write
from gm_appliance.storage.results import NAME as RESULTS
from gm_appliance.storage.results import read

if TYPE_CHECKING:
    from nacl.signing import SigningKey  # not needed before there is a league

NAME = "league.jsonl"
"""The records, one a line; on a stick too."""

_STYLE = """
body { font: 12pt serif; margin: 2em auto; max-width: 40em } section { break-inside: avoid }
table { border-collapse: collapse; width: 100% } th { text-align: left }
td, th { border-bottom: 1px solid; padding: .2em .6em .2em 0 }
"""


class Book:
    """The files of the league, in the folder with the results. Every method may raise OSError. Raises
    ImportError without PyNaCl."""

    def __init__(self, state: Path) -> None:
        self._file, self._boxes = state / NAME, state / "league.boxes"
        self._key = _kept_key(state / "league.key")
        self.box = self._key.verify_key.encode().hex()
        kept = self._file.read_bytes().split(b"\n") if self._file.exists() else ()
        self.lines = league.merged({}, kept, self._known(), verify)

    def _known(self) -> set[str]:
        """The boxes whose records are taken."""
        return {self.box, *(self._boxes.read_text().split() if self._boxes.exists() else ())}

    def _keep(self, lines: league.Lines) -> None:
        self.lines = lines
        write(self._file, b"".join(b"%s\n" % one for one in lines.values()), 0o600)

    def tell(self, results: Iterable[Result]) -> bytes:
        """Record what became of this box's games; returns the file for other boxes."""
        self._keep(league.additions(self.lines, self.box, results, self._sign))
        return self._file.read_bytes()

    def forget(self, results: Iterable[Result], forgets: Callable[[str], bool], everything: bool) -> None:
        """Delete what became of this box's games, and what was said about people; other boxes follow when
        they take it in. Other boxes' records of these people are deleted here only, and come back with their
        file. everything: all other boxes' records."""
        lines = league.additions(self.lines, self.box, results, self._sign, forgets)

        told = league.records(lines.values())
        gone = {(one.box, one.sequence) for one in told if everything or any(map(forgets, one.names))}
        self._keep({at: line for at, line in lines.items() if at[0] == self.box or at not in gone})

    def brought(self, came: bytes) -> list[str]:
        """The boxes in another box's file that have something new, known or not."""
        lines = came.split(b"\n")
        found = league.merged(self.lines, lines, _boxes(lines), verify)
        return sorted({at[0] for at, line in found.items() if self.lines.get(at) != line} - {self.box})

    def take(self, came: bytes, boxes: Iterable[str] = ()) -> list[str]:
        """Take in another box's file; returns the strangers in it, whose records are refused.

        boxes: strangers no longer, because somebody at this box said so.
        """
        known = {*self._known(), *boxes}
        write(self._boxes, "".join(f"{one}\n" for one in sorted(known)).encode(), 0o600)
        lines = came.split(b"\n")
        self._keep(league.merged(self.lines, lines, known, verify))
        return sorted(_boxes(lines) - known)

    def same(self, one: str, other: str, *, are: bool = True) -> None:
        """Somebody says that two people, as `BOX:name`, are one, or are not. Raises ValueError."""
        people = []
        for said in (one, other):
            box, _colon, name = said.partition(":")
            people.append(f"{box}:{by_ear(name)}")
            if people[-1] not in league.persons(self.lines):
                raise ValueError(_("nobody here is called {name!r}", name=said))
        self._keep(league.opinion(self.lines, self.box, (people[0], people[1]), are, self._sign))

    def names(self) -> set[str]:
        """Everybody who is mentioned, of whatever box."""
        return {name for one in league.records(self.lines.values()) for name in one.names}

    def _sign(self, text: bytes) -> str:
        return self._key.sign(text).signature.hex()


def _boxes(lines: Iterable[bytes]) -> set[str]:
    """The keys of the boxes whose records these claim to be."""
    return {one.box for one in league.records(lines)}


def _kept_key(file: Path) -> SigningKey:
    from nacl.signing import SigningKey

    if not file.exists():
        write(file, SigningKey.generate().encode(), 0o600)
    return SigningKey(file.read_bytes())


def verify(box: str, text: bytes, signature: str) -> bool:
    from nacl.exceptions import CryptoError
    from nacl.signing import VerifyKey

    with suppress(CryptoError, ValueError, TypeError):
        return bool(VerifyKey(bytes.fromhex(box)).verify(text, bytes.fromhex(signature)) == text)
    return False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    file, box, person = word("FILE"), word("BOX"), word("BOX:NAME")
    parser.add_argument("--ratings", action="store_true", help=_("rate everybody too"))
    parser.add_argument("--page", type=Path, metavar=file, help=_("write a page to print"))
    parser.add_argument("--write", type=Path, metavar=file, help=_("write the results for other boxes"))
    parser.add_argument("--take", type=Path, metavar=file, help=_("add the results of other boxes"))
    trust = _("with --take: trust this box from now on")
    parser.add_argument("--trust", action="append", default=[], metavar=box, help=trust)
    same = _("these two are the same person")
    parser.add_argument("--same", nargs=2, metavar=(person, person), help=same)
    apart = _("these two are different people after all")
    parser.add_argument("--apart", nargs=2, metavar=(person, person), help=apart)


def run(state: Path, args: argparse.Namespace) -> Iterator[str]:
    """Run the command; yields the lines to print. Raises ValueError, OSError."""
    book = Book(state)
    results, _damaged = read(state / RESULTS)
    book.tell(results)
    if args.take:
        came = args.take.read_bytes()
        for one in book.take(came, (box for box in book.brought(came) if box[:SHORT] in args.trust)):
            yield _(
                "Box {box} is untrusted and was left out: {option} {box}", box=one[:SHORT], option="--trust"
            )
    if args.same:
        book.same(*args.same)
    if args.apart:
        book.same(*args.apart, are=False)
    if args.write:
        args.write.write_bytes(book.tell(results))
    found = by_game(league.league(book.lines), rated=args.ratings)
    if args.page:
        args.page.write_text(paper(found), "utf-8")
    yield _("This is box {box}.", box=book.box[:SHORT])
    yield from tables_told(found, columns.room())


def paper(tables: Tables) -> str:
    """A page to print."""

    def row(cells: Sequence[str], kind: str) -> str:
        return "<tr>" + "".join(f"<{kind}>{escape(one)}</{kind}>" for one in cells) + "</tr>"

    def table(name: str, rows: list[list[str]]) -> str:
        body = "".join(row(one, "td") for one in rows[1:])
        return f"<section><h2>{escape(name)}</h2><table>{row(rows[0], 'th')}{body}</table></section>"

    body = "".join(table(name, rows) for name, rows in tables)
    return web_page(word("League"), body, spoken(), f"<style>{_STYLE}</style>")
