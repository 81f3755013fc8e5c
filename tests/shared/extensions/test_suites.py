"""The conformance suites pass for what keeps its promises, and name the promise that something breaks."""

import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.extensions.kinds.functions import WorkerStep
from scrubjay.extensions.kinds.tool import Tool
from scrubjay.extensions.testing.content import (
    check_citation,
    check_embedder,
    check_importer,
    check_parser,
    check_source,
)
from scrubjay.extensions.testing.functions import check_check, check_command, check_job_steps, check_tool, check_view
from scrubjay.knowledge.chunking import asciidoc, markdown, plain, rst
from scrubjay.knowledge.documents.parsing import fits
from scrubjay.model.check import Check
from scrubjay.model.encoded import Encoded, EncodedQuery
from scrubjay.model.of_extensions import FoundPassage, SourcedText
from scrubjay.model.outline import Heading, Outline, TextBlock
from scrubjay.model.record import Record, Skipped
from tests.fakes import HashingEmbedder

ACME = Path(__file__).parents[2] / "extensions" / "acme"


class FakeHost:
    """A host that finds one passage."""

    settings = SimpleNamespace(most=2)

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "acme.db"

    def clock(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC)

    def search(self, query: str, *, kinds: Sequence[str] = (), limit: int = 8) -> tuple[FoundPassage, ...]:
        return (FoundPassage(kind="document", title="Magpie", place="README.md:1-3", text="Magpie sorts parcels."),)

    def read(self, path: str) -> str:
        return ""

    def remember(self, content: str, *, sources: Sequence[str] = (), key: str = "") -> str:
        return "0" * 32

    def log(self, line: str) -> None:
        pass

    def service(self, key: str) -> Any:
        return None


@pytest.fixture
def acme(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Any]]:
    """The parts of somebody else's package, by module and name."""
    from scrubjay.extensions.loading import load

    monkeypatch.syspath_prepend(str(ACME))
    yield lambda target: load(f"acme_notion.{target}")
    for name in [name for name in sys.modules if name.startswith("acme_notion")]:
        del sys.modules[name]


def test_each_part_of_somebody_elses_package_keeps_its_promises(acme: Callable[[str], Any], tmp_path: Path) -> None:
    host = FakeHost(tmp_path)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    store = tmp_path / "a.notebook"
    store.write_text("#acme-notebook\nOwls carry letters.\n\n")
    check_parser(acme("parser:Org")(), ["* A\nb\n** C\n\nd\ne\n"])
    check_importer(acme("importer:Notebook")(), store, scratch)
    check_embedder(acme("embedder:Letters")())
    check_source(acme("source:Wiki")())
    check_citation(acme("citation:Ticket")(), ["See ACME-12 and ACME-12."], "99")
    check_tool(acme("tool:lookup"), "acme-notion")
    check_command(acme("command:acme"))
    check_check(acme("check:check"), host)
    check_view(acme("page:overview"), host)


@pytest.mark.parametrize("module", [markdown, rst, asciidoc, plain], ids=lambda module: module.__name__)
def test_our_own_parsers_pass_the_suite(module: Any) -> None:
    check_parser(SimpleNamespace(suffixes=("x",), outline=module.outline), ["# A\n\nb\n", "A\n=\n\nb\n"])


def test_our_own_embedder_of_tests_passes_the_suite() -> None:
    check_embedder(HashingEmbedder())


class Bad:
    """Breaks one promise at a time."""

    suffixes = ("bad",)
    kind = "bad"
    program = "Bad"

    def __init__(self, what: Any) -> None:
        self._what = what

    def outline(self, text: str) -> Any:
        return self._what

    def texts(self) -> Any:
        return self._what

    def fits(self, path: Path) -> bool:
        return True

    def read(self, path: Path) -> Any:
        return iter(self._what)


