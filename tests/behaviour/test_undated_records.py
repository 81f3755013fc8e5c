"""A record that says no day has the one on which its file was first committed, wherever days are told."""

import json

import pytest

from scrubjay.app import App, Workspace
from scrubjay.knowledge.documents import store
from scrubjay.knowledge.documents.policy import policy
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.decisions import DecisionFilters, chosen_decisions, decision_list
from scrubjay.search.recall.objects import as_object
from scrubjay.search.recall.provenance import story_object, story_text
from scrubjay.search.recall.render import render
from scrubjay.settings.reading import IngestionSettings
from scrubjay.storage.driver import Connection
from tests.conftest import Repo

NESTS = "# 1. Keep nests in SQLite\n\n## Status\n\nAccepted\n\n## Decision\n\nNests have twigs, kept in one file.\n"
DATED = "# 2. Line nests with moss\n\nDate: 2024-09-09\n\n## Status\n\nAccepted\n\nMoss is soft.\n"
OUTAGE = "# Nests fell\n\nSeverity: sev2\n\nThe branch broke under the nests.\n"


@pytest.fixture
def at(repo: Repo, app: App) -> Workspace:
    repo.commit("Decide where nests are kept", {"docs/nests.md": NESTS}, "2024-01-05T12:00:00Z")
    (repo.path / "docs/adr").mkdir()
    repo.git("mv", "docs/nests.md", "docs/adr/0001-nests.md")
    repo.commit("Number the records", date="2024-03-05T12:00:00Z")
    repo.commit("Report", {"docs/incidents/fall.md": OUTAGE, "docs/adr/0002-moss.md": DATED}, "2024-04-05T12:00:00Z")
    repo.commit("Word it", {"docs/adr/0001-nests.md": NESTS + "\nOne file.\n"}, "2024-12-05T12:00:00Z")
    workspace = app.initialise(repo.path)
    view = workspace.documents.view()
    workspace.documents.ingest(view, cause="test")
    list(workspace.index_sources.ingest(view))
    return workspace


def test_the_story_holds_it_with_git_s_day_marked(at: Workspace) -> None:
    view, story = at.storyteller.tell("nests")
    lines = story_text(view, story, "nests").splitlines()
    assert "- 2024-01-05 (git) · decision: ADR-001 Keep nests in SQLite (accepted) · docs/adr/0001-nests.md" in lines
    assert "- 2024-09-09 · decision: ADR-002 Line nests with moss (accepted) · docs/adr/0002-moss.md" in lines
    assert "- 2024-04-05 (git) · incident: Nests fell (sev2) · docs/incidents/fall.md" in lines
    assert not any("(git)" in line for line in lines if "commit " in line)
    by = {event["source"]: event["dated_by"] for event in story_object(view, story, "nests")["events"]}
    assert (by["docs/adr/0001-nests.md"], by["docs/adr/0002-moss.md"]) == ("git", "record")


def test_the_list_of_decisions_shows_and_filters_by_it(at: Workspace) -> None:
    view = at.documents.view()
    entries = at.documents.decisions(view)
    assert "ADR-001 Keep nests in SQLite (accepted; 2024-01-05 (git))" in decision_list(
        view, 0, entries, DecisionFilters()
    )
    assert [one.path for one in chosen_decisions(entries, DecisionFilters(since="2024-02"))] == [
        "docs/adr/0002-moss.md"
    ]
    assert len(chosen_decisions(entries, DecisionFilters(since="2024"))) == 2


def test_the_briefing_shows_it(at: Workspace) -> None:
    assert "accepted 2024-01-05 (git)" in at.briefer.compose("", 3000, "").text


@pytest.mark.parametrize(
    ("query", "paths"),
    [
        ("until:2024-01", ["docs/adr/0001-nests.md"]),
        ("nests until:2024-01", ["docs/adr/0001-nests.md"]),
        ("since:2024-04-05 until:2024-05", ["docs/incidents/fall.md"]),
        ("since:2024-09", ["docs/adr/0002-moss.md"]),
    ],
)
def test_since_and_until_go_by_it(at: Workspace, query: str, paths: list[str]) -> None:
    answer = at.recall.search(RecallRequest(query=query, kinds=("decision", "incident")))
    assert [hit.path for hit in answer.hits] == paths


def test_a_hit_shows_and_says_whose_word_its_day_is(at: Workspace) -> None:
    answer = at.recall.search(RecallRequest(query="nests twigs SQLite", kinds=("decision",)))
    assert "2024-01-05 (git)" in render(answer)
    by = {
        one["path"]: (one["date"][:10], one["dated_by"]) for one in json.loads(json.dumps(as_object(answer)))["results"]
    }
    assert by["docs/adr/0001-nests.md"] == ("2024-01-05", "git")
    assert by.get("docs/adr/0002-moss.md", ("2024-09-09", "record")) == ("2024-09-09", "record")


def test_what_git_was_asked_once_is_kept(at: Workspace) -> None:
    documents = at.documents
    view = documents.view()

    def unfiled(connection: Connection) -> int:
        parameters = {"view": documents.visible(connection, view), "parser": policy(IngestionSettings()).parser}
        return len(connection.execute(store.Q.undated_records, parameters).fetchall())

    assert at.knowledge_database.read(unfiled) == 0
    assert {entry.filed for entry in documents.decisions(view)} == {"2024-01-05", ""}
