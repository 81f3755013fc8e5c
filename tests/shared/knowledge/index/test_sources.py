"""Whoever asks the sources asks each of them; one kind more is one entry more."""

from dataclasses import dataclass
from typing import cast

import pytest

from scrubjay.knowledge.index.kinds import Kind
from scrubjay.knowledge.index.sources import Reason, Sources
from scrubjay.model.view import View
from scrubjay.storage.driver import Connection

VIEW = cast("View", "view")
CONNECTION = cast("Connection", "connection")


@dataclass
class Recorded:
    """A source that records what it is asked."""

    kind: Kind
    shown: int = 0
    path_note: str = "no path"

    def ingest(self, view: View) -> int:
        return len(self.kind)

    def fill_visible(self, connection: Connection, view: View, number: int) -> int:
        self.shown = number
        return number

    def coverage(self, view: View) -> str:
        return f"some {self.kind}s"

    def unreadable(self) -> tuple[Reason, ...]:
        return ((self.kind, "damaged"),)


@pytest.fixture
def pair() -> tuple[Recorded, Recorded]:
    return Recorded("commit"), Recorded("incident")


def test_all_are_read_in_and_told_of(pair: tuple[Recorded, Recorded]) -> None:
    assert dict(Sources(pair).ingest(VIEW)) == {"commit": 6, "incident": 8}
    assert Sources(pair).unreadable() == (("commit", "damaged"), ("incident", "damaged"))


def test_a_search_shows_the_kinds_that_it_names(pair: tuple[Recorded, Recorded]) -> None:
    sources = Sources(pair)
    sources.fill_visible(CONNECTION, VIEW, 7, ("document", "incident"))
    assert [source.shown for source in pair] == [0, 7]
    assert sources.of(("commit",)) == (pair[0],)
    assert sources.of(()) == ()
