"""What Codex and Gemini CLI record is read as Claude Code's is; what can't be told apart in it counts for less."""

import json
from pathlib import Path
from typing import Any

import pytest

from scrubjay.identity.presence.clients import ReportedSession
from scrubjay.memory.transcript.observer import Observed
from tests.shared.memory.transcript.stories import Story

NAME = "01a20956-3428-7e91-bfdc-6f79185ddaf4"
SAID = "We deploy on Fridays."
LOST = "lease lost, giving the job back"


class Codex:
    """A rollout as Codex 0.169.0 writes it, shortened."""

    def __init__(self, story: Story, originator: str = "codex-tui", source: str = "vscode") -> None:
        self._story = story
        self.file = story.account / ".codex" / "sessions" / "2026" / f"rollout-2026-11-23T16-56-14-{NAME}.jsonl"
        self._number = 0
        who = {"id": NAME, "cwd": str(story.folder), "originator": originator, "source": source}
        self.put("session_meta", who | {"thread_source": "user"})

    def put(self, kind: str, payload: dict[str, Any]) -> None:
        self._number += 1
        at = f"2026-11-23T16:56:{self._number:02d}.000Z"
        self._story.note({"timestamp": at, "type": kind, "payload": payload}, self.file)

    def typed(self, text: str, client_id: str | None = "d764674c", *more: dict[str, Any]) -> None:
        content = [{"type": "text", "text": text, "text_elements": []}, *more]
        item = {"type": "UserMessage", "id": f"u{self._number}", "client_id": client_id, "content": content}
        self.put("event_msg", {"type": "item_completed", "item": item})

    def ran(self, command: str, output: str, status: int = 0) -> None:
        id, words = f"call_{self._number}", {"cmd": command}
        call = {"type": "function_call", "name": "exec_command", "arguments": json.dumps(words), "call_id": id}
        self.put("response_item", call)
        head = f"Chunk ID: 1\nWall time: 0.0000 seconds\nProcess exited with code {status}\nOriginal token count: 4\n"
        answer = {"type": "function_call_output", "call_id": id, "output": f"{head}Output:\n{output}\n"}
        self.put("response_item", answer)

    def observe(self: "Codex | Gemini", claim: str, quote: str = "") -> Observed:
        reported = ReportedSession(NAME, str(self.file), self._story.began)
        return self._story.observer(reported).observe(claim, quote)


class Gemini:
    """A chat as Gemini CLI 0.61.0 writes it, shortened; `interactive`: what is typed is noted as entered, too."""

    def __init__(self, story: Story, *, interactive: bool = True) -> None:
        self._story = story
        self._interactive = interactive
        self.top = story.account / ".gemini" / "tmp" / "shop"
        self.file = self.top / "chats" / f"session-2026-11-23T16-55-{NAME[:8]}.jsonl"
        self._number = 0
        self._entered: list[dict[str, object]] = []
        self.put({"sessionId": NAME, "projectHash": "a7", "kind": "main"})
        (self.top / ".project_root").write_text(str(story.folder))

    def put(self, record: dict[str, Any]) -> None:
        self._story.note(record, self.file)

    def message(self, kind: str, **more: Any) -> None:
        self._number += 1
        self.put(
            {"id": f"m{self._number}", "timestamp": f"2026-11-23T16:56:{self._number:02d}.000Z", "type": kind} | more
        )

    def typed(self, text: str, hook: str = "") -> None:
        self.message("user", content=[{"text": hook + text}])
        if self._interactive:
            self._entered.append({"sessionId": NAME, "messageId": self._number, "type": "user", "message": text})
            (self.top / "logs.json").write_text(json.dumps(self._entered))

    def called(self, name: str, args: dict[str, Any], output: str, status: str = "success") -> None:
        id = f"{name}_{self._number}"
        result = [{"functionResponse": {"id": id, "name": name, "response": {"output": output}}}]
        call = {"id": id, "name": name, "args": args, "result": result, "status": status}
        self.message("gemini", content="", toolCalls=[call])
        self.message("user", content=result)

    def ran(self, command: str, output: str, status: int = 0, more: str = "") -> None:
        ended = f"\nExit Code: {status}" if status else ""
        text = f"<untrusted_context>\nOutput: {output}{ended}{more}\nProcess Group PGID: 8651\n</untrusted_context>"
        self.called("run_shell_command", {"command": command, "description": "look"}, text)

    observe = Codex.observe


Client = type[Codex] | type[Gemini]


@pytest.fixture(params=[Codex, Gemini], ids=["codex", "gemini"])
def client(request: pytest.FixtureRequest) -> Client:
    made: Client = request.param
    return made


def test_one_short_line_in_a_terminal_is_a_persons(story: Story, client: Client) -> None:
    told = client(story)
    told.typed(SAID)
    turn = told.observe(SAID).turn
    assert turn is not None
    assert (turn.same, turn.words, turn.session) == (True, SAID, NAME)


@pytest.mark.parametrize("text", [f"The wiki says:\n{SAID}", f"{SAID}\nMore lines.", f"{SAID} {'x' * 400}"])
def test_what_may_be_pasted_is_not(story: Story, client: Client, text: str) -> None:
    told = client(story)
    told.typed(text)
    assert told.observe(SAID).turn is None


def test_what_is_taken_back_in_a_longer_turn_counts_no_more_than_before(story: Story, client: Client) -> None:
    told = client(story)
    told.typed(SAID)
    told.typed("No, scratch that.")
    assert told.observe(SAID).turn is None


