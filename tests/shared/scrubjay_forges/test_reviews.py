"""Reviews count in who knows a topic, under the name of a member's commits only where the forge's address tells it."""

from typing import Any

import pytest

from scrubjay.app import App, Workspace
from scrubjay.git.process import Git
from scrubjay.search.history.authors import names_of_logins
from scrubjay.search.recall.answer import RecallRequest
from scrubjay_forges.services import ForgeServices
from tests.conftest import Repo
from tests.shared.scrubjay_forges.discussions.conftest import REPOSITORY, batch, head, part

GUIDE = "# The pool\n\nThe connection pool lends connections in turn.\n"


@pytest.fixture
def workspace(repo: Repo, app: App) -> Workspace:
    repo.commit("Describe the connection pool", {"docs/pool.md": GUIDE}, "2026-01-01T00:00:00+00:00")
    return app.initialise(repo.path)


def as_author(repo: Repo, name: str, address: str, file: str) -> None:
    repo.git("config", "user.name", name)
    repo.git("config", "user.email", address)
    repo.commit(f"Add {file}", {file: "x"}, "2026-01-01T10:00:00+00:00")


def people(at: Workspace) -> list[str]:
    at.documents.ingest(at.documents.view(), cause="test")
    at.commits.ingest(at.documents.view())
    answer = at.recall.look(RecallRequest(query="who knows the connection pool?"))
    return [person.name for person in answer.people]


def reviewed(at: Workspace, author: str, *, member: bool = True) -> None:
    ForgeServices.of(at).discussion_store.ensure(REPOSITORY, "github")
    said = part(
        7, "line/1", "The connection pool should be fair.", role="line_comment", path="docs/pool.md", line=3,
        author=author, member=member, created_at="2026-01-02T00:00:00Z",
    )  # fmt: skip
    ForgeServices.of(at).discussion_store.put(
        REPOSITORY, batch(head(7, "Pool", kind="pull_request", author="cyd"), said)
    )


def test_a_reviewer_is_named_by_login_or_by_the_name_that_the_forges_address_gives(
    workspace: Workspace, repo: Repo
) -> None:
    before = people(workspace)
    reviewed(workspace, "bo-loginov")
    assert people(workspace) == [*before, "bo-loginov"]
    as_author(repo, "Bo Loginov", "4711+bo-loginov@users.noreply." + "github.com", "a.txt")
    assert people(workspace) == [*before, "Bo Loginov"]


def merged(at: Workspace, repo: Repo, file: str, author: str = "bo-loginov", **more: Any) -> None:
    """A pull request that a merge of a branch brought, with a review that tells no path, as archives have it."""
    repo.git("checkout", "-q", "-b", f"on-{author}")
    repo.commit("Change", {file: f"{GUIDE}\nIt is fair.\n"}, "2026-01-02T00:00:00+00:00")
    repo.git("checkout", "-q", "main")
    repo.commit("Else", {f"{author}.md": "x"}, "2026-01-02T01:00:00+00:00")
    repo.git("merge", "-q", "--no-ff", "-m", f"Merge {author}", f"on-{author}")
    change = head(
        9, "Pool", kind="pull_request", author="cyd", state="merged", closed_at="2026-01-03T00:00:00Z",
        merge_commit=repo.git("rev-parse", "HEAD"),
    )  # fmt: skip
    said = part(
        9, "review/1", author=author, created_at="2026-01-03T00:00:00Z",
        **{"role": "review", "text": "The connection pool is fair now."} | more,
    )  # fmt: skip
    ForgeServices.of(at).discussion_store.ensure(REPOSITORY, "file")
    ForgeServices.of(at).discussion_store.put(REPOSITORY, batch(change, said))


@pytest.mark.parametrize("role", ["review", "line_comment"])
def test_who_reviewed_the_merge_that_changed_a_file_knows_it_without_a_path(
    workspace: Workspace, repo: Repo, role: str
) -> None:
    before = people(workspace)
    merged(workspace, repo, "docs/pool.md", role=role)
    assert people(workspace) == [*before, "bo-loginov"]


@pytest.mark.parametrize(
    ("file", "more"),
    [("docs/other.md", {}), ("docs/pool.md", {"role": "comment"}), ("docs/pool.md", {"member": False}),
     ("docs/pool.md", {"text": "Fine."}), ("docs/pool.md", {"path": "docs/other.md", "role": "line_comment"})],
    ids=["another file", "no review", "an outsider", "another topic", "lines of another file"],
)  # fmt: skip
def test_who_said_anything_else_of_a_merge_is_no_reviewer_of_the_file(
    workspace: Workspace, repo: Repo, file: str, more: dict[str, Any]
) -> None:
    merged(workspace, repo, file, **more)
    assert "bo-loginov" not in people(workspace)


def test_an_outsiders_review_names_nobody(workspace: Workspace) -> None:
    before = people(workspace)
    reviewed(workspace, "eve", member=False)
    assert people(workspace) == before


def test_a_login_is_joined_by_the_forges_own_address_and_mailmap_alone(workspace: Workspace, repo: Repo) -> None:
    host = "github.com"
    as_author(repo, "Ann", f"12+ann-a@users.noreply.{host}", "a.txt")
    as_author(repo, "cyd", "cyd@example.org", "b.txt")
    as_author(repo, "Dee", f"dee@users.noreply.other.{host}", "c.txt")
    repo.commit("Map", {".mailmap": f"Ann Archer <ann@example.org> <12+ann-a@users.noreply.{host}>\n"})
    git: Git = workspace.git
    assert names_of_logins(git, workspace.documents.view().commit, host) == {"ann-a": "Ann Archer"}
