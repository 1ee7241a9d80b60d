"""Messages of the phones' process."""

from __future__ import annotations

import pytest

from gm_appliance.app.table_phones import PhonesInbox, TablePhones
from gm_appliance.core.ports import Edge, Fault, Input
from gm_appliance.phones.messages import Named, NotServing, Present, Serving

TOKEN = "00112233445566778899aabbccddeeff"


class Pads:
    token = TOKEN

    def __init__(self) -> None:
        self.asked: list[object] = []

    def invite(self, port: int, language: str, tried: int = 1) -> None:
        self.asked.append((port, language, tried))

    def rest(self) -> None:
        self.asked.append("rest")

    def free(self, pad: int) -> None:
        self.asked.append(pad)


@pytest.fixture
def news() -> list[Input]:
    return []


@pytest.fixture
def phones(news: list[Input]) -> TablePhones:
    made = TablePhones(news.append, lambda: "de", port=80)
    made.pads = Pads()
    return made


def test_nothing_is_asked_of_the_process_before_the_table_wants_phones(phones: TablePhones) -> None:
    assert isinstance(phones.pads, Pads)
    phones.close()
    phones.speak()
    assert phones.pads.asked == []
    phones.open()
    phones.open()
    assert phones.pads.asked == [(80, "de", 1)]
    assert not phones.invitations, "it is not known where they come"
    phones.hear(Serving(("192.168.1.5",), 80))
    assert [one.address for one in phones.invitations] == ["192.168.1.5"]
    phones.close()
    assert phones.pads.asked[1:] == ["rest"]
    assert not phones.invitations


def test_each_phone_is_told_once(phones: TablePhones, news: list[Input]) -> None:
    phones.open()
    phones.hear(Present((3,)))
    phones.hear(Present((3, 5), (3, 9)))
    phones.hear(Present((5,)))
    phones.hear(Present((3, 5)))  # it was away for a while
    assert news == [Fault("phones", "joined", 3), Fault("phones", "joined", 5)]
    assert phones.there == {3, 5}
    phones.hear(Present((3, 5), (3, 9)))
    assert phones.asleep == {3}
    phones.free(3)
    phones.hear(Present((5,)))
    phones.hear(Present((3, 5)))  # somebody else's
    assert news[2:] == [Fault("phones", "freed", 3), Fault("phones", "joined", 3)]


def test_why_none_can_come_is_told_and_nothing_else_is_believed(
    phones: TablePhones, news: list[Input]
) -> None:
    phones.open()
    phones.hear(NotServing("no-network"))
    phones.hear(NotServing("haunted"))
    assert (phones.trouble, news) == ("no-network", [Fault("phones", "no-network")])


def test_only_names_are_taken_as_names(phones: TablePhones) -> None:
    for name in ("Anna", " Zoë  ", "<b>", "a" * 40, "A\nB"):
        phones.hear(Named(1, name))
    assert phones.names == {1: "Zoë"}
    phones.hear(Named(1, ""))
    assert phones.names == {}


def test_the_line_of_phones_speaks_of_phones(news: list[Input]) -> None:
    class Inbox:
        post = staticmethod(news.append)

        def now(self) -> float:
            return 1.0

    inbox, edge = PhonesInbox(Inbox()), Edge(2, "up", True, 0.5, 7)
    for item in (edge, Fault("pads", "missing"), Fault("pads", "lost"), Fault("pads", "back")):
        inbox.post(item)
    assert news == [edge, Fault("phones", "lost"), Fault("phones", "back")]
