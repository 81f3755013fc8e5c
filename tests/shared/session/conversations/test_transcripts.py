"""Claude Code's transcripts: what is a turn, whose it is, and reading on where the last run stopped."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scrubjay.app import App, Workspace
from scrubjay.search.recall.conversation_values import ConversationRequest
from scrubjay.session.conversations.claude_code import read_record
from scrubjay.session.conversations.model import ImportReport

from .conftest import SESSION, Transcript, call, result

Take = Callable[..., ImportReport]


def said(at: Workspace) -> list[tuple[str, str, str]]:
    """Session, role and text of every turn, in order."""
    sql = "SELECT v.session, t.role, t.text FROM turn AS t JOIN conversation AS v ON v.id = t.conversation"
    return [
        tuple(row)
        for row in at.session_database.read(lambda c: c.execute(f"{sql} ORDER BY v.session, t.number").fetchall())
    ]


def test_what_was_said_is_taken_and_found_with_its_neighbours_date_and_title(
    at: Workspace, client: Path, take: Take
) -> None:
    talk = Transcript(client, at.repository.worktree)
    talk.record(type="queue-operation", operation="enqueue", content="Which database?")
    talk.says("user", "Which database do we use for parcels?")
    talk.says(
        "assistant", [{"type": "thinking", "thinking": "hmm"}, {"type": "text", "text": "SQLite, one file is enough."}]
    )
    talk.says("user", "Fine, and the cache?").record(type="ai-title", aiTitle="Choosing a database", sessionId=SESSION)
    assert take() == ImportReport(files=1, sessions=1, turns=3)
    (hit, *_) = at.conversation_search.search(ConversationRequest(query="SQLite file enough")).hits
    assert (hit.session, hit.title, hit.turn.role) == (SESSION, "Choosing a database", "assistant")
    assert hit.turn.at == "2026-02-20T10:00:00Z"
    assert [turn.text for turn in (*hit.before, *hit.after)] == [
        "Which database do we use for parcels?",
        "Fine, and the cache?",
    ]


def test_a_command_is_what_was_typed_behind_it(at: Workspace, client: Path, take: Take) -> None:
    talk = Transcript(client, at.repository.worktree)
    talk.says("user", "<command-name>/clear</command-name>\n<command-args></command-args>")
    talk.says("user", "<command-name>/review</command-name>\n<command-args>the parser</command-args>")
    for private in ("\n#private my door code is 4711", " <private>and my door code</private>"):
        talk.says("user", f"<command-name>/review</command-name>\n<command-args>the lexer{private}</command-args>")
    take()
    assert [text for _, _, text in said(at)] == ["/review the parser", "/review the lexer"]


def test_a_growing_file_is_read_on_and_half_a_line_waits(at: Workspace, client: Path, take: Take) -> None:
    talk = Transcript(client, at.repository.worktree).says("user", "first")
    assert take().turns == 1
    whole = json.dumps({
        "type": "user", "uuid": "u-2", "sessionId": SESSION, "cwd": str(at.repository.worktree),
        "message": {"content": "second"},
    })  # fmt: skip
    talk.raw(whole[:40])
    assert take() == ImportReport()
    talk.raw(whole[40:] + "\n")
    assert take().turns == 1
    assert take() == ImportReport()
    assert [text for _, _, text in said(at)] == ["first", "second"]


def test_a_file_that_was_cut_or_written_anew_is_read_from_its_beginning(
    at: Workspace, client: Path, take: Take
) -> None:
    talk = Transcript(client, at.repository.worktree).says("user", "first").says("user", "second")
    take()
    lines = talk.file.read_text().splitlines(keepends=True)
    talk.file.write_text(lines[1])
    talk.says("user", "third")
    assert take() == ImportReport(files=1, turns=1, existing=1)
    assert [text for _, _, text in said(at)] == ["first", "second", "third"]


@pytest.mark.parametrize(
    "line",
    ["", "not json\n", "[1, 2]\n", "null\n", '{"type": "user"\n', "\x00\x00\n", '{"type":"user"}\n',
     '{"type":"user","message":3}\n',
     '{"type":"user","message":{"content":[1,null,{"type":"text"},{"type":"tool_result","content":[3]}]}}\n',
     '{"type":"assistant","message":{"content":{"a":1}},"uuid":7,"timestamp":-1e400}\n',
     '{"type":"user","message":' + "[" * 5000 + "\n", '{"type":"new-kind","deep":{"type":"user"}}\n'],
)  # fmt: skip
def test_hostile_lines_are_passed_over(at: Workspace, client: Path, take: Take, line: str) -> None:
    talk = Transcript(client, at.repository.worktree).says("user", "before").raw(line)
    talk.says("user", "after")
    take()
    assert [text for _, _, text in said(at)] == ["before", "after"]


def test_sub_agents_are_sessions_of_their_own_below_the_one_that_sent_them(
    at: Workspace, client: Path, take: Take
) -> None:
    Transcript(client, at.repository.worktree).says("user", "Look it up")
    Transcript(client, at.repository.worktree, agent="a68e").says("user", "Find the number").says("assistant", "42")
    assert take().sessions == 2
    assert {session for session, _, _ in said(at)} == {SESSION, f"{SESSION}/agent-a68e"}


def test_answers_of_scrubjay_are_never_indexed_again(at: Workspace, client: Path, take: Take) -> None:
    talk = Transcript(client, at.repository.worktree)
    talk.says("assistant", call("mcp__scrubjay-knowledge__search_knowledge", query="queue"))
    assert take().turns == 0
    talk.says("user", result("recalled words about the queue"))
    talk.says("assistant", call("Bash", id="toolu_2", command="cd x && scrubjay search queue | head"))
    talk.says("user", result("recalled words again", id="toolu_2"))
    talk.says("user", "scrubjay · magpie · main @ 0123456789 · knowledge: fresh\nTask: recalled words")
    talk.says("user", "<system-reminder>recalled words</system-reminder>What now?")
    talk.says("user", "<task-notification><result>recalled words</result></task-notification>")
    talk.says("user", "recalled words", isMeta=True)
    read = take()
    assert read.own == 3
    assert "recalled" not in str(said(at))
    assert [text for _, role, text in said(at) if role == "user"] == ["What now?"]


def test_tool_output_is_bounded_and_pasted_files_are_cut(at: Workspace, client: Path, take: Take) -> None:
    talk = Transcript(client, at.repository.worktree)
    talk.says("assistant", call("Bash", command="make", description="build"))
    talk.says("user", result("first line\n" + "noise " * 100_000 + "\nlast line: it failed", error=True))
    talk.says("user", "Look at this file:\n```python\n" + "x = 1\n" * 50_000 + "```\nWhy does it fail?")
    take()
    (_, _, asked), (_, _, output), (_, _, pasted) = said(at)
    assert asked == "Bash: make · build"
    assert len(output) < 1_500
    assert output.startswith("error: first line")
    assert output.endswith("last line: it failed")
    assert len(pasted) < 2_000
    assert pasted.startswith("Look at this file:")
    assert pasted.endswith("Why does it fail?")


def test_no_byte_of_the_home_holds_a_secret_that_was_said(
    app: App, at: Workspace, client: Path, take: Take, tmp_path: Path
) -> None:
    canary = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    talk = Transcript(client, at.repository.worktree)
    talk.says("user", f"my token is {canary}, use it")
    talk.says("assistant", call("Bash", command=f"curl -H 'Authorization: Bearer {canary}' x"))
    talk.says("user", result("x" * 5_000 + canary + "y" * 5_000))
    talk.record(type="custom-title", customTitle=f"About {canary}", sessionId=SESSION)
    assert take().masked >= 2
    other = tmp_path / "other.jsonl"
    other.write_text(json.dumps({"session": canary, "turn": canary, "role": canary, "text": canary}) + "\n")
    at.conversations.import_file(other)
    at.session_database.truncate_log()
    for file in app.settings.home.rglob("*"):
        assert not file.is_file() or canary.encode() not in file.read_bytes(), file


def test_turns_of_another_project_are_never_taken(
    app: App, at: Workspace, client: Path, take: Take, make_repo: Any
) -> None:
    other = make_repo("repo-two")
    other.commit("two", {"a.md": "# A\n"})
    app.initialise(other.path)
    Transcript(client, other.path).says("user", "a secret of the other project")
    mine = Transcript(client, at.repository.worktree, session="11111111-1111-4111-8111-111111111111")
    mine.says("user", "mine")
    mine.record(type="user", uuid="u", sessionId="s", cwd=str(other.path), message={"content": "also of the other"})
    mine.record(type="user", uuid="v", sessionId="s", cwd="/nowhere/else", message={"content": "nor this"})
    nested = make_repo("repo/vendor/theirs")
    mine.record(type="user", uuid="w", sessionId="s", cwd=str(nested.path), message={"content": "nor a nested one's"})
    read = take()
    assert [text for _, _, text in said(at)] == ["mine"]
    assert read.elsewhere == 4


def test_a_folder_that_is_gone_belongs_to_the_worktree_it_lay_in(at: Workspace, client: Path, take: Take) -> None:
    talk = Transcript(client, at.repository.worktree)
    talk.record(
        type="user", uuid="u", sessionId=SESSION, cwd=str(at.repository.worktree / "src" / "gone"),
        message={"content": "said there"},
    )  # fmt: skip
    assert take().turns == 1


def test_a_resumed_sessions_copies_are_known(at: Workspace, client: Path, take: Take) -> None:
    first = Transcript(client, at.repository.worktree).says("user", "once")
    take()
    again = Transcript(client, at.repository.worktree, session="22222222-2222-4222-8222-222222222222")
    again.raw(first.file.read_text().replace(SESSION, "22222222-2222-4222-8222-222222222222"))
    assert take().existing == 1
    assert len(said(at)) == 1


def test_a_summary_of_another_session_names_nothing() -> None:
    read = read_record({"type": "summary", "summary": "Other work", "leafUuid": "u-9"}, SESSION, {})
    assert read is not None
    assert read.title is not None
    assert read.title.leaf == "u-9"


def test_a_dry_run_writes_nothing(at: Workspace, client: Path, take: Take) -> None:
    Transcript(client, at.repository.worktree).says("user", "first")
    assert take(dry_run=True).turns == 1
    assert said(at) == []
    assert take().turns == 1
