"""Which hits take one place, and does the one that stands name the others?"""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.retrieval.exact import Exact
from scrubjay.knowledge.retrieval.order import are_twins, arrange
from scrubjay.model.hit import Hit
from tests.shared.shelf import Shelf

TEXT = "To run the tests start them with pytest and wait until all twelve have passed, which takes a minute."
HIT = Hit(
    passage=1,
    content=1,
    path="docs/contributing.md",
    blob="b",
    heading="Contributing > Testing",
    start_line=1,
    end_line=2,
    title="Contributing",
    text=TEXT,
    changed_at="",
    score=1.0,
)


@pytest.mark.parametrize(
    "other",
    [
        replace(HIT, path=".github/CONTRIBUTING.md"),
        replace(HIT, path="docs/v1/contributing.md", text=TEXT.replace("twelve", "ten")),
    ],
)
def test_a_copy_and_a_version_of_a_page_are_twins(other: Hit) -> None:
    assert are_twins(HIT, other)
    assert are_twins(other, HIT)


@pytest.mark.parametrize(
    "other",
    [
        HIT,
        replace(HIT, passage=2, start_line=9),
        replace(HIT, path="docs/usage.md", title="Usage"),
        replace(HIT, path="docs/v1/contributing.md", heading="Contributing > Coverage"),
        replace(HIT, path="docs/v1/contributing.md", text="Tests run by themselves after each push."),
        replace(HIT, path="src/contributing.py", kind="code"),
        replace(HIT, path="memory:1", kind="memory"),
    ],
)
def test_what_stands_elsewhere_or_says_something_else_is_no_twin(other: Hit) -> None:
    assert not are_twins(HIT, other)


def test_without_a_title_nothing_says_that_two_texts_are_one_page() -> None:
    assert not are_twins(replace(HIT, title="", heading=""), replace(HIT, title="", heading="", path="b.txt"))


def test_a_record_and_its_metadata_are_one() -> None:
    readme, metadata = (replace(HIT, path=f"keps/node/12-x/{name}", title=name) for name in ("README.md", "kep.yaml"))
    assert are_twins(readme, metadata)
    assert not are_twins(readme, replace(metadata, path="keps/node/13-y/kep.yaml"))
    assert not are_twins(replace(readme, path="README.md"), replace(metadata, path="kep.yaml"))


def test_twins_take_one_place_and_are_named(shelf: Shelf) -> None:
    for folder in ("docs", "docs/v1", "docs/v2"):
        shelf.put(f"{folder}/testing.md", TEXT, title="Testing")
    shelf.put("docs/other.md", "Another page tells how tests are named.", title="Names")
    shelf.embed()
    first, second = shelf.search("how to run the tests", limit=2).hits
    assert {first.path, *first.also} == {"docs/testing.md", "docs/v1/testing.md", "docs/v2/testing.md"}
    assert (second.path, second.also) == ("docs/other.md", ())


@settings(derandomize=True, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("xyz")), max_size=12))
def test_every_document_stands_or_is_named_and_in_the_order_of_its_score(pairs: list[tuple[str, str]]) -> None:
    hits = [replace(HIT, path=path, text=text, passage=place) for place, (path, text) in enumerate(pairs)]
    shown = arrange(hits, Exact(), {}, 20)
    assert {path for hit in shown for path in (hit.path, *hit.also)} == {path for path, _ in pairs}
    assert [hit.passage for hit in shown] == sorted(hit.passage for hit in shown)
    assert not any(are_twins(one, other) for one in shown for other in shown)
