"""Order of code and documents: what is asked for first, fixtures behind other documents."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.knowledge.retrieval.code_order import (
    FIRST,
    fixtures_last,
    is_fixture,
    is_test,
    likeness,
    merge_with_code,
    name_stems,
)
from scrubjay.knowledge.retrieval.exact import Exact
from scrubjay.model.hit import Hit


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


PATHS = st.lists(st.sampled_from(["docs/a.md", "lib/testdata/a.md"]), max_size=12)


def found(paths: list[str]) -> list[tuple[str, int, int]]:
    return [(path, place, place) for place, path in enumerate(paths)]


@given(PATHS, st.sampled_from(["where are pools made", "what is contested"]))
def test_fixtures_follow_other_documents(paths: list[str], query: str) -> None:
    after = fixtures_last(found(paths), ["document"] * len(paths), query, Exact())
    assert after == sorted(range(len(paths)), key=lambda place: (is_fixture(paths[place]), place))


@given(PATHS, st.sampled_from(["which test covers pools", "pools tested how", "the tests of pools"]))
def test_who_asks_for_tests_gets_fixtures_as_they_were_found(paths: list[str], query: str) -> None:
    assert fixtures_last(found(paths), ["document"] * len(paths), query, Exact()) == list(range(len(paths)))


def test_a_fixture_that_is_named_stays_first() -> None:
    before = found(["lib/testdata/a.md", "docs/a.md"])
    assert fixtures_last(before, ["document"] * 2, "a.md", Exact(passages={0: 1})) == [0, 1]


def test_fixtures_change_places_with_documents_alone() -> None:
    before = found(["lib/testdata/a.md", "docs/a.md", "a commit", "docs/b.md"])
    assert fixtures_last(before, ["document", "document", "commit", "document"], "a", Exact()) == [1, 3, 2, 0]


@given(st.integers(0, 9), st.integers(0, 9), st.booleans())
def test_three_of_what_is_asked_for_stand_first_and_each_keeps_its_order(
    documents: int, code: int, code_first: bool
) -> None:
    pages = [hit(number, "docs/a.md") for number in range(documents)]
    definitions = [hit(number, "lib/a.py") for number in range(code)]
    hits = merge_with_code(pages, definitions, code_first=code_first)
    assert [h for h in hits if h.kind == "document"] == pages
    assert [h for h in hits if h.kind == "code"] == definitions
    asked = definitions if code_first else pages
    assert list(hits[: min(FIRST, len(asked))]) == asked[:FIRST]


@pytest.mark.parametrize(
    ("text", "stems"),
    [("where is the build request handled", {"build", "request", "handl"}), ("_build_requests", {"build", "request"})],
)
def test_a_name_and_a_question_are_made_of_the_same_stems(text: str, stems: set[str]) -> None:
    assert name_stems(text) == stems


WORDS = st.sets(st.sampled_from("abcdef"))


@given(WORDS, WORDS)
def test_likeness_is_a_cosine(left: set[str], right: set[str]) -> None:
    assert likeness(left, right) == likeness(right, left)
    assert 0 <= likeness(left, right) <= 1 + 1e-9
    assert (likeness(left, right) > 0) == bool(left & right)
    assert likeness(left, left) == pytest.approx(1.0 if left else 0.0)
