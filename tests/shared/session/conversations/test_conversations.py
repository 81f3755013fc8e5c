"""Conversations come in once, stay for a while, and go for good."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from scrubjay.app import Workspace
from scrubjay.errors import NotFound, UsageError
from scrubjay.inference.embedding.tokenizer import Tokenizer
from scrubjay.inference.tokens import count_tokens
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.search.recall.conversation_text import conversations_as_object, render_conversations
from scrubjay.search.recall.conversation_values import ConversationRequest
from scrubjay.session.conversations.conversations import Conversations
from scrubjay.session.conversations.model import ImportReport
from scrubjay.storage.driver import connect
from scrubjay.storage.migrate import migrate
from tests.fakes import HashingEmbedder

from .conftest import SESSION, Transcript


def write(file: Path, *records: dict[str, object] | str) -> Path:
    lines = [record if isinstance(record, str) else json.dumps(record) for record in records]
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return file


def talk(session: str, *texts: str, **more: object) -> list[dict[str, object]]:
    roles = ("user", "assistant")
    return [
        {"session": session, "turn": n, "role": roles[n % 2], "time": f"2026-02-{n + 1:02}T10:00:00Z", "text": text}
        | more
        for n, text in enumerate(texts)
    ]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "talk.jsonl"


def test_json_lines_come_in_once_and_are_found(at: Workspace, file: Path) -> None:
    write(file, *talk("one", "Where do parcels go?", "Into the barn.", "Who sorts them?"), "{", '{"session": "x"}')
    assert at.conversations.import_file(file) == ImportReport(files=1, sessions=1, turns=3, unreadable=2)
    assert at.conversations.import_file(file) == ImportReport(files=1, existing=3, unreadable=2)
    answer = at.conversation_search.search(ConversationRequest(query="barn"))
    (hit,) = conversations_as_object(answer)["results"]
    assert (hit["session"], hit["turn"], hit["speaker"], hit["text"]) == ("one", 1, "assistant", "Into the barn.")
    assert [turn["text"] for turn in (*hit["before"], *hit["after"])] == ["Where do parcels go?", "Who sorts them?"]


def test_dates_and_roles_narrow_before_anything_is_left_out(at: Workspace, file: Path) -> None:
    write(file, *talk("one", *(f"parcels number {n}" for n in range(20))))
    at.conversations.import_file(file)

    def turns(**more: Any) -> set[int]:
        found = at.conversation_search.search(ConversationRequest(query="parcels", limit=50, **more))
        return {hit.turn.number for hit in found.hits}

    assert turns() == set(range(20))
    assert turns(role="user") == set(range(0, 20, 2))
    assert turns(since="2026-02-18") == {17, 18, 19}
    assert turns(until="2026-02-03") == {0, 1, 2}
    assert turns(role="nobody") == set()
    with pytest.raises(UsageError):
        turns(since="yesterday")


def test_meaning_finds_what_words_do_not_and_says_so(at: Workspace, file: Path) -> None:
    write(file, *talk("one", "owls carry letters", "magpies sort parcels"))
    at.conversations.import_file(file)
    assert at.conversation_search.search(ConversationRequest(query="letters")).embedded == 0.0
    embed_pending(at.session_database, HashingEmbedder(), stop=lambda: False)
    answer = at.conversation_search.search(ConversationRequest(query="letters"))
    assert answer.embedded == 1.0
    assert "vector" in answer.hits[0].ranks


def test_an_answer_keeps_its_budget_and_begins_alike(at: Workspace, file: Path) -> None:
    write(file, *talk("one", *(f"parcels {n} " + "and words " * 80 for n in range(12))))
    at.conversations.import_file(file)
    shown = [
        render_conversations(
            at.conversation_search.search(ConversationRequest(query="parcels", limit=12, budget=budget))
        )
        for budget in (150, 400, 1500)
    ]
    assert [count_tokens(text) <= budget for text, budget in zip(shown, (150, 400, 1500), strict=True)] == [True] * 3
    assert "turn" in shown[0]


def test_retention_deletes_whole_sessions_and_does_not_read_them_again(
    at: Workspace, client: Path, take: Callable[..., ImportReport]
) -> None:
    worktree = at.repository.worktree
    Transcript(client, worktree, session="a" * 8).says("user", "old words", at="2025-11-01T10:00:00Z")
    Transcript(client, worktree, session="b" * 8).says("user", "new words")
    assert take() == ImportReport(files=1, sessions=1, turns=1, old=1)
    later = Conversations(at.session_database, Tokenizer(), lambda: datetime(2026, 6, 1, tzinfo=UTC), 90)
    assert later.expire() == 1
    assert later.counts().turns == 0
    assert take() == ImportReport()


def test_what_is_imported_on_purpose_is_kept_however_old_it_is(at: Workspace, file: Path) -> None:
    write(file, {"session": "s", "text": "long ago", "time": "2019-01-01T00:00:00Z"})
    at.conversations.import_file(file)
    assert at.conversations.expire() == 0


def test_a_forgotten_session_leaves_no_byte_and_does_not_come_back(
    at: Workspace, client: Path, take: Callable[..., ImportReport]
) -> None:
    words = "xylophone quagmire"
    own = Transcript(client, at.repository.worktree).says("user", words)
    Transcript(client, at.repository.worktree, agent="a1").says("user", f"look for {words}")
    Transcript(client, at.repository.worktree, session="bbbbbbbb-1").says("user", "something else")
    take()
    embed_pending(at.session_database, HashingEmbedder(), stop=lambda: False)
    at.conversation_search.search(ConversationRequest(query=words))
    found = at.conversations.sessions(SESSION[:10])
    assert [one.id for one in found] == [SESSION, f"{SESSION}/agent-a1"]
    assert at.conversations.forget(found)
    for name in ("session.db", "session.db-wal"):
        file = at.project.folder / name
        assert not file.exists() or not any(word.encode() in file.read_bytes() for word in words.split())
    own.says("user", f"once more {words}")
    assert take().forgotten == 1
    assert [
        hit.session for hit in at.conversation_search.search(ConversationRequest(query="something quagmire")).hits
    ] == ["bbbbbbbb-1"]


def test_a_session_is_named_by_its_whole_id_or_a_beginning_that_is_its_own(at: Workspace, file: Path) -> None:
    write(file, *talk("session-1", "a"), *talk("session-10", "b"), *talk("session-11", "c"))
    at.conversations.import_file(file)
    assert [one.id for one in at.conversations.sessions("session-1")] == ["session-1"]
    with pytest.raises(UsageError):
        at.conversations.sessions("session-")
    with pytest.raises(NotFound):
        at.conversations.sessions("nobody")


def test_conversations_have_the_same_index_as_documents() -> None:
    found = {}
    for schema in ("knowledge", "session"):
        connection = connect(":memory:")
        migrate(connection, schema, ":memory:")
        rows = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
        found[schema] = {row["name"]: row["sql"] for row in rows}
        connection.close()
    index = ("content", "passage", "passage_fts", "document_fts", "path_fts", "fingerprint", "embedding",
             "embedding_passage", "token_states", "token_states_passage", "vector_bits", "generation")  # fmt: skip
    for name in index:
        assert found["session"][name] == found["knowledge"][name], name
