"""The story of a topic in a real repository: in order, each event with its source."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.app import App, Workspace
from scrubjay.cli.everyday.look import worktree_status
from scrubjay.errors import UsageError
from scrubjay.git.clone_state import cut_off_note
from scrubjay.knowledge.commits.commits import CommitIndex
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.provenance import story_object, story_text
from scrubjay.search.recall.render import render
from scrubjay.search.recall.story import Storyteller
from tests.conftest import Repo

ADR = "# {0}. {1}\n\nDate: {2}\n\n## Status\n\n{3}\n\n## Context\n\nParcels wait in a queue.\n"

OUTAGE = "# Parcels lost in the queue\n\nSeverity: sev1\nDate: 2025-03-01\nResolved: 2025-03-02\n\nIt was full.\n"


@pytest.fixture
def storyteller(app: App, repo: Repo) -> Storyteller:
    first = ADR.format(1, "Keep parcels in a queue", "2025-01-10", "Superseded by [2. Drop it](0002-drop.md)")
    second = ADR.format(2, "Drop the queue of parcels", "2025-06-10", "Accepted\n\nSupersedes [1](0001-queue.md)")
    repo.commit(
        "Add a queue of parcels", {"docs/adr/0001-queue.md": first, "queue.py": "x" * 200}, "2025-01-11T12:00:00Z"
    )
    repo.commit("Bake bread", {"bread.md": "# Bread\n\nKnead it.\n"}, "2025-02-01T12:00:00Z")
    repo.commit("Report", {"docs/incidents/queue.md": OUTAGE}, "2025-03-05T12:00:00Z")
    repo.git("mv", "queue.py", "parcel_queue.py")
    repo.commit("Name the queue of parcels", date="2025-04-01T12:00:00Z")
    (repo.path / "parcel_queue.py").unlink()
    repo.commit("Remove the queue of parcels", {"docs/adr/0002-drop.md": second}, "2025-06-11T12:00:00Z")
    return told_by(app, repo)


def told_by(app: App, repo: Repo) -> Storyteller:
    return indexed(app, repo.path).storyteller


def indexed(app: App, folder: Path) -> Workspace:
    workspace = app.initialise(folder)
    view = workspace.documents.view()
    workspace.documents.ingest(view, cause="test")
    list(workspace.index_sources.ingest(view))
    return workspace


def stopping(store: Callable[..., int], after: int) -> Callable[..., int]:
    """A method that is interrupted when it was called so many times."""
    calls = iter(range(after))

    def stop(*arguments: object) -> int:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return store(*arguments)

    return stop


def test_commits_decisions_incidents_renames_and_removals_stand_in_one_order(storyteller: Storyteller) -> None:
    view, story = storyteller.tell("queue of parcels")
    told = [(event.day, event.what) for event in story.events]
    for one in (
        ("2025-01-10", "decision: ADR-001 Keep parcels in a queue (superseded), later superseded by ADR-002"),
        ("2025-01-11", "Add a queue of parcels"),
        ("2025-03-01", "incident: Parcels lost in the queue (sev1)"),
        ("2025-03-02", "incident resolved: Parcels lost in the queue"),
        ("2025-04-01", "Name the queue of parcels; renames queue.py to parcel_queue.py"),
        ("2025-06-10", "decision: ADR-002 Drop the queue of parcels (accepted; replaces ADR-001)"),
        ("2025-06-11", "Remove the queue of parcels; removes parcel_queue.py"),
    ):
        assert one in told
    assert [day for day, _ in told] == sorted(day for day, _ in told)
    assert all(event.source for event in story.events)
    lines = story_text(view, story, "queue").splitlines()
    assert lines[0].startswith("repo · main @ ")
    assert any(line.startswith("- 2025-01-11 · Add a queue of parcels · Ada · commit ") for line in lines)
    assert story_object(view, story, "queue")["events"][0]["source"] == "docs/adr/0001-queue.md"


def test_a_story_has_at_most_what_is_asked_for(storyteller: Storyteller) -> None:
    _, story = storyteller.tell("queue of parcels", 3)
    assert len(story.events) == 3


@pytest.mark.parametrize("topic", ["sourdough starter", "zzzqqq", "quarterly pension tables"])
def test_of_a_topic_that_nothing_speaks_of_nothing_is_told(storyteller: Storyteller, topic: str) -> None:
    view, story = storyteller.tell(topic)
    assert story.events == ()
    first, second, *near = story_text(view, story, topic).splitlines()
    assert "nothing fits this question" in first
    assert second == f"Nothing fits {topic!r}. Try other words."
    assert len(near) <= 1
    assert all(line.startswith("Nearest: ") for line in near)
    assert story_object(view, story, topic)["near"] == list(story.near)


def test_a_topic_that_only_begins_words_is_told_by_these_and_says_so(storyteller: Storyteller) -> None:
    view, story = storyteller.tell("parc")
    assert "docs/adr/0001-queue.md" in {event.source for event in story.events}
    assert "Nothing speaks of 'parc'; this is the story of 'parcels':" in story_text(view, story, "parc")
    assert story_object(view, story, "parc")["instead"] == "parcels"
    assert storyteller.tell("queue of parcels")[1].instead == ""


def test_every_commit_of_a_story_speaks_of_its_topic(storyteller: Storyteller) -> None:
    _, story = storyteller.tell("bread")
    assert [event.what for event in story.events] == ["Bake bread"]


def test_commits_of_one_second_stand_as_git_has_them(app: App, repo: Repo) -> None:
    subjects = [f"Change the parcel queue {word}" for word in ("first", "again", "anew", "lastly", "really", "finally")]
    for subject in subjects:
        repo.commit(subject, {"queue.py": f"{subject}\n"}, "2025-01-11T12:00:00Z")
    _, story = told_by(app, repo).tell("parcel queue")
    assert [event.what for event in story.events] == subjects


def test_a_shallow_clone_says_where_its_history_ends(app: App, repo: Repo) -> None:
    for day in range(1, 6):
        repo.commit(f"Change the queue {day}", {"queue.py": f"{day}\n"}, f"2025-01-0{day}T12:00:00Z")
    repo.git("clone", "-q", "--depth=2", repo.path.as_uri(), "../shallow")
    clone = repo.path.parent / "shallow"
    workspace = indexed(app, clone)
    view, story = workspace.storyteller.tell("queue")
    note = "shallow clone: history before 2025-01-04 is not here"
    assert story_text(view, story, "queue").splitlines()[0].count(note) == 1
    for query in ("who changed the queue", "when was the queue changed"):
        answer = workspace.recall.search(RecallRequest(query=query))
        assert render(answer).splitlines()[0].count(note) == 1
    assert worktree_status(app, workspace).title.endswith(note)
    repo.git("-C", str(clone), "fetch", "-q", "--unshallow")
    assert cut_off_note(workspace.git, view.commit) == ""


def test_how_many_commits_are_not_read_yet_is_said(app: App, repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    for day in range(1, 6):
        repo.commit(f"Change the queue {day}", {"queue.py": f"{day}\n"}, f"2025-01-0{day}T12:00:00Z")
    workspace = app.initialise(repo.path)
    view = workspace.documents.view()
    workspace.documents.ingest(view, cause="test")
    monkeypatch.setattr("scrubjay.knowledge.commits.commits.BATCH", 2)
    monkeypatch.setattr(CommitIndex, "_store", stopping(CommitIndex._store, 1))
    with pytest.raises(KeyboardInterrupt):
        list(workspace.index_sources.ingest(view))
    _, story = workspace.storyteller.tell("queue")
    total = int(repo.git("rev-list", "--count", "HEAD"))
    missing = f"not indexed yet: {total - 2} commits of {total}"
    assert any(missing in note for note in story.degraded)
    answer = workspace.recall.search(RecallRequest(query="who changed the queue"))
    assert missing in render(answer).splitlines()[0]


@pytest.mark.parametrize("topic", ["", "   ", "the of"])
def test_a_topic_without_a_word_is_refused(storyteller: Storyteller, topic: str) -> None:
    with pytest.raises(UsageError, match="holds no word"):
        storyteller.tell(topic)
