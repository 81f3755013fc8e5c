"""Only the transcript that a client's own hooks reported is read, and none that its tools could have written."""

import json
import os
from pathlib import Path

import pytest

from scrubjay.identity.presence.clients import ReportedSession, SessionBeside
from scrubjay.memory.transcript.transcript import find, read
from tests.shared.memory.transcript.stories import Story

CLAIM, QUOTE = "A job is given back when the lease is lost.", "lease lost, giving the job back"


def _why(story: Story, *reported: ReportedSession) -> str:
    observed = story.observer(*reported).observe(CLAIM, QUOTE)
    assert observed.observation is None
    return observed.why


def test_what_was_reported_is_read(story: Story) -> None:
    story.ran("journalctl -u worker", QUOTE)
    assert story.observe(CLAIM, QUOTE).observation is not None


def test_none_or_two_reported_sessions_are_not_readable(story: Story) -> None:
    story.ran("journalctl -u worker", QUOTE)
    one = ReportedSession(story.session, str(story.file), story.began)
    assert find((), story.folders) == "no hook of this client has reported its session"
    assert "more than one" in _why(story, one, ReportedSession("other", str(story.file), ""))


@pytest.mark.parametrize("where", ["elsewhere", "..", "link", "folder link", "name", "pipe", "hard link", "gone", ""])
def test_a_file_that_isnt_the_clients_own_is_not_read(story: Story, tmp_path: Path, where: str) -> None:
    story.ran("journalctl -u worker", QUOTE)
    file = story.file
    other = tmp_path / "other" / file.name
    other.parent.mkdir()
    reported = str(file)
    match where:
        case "elsewhere":
            file.rename(other)
            reported = str(other)
        case "..":
            reported = str(file.parent / ".." / file.parent.name / file.name)
        case "link":
            file.rename(other)
            file.symlink_to(other)
        case "folder link":
            file.rename(other)
            file.parent.rmdir()
            file.parent.symlink_to(other.parent)
        case "name":
            file.rename(file.with_name("another.jsonl"))
            reported = str(file.with_name("another.jsonl"))
        case "pipe":
            file.unlink()
            os.mkfifo(file)
        case "hard link":
            os.link(file, other)
        case "gone":
            file.unlink()
        case _:
            reported = ""
    assert _why(story, ReportedSession(story.session, reported, story.began)).startswith(
        "the transcript is not readable: "
    )


@pytest.mark.parametrize(
    "command",
    [
        "cat >> CLIENT/projects/-repo/x.jsonl", "ls CLIENT", "ls ~/.claude/projects", "ls $HOME/.claude", "ls OURS",
        "sqlite3 OURS/home.db", "cat .claude/settings.local.json", "vi ~/.codex/hooks.json", "echo $CLAUDE_CONFIG_DIR",
        "python -m scrubjay.integrations.client_hooks.event",
    ],
)  # fmt: skip
def test_a_session_that_touches_what_it_is_judged_by_proves_nothing(story: Story, command: str) -> None:
    story.ran("journalctl -u worker", QUOTE)
    story.ran(command.replace("CLIENT", str(story.client)).replace("OURS", str(story.home)), "", agent=True)
    assert "names the client's folder" in _why(story)


def test_a_session_that_works_in_the_clients_folder_proves_nothing(story: Story) -> None:
    story.ran("journalctl -u worker", QUOTE)
    story.folder = story.client / "projects"
    story.ran("ls", "-repo")
    assert "names the client's folder" in _why(story)


def test_the_clients_own_notes_take_nothing_away(story: Story) -> None:
    story.ran("journalctl -u worker", QUOTE)
    notes = story.file.parent / "memory" / "MEMORY.md"
    story.tool("Write", {"file_path": str(notes), "content": "x"}, "File created", {"type": "create"})
    assert story.observe(CLAIM, QUOTE).observation is not None


def test_a_longer_session_shows_nothing(story: Story) -> None:
    story.ran("journalctl -u worker", QUOTE)
    story.typed(CLAIM)
    for _ in range(17_000):
        story.note({"type": "mode", "mode": "x" * 1000})
    assert "longer than what could be read" in _why(story)


def test_a_reader_that_is_out_of_time_says_that_it_saw_not_all(story: Story) -> None:
    for _ in range(100):
        story.note({"type": "mode", "mode": "x"})
    transcript = find((ReportedSession(story.session, str(story.file), ""),), story.folders)
    assert not isinstance(transcript, str)
    times = iter([0.0, 1.0])
    session = read(transcript, lambda: next(times, 1.0), 0.5)
    assert not isinstance(session, str)
    assert not session.complete


