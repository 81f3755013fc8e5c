"""Whatever git does, the index equals the tree: after an ingestion, and after the next search."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scrubjay.app import App, Workspace
from scrubjay.search.recall.answer import RecallRequest
from tests.behaviour.conftest import ingest
from tests.behaviour.processes import scrubjay
from tests.conftest import Repo

Operation = Callable[[Repo], Any]


def on_branch(repo: Repo, name: str, files: dict[str, str]) -> None:
    repo.git("switch", "-q", "-c", name)
    repo.commit(f"work on {name}", files)
    repo.git("switch", "-q", "main")


def rebase(repo: Repo) -> None:
    on_branch(repo, "topic", {"docs/topic.md": "# Topic\n\nTopic text.\n"})
    repo.commit("main moves", {"docs/main.md": "# Main\n\nMain text.\n"})
    repo.git("rebase", "-q", "main", "topic")


def merge(repo: Repo, *how: str) -> None:
    on_branch(repo, "topic", {"docs/topic.md": "# Topic\n\nTopic text.\n"})
    repo.commit("main moves", {"docs/main.md": "# Main\n\nMain text.\n"})
    repo.git("merge", "-q", *how, "topic")
    repo.git("commit", "-q", "--allow-empty", "-m", "merged")


def mail(repo: Repo) -> None:
    on_branch(repo, "topic", {"docs/topic.md": "# Topic\n\nTopic text.\n"})
    repo.write("../patch", repo.git("format-patch", "-1", "--stdout", "topic") + "\n")
    repo.git("am", "-q", "../patch")


def orphan(repo: Repo) -> None:
    repo.git("switch", "-q", "--orphan", "fresh")
    repo.commit("new root", {"new.md": "# New\n\nA new history.\n"})


OPERATIONS: dict[str, Operation] = {
    "commit": lambda r: r.commit("more", {"docs/b.md": "# B\n\nMore text.\n"}),
    "rename": lambda r: (r.git("mv", "docs/a.md", "docs/z.md"), r.commit("rename")),
    "delete": lambda r: (r.git("rm", "-q", "docs/a.md"), r.commit("delete")),
    "fast-forward": lambda r: (on_branch(r, "t", {"t.md": "# T\n\nText.\n"}), r.git("merge", "-q", "--ff-only", "t")),
    "merge": lambda r: merge(r, "--no-ff", "--no-edit"),
    "squash": lambda r: merge(r, "--squash"),
    "rebase": rebase,
    "amend": lambda r: (r.write("docs/a.md", "# A\n\nAmended.\n"), r.git("commit", "-qa", "--amend", "-m", "x")),
    "revert": lambda r: (r.commit("bad", {"docs/a.md": "# Bad\n"}), r.git("revert", "--no-edit", "HEAD")),
    "cherry-pick": lambda r: (on_branch(r, "t", {"t.md": "# T\n\nText.\n"}), r.git("cherry-pick", "t")),
    "am": mail,
    "reset": lambda r: (r.commit("bad", {"docs/a.md": "# Bad\n"}), r.git("reset", "-q", "--hard", "HEAD~1")),
    "stash": lambda r: (r.write("docs/a.md", "# Dirty\n"), r.git("stash", "-q", "-u")),
    "switch": lambda r: (on_branch(r, "t", {"t.md": "# T\n\nText.\n"}), r.git("switch", "-q", "t")),
    "detach": lambda r: (r.commit("more", {"b.md": "# B\n"}), r.git("checkout", "-q", "--detach", "HEAD~1")),
    "orphan branch": orphan,
    "sparse checkout": lambda r: r.git("sparse-checkout", "set", "--no-cone", "/nothing/"),
    "mode change": lambda r: ((r.path / "docs/a.md").chmod(0o755), r.commit("mode")),
    "symlink": lambda r: ((r.path / "l.md").symlink_to("docs/a.md"), r.commit("link")),
    "same text twice": lambda r: r.commit("copy", {"docs/copy.md": "# A\n\nThe first text.\n"}),
}


@pytest.fixture
def at(repo: Repo, app: App) -> Workspace:
    repo.commit("first", {"docs/a.md": "# A\n\nThe first text.\n", "code.py": "x = 1\n"})
    at = app.initialise(repo.path)
    ingest(at)
    return at


@pytest.mark.parametrize("name", OPERATIONS)
def test_knowledge_equals_the_tree_after(name: str, repo: Repo, at: Workspace) -> None:
    OPERATIONS[name](repo)
    ingest(at)
    verdict = at.documents.verify(at.documents.view(), deep=True)
    assert verdict.ok, verdict


@pytest.mark.parametrize("name", ["commit", "rebase", "reset", "switch", "rename"])
def test_the_next_search_repairs_what_no_hook_reported_after(name: str, repo: Repo, at: Workspace) -> None:
    OPERATIONS[name](repo)
    at.recall.search(RecallRequest(query="text"))
    assert at.documents.verify(at.documents.view()).ok


def test_ingesting_again_adds_nothing(repo: Repo, at: Workspace) -> None:
    again = at.documents.ingest(at.documents.view(), cause="test")
    assert (again.added, again.passages, again.skipped) == (0, 0, 0)


def test_a_repository_without_commits_is_empty_and_equal(make_repo: Callable[..., Repo], app: App) -> None:
    at = app.initialise(make_repo("empty").path)
    ingest(at)
    assert at.documents.verify(at.documents.view(), deep=True).ok
    assert at.recall.search(RecallRequest(query="anything")).hits == ()


def test_a_sha256_repository_works(make_repo: Callable[..., Repo], app: App) -> None:
    repo = make_repo("sha256", "--object-format=sha256")
    repo.commit("first", {"a.md": "# A\n\nLonger names.\n"})
    at = app.initialise(repo.path)
    ingest(at)
    assert at.documents.verify(at.documents.view(), deep=True).checked == 1
    assert at.recall.search(RecallRequest(query="longer names")).hits


def test_a_shallow_clone_works(repo: Repo, at: Workspace, make_repo: Callable[..., Repo], app: App) -> None:
    repo.commit("second", {"docs/b.md": "# B\n\nSecond.\n"})
    repo.git("clone", "-q", "--depth=1", repo.path.as_uri(), str(repo.path.parent / "shallow"))
    clone = app.initialise(repo.path.parent / "shallow")
    ingest(clone)
    assert clone.documents.verify(clone.documents.view(), deep=True).ok
    assert clone.project.id != at.project.id


def test_a_partial_clone_says_what_it_lacks_and_fetches_nothing(repo: Repo, app: App) -> None:
    repo.commit("first", {"a.md": "# A\n\nOld words.\n"})
    repo.commit("second", {"a.md": "# A\n\nNew words.\n", "b.md": "# B\n"})
    repo.git("config", "uploadpack.allowFilter", "true")
    target = repo.path.parent / "partial"
    repo.git("clone", "-q", "--no-checkout", "--filter=blob:none", repo.path.as_uri(), str(target))
    at = app.initialise(target)
    before = _objects(target)
    ingest(at)
    found = at.documents.verify(at.documents.view())
    assert not found.ok
    assert found.absent == ("a.md", "b.md")
    assert "absent     a.md" in scrubjay(Repo(target, repo.environment), "verify", code=1)
    left_out = at.documents.left_out(at.documents.view())
    assert {one.reason.partition(" (")[0] for one in left_out.files} == {"not in this clone"}
    assert left_out.counts["absent"] == 2
    assert _objects(target) == before


def test_objects_that_arrive_later_are_read(repo: Repo, app: App) -> None:
    repo.commit("first", {"a.md": "# A\n\nArriving words.\n"})
    repo.git("config", "uploadpack.allowFilter", "true")
    target = repo.path.parent / "partial"
    repo.git("clone", "-q", "--no-checkout", "--filter=blob:none", repo.path.as_uri(), str(target))
    at = app.initialise(target)
    ingest(at)
    Repo(target, repo.environment).git("checkout", "-q", "main")
    ingest(at)
    assert at.recall.search(RecallRequest(query="arriving")).hits


def test_as_of_sees_what_was_true_then(repo: Repo, at: Workspace) -> None:
    repo.git("tag", "v1")
    repo.commit("second", {"docs/a.md": "# A\n\nThe second text.\n"}, date="2026-04-01T00:00:00+00:00")
    ingest(at)
    now = at.recall.search(RecallRequest(query="text")).hits[0].text
    for then in ("v1", "HEAD~1", "2026-03-15"):
        (hit,) = at.recall.search(RecallRequest(query="text", as_of=then)).hits
        assert "first" in hit.text
        assert "second" in now


def test_garbage_collection_drops_only_what_git_dropped(repo: Repo, at: Workspace) -> None:
    repo.git("switch", "-q", "-c", "gone")
    repo.commit("gone", {"gone.md": "# Gone\n\nUnreachable words.\n"})
    ingest(at)
    repo.git("switch", "-q", "main")
    repo.git("branch", "-qD", "gone")
    assert at.documents.collect_garbage().gone == 0
    repo.git("reflog", "expire", "--expire=now", "--all")
    repo.git("gc", "-q", "--prune=now")
    assert at.documents.collect_garbage().gone == 1
    assert at.documents.verify(at.documents.view(), deep=True).ok


def _objects(path: Path) -> list[str]:
    return sorted(p.name for p in (path / ".git" / "objects").rglob("*") if p.is_file())
