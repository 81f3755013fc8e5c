"""A session is told nothing that it knows: not what its client shows it, and nothing twice."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from scrubjay.app import App
from scrubjay.context.briefing.told import BriefingLedger
from scrubjay.integrations.client_hooks.message import Message, shows_commits
from scrubjay.storage import driver
from scrubjay.storage.database import Database
from tests.conftest import Repo
from tests.shared.integrations.client_hooks.conftest import Client, prepare

FILE = "/home/ada/.claude/projects/-home-ada-shop/s1.jsonl"


@pytest.mark.parametrize(
    ("transcript", "source", "shows"),
    [
        (FILE, "startup", True),
        (FILE, "clear", True),
        (FILE, "resume", False),  # the list is that of its first start
        (FILE, "compact", False),
        (FILE, "", False),
        (FILE.replace("s1", "s2"), "startup", False),
        ("", "startup", False),
        ("/home/ada/.codex/sessions/2026/11/23/rollout-s1.jsonl", "startup", False),
        ("s1.jsonl", "startup", False),
    ],
)
def test_only_a_session_that_claude_code_starts_is_shown_commits(transcript: str, source: str, shows: bool) -> None:
    assert (
        shows_commits(
            Message(event="SessionStart", session="s1", folder=Path("/r"), source=source, transcript=transcript)
        )
        is shows
    )


@pytest.fixture
def grown(project: Repo, app: App) -> Repo:
    for n in range(6):
        project.commit(f"Commit number {n}", {f"n{n}.txt": "1\n"})
    prepare(app, project.path)
    return project


def test_the_five_commits_that_the_client_shows_are_not_told(client: Client, grown: Repo) -> None:
    text = client.start(grown.path, transcript_path=FILE)
    assert [n for n in range(6) if f"Commit number {n}" in text] == [0]
    assert "Newest commits:\n- " in text
    assert "Commit number 5" in client.start(grown.path, session="s2")


def test_where_the_client_shows_them_all_no_empty_list_is_told(client: Client, project: Repo) -> None:
    text = client.start(project.path, transcript_path=FILE)
    assert "Decide on a queue" not in text
    assert "Newest commits" not in text


def test_a_commit_that_was_made_since_is_told_to_a_session_that_is_resumed(
    client: Client, grown: Repo, app: App
) -> None:
    client.start(grown.path, transcript_path=FILE)
    grown.commit("While away", {"away.txt": "1\n"})
    prepare(app, grown.path)
    text = client.start(grown.path, source="resume", transcript_path=FILE)
    assert "While away" in text
    assert "Commit number" not in text
    assert client.start(grown.path, source="resume", transcript_path=FILE) == ""


def test_resumed_and_then_compacted_a_session_is_told_each_line_once(client: Client, grown: Repo, app: App) -> None:
    client.start(grown.path, transcript_path=FILE)
    grown.commit("While away", {"away.txt": "1\n"})
    prepare(app, grown.path)
    client.start(grown.path, source="resume", transcript_path=FILE)
    client.fire("PreCompact", grown.path, transcript_path=FILE)
    again = [client.start(grown.path, source="compact", transcript_path=FILE) for _ in range(2)]
    assert "While away" in again[0]
    assert max(Counter(again[0].split("\n")).values()) == 1
    assert again[1] == "", "the plugin's hook and init's run for one event"
    assert client.start(grown.path, source="resume", transcript_path=FILE) == ""
    assert app.workspace(grown.path).briefer.compose(session="s1").unchanged


def another_state(ledger: BriefingLedger, at: Repo) -> None:
    """The same text, prepared for another reason."""
    prepared = ledger.prepared(str(at.path), "main")
    assert prepared is not None
    ledger.prepare(replace(prepared, state="another"))


def test_a_resumed_session_that_nothing_is_new_to_is_told_nothing(client: Client, grown: Repo, app: App) -> None:
    """Claude Code 2.1.197, run with a commit made meanwhile: the next resume but one got a first line alone."""
    client.start(grown.path, transcript_path=FILE)
    grown.commit("While away", {"away.txt": "1\n"})
    prepare(app, grown.path)
    assert "While away" in client.start(grown.path, source="resume", transcript_path=FILE)
    with Database(app.workspace(grown.path).project.folder / "session.db", "session") as database:
        another_state(BriefingLedger(database, client.clock), grown)
    assert client.start(grown.path, source="resume", transcript_path=FILE) == ""


def test_while_nothing_can_be_noted_what_was_noted_decides(client: Client, grown: Repo, app: App) -> None:
    client.start(grown.path)
    connection = driver.connect(app.workspace(grown.path).project.folder / "session.db")
    connection.execute("BEGIN IMMEDIATE")
    assert client.start(grown.path) == ""
    connection.execute("ROLLBACK")
    connection.close()
