"""What is said of a memory when the thing it cites changes, goes, or is replaced."""

import re

import pytest

from scrubjay.app import App, Workspace
from scrubjay.git.repository import open_repository
from scrubjay.memory.freshness.grounds import Ground, replacement, sentences_of, sort_grounds, still_stands
from scrubjay.memory.freshness.wording import place_ground
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, CitationStatus, Origin
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Stored
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.render import render
from tests.conftest import Repo

ADR = "# 3. Use Redis for caching\n\n## Status\n\n{}\n\n## Decision\n\nWe use Redis for caching session data.\n"
VALKEY = """# 4. Use Valkey

## Status

Accepted

Supersedes [3](0003-use-redis.md)

## Decision

We use Valkey for caching session data.
"""
GUIDE = "# Guide\n\nThe server listens on port 8080.\n\nThe canary takes ten percent of the traffic.\n"


@pytest.fixture
def workspace(repo: Repo, app: App) -> Workspace:
    repo.commit("start", {"docs/adr/0003-use-redis.md": ADR.format("Accepted"), "docs/guide.md": GUIDE})
    opened = app.initialise(repo.path)
    opened.documents.ingest(opened.documents.view(), cause="test")
    return opened


def learn(at: Workspace, content: str, *, manual: bool = False) -> str:
    origin, act = (Origin.PERSON, Act.TYPED) if manual else (Origin.AGENT, Act.NONE)
    outcome = at.memories.remember(RememberRequest(content=content, author="ada", origin=origin, act=act))
    assert isinstance(outcome, Stored), outcome
    return outcome.id


def stands(at: Workspace, id: str) -> Ground:
    at.documents.ingest(at.documents.view(), cause="test")
    return at.freshness.of([id], at.documents.view())[id].grounds[0]


def rotten(at: Workspace) -> list[str]:
    at.documents.ingest(at.documents.view(), cause="test")
    return [one.memory.id for one in at.freshness.moved(at.documents.view())]


def test_what_still_says_so_stands_although_the_file_changed_elsewhere(workspace: Workspace, repo: Repo) -> None:
    id = learn(workspace, "The server listens on port 8080 (docs/guide.md:3).")
    assert stands(workspace, id).status is CitationStatus.RESOLVED
    repo.commit("more", {"docs/guide.md": "Read this first.\n\n" + GUIDE.replace("ten percent", "five percent")})
    assert stands(workspace, id).status is CitationStatus.RESOLVED
    assert rotten(workspace) == []


PORT = "The server listens on port 8080."


@pytest.mark.parametrize(
    "text",
    [
        f"# Guide\n\n{PORT} This is no longer so.\n",
        f"# Guide\n\n## Don't\n\n{PORT}\n",
        f"# Guide\n\n## Rejected options\n\n{PORT}\n",
        f"# Guide\n\n```\n{PORT}\n```\n",
        f"# Guide\n\n<!-- {PORT} -->\n",
        f"# Guide\n\n~~{PORT}~~\n",
        f"# Guide\n\n> {PORT}\n",
        f"# Guide\n\n- [ ] {PORT}\n",
        f"# Guide\n\nWrong:\n\n{PORT}\n",
        f"# Guide\n\nWrong:\n\n- {PORT}\n",
    ],
)
def test_what_a_memory_was_quoted_from_falls_once_it_is_no_longer_stated(
    workspace: Workspace, repo: Repo, text: str
) -> None:
    id = learn(workspace, PORT)
    assert stands(workspace, id).grade is Grade.QUOTED
    repo.commit("take back", {"docs/guide.md": text})
    found = stands(workspace, id)
    assert (found.status, found.grade) == (CitationStatus.CHANGED, Grade.SAID)
    assert rotten(workspace) == [id]


def test_what_a_memory_was_quoted_from_falls_once_its_file_is_archived(workspace: Workspace, repo: Repo) -> None:
    id = learn(workspace, PORT)
    (repo.path / "docs/archive").mkdir()
    repo.git("mv", "docs/guide.md", "docs/archive/guide.md")
    repo.git("commit", "-q", "-m", "archive")
    found = stands(workspace, id)
    assert (found.status, found.path) == (CitationStatus.CHANGED, "docs/archive/guide.md")


def test_a_quoted_sentence_that_moved_is_shown_where_it_stands_now(workspace: Workspace, repo: Repo) -> None:
    id = learn(workspace, PORT)
    repo.commit("move", {"docs/guide.md": f"# Manual\n\n## Ports\n\nTwo rules hold.\n\n- First.\n- {PORT}\n"})
    found = stands(workspace, id)
    assert found.grade is Grade.QUOTED
    assert place_ground(found).place.startswith("docs/guide.md:8 › Manual › Ports")


