"""scrubjay import transcripts and conversations, search --kind conversation, forget --session."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from scrubjay.model.clock import system_clock
from scrubjay.session.tasks.points import HookReport, SessionPoints
from scrubjay.storage.copy import copy_before_upgrade
from scrubjay.storage.database import Database
from tests import persons
from tests.shared.session.conversations.conftest import SESSION, Transcript
from tests.trusting import trust_scripts


@pytest.fixture
def transcript(account: Path, ready: Any) -> Transcript:
    """A session of Claude Code in the repository."""
    talk = Transcript(account / ".claude", ready.folder)
    at = "2126-02-20T10:00:00Z"
    return talk.says("user", "Where do owls sleep?", at).says("assistant", "In the barn.", at)


def test_transcripts_come_in_once_and_answer_questions(ready: Any, transcript: Transcript) -> None:
    tried = ready("import", "transcripts", "--dry-run")
    assert tried.out == "1 transcript: 2 turns would be imported, 0 known before\nnothing was written\n"
    done = ready("import", "transcripts")
    assert (done.code, done.out) == (0, "1 transcript: 2 turns in 1 new session, 0 known before\n")
    assert "conversations.index is off" in done.err
    said = json.loads(ready("import", "transcripts", "--json").out)
    assert (said["turns"], said["sessions"], said["files"]) == (0, 0, 1)
    found = ready("search", "--kind", "conversation", "barn")
    assert found.code == 0
    assert "candidates: " not in found.out
    why = ready("search", "--kind", "conversation", "barn", "--explain").out
    assert why.splitlines()[1].startswith("conversation: ")
    assert " · candidates: 1 bm25" in why.splitlines()[1]
    assert f"session {SESSION}" in found.out
    assert "> assistant: In the barn.\n" in found.out
    assert "> (user: Where do owls sleep?)" in found.out


def test_status_says_how_much_is_kept_and_doctor_indexes_it_again(
    ready: Any, transcript: Transcript, tmp_path: Path
) -> None:
    assert "conversations" not in ready("status").out
    ready("import", "transcripts")
    assert "2 turns of 1 session, the last 2126-02-20" in ready("status").out
    (file,) = (tmp_path / "home").glob("projects/*/session.db")
    with Database(file, "session") as database:
        database.write(lambda c: c.execute("INSERT INTO passage_fts (passage_fts) VALUES ('delete-all')"))
        database.write(lambda c: c.execute("INSERT INTO document_fts (document_fts) VALUES ('delete-all')"))
    assert ready("search", "--kind", "conversation", "barn").code == 1
    assert "full text of 2 turns" in ready("doctor", "--repair").out
    assert ready("search", "--kind", "conversation", "barn").code == 0


def test_a_batch_answers_line_by_line(ready: Any, transcript: Transcript, tmp_path: Path) -> None:
    ready("import", "transcripts")
    (tmp_path / "questions").write_text("owls\n\nbarn\n")
    done = ready("search", "--kind", "conversation", "--batch", str(tmp_path / "questions"))
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert [answer["query"] for answer in answers] == ["owls", "", "barn"]
    assert [[hit["turn"] for hit in answer["results"]] for answer in answers] == [[0], [], [1]]


def test_a_session_and_a_memory_are_asked_about_at_once_and_a_no_keeps_both(ready: Any, tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    file.write_text(
        '{"session": "standup", "turn": "1", "role": "Ada", "time": "2026-01-01", "text": "Magpies nest."}\n'
    )
    assert ready("import", "conversations", str(file)).code == 0
    id = json.loads(ready("remember", "Magpies nest in May.", "--json").out)["id"]
    words, question = ("forget", id, "--session", "standup"), "Delete permanently? [y/n]"
    done = persons.scrubjay(ready.folder, os.environ, *words, keys=[(question, "n")])
    assert (done.code, done.said.count(question), "Nothing was changed." in done.said) == (1, 1, True), done.said
    assert ready("search", "--kind", "conversation", "magpies").code == 0
    assert ready("memories").code == 0
    done = persons.scrubjay(ready.folder, os.environ, *words, keys=[(question, "y")])
    assert (done.code, done.said.count("forgotten: ")) == (0, 2), done.said
    assert ready("search", "--kind", "conversation", "magpies").code == 1
    assert ready("memories").code == 1


def test_conversations_of_a_file_come_in_and_a_session_goes_for_good(ready: Any, tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    file.write_text(
        '{"session": "standup", "turn": "D1:1", "role": "Ada", "time": "2026-01-01", "text": "Magpies nest."}\n'
    )
    assert ready("import", "conversations", str(file)).out == "1 file: 1 turn in 1 new session, 0 known before\n"
    (hit,) = json.loads(ready("search", "--kind", "conversation", "magpies", "--json").out)["results"]
    assert (hit["id"], hit["speaker"], hit["date"]) == ("D1:1", "Ada", "2026-01-01T00:00:00Z")
    trust_scripts(ready.folder.parent / "home")
    assert ready("promotion", "outcome", "standup", "well").code == 0
    assert ready("forget", "--session", "standup").code == 2
    assert ready("forget", "--session", "standup", "--yes").out == "forgotten: session standup, 1 turn\n"
    assert ready("search", "--kind", "conversation", "magpies").code == 1
    (database,) = (tmp_path / "home").glob("projects/*/session.db")
    with Database(database, "session") as sessions:
        assert sessions.read(lambda c: c.execute("SELECT session FROM session_outcome").fetchall()) == []
    assert "1 turn of forgotten sessions" in ready("import", "conversations", str(file)).out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("search", "--kind", "conversation", "--kind", "memory", "x"), "searched alone"),
        (("search", "--role", "user", "x"), "need --kind conversation"),
        (("search", "--kind", "conversation", "--since", "soon", "x"), "no date"),
        (("import", "conversations"), "Give a file"),
        (("import", "conversations", "missing.jsonl"), "no file"),
        (("import", "transcripts", "x"), "takes no path"),
        (("forget",), "Name what to delete"),
    ],
)
def test_what_does_not_fit_is_said(ready: Any, arguments: tuple[str, ...], said: str) -> None:
    done = ready(*arguments)
    assert done.code == 2
    assert said in done.err


def test_an_agent_does_not_decide_that_conversations_are_kept(
    ready: Any, transcript: Transcript, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    refused = ready("import", "transcripts")
    assert refused.code != 0
    assert "Only the user may decide" in refused.err
    monkeypatch.setenv("SCRUBJAY_CONVERSATIONS_INDEX", "true")
    assert "2 turns" in ready("import", "transcripts").out


def test_forgetting_a_session_takes_where_it_stood_and_names_copies_that_may_hold_it(
    ready: Any, transcript: Transcript, tmp_path: Path
) -> None:
    ready("import", "transcripts")
    (file,) = (tmp_path / "home").glob("projects/*/session.db")
    with Database(file, "session") as database:
        point = HookReport(
            session=SESSION,
            branch="main",
            head="",
            event="Stop",
            worktree=str(ready.folder),
            transcript=str(transcript.file),
            position=10,
            files=("a.md",),
        )
        SessionPoints(database, system_clock).report(point)
    copy = copy_before_upgrade(file, 1)
    done = ready("forget", "--session", SESSION, "--yes")
    assert done.out.startswith(f"forgotten: session {SESSION}, 2 turns")
    assert f"note: {copy} is a copy from before an upgrade" in done.out
    with Database(file, "session") as database:
        assert SessionPoints(database, system_clock).of(SESSION, "main") is None


def test_forgetting_a_session_says_how_to_forget_its_memories(ready: Any, tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    file.write_text('{"session": "standup", "turn": 1, "text": "Owls nest in the barn."}\n')
    ready("import", "conversations", str(file))
    ready("session", "save", "Talked.", "--session", "standup", "--candidate", "Owls nest in the barn.")
    said = ready("forget", "--session", "standup", "--yes").out.splitlines()[-1]
    assert said.startswith("note: memories from it stay; `scrubjay forget ")
    id = said.split("`")[1].split()[-1]
    assert ready("forget", id, "--yes").code == 0


def test_a_long_title_is_told_in_a_few_words(ready: Any, tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    text = (
        "Owls nest in the barn, where the farmer keeps hay, two tractors and whatever else nobody wants to throw away."
    )
    file.write_text(json.dumps({"session": "standup", "turn": 1, "text": text}) + "\n")
    ready("import", "conversations", str(file))
    said = ready("search", "--kind", "conversation", "owls").out
    assert "**Owls nest in the barn, where the farmer keeps hay, two trac…**" in said
    assert said.count("throw away") == 1
