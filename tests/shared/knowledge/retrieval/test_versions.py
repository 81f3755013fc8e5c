"""Of a page in several versions the newest answers, or the one that is asked for; none takes another's place."""

import pytest

from scrubjay.knowledge.documents.versions import page_versions
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.knowledge.retrieval.versions import asked_versions
from scrubjay.model.hit import Hit
from tests.shared.shelf import Shelf

OLD = "The pool keeps four connections open, and closes idle ones after an hour."
NEW = "The pool keeps eight connections open, and closes idle ones after an hour."


@pytest.mark.parametrize(
    ("query", "versions"),
    [
        ("how many connections in 8.5", ((8, 5),)),
        ("pool in v2", ((2,),)),
        ("version 3 of the pool", ((3,),)),
        ("the pool of version-1.2.x", ((1, 2),)),
        ("top 3 reasons", ()),
        ("since 2024 it is", ()),
        ("the pool", ()),
    ],
)
def test_a_query_names_versions_by_a_sign_or_a_dot(query: str, versions: tuple[tuple[int, ...], ...]) -> None:
    assert asked_versions(query) == versions


def test_the_newest_version_answers_and_tells_of_the_others(shelf: Shelf) -> None:
    _put(shelf)
    hits = _search(shelf, "how many connections does the pool keep open")
    assert [hit.path for hit in hits if "pool" in hit.path] == ["docs/pool.md"]
    assert (hits[0].text, hits[0].newest) == (NEW, "")
    assert hits[0].older == ("versioned_docs/version-2.0/pool.md", "versioned_docs/version-1.0/pool.md")


@pytest.mark.parametrize("query", ["connections of the pool in 1.0", "pool connections version 1.0"])
def test_a_version_that_is_named_answers(shelf: Shelf, query: str) -> None:
    _put(shelf)
    first = _search(shelf, query)[0]
    assert (first.path, first.text, first.newest) == ("versioned_docs/version-1.0/pool.md", OLD, "docs/pool.md")


def test_a_version_that_a_path_asks_for_answers(shelf: Shelf) -> None:
    _put(shelf)
    hits = _search(shelf, "connections of the pool", filters=Filters(path="versioned_docs/version-2.0"))
    assert [(hit.path, hit.newest) for hit in hits] == [("versioned_docs/version-2.0/pool.md", "docs/pool.md")]


def test_what_only_an_old_version_says_is_found_and_marked(shelf: Shelf) -> None:
    _put(shelf)
    shelf.put("versioned_docs/version-1.0/gone.md", "The daemon writes a journal to disk.", title="Daemon")
    shelf.put("docs/gone.md", "There is no daemon any more; nothing is left of it at all.", title="Daemon")
    shelf.embed()
    journal = next(hit for hit in _search(shelf, "journal of the daemon") if "journal" in hit.text)
    assert (journal.path, journal.newest) == ("versioned_docs/version-1.0/gone.md", "docs/gone.md")


def test_notes_of_releases_are_no_versions_of_one_page(shelf: Shelf) -> None:
    shelf.put("releases/v1.0/README.md", "The pool was added, with four connections.", title="Release 1.0")
    shelf.put("releases/v1.1/README.md", "The pool has eight connections now.", title="Release 1.1")
    shelf.embed()
    hits = _search(shelf, "connections of the pool")
    assert {(hit.path, hit.older) for hit in hits} == {
        ("releases/v1.0/README.md", ()),
        ("releases/v1.1/README.md", ()),
    }


def _put(shelf: Shelf) -> None:
    shelf.put("versioned_docs/version-1.0/pool.md", OLD, title="Pool")
    shelf.put("versioned_docs/version-2.0/pool.md", OLD.replace("an hour", "a day"), title="Pool")
    shelf.put("docs/pool.md", NEW, title="Pool")
    shelf.put("docs/names.md", "Connections are named by the host that they go to.", title="Names")
    shelf.embed()


def _search(shelf: Shelf, query: str, **more: object) -> tuple[Hit, ...]:
    return shelf.search(query, versions=page_versions(shelf.files), **more).hits
