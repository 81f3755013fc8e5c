"""A passage speaks of a claim when it holds half of its words and every figure and name."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.grounding.passages import passages
from scrubjay.grounding.places import source_of
from scrubjay.grounding.reading import read
from scrubjay.grounding.speaks import differing, lacking, speaks
from scrubjay.grounding.terms import figures, held, may_hold, names, terms
from scrubjay.model.evidence import PlaceKind, Relation

DOCUMENT = """\
# Testing

The suite spawns testing servers on ports 8000 and 8001. Each waits three seconds for `HttpPool` to answer.

| setting | default |
| --- | --- |
| retries | 4 |
"""
SOURCE = source_of("docs/testing.md", DOCUMENT)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("three workers", [("3", "")]),
        ("15min", [("15", "min")]),
        ("15-minute rests", [("15", "min")]),
        ("fifteen minutes", [("15", "min")]),
        ("1,500 rows", [("1500", "")]),
        ("10 %", [("10", "%")]),
        ("v3.11", [("3.11", "")]),
        ("on 2026-11-02", [("2026-11-02", "")]),
        ("5 MB or 5 Mb", [("5", "MB"), ("5", "")]),
        ("one of us, in one second", [("1", "s")]),
        ("sha256 and utf8", []),
    ],
)
def test_figures_have_one_form(text: str, form: list[tuple[str, str]]) -> None:
    assert [(one.value, one.unit) for one in figures(text)] == form


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("We use Redis on AWS.", ("Redis", "AWS")),
        ("Redis is used.", ()),  # perhaps only a sentence's first word
        ("Call `pool.get()` and max_size.", ("pool.get", "max_size")),
        ("Pass --dry-run to it.", ("--dry-run",)),
    ],
)
def test_names_are_identifiers_and_capitals_within_a_sentence(text: str, found: tuple[str, ...]) -> None:
    assert names(text) == found


@pytest.mark.parametrize(
    ("claim", "text", "lacks"),
    [
        ("The pool waits 60 s", "The pool waits 30 s", ("60 s",)),
        ("The pool waits 30 minutes", "The pool waits 30 s", ("30 minutes",)),
        ("The pool waits 30 s", "POOL_TIMEOUT_SECONDS = 30 # seconds", ()),
        ("It takes >5 ms", "It takes <5 ms", ("5 ms",)),
        ("We cache in Redis", "We cache in Valkey", ("Redis",)),
        ("Call `Client.get`", "The Client has a get method", ()),
        ("It needs Python 3.12", "It needs Python 3.11", ("3.12",)),
    ],
)
def test_what_a_text_lacks_is_named(claim: str, text: str, lacks: tuple[str, ...]) -> None:
    assert lacking(claim, text) == lacks


@pytest.mark.parametrize(
    ("claim", "sentence", "differs"),
    [
        ("It is not cached", "It is cached", "not"),
        ("It isn't cached", "It cannot be cached", ""),
        ("It runs without a cache", "It runs with a cache", "without"),
    ],
)
def test_a_differing_negation_is_marked(claim: str, sentence: str, differs: str) -> None:
    assert differing(claim, sentence) == differs


@pytest.mark.parametrize(
    ("claim", "relation", "lacks"),
    [
        ("the test suite needs ports 8000 and 8001 free", Relation.SPEAKS, ()),
        ("a testing server waits 3 s for the HttpPool", Relation.SPEAKS, ()),
        ("the number of retries is 4 by default", Relation.SPEAKS, ()),
        ("the test suite needs ports 8000 and 9001 free", Relation.SPEAKS, ("9001",)),
        ("The suite spawns testing servers on ports 8000 and 9001", Relation.OTHERWISE, ()),
        ("The suite spawns no testing servers on ports 8000 and 8001", Relation.OTHERWISE, ()),
        ("The suite spawns testing servers on ports 8000 and 8001", Relation.SAME, ()),
        ("The suite spawns testing servers", Relation.SPEAKS, ()),
        ("Payments are settled each night", Relation.SILENT, ()),
    ],
)
def test_the_best_passage_answers(claim: str, relation: Relation, lacks: tuple[str, ...]) -> None:
    seen = read(claim, passages(DOCUMENT, "markdown"), SOURCE)
    assert (seen.relation, seen.lacks) == (relation, lacks)


def test_other_words_count_by_their_meaning() -> None:
    some = passages(DOCUMENT, "markdown")
    claim = "free sockets have to be there before checks begin"
    assert read(claim, some, SOURCE, lambda _, texts: [0.9 * ("ports" in text) for text in texts]).place is (
        PlaceKind.STATES
    )
    assert read(claim, some, SOURCE, lambda _, texts: [0.1 for _ in texts]).relation is Relation.SILENT


PROSE = st.lists(st.from_regex(r"[a-z]{3,8}", fullmatch=True), min_size=3, max_size=12).map(" ".join)


@given(PROSE, st.integers(1000, 9999))
@settings(max_examples=100, derandomize=True, deadline=None)
def test_a_figure_that_the_passage_lacks_is_never_cited(text: str, figure: int) -> None:
    claim = f"{text} {figure}"
    seen = read(claim, passages(f"# A\n\n{text}.\n", "markdown"), source_of("a.md", ""), lambda _, t: [1.0] * len(t))
    assert not speaks(claim, text)
    assert seen.lacks or seen.relation not in (Relation.SAME, Relation.SPEAKS)


@given(st.text(max_size=60), st.text(max_size=60))
@settings(max_examples=100, derandomize=True, deadline=None)
def test_the_quick_look_for_words_finds_the_same(claim: str, text: str) -> None:
    content = terms(claim).content
    assert held(content, text) == content & terms(text).content
    assert 0 <= may_hold(content, text) <= 1
