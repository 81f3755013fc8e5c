"""Which page answers? The newest version, dated by its release where it is an old one; never a stub beside prose."""

import pytest

from scrubjay.app import App
from scrubjay.search.recall.answer import RecallHit, RecallRequest
from scrubjay.search.recall.recall import Recall
from tests.conftest import Repo

PAGE = "# Pool\n\nThe pool keeps {} connections open, and closes idle ones after an hour.\n"
NEW, OLD, OLDEST = "docs/pool.md", "versioned_docs/version-1.1/pool.md", "versioned_docs/version-1.0/pool.md"
GONE = "versioned_docs/version-1.0/flags.md"


@pytest.fixture
def recall(app: App, repo: Repo) -> Recall:
    repo.commit("first", {NEW: PAGE.format("two"), "README.md": "# Shop\n\nA shop with a pool.\n"})
    repo.git("tag", "v1.0.0")
    repo.commit(
        "versions",
        {
            GONE: "# Flags\n\nThe gabbro flags of the first version are read at start.\n",
            NEW: PAGE.format("eight"),
            OLD: PAGE.format("four"),
            OLDEST: PAGE.format("two"),
            "docs/list.md": "# All about connections of the pool\n\n- [How the pool keeps connections open](pool.md)\n",
            "docs/names.md": "# Names\n\nEach connection is named by its host.\n",
            "docs/hosts.md": "# Hosts\n\nA host has ten connections at most.\n",
        },
    )
    workspace = app.initialise(repo.path)
    workspace.documents.ingest(workspace.documents.view(), cause="worker")
    return workspace.recall


def _asked(recall: Recall, query: str, **more: object) -> dict[str, RecallHit]:
    answer = recall.look(RecallRequest(query=query, **{"trimmed": True, **more}))  # type: ignore[arg-type]
    return {hit.path: hit for hit in answer.hits}


def test_the_newest_version_answers_and_counts_the_older_ones(recall: Recall) -> None:
    hits = _asked(recall, "pool keeps connections open and closes idle ones")
    assert {path for path in hits if path.endswith("pool.md")} == {NEW}
    assert hits[NEW].marks == ("also in 2 older versions",)


def test_a_version_that_is_asked_for_says_that_it_is_old_and_when_it_was_released(recall: Recall, repo: Repo) -> None:
    released = repo.git("log", "-1", "--format=%cs", "v1.0.0")
    for asked in ({"query": "connections of the pool in 1.0"}, {"query": "connections", "path": OLDEST}):
        hit = _asked(recall, **asked)[OLDEST]
        assert hit.marks[0] == f"older version; the newest is {NEW}"
        assert (hit.date[:10], hit.dated_by) == (released, "git")


def test_a_page_that_the_newest_version_has_not_says_where_its_pages_are(recall: Recall) -> None:
    hits = _asked(recall, "gabbro flags of the first version")
    assert hits[GONE].marks[0] == "older version; the newest pages are in docs/"


def test_an_earlier_state_has_its_own_newest_version(recall: Recall) -> None:
    hits = _asked(recall, "pool keeps connections open and closes idle ones", as_of="v1.0.0")
    assert hits[NEW].marks == ()


def test_a_page_of_mere_links_is_left_out_of_what_a_reader_sees(recall: Recall) -> None:
    query = "all about connections of the pool"
    assert "docs/list.md" not in _asked(recall, query)
    assert "docs/list.md" in _asked(recall, query, trimmed=False)
    assert next(iter(_asked(recall, "docs/list.md"))) == "docs/list.md"
    assert "docs/list.md" in _asked(recall, '"How the pool keeps connections open"')