@pytest.mark.parametrize(
    "line",
    [
        b"", b"no JSON", b"{}", b'{"type":"user"}', b'{"type":"user","message":[]}', b"\xff\xfe", b'{"a":' * 5000,
        b'{"type":"assistant","message":{"content":[1,null,{"type":"tool_use"},{"type":"tool_use","input":[7]}]}}',
        b'{"type":"user","message":{"content":[{"type":"tool_result","content":[3]}]},"toolUseResult":7}',
    ],
)  # fmt: skip
def test_odd_records_are_passed_over(story: Story, line: bytes) -> None:
    story.ran("journalctl -u worker", QUOTE)
    with story.file.open("ab") as stream:
        stream.write(line + b"\n")
    assert story.observe(CLAIM, QUOTE).observation is not None


def test_codex_tells_what_ran_and_no_turn(story: Story) -> None:
    """Records as Codex 0.169.0 wrote them, shortened."""
    name = "01a202f9-a97d-7b22-8480-9cc63bf26c4b"
    file = story.account / ".codex" / "sessions" / "2026" / f"rollout-2026-11-22T11-17-26-{name}.jsonl"
    head = "Chunk ID: 494926\nWall time: 0.0000 seconds\n"
    call = {"type": "function_call", "name": "exec_command", "arguments": json.dumps({"cmd": "journalctl -u worker"})}
    ended = f"{head}Process exited with code 3\nOriginal token count: 4\nOutput:\n{QUOTE}\n"
    text = [{"type": "input_text", "text": CLAIM}]
    meta = {"content_item_metadata": [{"provenance": {"type": "user"}}]}
    for at, kind, payload in (
        (0, "session_meta", {"id": name, "cwd": str(story.folder), "originator": "codex-tui", "source": "vscode"}),
        (1, "response_item", {"type": "message", "role": "user", "content": text, "metadata": meta}),
        (2, "response_item", call | {"call_id": "call_1"}),
        (3, "response_item", {"type": "function_call_output", "call_id": "call_1", "output": ended}),
    ):
        story.note({"timestamp": f"2026-11-22T11:17:{at:02d}.000Z", "type": kind, "payload": payload}, file)
    observed = story.observer(ReportedSession(name, str(file), story.began)).observe(CLAIM, QUOTE)
    assert observed.turn is None
    assert observed.observation is not None
    assert (observed.observation.tool, observed.observation.status) == ("exec_command", "3")


SPELLED = "The pool holds 99 connections"


@pytest.mark.parametrize("escaped", [False, True])
def test_an_input_that_bears_on_the_quote_is_read_however_json_spells_it(story: Story, escaped: bool) -> None:
    story.mcp("mcp__notes__write", {"text": SPELLED.upper()}, "ok")
    if escaped:
        lines = story.file.read_text().replace(
            SPELLED.upper(), "".join(f"\\u{ord(one):04x}" for one in SPELLED.upper())
        )
        story.file.write_text(lines)
    story.ran("make check", SPELLED)
    assert "an earlier tool input" in story.observe(f"{SPELLED}.", SPELLED).why


def test_what_is_sought_is_found_as_in_a_session_that_is_read_whole(story: Story) -> None:
    story.typed("go on")
    for number in range(40):
        story.ran(f"pytest -q tests/test_{number}.py", f"{number} passed")
    story.ran("journalctl -u worker", QUOTE)
    observer = story.observer()
    whole = observer.look()
    assert not isinstance(whole, str)
    found = observer.judged(whole, CLAIM, QUOTE)
    assert found.observation is not None
    assert observer.observe(CLAIM, QUOTE) == found


@pytest.mark.parametrize("quote", ["", "tests passed here"])
def test_a_turn_lasts_as_long_as_its_calls_even_where_none_of_them_is_sought(
    story: Story, tmp_path: Path, quote: str
) -> None:
    said = "We deploy on Fridays."
    story.typed(said)
    for number in range(4):
        story.ran(f"make part{number}", "ok")
    story.typed("go on")
    story.ran("ls", "a")
    other = Story(story.repo, tmp_path, session="7d5b3f2a-8c1e-4a69-9c01-5e8f2b6d7a10")
    other.ran("ls", "a")
    other.typed("go on")
    beside = SessionBeside(ReportedSession(other.session, str(other.file), other.began), "", "")
    ours = ReportedSession(story.session, str(story.file), story.began, beside=(beside,))
    observed = story.observer(ours).observe(said, quote)
    assert observed.turn is None
    assert "its turns overlap" in observed.why
