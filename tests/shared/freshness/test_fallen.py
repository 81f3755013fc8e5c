"""When did a memory fall? At the commit that changed what it leans on."""

from scrubjay.app import App, Workspace
from scrubjay.listing import ListFilters
from scrubjay.memories import RememberRequest, Stored
from tests.conftest import Repo

HOURS = "# Hours\n\nThe gate opens at six.\n"
ADR = "# 3. Use Redis for caching\n\n## Status\n\n{}\n\n## Decision\n\nWe use Redis for caching session data.\n"


def learn(at: Workspace, content: str) -> str:
    outcome = at.memories.service.remember(RememberRequest(content=content, author="ada"))
    assert isinstance(outcome, Stored), outcome
    return outcome.id


def read(at: Workspace) -> None:
    at.knowledge.documents.ingest(at.knowledge.documents.view(), cause="test")


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
    repo.commit("later", {"docs/hours.md": "# Hours\n\nNobody opens it.\n"}, date="2026-02-01T10:00:00Z")
    repo.commit("ended", {"docs/adr/0003-redis.md": ADR.format("Deprecated")}, date="2026-02-03T10:00:00Z")
    read(at)
    view = at.knowledge.documents.view()
    fallen = at.memories.falls.of(view)
    assert [(one.moved.memory.id, one.fell_at) for one in fallen] == [
        (cache, "2026-02-03T10:00:00Z"),
        (gate, "2026-02-01T10:00:00Z"),
    ]
    assert at.memories.falls.of(view) is fallen
    listing = at.listed(ListFilters(state="fallen", fallen_since="2026-02-02"))
    assert [(row.memory.id, row.fell_at[:10]) for row in listing.memories] == [(cache, "2026-02-03")]
