"""Discussions are events of a story: what was opened, merged with its commit, and said of a file's lines."""

import pytest

from scrubjay.app import App, Workspace
from scrubjay.search.history.timeline import lines_now
from scrubjay_forges.services import ForgeServices
from tests.conftest import Repo
from tests.shared.scrubjay_forges.discussions.conftest import REPOSITORY, batch, head, part

POOL = "import queue\n\n\ndef acquire(pool):\n    return pool.get()\n"
GUIDE = "# The pool\n\nThe connection pool lends connections.\n"


@pytest.fixture
def workspace(repo: Repo, app: App) -> Workspace:
    repo.commit("Start the connection pool", {"src/pool.py": POOL, "README.md": GUIDE}, "2026-01-01T00:00:00+00:00")
    return app.initialise(repo.path)


def keep(at: Workspace, *items: object) -> None:
    ForgeServices.of(at).discussion_store.ensure(REPOSITORY, "github")
    ForgeServices.of(at).discussion_store.put(REPOSITORY, batch(*items), synced_at="2026-02-20T14:10:00Z")  # type: ignore[arg-type]


def told(at: Workspace, topic: str) -> list[str]:
    at.documents.ingest(at.documents.view(), cause="test")
    at.commits.ingest(at.documents.view())
    _, story = at.storyteller.tell(topic)
    assert story.as_of in ("", "2026-02-20 14:10")
    return [" · ".join(filter(None, (event.day, event.what, event.author, event.source))) for event in story.events]


def commented(repo: Repo, sha: str, **more: object) -> list[object]:
    request = head(77, "Lend connections fairly", kind="pull_request", author="cyd", created_at="2026-01-02T08:00:00Z")
    said = part(
        77, "line/1", "Why not a LIFO?", role="line_comment", path="src/pool.py", line=5, start_line=4, on_commit=sha,
        author="bo", created_at="2026-01-02T09:00:00Z", **more,
    )  # fmt: skip
    opening = part(77, text="They are lent in turn.", author="cyd", created_at="2026-01-02T08:00:00Z")
    return [request, opening, said]


def test_a_merged_pull_request_stands_beside_its_commit(workspace: Workspace, repo: Repo) -> None:
    repo.commit("Lend connections of the pool fairly", {"src/pool.py": f"{POOL}\n"}, "2026-01-03T00:00:00+00:00")
    sha = repo.git("rev-parse", "HEAD")
    request = head(
        77, "Lend connections fairly", kind="pull_request", state="merged", merge_commit=sha, author="cyd",
        created_at="2026-01-02T08:00:00Z", closed_at="2026-01-03T00:00:00Z",
    )  # fmt: skip
    keep(workspace, request, part(77, text="The connection pool lends them in turn."))
    (line,) = [line for line in told(workspace, "connection pool") if "fairly" in line]
    assert "merged magpie/magpie#77, opened 2026-01-02 by cyd" in line
    assert f"commit {sha[:10]}" in line


def test_an_issue_about_the_topic_is_an_event_with_its_state(workspace: Workspace) -> None:
    keep(workspace, head(5, "The connection pool starves", author="cyd"), part(5, text="The connection pool starves."))
    assert '2026-01-06 · issue opened: "The connection pool starves"; open · cyd · magpie/magpie#5' in told(
        workspace, "connection pool"
    )


def test_a_review_of_a_files_lines_is_told_where_they_stand_now(workspace: Workspace, repo: Repo) -> None:
    keep(workspace, *commented(repo, repo.git("rev-parse", "HEAD")))
    repo.git("mv", "src/pool.py", "src/lending.py")
    repo.commit("Rename the pool", {"src/lending.py": f"# A pool.\n{POOL}"}, "2026-01-04T00:00:00+00:00")
    assert [line for line in told(workspace, "src/lending.py") if "review of" in line] == [
        '2026-01-02 · review of src/lending.py:5-6: "Why not a LIFO?" · bo · magpie/magpie#77'
    ]
    changed = POOL.replace("pool.get()", "pool.take()")
    repo.commit("Take from the pool", {"src/lending.py": changed}, "2026-01-05T00:00:00+00:00")
    (line,) = [line for line in told(workspace, "src/lending.py") if "review of" in line]
    assert "review of src/lending.py (line 5 then, changed since)" in line


def test_an_outsiders_review_that_nobody_answered_is_not_told(workspace: Workspace, repo: Repo) -> None:
    keep(workspace, *commented(repo, repo.git("rev-parse", "HEAD"), member=False))
    assert not [line for line in told(workspace, "src/pool.py") if "review of" in line]


def test_a_story_without_discussions_makes_no_file(workspace: Workspace) -> None:
    assert told(workspace, "connection pool")
    assert not ForgeServices.of(workspace).discussions.exists()


@pytest.mark.parametrize(
    ("then", "now", "lines", "found"),
    [
        ("a\nb\nc", "a\nb\nc", (2, 2), (2, 2)),
        ("a\nb\nc", "x\na\nb\nc", (2, 3), (3, 4)),
        ("a\nb\nc", "a\nB\nc", (2, 2), (0, 0)),
        ("a\nb\nc\nb", "b\nx\nx\nb", (4, 4), (4, 4)),
        ("a\n}\nc", "}\n}\n}", (2, 2), (0, 0)),
        ("a", "a", (7, 9), (0, 0)),
    ],
)
def test_lines_are_found_by_their_text_nearest_to_where_they_stood(
    then: str, now: str, lines: tuple[int, int], found: tuple[int, int]
) -> None:
    assert lines_now(then, now, *lines) == found