def test_a_changed_source_is_named_with_its_commit(workspace: Workspace, repo: Repo) -> None:
    id = learn(workspace, "The server listens on port 8080 (docs/guide.md:3).")
    sha = repo.commit("move", {"docs/guide.md": GUIDE.replace("8080", "9090")})
    found = stands(workspace, id)
    assert (found.status, found.since) == (CitationStatus.CHANGED, sha or repo.git("rev-parse", "HEAD"))
    assert rotten(workspace) == [id]


def test_a_source_that_is_gone_is_said_and_a_renamed_one_is_not(workspace: Workspace, repo: Repo) -> None:
    id = learn(workspace, "The server listens on port 8080 (docs/guide.md:3).")
    repo.git("mv", "docs/guide.md", "docs/manual.md")
    repo.git("commit", "-q", "-m", "rename")
    assert stands(workspace, id).detail == "now docs/manual.md"
    repo.git("rm", "-q", "docs/manual.md")
    repo.git("commit", "-q", "-m", "drop")
    assert stands(workspace, id).status is CitationStatus.GONE
    assert rotten(workspace) == [id]


def test_beside_a_superseded_decision_stand_its_successors_words(workspace: Workspace, repo: Repo) -> None:
    id = learn(workspace, "Per ADR-003, we use Redis for caching session data.")
    repo.commit(
        "decide again",
        {
            "docs/adr/0003-use-redis.md": ADR.format("Superseded by [4](0004-use-valkey.md)"),
            "docs/adr/0004-use-valkey.md": VALKEY,
        },
    )
    found = stands(workspace, id)
    assert found.status is CitationStatus.SUPERSEDED
    assert (found.detail, found.words) == ("by ADR-004", "We use Valkey for caching session data.")


@pytest.mark.parametrize("told", [False, True])
def test_of_a_commit_that_head_lost_only_what_a_person_told_stays_and_is_said(
    workspace: Workspace, repo: Repo, told: bool
) -> None:
    repo.commit("Fixed the port of the server in the guide", {"docs/other.md": "# Other\n"})
    sha = repo.git("rev-parse", "HEAD")
    id = learn(workspace, f"Fixed the port of the server in the guide ({sha[:12]})", manual=told)
    assert rotten(workspace) == []
    repo.git("reset", "-q", "--hard", "HEAD~1")
    assert stands(workspace, id).status is CitationStatus.UNREACHABLE
    assert rotten(workspace) == ([id] if told else [])


@pytest.mark.parametrize("how", ["amend", "pick"])
def test_a_commit_whose_change_came_in_another_one_is_no_rot(workspace: Workspace, repo: Repo, how: str) -> None:
    sha = repo.commit("Describe the doors", {"docs/doors.md": "# Doors\n\nThere are two doors.\n"})
    id = learn(workspace, f"Describe the doors ({sha[:12]})")
    if how == "amend":
        repo.git("commit", "-q", "--amend", "-m", "Describe the two doors")
    else:
        repo.git("reset", "-q", "--hard", "HEAD~1")
        repo.commit("meanwhile", {"docs/other.md": "# Other\n"})
        repo.git("cherry-pick", sha)
    assert stands(workspace, id).status is CitationStatus.RESOLVED
    assert rotten(workspace) == []


def test_a_shallow_clone_takes_no_older_commit_for_gone(workspace: Workspace, repo: Repo, app: App) -> None:
    sha = repo.commit("Describe the doors", {"docs/doors.md": "# Doors\n"})
    id = learn(workspace, f"Describe the doors ({sha[:12]})")
    repo.commit("later", {"docs/doors.md": "# Gates\n"})
    repo.git("clone", "-q", "--depth=1", repo.path.as_uri(), "../shallow")
    clone = repo.path.parent / "shallow"
    app.binder.join(open_repository(clone, app.git_environment), workspace.project.id, anyway=True)
    shallow = app.workspace(clone)
    assert stands(shallow, id).status is CitationStatus.FAILED
    assert rotten(shallow) == []


def test_a_branch_that_has_the_old_text_has_no_rot(workspace: Workspace, repo: Repo) -> None:
    id = learn(workspace, "The server listens on port 8080 (docs/guide.md:3).")
    repo.git("branch", "old")
    repo.commit("move", {"docs/guide.md": GUIDE.replace("8080", "9090")})
    assert rotten(workspace) == [id]
    repo.git("checkout", "-q", "old")
    assert rotten(workspace) == []


