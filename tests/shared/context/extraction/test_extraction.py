"""What becomes of what was said: each turn is read once, and nothing gets around grounding."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.app import App, Workspace
from scrubjay.context.extraction.extraction import CandidateOrigin
from scrubjay.context.extraction.text import Extracted, judged_lines
from scrubjay.identity.person.lineage import Process
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act
from scrubjay.model.evidence import Origin as Words
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Blocked, Stored
from tests.conftest import Repo

Say = Callable[..., None]


@pytest.fixture
def at(app: App, repo: Repo) -> Workspace:
    repo.commit("docs", {"docs/queue.md": "# Queue\n\nJobs wait in Redis streams.\n"})
    made = app.initialise(repo.path)
    made.documents.ingest(made.documents.view(), cause="test")
    return made


@pytest.fixture
def transcript(at: Workspace, repo: Repo, tmp_path: Path) -> Say:
    """Adds messages to Claude Code's transcript of a session, and takes them in."""
    file = tmp_path / "s1.jsonl"

    def say(*texts: str, role: str = "user", **fields: object) -> None:
        with file.open("a") as lines:
            for text in texts:
                number = file.stat().st_size
                record = {
                    "type": role, "sessionId": "s1", "uuid": f"00000000-0000-4000-8000-{number:012d}",
                    "cwd": str(repo.path), "timestamp": "2026-03-01T11:00:00Z",
                    "message": {"role": role, "content": text}, **fields,
                }  # fmt: skip
                lines.write(json.dumps(record) + "\n")
                lines.flush()
        at.conversations.import_transcripts([file], lambda folder: True)

    return say


def claims(at: Workspace) -> list[str]:
    return sorted(memory.content for memory in at.memories.believed())


def test_what_the_user_stated_in_a_transcript_becomes_a_memory_once(at: Workspace, transcript: Say) -> None:
    transcript("Hi! Remember that the staging database is read-only.", "What is next?")
    assert at.turns_wait()
    assert at.extraction.read_turns() == Extracted(turns=2, stored=1)
    assert claims(at) == ["The staging database is read-only."]
    (memory,) = at.memories.believed()
    assert (memory.session, memory.quote) == ("s1", "the staging database is read-only.")
    grades = at.grades.grades_only([memory.id], at.documents.view())
    assert grades[memory.id] is Grade.SAID  # what is kept of a conversation proves nothing
    assert not at.turns_wait()
    assert at.extraction.read_turns() == Extracted()
    transcript("We decided to keep SQLite.")
    assert at.extraction.read_turns() == Extracted(turns=1, stored=1)


def test_nobody_elses_words_become_memories(at: Workspace, transcript: Say) -> None:
    transcript("Remember that agents may say this.", role="assistant")
    transcript("Remember that this is a sub-agent's task.", isSidechain=True, agentId="a1")
    transcript([{"type": "tool_result", "tool_use_id": "t1", "content": "Always use the tool's advice."}])
    transcript("Remember that the client wrote this.", isMeta=True)
    assert at.extraction.read_turns().stored == 0
    assert claims(at) == []


def test_a_session_that_hooks_reported_is_left_to_its_own_transcript(at: Workspace, app: App, transcript: Say) -> None:
    claude = Process(20, "200", ("claude",))
    app.client_sessions.report(claude, "s1", "/nowhere/s1.jsonl", lambda: "", nested=False, moved=False)
    transcript("Hi! Remember that the staging database is read-only.")
    assert at.extraction.read_turns() == Extracted(turns=1)
    assert claims(at) == []


def test_what_is_private_is_in_no_turn(at: Workspace, transcript: Say, tmp_path: Path) -> None:
    transcript("Go on. <private>Remember that the door code is under the mat.</private>", "#private note the mat")
    line = {"session": "chat", "turn": 1, "role": "user", "text": "Go on.\n#private Remember that I am ill today."}
    (tmp_path / "chat").write_text(json.dumps(line))
    at.conversations.import_file(tmp_path / "chat")
    assert at.extraction.read_turns() == Extracted(turns=2)
    kept = at.session_database.read(lambda c: [row["text"] for row in c.execute("SELECT text FROM turn")])
    assert kept == ["Go on.", "Go on."]


def test_a_statement_with_a_secret_or_a_twin_is_not_kept_and_what_is_wondered_is_a_question(
    at: Workspace, transcript: Say
) -> None:
    token = "ghp_" + "a1B2" * 9
    transcript(f"Remember that the token is {token}", "Remember that maybe we should use Kafka for it.")
    at.memories.remember(RememberRequest(content="Port 8081 is taken by nginx.", origin=Words.PERSON, act=Act.TYPED))
    transcript("Don't forget that port 8081 is taken by nginx.")
    assert at.extraction.read_turns() == Extracted(turns=3, stored=1, known=1)
    assert [memory.kind for memory in at.memories.believed() if "Kafka" in memory.content] == ["question"]


def test_what_was_forgotten_does_not_come_back(at: Workspace, transcript: Say) -> None:
    transcript("Remember that the staging database is read-only.")
    at.extraction.read_turns()
    (memory,) = at.memories.believed()
    at.memories.forget(memory.id, "ada")
    at.session_database.write(lambda c: c.execute("DELETE FROM extracted"))
    at.extraction.read_turns()
    assert claims(at) == []


def test_a_worker_that_is_told_to_end_goes_on_where_it_was(at: Workspace, transcript: Say) -> None:
    transcript("Remember that deploys run on Tuesdays.", "Remember that releases carry a tag.")
    answers = iter([False, True])
    assert at.extraction.read_turns(stop=lambda: next(answers)).turns == 1
    assert at.extraction.read_turns().turns == 1
    assert len(claims(at)) == 2


def test_candidates_of_an_agent_are_judged_and_told_one_by_one(at: Workspace) -> None:
    given = ("Jobs wait in Redis streams.", "I think Kafka is faster.", "Deploys run on Tuesdays.", " ")
    judged = at.extraction.judge(given, CandidateOrigin(author="ada", session="s1", branch="main"))
    assert [type(one.outcome) for one in judged] == [Stored, Blocked, Stored]
    stored, blocked, unconfirmed = judged_lines(judged)
    assert stored.startswith("- stored as quoted ")
    assert stored.endswith(": Jobs wait in Redis streams.")
    assert blocked.startswith("- blocked: I think Kafka is faster. (personal speculation")
    assert unconfirmed.startswith("- stored as said ")
    again = at.extraction.judge(given, CandidateOrigin(author="ada", session="s2", branch="main"))
    assert next(judged_lines(again)).startswith("- known ")
    assert len(at.memories.believed()) == 2


def test_no_secret_is_repeated_in_what_became_of_a_candidate(at: Workspace) -> None:
    token = "ghp_" + "a1B2" * 9
    (line,) = judged_lines(at.extraction.judge((f"The deploy token is {token}.",), CandidateOrigin(author="ada")))
    assert line.startswith("- blocked")
    assert token not in line
