"""Tests stand behind the code that they test; documents and named passages stay where they are."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.model.hit import Hit
from scrubjay.retrieval.code_order import (
    ASKED_FOR,
    NOT_ASKED_FOR,
    is_fixture,
    is_test,
    likeness,
    rest_before_tests,
    weigh_code,
)
from scrubjay.retrieval.exact import Exact


@pytest.mark.parametrize(
    ("path", "test"),
    [
        ("tests/client/helpers.py", True),
        ("lib/test_pool.py", True),
        ("lib/conftest.py", True),
        ("cmd/flux/readiness_test.go", True),
        ("src/pool.test.ts", True),
        ("src/pool.spec.js", True),
        ("spec/pool_spec.rb", True),
        ("src/__tests__/pool.tsx", True),
        ("lib/testing_tools.py", False),
        ("lib/latest.py", False),
        ("lib/contest/run.go", False),
        ("attest.go", False),
    ],
)
def test_a_path_tells_what_tests_others(path: str, test: bool) -> None:
    assert is_test(path) is test


@pytest.mark.parametrize(
    ("path", "fixture"),
    [
        ("internal/pipe/changelog/testdata/changes.md", True),
        ("src/test/resources/pages/a.md", True),
        ("packages/cli/__fixtures__/simple/README.md", True),
        ("web/__snapshots__/page.txt", True),
        ("golden/out.txt", True),
        ("cmd/help.golden.txt", True),
        ("tests/roots/test-basic/index.rst", True),
        ("tests/README.md", False),
        ("tests/behaviour/README.md", False),
        ("tests/strategy.md", False),
        ("docs/tests/unit/how.md", False),
        ("docs/how-to/fixtures.rst", False),
        ("specs/001-login/plan.md", False),
        ("docs/golden-path.md", False),
    ],
)
def test_a_path_tells_what_tests_read(path: str, fixture: bool) -> None:
    assert is_fixture(path) is fixture


@pytest.mark.parametrize(
    ("heading", "test"),
    [
        ("tests.parses_a_range", True),
        ("test_parse_minus", True),
        ("Range.test", True),
        ("Range.parse", False),
        ("latest.parse", False),
        ("TestClient.get", False),
        ("", False),
    ],
)
def test_a_definition_may_be_a_test_in_the_file_that_it_tests(heading: str, test: bool) -> None:
    assert is_test("src/line_range.rs", heading) is test


def hit(number: int, path: str) -> Hit:
    return Hit(
        passage=number,
        content=number,
        path=path,
        blob="",
        heading="",
        start_line=1,
        end_line=1,
        title="",
        text="",
        changed_at="",
        score=0.0,
        kind="document" if path.endswith(".md") else "code",
    )


PATHS = st.lists(st.sampled_from(["docs/a.md", "lib/testdata/a.md", "lib/a.py", "tests/test_a.py"]), max_size=12)


@given(PATHS, st.sampled_from(["where are pools made", "what is contested"]))
def test_tests_follow_other_code_and_fixtures_other_documents(paths: list[str], query: str) -> None:
    before = [hit(number, path) for number, path in enumerate(paths)]
    after = rest_before_tests(before, query, Exact())
    assert [h.kind for h in after] == [h.kind for h in before]
    code = [h for h in after if h.kind == "code"]
    assert code == sorted((h for h in before if h.kind == "code"), key=lambda h: (is_test(h.path), h.passage))
    documents = [h for h in after if h.kind == "document"]
    assert documents == sorted(
        (h for h in before if h.kind == "document"), key=lambda h: (is_fixture(h.path), h.passage)
    )


@given(PATHS, st.sampled_from(["which test covers pools", "pools tested how", "the tests of pools"]))
def test_who_asks_for_tests_gets_them_as_they_were_found(paths: list[str], query: str) -> None:
    before = tuple(hit(number, path) for number, path in enumerate(paths))
    assert rest_before_tests(before, query, Exact()) == before


def test_a_test_that_is_named_stays_first() -> None:
    before = [hit(1, "tests/test_a.py"), hit(2, "lib/a.py")]
    assert rest_before_tests(before, "test_a", Exact(passages={1: 1})) == tuple(before)


SCORES = st.lists(st.tuples(st.sampled_from(["docs/a.md", "lib/a.py"]), st.floats(-1, 2)), max_size=12)


@given(SCORES, st.sampled_from([("where is it made", ASKED_FOR), ("how is it made", NOT_ASKED_FOR)]))
def test_code_is_worth_more_where_a_place_is_asked_for(
    scores: list[tuple[str, float]], asked: tuple[str, float]
) -> None:
    query, factor = asked
    scores.sort(key=lambda pair: -pair[1])
    before = [replace(hit(number, path), score=score) for number, (path, score) in enumerate(scores)]
    after = weigh_code(before, query)
    worth = [max(h.score, 0.0) for h in after]
    assert worth == sorted(worth, reverse=True)
    raw = {h.passage: max(h.score, 0.0) for h in before}
    assert worth == pytest.approx([raw[h.passage] * (factor if h.kind == "code" else 1.0) for h in after], abs=1e-6)
    for kind in ("code", "document"):
        assert [h.passage for h in after if h.kind == kind] == [h.passage for h in before if h.kind == kind]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("where is the build request handled", "Client._build_request"),
        ("where are build requests handled", "Client._build_request"),
        ("which function sends it", "client.sendAll"),
        ("where is the client", "Client.close"),
        ("how is a build request sent", "Client.close"),
    ],
)
def test_a_name_counts_by_the_words_that_it_is_made_of(query: str, first: str) -> None:
    names = ["Client.close", "Client._build_request", "client.sendAll"]
    before = [replace(hit(number, "lib/a.py"), heading=name, score=1.0) for number, name in enumerate(names)]
    assert weigh_code(before, query)[0].heading == first


WORDS = st.sets(st.sampled_from("abcdef"))


@given(WORDS, WORDS)
def test_likeness_is_a_cosine(left: set[str], right: set[str]) -> None:
    assert likeness(left, right) == likeness(right, left)
    assert 0 <= likeness(left, right) <= 1 + 1e-9
    assert (likeness(left, right) > 0) == bool(left & right)
    assert likeness(left, left) == pytest.approx(1.0 if left else 0.0)
