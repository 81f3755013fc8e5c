"""Parsers of extensions: their files are read, cut by their outlines, and one that fails leaves plain text."""

from pathlib import Path
from typing import Any, cast

import pytest

from scrubjay.errors import LimitExceeded
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.knowledge.chunking import chunk
from scrubjay.knowledge.documents.policy import NO_FURTHER_PARSERS, PREFIX, ParserOfExtension, further_parsers
from scrubjay.knowledge.documents.selection import Selection
from scrubjay.knowledge.index.kinds import kind_of
from scrubjay.model.outline import Heading, Outline, TextBlock
from scrubjay.model.view import Format

ORG = cast("Format", f"{PREFIX}acme:1")
TEXT = "* Gate\n\nParcels are weighed.\n"


class Words:
    def count(self, texts: Any) -> list[int]:
        return [len(text.split()) for text in texts]


class Org:
    suffixes = ("org",)

    def __init__(self, outline: Any = None) -> None:
        self._outline = outline or Outline((Heading(1, 1, "Gate"),), (TextBlock(3, 3),))

    def outline(self, text: str) -> Outline:
        if isinstance(self._outline, Exception):
            raise self._outline
        made: Outline = self._outline
        return made


def parsed(parser: Org, home: Path) -> Any:
    registry = ExtensionRegistry(home, {}, {})
    guarded = ParserOfExtension(registry, "acme", parser)
    return registry, chunk(TEXT, ORG, counter=Words(), parsers={ORG: guarded})


def test_a_document_is_cut_by_the_outline_of_an_extension(tmp_path: Path) -> None:
    registry, cut = parsed(Org(), tmp_path)
    assert (cut.title, cut.limits, registry.degraded) == ("Gate", (), ())


@pytest.mark.parametrize("outline", [KeyError("x"), "no outline", Outline((Heading(99, 1, "a"),), ())])
def test_one_that_fails_is_named_and_leaves_plain_text(tmp_path: Path, outline: Any) -> None:
    registry, cut = parsed(Org(outline), tmp_path)
    assert cut.title == "* Gate"
    assert cut.limits[0].startswith("degraded: acme: ")
    assert registry.degraded[0].startswith("degraded: acme: ")


def test_one_that_will_not_parse_a_text_is_not_degraded(tmp_path: Path) -> None:
    registry, cut = parsed(Org(LimitExceeded("too deep")), tmp_path)
    assert (cut.title, cut.limits, registry.degraded) == ("* Gate", ("too deep",), ())


def test_a_document_whose_extension_is_off_is_plain_text() -> None:
    assert chunk(TEXT, ORG, counter=Words()).title == "* Gate"
    assert kind_of(ORG) == "document"


def test_files_of_an_extension_are_selected_unless_something_excludes_them() -> None:
    selection = Selection(("**/*.md",), ("vendor/**",), (), {".org": ORG})
    assert (selection.selects("a/b.ORG"), selection.format("a/b.org")) == (True, ORG)
    assert selection.reason("a/b.org") == "the extension acme reads it"
    assert (selection.selects("vendor/b.org"), selection.selects("a/b.txt")) == (False, False)
    assert selection.format("a/b.md") == "markdown"
    assert Selection(("**/*.md",), ()).key == Selection(("**/*.md",), (), (), {}).key != selection.key


def test_without_extensions_there_are_none(tmp_path: Path) -> None:
    found = further_parsers(ExtensionRegistry.of(tmp_path))
    assert (dict(found.formats), dict(found.parsers)) == ({}, {})
    assert not NO_FURTHER_PARSERS.parsers