def test_what_codex_exec_says_is_nobodys_even_in_a_terminals_session(story: Story) -> None:
    alone = Codex(story, "codex_exec", "exec")
    alone.typed(SAID, None)
    assert alone.observe(SAID).turn is None
    alone.file.unlink()
    resumed = Codex(story)
    resumed.typed("hello")
    resumed.typed(SAID, None)
    assert resumed.observe(SAID).turn is None


@pytest.mark.parametrize("originator", ["codex_exec", "codex_vscode", ""])
def test_a_session_outside_the_terminal_has_no_person(story: Story, originator: str) -> None:
    told = Codex(story, originator)
    told.typed(SAID)
    assert told.observe(SAID).turn is None


def test_codex_turns_are_nobodys_once_somebody_went_back(story: Story) -> None:
    told = Codex(story)
    told.typed(SAID)
    told.put("event_msg", {"type": "thread_rolled_back", "num_turns": 1})
    assert told.observe(SAID).turn is None


def test_what_wasnt_entered_in_gemini_clis_terminal_is_nobodys(story: Story) -> None:
    told = Gemini(story, interactive=False)
    told.typed(SAID)
    assert told.observe(SAID).turn is None


def test_what_a_hook_puts_before_a_turn_isnt_of_it(story: Story) -> None:
    told = Gemini(story)
    told.typed(SAID, "<hook_context>The vans are red.</hook_context>\n\n")
    assert told.observe(SAID).turn is not None
    assert told.observe("The vans are red.").turn is None


def test_gemini_clis_turns_are_nobodys_once_somebody_went_back(story: Story) -> None:
    told = Gemini(story)
    told.typed(SAID)
    told.put({"$rewindTo": "m1"})
    assert told.observe(SAID).turn is None


def test_what_a_command_printed_is_seen(story: Story, client: Client) -> None:
    told = client(story)
    told.ran("journalctl -u worker", LOST, 3)
    seen = told.observe("A job is given back when the lease is lost.", LOST).observation
    assert seen is not None
    assert (seen.command, seen.status) == ("journalctl -u worker", "3")


def test_a_line_that_a_claim_says_a_command_printed_is_looked_up_whole(story: Story, client: Client) -> None:
    told = client(story)
    told.ran("make broken", "make: no port\nstopped", 4)
    seen = told.observe('`make broken` printed "make: no port"').observation
    assert seen is not None
    assert (seen.status, seen.whole) == ("4", True)
    assert told.observe('`make broken` printed "no port"').observation is None


def test_a_tracked_file_that_gemini_cli_read_is_seen(story: Story) -> None:
    told = Gemini(story)
    told.called("read_file", {"file_path": "README.md"}, (story.folder / "README.md").read_text())
    assert told.observe("The pool holds 17 connections.", "The pool holds 17 connections.").observation is not None


def test_an_earlier_input_takes_the_words_away(story: Story, client: Client) -> None:
    told = client(story)
    told.ran(f"./note '{LOST}'", "")
    told.ran("journalctl -u worker", LOST)
    assert "an earlier tool input" in told.observe("A job is given back when the lease is lost.", LOST).why


def test_inputs_in_messages_that_gemini_cli_rewrote_count(story: Story) -> None:
    told = Gemini(story)
    call = {"id": "x", "name": "write_file", "args": {"file_path": "x", "content": LOST}, "status": "success"}
    told.put({"$set": {"messages": [{"id": "m9", "timestamp": "", "type": "gemini", "toolCalls": [call]}]}})
    told.ran("journalctl -u worker", LOST)
    assert "an earlier tool input" in told.observe("A job is given back when the lease is lost.", LOST).why


@pytest.mark.parametrize("more", ["\nError: spawn failed", "\nSignal: 9", "\nBackground PIDs: 3, 4"])
def test_a_command_that_didnt_end_by_itself_shows_nothing(story: Story, more: str) -> None:
    told = Gemini(story)
    told.ran("journalctl -u worker", LOST, more=more)
    assert told.observe("A job is given back when the lease is lost.", LOST).observation is None


@pytest.mark.parametrize("path", [".gemini/tmp/shop/logs.json", ".gemini/settings.json"])
def test_a_session_that_touches_what_gemini_cli_keeps_proves_nothing(story: Story, path: str) -> None:
    told = Gemini(story)
    told.typed(SAID)
    told.ran(f"cat ~/{path}", "")
    assert told.observe(SAID).turn is None


@pytest.mark.parametrize("record", [[], {}, {"type": "gemini", "toolCalls": [3, {"result": [1]}]}, {"$set": 3}])
def test_odd_records_of_gemini_cli_are_passed_over(story: Story, record: Any) -> None:
    told = Gemini(story)
    told.put(record)
    told.ran("journalctl -u worker", LOST)
    assert told.observe("A job is given back when the lease is lost.", LOST).observation is not None


def test_a_file_under_another_name_is_not_read(story: Story) -> None:
    told = Gemini(story)
    told.file = told.file.rename(told.file.with_name(f"session-2026-11-23T16-55-{'0' * 8}.jsonl"))
    assert "doesn't bear the session's name" in told.observe(SAID).why


def test_links_beside_a_chat_are_not_read(story: Story, tmp_path: Path) -> None:
    told = Gemini(story)
    told.typed(SAID)
    entered = told.top / "logs.json"
    entered.rename(tmp_path / "logs.json")
    entered.symlink_to(tmp_path / "logs.json")
    assert told.observe(SAID).turn is None
