"""A document that is found by a stub or a list shows a passage that says something; one that has none is silent."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.knowledge.retrieval.hits import may_answer, telling_hits
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.model.hit import Hit
from tests.shared.shelf import Shelf

HIT = Hit(
    passage=1, content=1, path="a.md", blob="", heading="", start_line=1, end_line=1, title="", text="", changed_at="",
    score=0.0, format="markdown",
)  # fmt: skip

LINKS = "- [All about the pool](a.md)\n- [Connections of the pool](b.md)"


@pytest.mark.parametrize(
    ("format", "heading", "text", "answers"),
    [
        ("markdown", "", LINKS, False),
        ("markdown", "", "The pool is shared.", True),
        ("kep", "", "status: implemented", True),
        ("commit", "", "pool", True),
        ("code:python", "Pool.take", "def take(self):\n    return 1", True),
        ("code:python", "", "import pool\nimport queue", False),
        ("code:python", "", "# how many are kept open\nMOST = 4", True),
        ("code:javascript", "a", "function a(){" + "b();" * 500 + "}", False),
    ],
)
def test_prose_answers_by_a_sentence_and_code_by_a_definition(
    format: str, heading: str, text: str, answers: bool
) -> None:
    assert may_answer(replace(HIT, format=format, heading=heading, text=text)) is answers


def test_a_document_shows_the_passage_that_says_something(shelf: Shelf) -> None:
    shelf.put("docs/pool.md", f"{LINKS}\n\nIt keeps four connections open.\n\nNames are told elsewhere, in the list.")
    shelf.embed()
    (hit,) = {hit.text for hit in shelf.search("pool connections", limit=1).hits}
    assert hit == "It keeps four connections open."


def test_a_document_of_mere_links_is_silent_unless_it_is_named(shelf: Shelf) -> None:
    shelf.put("docs/links.md", LINKS)
    shelf.put("docs/pool.md", "It keeps four connections open.")
    shelf.embed()
    silent = {hit.path: hit.silent for hit in shelf.search("connections of the pool").hits}
    assert silent == {"docs/links.md": True, "docs/pool.md": False}
    named = {hit.path: hit.silent for hit in shelf.search("docs/links.md").hits}
    assert named["docs/links.md"] is False
    quoted = shelf.search("connections", filters=Filters(prefers=("Connections of the pool",))).hits
    assert (quoted[0].path, quoted[0].silent) == ("docs/links.md", False)


@pytest.mark.parametrize(
    ("query", "silent"), [("Grace Hopper", False), ("who is Grace Hopper", False), ("grace", True)]
)
def test_a_list_answers_only_where_it_holds_more_than_all_that_says_something(
    shelf: Shelf, query: str, silent: bool
) -> None:
    shelf.put("AUTHORS.md", "- Ada Lovelace\n- Grace Hopper\n- Mary Shaw")
    shelf.put("docs/grace.md", "The pool has a time of grace, after which it ends.")
    shelf.embed()
    assert {hit.path: hit.silent for hit in shelf.search(query).hits}["AUTHORS.md"] is silent


@given(st.lists(st.booleans(), max_size=8))
def test_silent_hits_answer_only_where_nothing_says_anything(silent: list[bool]) -> None:
    hits = [replace(HIT, passage=place, silent=mute) for place, mute in enumerate(silent)]
    shown = telling_hits(hits, every=False)
    saying = [hit for hit in hits if not hit.silent]
    assert list(shown) == (saying or hits)
    assert telling_hits(hits, every=True) == tuple(hits)


def test_a_table_that_holds_most_of_a_question_answers(shelf: Shelf) -> None:
    shelf.put("docs/ports.md", "# Ports\n\n| Service | Port |\n|---|---|\n| payments | 8080 |\n| ledger | 9090 |")
    shelf.put("docs/payments.md", "# Payments\n\nPayments is a service that moves money.")
    shelf.put("docs/deploy.md", "# Deploy\n\nThe script copies the build of payments to the server.")
    shelf.put("words.txt", "payments\nledger\nservice")
    shelf.embed()
    hits = shelf.search("which port does the payments service use").hits
    assert "docs/ports.md" in {hit.path for hit in hits if not hit.silent}
    assert "words.txt" in {hit.path for hit in hits if hit.silent}
