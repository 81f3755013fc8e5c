"""A topic, a focus and a date that match nothing: each tool says so, and shows what is nearest in their place."""

import pytest

from scrubjay.app import App, Workspace
from scrubjay.search.recall.answer import RecallAnswer, RecallRequest
from scrubjay.search.recall.decisions import DecisionFilters
from scrubjay.search.recall.provenance import story_text
from tests.conftest import Repo

RECORD = "# {0}. {1}\n\nDate: 2025-0{0}-01\n\n## Status\n\nAccepted\n\n## Decision\n\n{2}\n"
AUTHENTICATION = "docs/adr/0001-authentication.md"
CACHE = "docs/adr/0002-cache.md"


@pytest.fixture
def at(repo: Repo, app: App) -> Workspace:
    others = {f"docs/adr/000{n}-{n}.md": RECORD.format(n, f"Paint shed {n}", "Red paint.") for n in range(3, 8)}
    repo.commit("Begin", {"README.md": "# Shed\n"}, "2025-01-01T12:00:00Z")
    repo.commit(
        "Decide",
        {
            AUTHENTICATION: RECORD.format(1, "Authentication by passkeys", "People sign in with passkeys."),
            CACHE: RECORD.format(2, "Cache pages for an hour", "Pages change rarely."),
            **others,
        },
        "2025-08-01T12:00:00Z",
    )
    workspace = app.initialise(repo.path)
    view = workspace.documents.view()
    workspace.documents.ingest(view, cause="test")
    list(workspace.index_sources.ingest(view))
    return workspace


def ask(at: Workspace, query: str, **more: object) -> RecallAnswer:
    return at.recall.search(RecallRequest(query=query, kinds=("decision",), **more))  # type: ignore[arg-type]


def test_a_focus_that_begins_a_word_of_a_title_leads_to_its_decision(at: Workspace) -> None:
    text = at.briefer.compose("auth", 3000).text
    assert "Decisions about “auth”:\n- ADR-001 Authentication by passkeys" in text
    assert "Paint" not in text


def test_a_focus_of_which_nothing_is_known_says_so_and_shows_the_newest(at: Workspace) -> None:
    text = at.briefer.compose("zebra", 3000).text
    assert "No decision holds “zebra”; in force, newest first:\n- ADR-007 Paint shed 7" in text


def test_a_list_of_decisions_shows_the_nearest(at: Workspace) -> None:
    assert AUTHENTICATION in at.answers.decisions(DecisionFilters(words="auth"))
    lines = at.answers.decisions(DecisionFilters(words="signin people")).splitlines()
    assert lines[2].startswith("No decisions with status current, words='signin people' among 7.")
    assert lines[3] == "Nearest:"
    assert AUTHENTICATION in lines[4]
    late = at.answers.decisions(DecisionFilters(since="2030")).splitlines()
    assert late[3:5] == ["The newest before:", "- ADR-007 Paint shed 7 (accepted; 2025-07-01) docs/adr/0007-7.md"]


def test_a_topic_that_no_title_holds_keeps_nothing_from_the_answer(at: Workspace) -> None:
    assert [hit.path for hit in ask(at, "sign in", topic="auth").hits] == [AUTHENTICATION]
    answer = ask(at, "how long are pages cached", topic="zebra")
    assert answer.hits[0].path == CACHE
    assert "no title holds 'zebra'; all decisions were searched" in answer.notes


@pytest.mark.parametrize("query", ["passkeys since:2030", "passkeys until:2020", "since:2030"])
def test_dates_of_which_nothing_is_are_left_aside(at: Workspace, query: str) -> None:
    answer = ask(at, query)
    assert answer.hits
    assert any(note.startswith("nothing is dated ") for note in answer.notes)
    assert "nothing of these dates fits, so this is shown whatever its date" in answer.notes


def test_where_commits_may_join_only_documents_and_memories_are_said_to_have_none_of_the_dates(at: Workspace) -> None:
    answer = at.recall.search(RecallRequest(query="passkeys since:2030"))
    assert "no document or memory of these dates fits, so these are shown whatever their date" in answer.notes


def test_dates_of_which_something_is_keep_the_rest_out(at: Workspace) -> None:
    assert [hit.path for hit in ask(at, "passkeys until:2025-01").hits] == [AUTHENTICATION]
    assert not any("dates" in note for note in ask(at, "passkeys until:2025-01").notes)


def test_a_story_is_told_of_what_begins_so(at: Workspace) -> None:
    view, story = at.storyteller.tell("auth")
    text = story_text(view, story, "auth")
    assert "Nothing speaks of 'auth'; this is the story of 'authentication':" in text
    assert "decision: ADR-001 Authentication by passkeys" in text
    assert "Nothing fits 'zebra'. Try other words." in story_text(*at.storyteller.tell("zebra"), "zebra")
