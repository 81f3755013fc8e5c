"""Documents, records and reviewed files say where they were discussed; a discussion, what names it."""

import pytest

from scrubjay.app import App, Workspace
from scrubjay.search.recall.decisions import DecisionFilters
from scrubjay.search.recall.document import DocumentRequest
from scrubjay_forges.services import ForgeServices
from tests.conftest import Repo
from tests.shared.scrubjay_forges.discussions.conftest import REPOSITORY, batch, head, part

ADR = "# 3. Lend in turn\n\n## Status\n\nAccepted\n\n## Decision\n\nConnections are lent in turn, see #77.\n"
GUIDE = "# Guide\n\nConnections are lent in turn.\n\nThe pool holds 20, not #7777.\n"
REQUEST = {"kind": "pull_request", "author": "cyd", "created_at": "2026-01-02T08:00:00Z"}


@pytest.fixture
def workspace(repo: Repo, app: App) -> Workspace:
    repo.commit(
        "Lend in turn (#77)", {"docs/adr/0003-lend.md": ADR, "docs/guide.md": GUIDE}, "2026-01-03T00:00:00+00:00"
    )
    return read_in(app.initialise(repo.path))


def read_in(at: Workspace) -> Workspace:
    view = at.documents.view()
    at.documents.ingest(view, cause="test")
    at.commits.ingest(view)
    return at


def keep(at: Workspace, *items: object) -> None:
    ForgeServices.of(at).discussion_store.ensure(REPOSITORY, "github")
    ForgeServices.of(at).discussion_store.put(REPOSITORY, batch(*items), synced_at="2026-02-20T14:10:00Z")  # type: ignore[arg-type]


def discussed(at: Workspace) -> None:
    sha = at.documents.view().commit
    merged = {"state": "merged", "merge_commit": sha, "closed_at": "2026-01-03T00:00:00Z", "files": ("docs/guide.md",)}
    said = part(
        77, "line/1", "Why not a LIFO?", role="line_comment", path="docs/guide.md", line=3, on_commit=sha,
        author="bo", created_at="2026-01-02T09:00:00Z",
    )  # fmt: skip
    opening = part(77, text="Fairness, as #5 asks.", author="cyd", created_at="2026-01-02T08:00:00Z")
    keep(at, head(77, "Lend connections fairly", **REQUEST, **merged), opening, said)


def shown(at: Workspace, path: str, **more: object) -> str:
    return at.answers.document(DocumentRequest(path=path, **more))  # type: ignore[arg-type]


def test_a_record_says_where_it_was_discussed(workspace: Workspace) -> None:
    discussed(workspace)
    line = workspace.answers.decisions(DecisionFilters()).splitlines()[-1]
    about = "accepted; 2026-01-03 (git); discussed in #77 (merged 2026-01-03)"
    assert line == f"- ADR-003 Lend in turn ({about}) docs/adr/0003-lend.md"
    assert 'Discussed in: #77 "Lend connections fairly" (merged 2026-01-03)\n(as of 2026-02-20 14:10)' in shown(
        workspace, "docs/adr/0003-lend.md"
    )


def test_a_document_says_what_changed_it_and_what_reviews_said_of_its_lines(workspace: Workspace, repo: Repo) -> None:
    discussed(workspace)
    text = shown(workspace, "docs/guide.md")
    assert 'Changed by: #77 "Lend connections fairly" (merged 2026-01-03)' in text
    assert '- 3 · bo, 2026-01-02, #77: "Why not a LIFO?"' in text
    repo.commit("Lend otherwise", {"docs/guide.md": GUIDE.replace("in turn", "at random")})
    read_in(workspace)
    assert '- line 3 then, changed since · bo, 2026-01-02, #77: "Why not a LIFO?"' in shown(workspace, "docs/guide.md")


def test_a_discussion_that_is_not_kept_is_named_nowhere(workspace: Workspace) -> None:
    before = shown(workspace, "docs/guide.md"), workspace.answers.decisions(DecisionFilters())
    assert not ForgeServices.of(workspace).discussions.exists()
    keep(workspace, head(5, "Starving"), part(5, text="Connections starve."))
    assert (shown(workspace, "docs/guide.md"), workspace.answers.decisions(DecisionFilters())) == before


def test_a_small_answer_keeps_its_room_for_the_document(workspace: Workspace) -> None:
    discussed(workspace)
    assert "Connections are lent" in shown(workspace, "docs/guide.md", budget=150)


def test_a_discussion_is_named_by_records_commits_and_other_discussions(workspace: Workspace) -> None:
    discussed(workspace)
    keep(workspace, head(5, "Starving"), part(5, text="Connections starve."))
    view, kept = workspace.documents.view(), ForgeServices.of(workspace).open_discussions()
    assert kept is not None
    request, issue = kept.ref("#77"), kept.ref("#5")
    assert request
    assert issue
    named = ForgeServices.of(workspace).named_by.of(request, view)
    assert [(one.kind, one.source) for one in named] == [
        ("document", "docs/adr/0003-lend.md:9"),
        ("commit", f"commit {view.commit[:10]}"),
    ]
    assert [one.title for one in ForgeServices.of(workspace).named_by.others(issue, view)] == [
        "Lend connections fairly"
    ]
    text = shown(workspace, "#77")
    commit = f"Lend in turn (#77) (commit {view.commit[:10]})"
    assert f"Named by: 3. Lend in turn (docs/adr/0003-lend.md:9); {commit}" in text
    assert 'Named in: #77 "Lend connections fairly" (merged 2026-01-03)' in shown(workspace, "#5")
