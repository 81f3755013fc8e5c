"""The story of a topic in a real repository: in order, each event with its source."""

import pytest

from scrubjay.app import App
from scrubjay.errors import UsageError
from scrubjay.recall.story_text import story_object, story_text
from scrubjay.recall.storyteller import Storyteller
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
    workspace = app.initialise(repo.path)
    view = workspace.knowledge.documents.view()
    workspace.knowledge.documents.ingest(view, cause="test")
    list(workspace.knowledge.sources.ingest(view))
    return workspace.context.storyteller


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


@pytest.mark.parametrize("topic", ["", "   ", "the of"])
def test_a_topic_without_a_word_is_refused(storyteller: Storyteller, topic: str) -> None:
    with pytest.raises(UsageError, match="holds no word"):
        storyteller.tell(topic)