def test_a_search_says_how_the_ground_stands_and_finds_a_moved_memory_by_relevance(
    workspace: Workspace, repo: Repo
) -> None:
    moved = learn(workspace, "The server listens on port 8080 (docs/guide.md:3).")
    firm = learn(workspace, "The canary takes ten percent of the traffic (docs/guide.md:5).")
    repo.commit("move", {"docs/guide.md": GUIDE.replace("8080", "9090")})
    answer = workspace.recall.search(RecallRequest(query="server listens on port traffic", kinds=("memory",)))
    assert [hit.id for hit in answer.memories] == [moved, firm]
    text = render(answer)
    moved_in = repo.git("rev-parse", "HEAD")[:10]
    firm_place = "docs/guide.md:5 › Guide (committed by Ada 2026-03-01)"
    assert f'{firm_place}: "The canary takes ten percent of the traffic."' in text
    assert re.search(rf"docs/guide\.md:3 › Guide \(changed since \w{{10}}, in {moved_in}\)", text)
    assert 'The server listens on port 8080."; now "The server listens on port 9090."' in text


def test_a_memory_whose_source_says_something_else_is_only_said_from_then_on(workspace: Workspace, repo: Repo) -> None:
    id = learn(workspace, "The server listens on port 8080 (docs/guide.md:3).")
    asked = RecallRequest(query="which port does the server listen on")
    (before,) = workspace.recall.search(asked).memories
    repo.commit("move", {"docs/guide.md": GUIDE.replace("8080", "9090")})
    workspace.documents.ingest(workspace.documents.view(), cause="test")
    answer = workspace.recall.search(asked)
    assert [(hit.id, hit.grade) for hit in (before, *answer.memories)] == [(id, "quoted"), (id, "said")]


def test_a_briefing_counts_what_moved(workspace: Workspace, repo: Repo) -> None:
    learn(workspace, "The server listens on port 8080 (docs/guide.md:3).")
    repo.commit("move", {"docs/guide.md": GUIDE.replace("8080", "9090")})
    text = workspace.briefer.compose().text
    (told,) = [line for line in text.splitlines() if "ground moved" in line]
    assert "1 in all" in told


def test_the_gravest_ground_stands_first() -> None:
    fine, gone = (
        Ground(text="a", path="a", status=CitationStatus.RESOLVED),
        Ground(text="b", path="b", status=CitationStatus.GONE, since="f" * 40),
    )
    assert sort_grounds((fine, gone)).mark == "b: source gone since ffffffffff"
    assert sort_grounds((fine,)).mark == "resolved: a"
    assert sort_grounds(()).mark == ""


@pytest.mark.parametrize(
    ("sentences", "now"),
    [
        (("First.", "The server listens on port 9090.", "Another server."), "The server listens on port 9090."),
        (("Nothing of it.",), ""),
        ((), ""),
    ],
)
def test_what_stands_there_now_is_the_sentence_that_shares_most_words(sentences: tuple[str, ...], now: str) -> None:
    assert replacement("The server listens on port 8080.", sentences) == now


def test_a_quoted_memory_falls_although_git_has_lost_the_text_that_it_was_quoted_from(
    workspace: Workspace, repo: Repo
) -> None:
    id = learn(workspace, "The server listens on port 8080.")
    assert stands(workspace, id).grade is Grade.QUOTED
    repo.write("docs/guide.md", GUIDE.replace("8080", "9090"))
    repo.git("commit", "-q", "-a", "--amend", "-m", "start anew")
    repo.git("reflog", "expire", "--expire=now", "--all")
    repo.git("gc", "-q", "--prune=now")
    ground = stands(workspace, id)
    assert (ground.status, ground.words) == (CitationStatus.CHANGED, "The server listens on port 9090.")
    assert ground.fallen


def test_a_sentence_that_stood_there_before_has_replaced_nothing() -> None:
    before = sentences_of("# Mill\n\nThe mill turns on Mondays.\n\n- The mill sells bread on Mondays.\n- It rests.\n")
    now = sentences_of("# Mill\n\nThe mill turns on Mondays.\n\n- The mill sells cakes on Mondays.\n- It rests.\n")
    assert replacement("The mill sells bread on Mondays.", now, before) == "The mill sells cakes on Mondays."
    assert "# Mill" not in " ".join(now)


def test_a_changed_text_holds_what_was_relied_on_by_sentence_or_by_lines() -> None:
    assert still_stands("It runs.", "", "First. It  runs.")
    assert not still_stands("It runs.", "", "It runs not.")
    assert still_stands("", "x = 1\n", "y = 2\nx = 1\n")
    assert not still_stands("", "x = 1\n", "x = 2\n")


def test_rot_lists_nothing_where_nothing_moved(workspace: Workspace) -> None:
    learn(workspace, "The server listens on port 8080 (docs/guide.md:3).")
    assert workspace.freshness.moved(workspace.documents.view()) == ()
