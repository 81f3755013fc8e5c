"""A view shows what a branch, tag or date had, and finds it however much belongs to others."""

from collections.abc import Callable

import pytest

from scrubjay.app import App, Workspace
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.search.recall.answer import RecallRequest
from tests.behaviour.conftest import ingest
from tests.conftest import Repo

BRANCHES = 50
OF_MAIN = 20
OF_EACH = 4
"""Documents of main and of each branch: 91 % of all belong to other branches."""


def page(owner: str, number: int) -> str:
    """Every page speaks of the same thing; only a number tells them apart."""
    return f"# Roost {number} of {owner}\n\nThe roost holds {number} jays of {owner} at night, and the roost is warm.\n"


@pytest.fixture
def crowded(repo: Repo, app: App) -> Workspace:
    """A repository of fifty branches, all of them indexed and embedded."""
    repo.commit("main", {f"docs/main{n}.md": page("main", n) for n in range(OF_MAIN)})
    at = app.initialise(repo.path)
    ingest(at)
    for branch in range(BRANCHES):
        repo.git("checkout", "-qb", f"b{branch}", "main")
        repo.commit("branch", {f"docs/b{branch}-{n}.md": page(f"b{branch}", n) for n in range(OF_EACH)})
        ingest(at)
    repo.git("checkout", "-q", "main")
    assert at.embedder is not None
    embed_pending(at.knowledge_database, at.embedder, stop=lambda: False)
    return at


def paths(at: Workspace, query: str, **more: object) -> list[str]:
    hits = at.recall.search(RecallRequest(query=query, limit=100, **more)).hits  # type: ignore[arg-type]
    return list(dict.fromkeys(hit.path for hit in hits))


@pytest.mark.parametrize("recipe", ["balanced", "keyword"])
def test_nothing_is_lost_among_fifty_branches(crowded: Workspace, recipe: str) -> None:
    found = paths(crowded, "how warm is the roost at night", recipe=recipe)
    assert sorted(found) == sorted(f"docs/main{n}.md" for n in range(OF_MAIN))
    for number in (3, 17):
        # The best match of all fifty branches is main's own page.
        assert paths(crowded, f"roost {number} of main", recipe=recipe)[0] == f"docs/main{number}.md"


def test_a_branch_sees_its_own_pages_and_those_of_main(crowded: Workspace, repo: Repo) -> None:
    repo.git("checkout", "-q", "b7")
    found = paths(crowded, "how warm is the roost at night")
    assert len(found) == OF_MAIN + OF_EACH
    assert sum(path.startswith("docs/b7-") for path in found) == OF_EACH


def test_a_filter_finds_all_that_it_lets_through(crowded: Workspace) -> None:
    assert paths(crowded, "the roost is warm path:docs/main1*.md") == paths(
        crowded, "the roost is warm", path="docs/main1*.md"
    )
    assert len(paths(crowded, "the roost is warm path:docs/main1*.md")) == 11
    assert paths(crowded, 'roost "holds 13 jays"') == ["docs/main13.md"]
    assert paths(crowded, 'the roost is warm "holds 13 jays"')[0] == "docs/main13.md"


@pytest.mark.parametrize("then", ["v1", "2025-02-01", "HEAD~1"])
def test_as_of_a_tag_a_date_or_a_revision(make_repo: Callable[..., Repo], app: App, then: str) -> None:
    repo = make_repo()
    repo.commit("one", {"docs/roost.md": "# Roost\n\nWarm in the oak.\n"}, date="2025-01-01T12:00:00+00:00")
    repo.git("tag", "v1")
    repo.commit("two", {"docs/roost.md": "# Roost\n\nWarm in the pine.\n"}, date="2025-06-01T12:00:00+00:00")
    at = app.initialise(repo.path)
    ingest(at)
    (hit,) = at.recall.search(RecallRequest(query="where is the warm roost", as_of=then)).hits
    assert "oak" in hit.text
    (hit,) = at.recall.search(RecallRequest(query="where is the warm roost")).hits
    assert "pine" in hit.text
