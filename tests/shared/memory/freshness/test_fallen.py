"""When did a memory fall? At the commit that changed what it leans on."""

from scrubjay.app import App, Workspace
from scrubjay.memory.listing.filters import ListFilters
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.memory import Stored
from tests.conftest import Repo

HOURS = "# Hours\n\nThe gate opens at six.\n"
ADR = "# 3. Use Redis for caching\n\n## Status\n\n{}\n\n## Decision\n\nWe use Redis for caching session data.\n"


def learn(at: Workspace, content: str) -> str:
    outcome = at.memories.remember(RememberRequest(content=content, author="ada"))
    assert isinstance(outcome, Stored), outcome
    return outcome.id


def read(at: Workspace) -> None:
    at.documents.ingest(at.documents.view(), cause="test")


def test_each_fell_with_the_commit_that_changed_its_source(repo: Repo, app: App) -> None:
    files = {
        "docs/hours.md": HOURS,
        "docs/adr/0003-redis.md": ADR.format("Accepted"),
        "docs/well.md": "The well is dry.\n",
    }
    repo.commit("start", files, date="2026-01-01T10:00:00Z")
    at = app.initialise(repo.path)
    read(at)
    gate, cache = learn(at, "The gate opens at six."), learn(at, "We use Redis for caching session data.")
    learn(at, "The well of docs/well.md is dry.")
    repo.commit("later", {"docs/hours.md": "# Hours\n\nNobody opens it.\n"}, date="2026-03-02T10:00:00Z")
    repo.commit("ended", {"docs/adr/0003-redis.md": ADR.format("Deprecated")}, date="2026-03-04T10:00:00Z")
    read(at)
    view = at.documents.view()
    fallen = at.falls.of(view)
    assert [(one.moved.memory.id, one.fell_at) for one in fallen] == [
        (cache, "2026-03-04T10:00:00Z"),
        (gate, "2026-03-02T10:00:00Z"),
    ]
    assert at.falls.of(view) is fallen
    listing = at.listed(ListFilters(state="fallen", fallen_since="2026-03-03"))
    assert [(row.memory.id, row.fell_at[:10]) for row in listing.memories] == [(cache, "2026-03-04")]


SUCCESSOR = "# 9. Use Memcached\n\n## Status\n\n{}\n\n## Decision\n\nWe use Memcached. {}\n"


def superseded(repo: Repo, app: App) -> Workspace:
    """A memory cites a record of 2019, whose successor comes in March; typing mistakes are mended after that."""
    repo.commit("start", {"docs/adr/0003-redis.md": ADR.format("Accepted")}, date="2019-04-16T10:00:00Z")
    at = app.initialise(repo.path)
    read(at)
    learn(at, "We use Redis for caching session data.")
    return at


def fell(at: Workspace) -> list[str]:
    read(at)
    return [one.fell_at for one in at.falls.of(at.documents.view())]


def test_one_whose_decision_was_superseded_fell_with_the_commit_that_says_so(repo: Repo, app: App) -> None:
    at = superseded(repo, app)
    successor = "docs/adr/0009-memcached.md"
    repo.commit("propose", {successor: SUCCESSOR.format("Accepted", "")}, date="2026-03-02T10:00:00Z")
    assert fell(at) == []
    words = SUCCESSOR.format("Accepted\n\nSupersedes ADR 3", "")
    repo.commit("decide", {successor: words}, date="2026-03-03T10:00:00Z")
    assert fell(at) == ["2026-03-03T10:00:00Z"]
    words = SUCCESSOR.format("Accepted\n\nSupersedes ADR 3", "It is quick.")
    repo.commit("explain", {successor: words}, date="2026-03-05T10:00:00Z")
    assert fell(at) == ["2026-03-03T10:00:00Z"]
    listing = at.listed(ListFilters(state="fallen", fallen_since="2026-03-03"))
    assert len(listing.memories) == 1


def test_none_fell_before_it_was_recorded(repo: Repo, app: App) -> None:
    at = superseded(repo, app)
    words = SUCCESSOR.format("Accepted\n\nSupersedes ADR 3", "")
    repo.commit("merged late", {"docs/adr/0009-memcached.md": words}, date="2026-02-01T10:00:00Z")
    assert fell(at) == ["2026-03-01T12:00:00Z"]