@pytest.mark.parametrize(
    ("outline", "promise"),
    [
        (None, "gives an Outline"),
        (Outline((Heading(9, 1, "a"),), ()), "headings lie within"),
        (Outline((), (TextBlock(1, 1), TextBlock(1, 1))), "blocks are in order"),
        (Outline((), (TextBlock(0, 1),)), "blocks lie within"),
    ],
)
def test_a_parser_that_breaks_a_promise_is_told_which(outline: Any, promise: str) -> None:
    with pytest.raises(AssertionError, match=promise):
        check_parser(Bad(outline))


@pytest.mark.parametrize(
    ("texts", "promise"),
    [
        ([1], "SourcedText"),
        ([SourcedText(key="a", title="A", text="")] * 2, "each key is given once"),
        ([SourcedText(key="a", title="A", text="", date="soon")], "ISO 8601"),
    ],
)
def test_a_source_that_breaks_a_promise_is_told_which(texts: Any, promise: str) -> None:
    with pytest.raises(AssertionError, match=promise):
        check_source(Bad(texts))


def test_an_importer_that_takes_every_file_is_told(tmp_path: Path) -> None:
    store, scratch = tmp_path / "store", tmp_path / "scratch"
    store.write_text("x")
    scratch.mkdir()
    with pytest.raises(AssertionError, match="a file that isn't its own"):
        check_importer(Bad([Record(text="a", where="1"), Skipped("2", "why")]), store, scratch)


def test_an_embedder_of_another_length_is_told() -> None:
    class Long(HashingEmbedder):
        def embed_passages(self, texts: Sequence[str]) -> Encoded:
            return Encoded(np.asarray(super().embed_passages(texts).vectors * 2, dtype=np.float32))

        def embed_query(self, text: str) -> EncodedQuery:
            return EncodedQuery(self.embed_passages([text]).vectors[0])

    with pytest.raises(AssertionError, match="length 1"):
        check_embedder(Long())


def test_a_tool_a_check_and_a_command_that_break_a_promise_are_told(tmp_path: Path) -> None:
    def fn(host: Any, *, word: bytes) -> str:
        return ""

    with pytest.raises(AssertionError, match="begins with acme_"):
        check_tool(Tool("other", fn, "T", "D"), "acme")
    with pytest.raises(AssertionError, match="arguments are str"):
        check_tool(Tool("acme_x", fn, "T", "D"), "acme")
    with pytest.raises(AssertionError, match="what to do"):
        check_check(lambda _: [Check("a", False, 1, 2)], FakeHost(tmp_path))
    with pytest.raises(AssertionError, match="parameters are"):
        check_command(fn)


LINES = st.integers(-2, 12)


@given(st.lists(LINES, max_size=4), st.lists(st.tuples(LINES, LINES), max_size=4), st.integers(1, 10))
def test_what_the_core_takes_is_what_the_suite_takes(
    heads: list[int], blocks: list[tuple[int, int]], lines: int
) -> None:
    outline = Outline(tuple(Heading(line, 1, "h") for line in heads), tuple(TextBlock(*block) for block in blocks))
    ordered = heads == sorted(set(heads)) and all(1 <= line <= lines for line in heads)
    inside = all(1 <= start <= end <= lines for start, end in blocks)
    apart = all(a[1] < b[0] for a, b in pairwise(blocks))
    assert fits(outline, lines) is (ordered and inside and apart)


def a_step(host: object, stopping: object) -> None:
    """What a step of a test does."""


def test_the_suite_of_steps_names_what_is_wrong() -> None:
    step = WorkerStep("notes", "embed", f"{__name__}:a_step")
    check_job_steps([step, step._replace(job="ingest")])
    for wrong in (
        [step, step], [step._replace(name=" ")], [step._replace(job="lunch")],  # type: ignore[arg-type]
        [step._replace(target=f"{__name__}:ACME")],
    ):  # fmt: skip
        with pytest.raises(AssertionError):
            check_job_steps(wrong)
