"""Texts of an extension's source: read, masked, bounded, shown where their kind is named, dropped where they end."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest

from scrubjay.errors import NotFound
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.knowledge.chunking import Chunk
from scrubjay.knowledge.documents.prepare import PreparedBlob
from scrubjay.knowledge.documents.store import add, collect
from scrubjay.knowledge.index import sourced
from scrubjay.knowledge.index.kinds import PARSED, kind_of, origin_of
from scrubjay.knowledge.index.sourced import SourcedTexts, forget_texts
from scrubjay.knowledge.index.sources import Sources
from scrubjay.knowledge.retrieval.hybrid import HybridRetriever, SearchRequest
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.model.hit import Hit
from scrubjay.model.of_extensions import SourcedText
from scrubjay.model.view import Format, View, ViewFile
from scrubjay.storage.driver import Connection
from tests.shared.knowledge.chunking.conftest import WordCounter
from tests.shared.shelf import POLICY, Shelf, hash_of

KEY = "AKIA" + "IOSFODNN7" + "EXAMPLQ"


class Wiki:
    """Pages that a test changes."""

    def __init__(self, kind: str = "wiki") -> None:
        self.kind = kind
        self.pages = {"owls": "Owls carry letters.", "yard": f"The yard's key is {KEY}."}
        self.error: Exception | None = None

    def texts(self) -> Iterator[SourcedText]:
        for key, text in self.pages.items():
            yield SourcedText(
                key=key,
                title=key.title(),
                text=text,
                address=f"https://w.example/{key}",
                author="Ada",
                date="2026-01-02",
            )
        if self.error:
            raise self.error


class Setting:
    """A wiki over a shelf, and what a search finds of it."""

    def __init__(self, shelf: Shelf, home: Path) -> None:
        self.shelf, self.wiki = shelf, Wiki()
        self.registry = ExtensionRegistry.of(home)
        self.texts = self.made(self.wiki)
        self.sources = Sources((), added=lambda: (self.texts,))
        self.retriever = HybridRetriever(shelf.knowledge, self.visible, None)

    def made(self, wiki: Wiki) -> SourcedTexts:
        return SourcedTexts(
            self.registry, "acme", wiki, knowledge=self.shelf.knowledge, policy=POLICY, counter=WordCounter(),
            clock=lambda: datetime(2026, 3, 1, tzinfo=UTC),
        )  # fmt: skip

    def visible(self, connection: Connection, view: View, kinds: tuple[str, ...]) -> int:
        number = self.shelf.visible(connection, view)
        self.sources.fill_visible(connection, view, number, kinds)
        return number

    def ingest(self) -> int:
        return self.texts.ingest(self.shelf.view())

    def found(self, query: str, *kinds: str) -> tuple[Hit, ...]:
        request = SearchRequest(query=query, view=self.shelf.view(), recipe="keyword", filters=Filters(kinds=kinds))
        return self.retriever.search(request).hits


@pytest.fixture
def at(shelf: Shelf, tmp_path: Path) -> Setting:
    shelf.put("docs/owls.md", "Owls sleep by day.")
    return Setting(shelf, tmp_path)


def test_it_is_found_where_its_kind_is_named_and_nowhere_else(at: Setting) -> None:
    assert at.ingest() == 2
    (hit,) = at.found("owls", "wiki")
    assert (hit.kind, hit.title, hit.text, hit.changed_at) == ("wiki", "Owls", "Owls carry letters.", "2026-01-02")
    assert origin_of(hit.format, hit.heading) == ("https://w.example/owls", "Ada", "acme")
    assert [hit.path for hit in at.found("owls")] == ["docs/owls.md"]
    assert [hit.kind for hit in at.found("owls", "wiki", "document")] == ["document", "wiki"]
    assert (kind_of("sourced:acme:wiki"), at.sources.added_kinds) == ("wiki", ("wiki",))


def test_secrets_are_masked_before_anything_is_stored(at: Setting) -> None:
    at.ingest()
    (hit,) = at.found("yard", "wiki")
    assert KEY not in hit.text
    stored = at.shelf.knowledge.read(lambda c: [row[0] for row in c.execute("SELECT text FROM passage")])
    assert not [text for text in stored if KEY in text]


def test_what_changed_is_read_again_and_what_ended_is_dropped(at: Setting) -> None:
    at.ingest()
    assert at.ingest() == 0
    at.wiki.pages["owls"] = "Owls carry parcels."
    del at.wiki.pages["yard"]
    assert at.ingest() == 1
    assert [hit.text for hit in at.found("owls", "wiki")] == ["Owls carry parcels."]
    assert at.found("yard", "wiki") == ()


@pytest.mark.parametrize("error", [NotFound("The wiki is asleep."), RuntimeError("The wiki is asleep.")])
def test_what_was_read_stays_where_it_fails_and_that_is_said(at: Setting, error: Exception) -> None:
    at.ingest()
    at.wiki.pages["owls"], at.wiki.error = "Nothing.", error
    assert at.ingest() == 0
    assert [hit.text for hit in at.found("owls", "wiki")] == ["Owls carry letters."]
    assert "The wiki is asleep." in at.texts.coverage(at.shelf.view())
    assert at.sources.unreadable()[0][0] == "wiki of acme"
    assert at.registry.degraded[0].startswith("degraded: acme: ")
    at.wiki.error = None
    assert (at.ingest(), at.texts.coverage(at.shelf.view())) == (1, "")


def test_one_that_never_ends_leaves_what_was_read_and_is_named(at: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    at.ingest()
    waits = threading.Event()
    monkeypatch.setattr(sourced, "ALONE_S", 0.05)
    monkeypatch.setattr(at.wiki, "texts", lambda: iter(waits.wait, True))
    assert at.ingest() == 0
    assert [hit.text for hit in at.found("owls", "wiki")] == ["Owls carry letters."]
    assert "took longer than 0.05 s" in at.texts.coverage(at.shelf.view())
    waits.set()


def test_it_is_bounded_in_number_and_size(at: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sourced, "MOST", 2)
    monkeypatch.setattr(sourced, "LONGEST", 40)
    at.wiki.pages = {"a": "word " * 50, "b": "two", "c": "three"}
    assert at.ingest() == 2
    assert at.texts.coverage(at.shelf.view()) == "wiki: only its first 2 texts are read"
    assert max(len(hit.text) for hit in at.found("word", "wiki")) <= 40


@pytest.mark.parametrize("page", [{"": "no key"}, {"k" * 201: "a long key"}])
def test_a_text_that_breaks_its_promise_leaves_all_as_it_was(at: Setting, page: dict[str, str]) -> None:
    at.ingest()
    at.wiki.pages = page
    assert at.ingest() == 0
    assert len(at.found("owls", "wiki")) == 1


@pytest.mark.parametrize("kind", ["document", "Wiki", "w", "memories", "a:b", ""])
def test_a_name_that_is_taken_or_none_is_refused(at: Setting, kind: str) -> None:
    with pytest.raises(ValueError, match="can't be the name of a kind"):
        at.made(Wiki(kind))


def test_it_is_forgotten_while_its_extension_is_gone(at: Setting) -> None:
    at.ingest()
    assert at.shelf.knowledge.write(lambda c: forget_texts(c, "acm")) == 0
    assert at.shelf.knowledge.write(lambda c: forget_texts(c, "acme")) == 2
    assert at.found("owls", "wiki") == ()


def parsed(at: Setting, name: str) -> None:
    """A file that the parser of an extension cut."""
    file = ViewFile(f"{name}.org", hash_of(name), cast("Format", f"{PARSED}{name}:1.0"))
    chunks = (Chunk(0, (), 1, 1, "Turnips are weighed.", 3),)
    cut = PreparedBlob(file=file, title="", text="Turnips are weighed.", passages=chunks, masked=0, size=20)
    at.shelf.knowledge.write(lambda c: add(c, [cut], POLICY, read_at="2026-03-01T12:00:00Z", commit=""))
    at.shelf.files[file.path] = file


def kept(at: Setting) -> list[int]:
    """What is kept about turnips: contents, passages, rows of the full text."""
    counts = (
        "content WHERE format LIKE 'parsed:%'",
        "passage WHERE text LIKE '%Turnips%'",
        "passage_fts WHERE passage_fts MATCH 'turnips'",
    )
    return at.shelf.knowledge.read(lambda c: [c.execute(f"SELECT count(*) FROM {one}").fetchone()[0] for one in counts])


def test_what_its_parser_cut_is_forgotten_with_all_that_hangs_on_it(at: Setting) -> None:
    parsed(at, "acme")
    parsed(at, "other")
    assert kept(at) == [2, 2, 2]
    assert at.shelf.knowledge.write(lambda c: forget_texts(c, "acme")) == 1
    assert kept(at) == [1, 1, 1]


def test_garbage_collection_drops_what_no_parser_cuts_any_more(at: Setting) -> None:
    parsed(at, "acme")
    parsed(at, "other")
    with_one = replace(POLICY, parsers=cast("Any", {f"{PARSED}other:1.0": None}))
    assert collect((), at.shelf.knowledge, with_one, ["acme"]).outdated == 1
    assert kept(at) == [1, 1, 1]


def test_garbage_collection_drops_it_only_where_its_extension_is_off(at: Setting) -> None:
    at.ingest()
    assert collect((), at.shelf.knowledge, POLICY, ["acme"]).outdated == 0
    assert collect((), at.shelf.knowledge, POLICY, ["other"]).outdated == 2
    assert [hit.path for hit in at.found("owls")] == ["docs/owls.md"]
