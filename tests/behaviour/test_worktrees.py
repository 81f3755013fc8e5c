"""Two worktrees, one project, one server: each sees its own HEAD."""

from pathlib import Path

from scrubjay.app import App
from scrubjay.search.recall.answer import RecallRequest
from tests.behaviour.conftest import found, ingest
from tests.conftest import Repo


def test_an_unmerged_decision_does_not_leak_and_appears_on_merge(repo: Repo, app: App) -> None:
    repo.commit("first", {"docs/adr/0001-cache.md": "# 1. Cache\n\n## Status\n\nAccepted\n\nWe cache in Redis.\n"})
    repo.git("worktree", "add", "-q", "-b", "topic", "../topic")
    topic = Repo(repo.path.parent / "topic", repo.environment)
    topic.commit(
        "second",
        {"docs/adr/0002-no-cache.md": "# 2. No cache\n\n## Status\n\nAccepted, supersedes ADR-1\n\nNo Redis cache.\n"},
    )
    here, there = app.initialise(repo.path), app.workspace(topic.path)
    assert here.project.id == there.project.id
    for _ in range(3):
        assert not any("No Redis" in text for text in found(here, "redis cache"))
        assert any("No Redis" in text for text in found(there, "redis cache"))
    hits = there.recall.search(RecallRequest(query="redis cache")).hits
    order = list(dict.fromkeys(hit.path for hit in hits))
    assert order == ["docs/adr/0002-no-cache.md", "docs/adr/0001-cache.md"]
    assert hits[-1].status == "superseded"
    assert here.recall.search(RecallRequest(query="redis cache")).hits[0].status == "accepted"
    repo.git("merge", "-q", "topic")
    assert any("No Redis" in text for text in found(here, "redis cache"))
    repo.git("reset", "-q", "--hard", "HEAD~1")
    assert not any("No Redis" in text for text in found(here, "redis cache"))


def test_a_hit_in_a_changed_file_says_so(repo: Repo, app: App) -> None:
    repo.commit("first", {"a.md": "# A\n\nCommitted words.\n"})
    at = app.initialise(repo.path)
    repo.write("a.md", "# A\n\nOther words.\n")
    (hit,) = at.recall.search(RecallRequest(query="words")).hits
    assert "Committed" in hit.text
    assert hit.marks == ("uncommitted changes; this is HEAD's text",)


def test_a_file_that_is_not_committed_is_not_found(repo: Repo, app: App) -> None:
    repo.commit("first", {"a.md": "# A\n\nCommitted words.\n"})
    at = app.initialise(repo.path)
    repo.write("b.md", "# B\n\nUnborn words.\n")
    ingest(at)
    assert found(at, "unborn") == set()


def test_a_moved_folder_keeps_its_project(repo: Repo, app: App, tmp_path: Path) -> None:
    repo.commit("first", {"a.md": "# A\n\nWords.\n"})
    before = app.initialise(repo.path).project
    repo.path.rename(tmp_path / "elsewhere")
    assert app.workspace(tmp_path / "elsewhere").project.id == before.id
