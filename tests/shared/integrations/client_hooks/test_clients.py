"""One briefing and one session a client's run, whichever client it is and whatever loads our hooks."""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from scrubjay.app import App
from scrubjay.inference.tokens import count_tokens
from scrubjay.integrations.client_hooks.event import handle_event
from scrubjay.integrations.client_hooks.steps import line
from scrubjay.integrations.client_hooks.switches import compile_switches
from scrubjay.integrations.edits import Receipt, apply
from scrubjay.integrations.hook_files.launcher import MODULE, command, plan_launcher
from tests.conftest import Repo
from tests.patience import PATIENCE_S
from tests.shared.integrations.client_hooks.conftest import Client

Said = Mapping[str, object]
Fire = Callable[..., Any]


@pytest.fixture
def fire(client: Client) -> Fire:
    """The whole answer to a payload, which came through an entry of ours."""

    def run(payload: Said, entry: str = "", **variables: str) -> Any:
        environment = client.environment | variables
        data = json.dumps(payload).encode()
        out = handle_event(data, client.home, environment, client.clock, lambda *_: None, entry=entry)
        return json.loads(out) if out else None

    return run


def cursor(project: Repo, event: str, **more: object) -> Said:
    roots = {"workspace_roots": [str(project.path)], "conversation_id": "c1", "generation_id": "g1"}
    return roots | {"hook_event_name": event, "session_id": "c1"} | more


def vscode(project: Repo, event: str, **more: object) -> Said:
    return {"timestamp": "t", "cwd": str(project.path), "sessionId": "v1", "hookEventName": event} | more


def gemini(project: Repo, event: str, **more: object) -> Said:
    return {"session_id": "g1", "cwd": str(project.path), "hook_event_name": event, "timestamp": "t"} | more


@pytest.mark.parametrize("first", ["", "cursor"])
def test_cursor_is_briefed_once_though_two_entries_run(fire: Fire, project: Repo, app: App, first: str) -> None:
    """Its own, and that of Claude Code's settings."""
    second = "" if first else "cursor"
    own = cursor(project, "sessionStart")
    mapped = cursor(project, "SessionStart", source="startup")
    answers = [fire(own if entry else mapped, entry) for entry in (first, second)]
    assert answers[1] is None
    told = answers[0]["additional_context"] if first else answers[0]["hookSpecificOutput"]["additionalContext"]
    assert "ADR-001" in told
    assert app.presence.of("c1") == project.path


@pytest.mark.parametrize("first", ["", "vscode"])
def test_vs_code_is_briefed_once_through_claude_codes_entry_and_its_own(
    fire: Fire, project: Repo, app: App, first: str
) -> None:
    start = vscode(project, "SessionStart", source="new")
    answer = fire(start, first)["hookSpecificOutput"]
    assert answer["hookEventName"] == "SessionStart"
    assert "ADR-001" in answer["additionalContext"]
    assert fire(start, "" if first else "vscode") is None
    assert fire(start, first) is None
    assert app.presence.of("v1") == project.path


@pytest.mark.parametrize("own", ["cursor", "vscode"])
def test_two_entries_that_run_at_once_tell_one_briefing(
    project: Repo, environment: dict[str, str], receipt: Receipt, own: str
) -> None:
    """Claude Code's entry and the client's own, each a process, started together."""
    home = Path(environment["SCRUBJAY_HOME"])
    apply(plan_launcher(home, (sys.executable,)), receipt)
    claude = [sys.executable, "-I", "-m", MODULE, "--home", str(home)]
    if own == "cursor":
        payloads = (cursor(project, "SessionStart", source="startup"), cursor(project, "sessionStart"))
    else:
        payloads = (vscode(project, "SessionStart", source="new"),) * 2
    started = [
        subprocess.Popen(words, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for words in (claude, ["/bin/sh", "-c", command(home, own)])
    ]
    for process, payload in zip(started, payloads, strict=True):
        assert process.stdin
        process.stdin.write(json.dumps(payload).encode())
        process.stdin.close()
    answers = []
    for process in started:
        assert process.stdout
        answers.append(process.stdout.read())
        process.stdout.close()
        assert process.wait(timeout=PATIENCE_S) == 0
    assert [answer.count(b"ADR-001") for answer in sorted(answers)] == [0, 1]


def test_goose_is_told_nothing_at_its_start_so_that_its_tools_brief_it(fire: Fire, project: Repo, app: App) -> None:
    start = {"event": "SessionStart", "session_id": "goose-1"}
    assert fire(start, "goose", PWD=str(project.path)) is None
    assert app.presence.of("goose-1") == project.path
    assert not app.workspace(project.path).briefer.compose(session="goose-1").unchanged


def test_cline_hears_its_briefing_in_its_own_form(fire: Fire, project: Repo) -> None:
    said = {"hookName": "TaskStart", "taskId": "t1", "timestamp": "1", "workspaceRoots": [str(project.path)]}
    answer = fire(said, "cline")
    assert "ADR-001" in answer["contextModification"]
    assert answer["cancel"] is False
    assert fire(said | {"hookName": "TaskResume"}, "cline") is None
    assert fire(said | {"hookName": "PreCompact"}, "cline") is None
    assert "ADR-001" in fire(said | {"hookName": "TaskResume"}, "cline")["contextModification"]


def record(file: Path, *histories: str) -> str:
    """Gemini CLI's record of a session, with a line for each time that its history was replaced."""
    lines = [json.dumps({"$set": {"messages": [{"content": text}]}}, separators=(",", ":")) for text in histories]
    file.write_text("\n".join(lines) + "\n")
    return str(file)


def test_gemini_is_told_again_with_the_first_prompt_after_a_compression(
    fire: Fire, project: Repo, tmp_path: Path
) -> None:
    run = {"entry": "gemini", "GEMINI_SESSION_ID": "g1"}
    told = fire(gemini(project, "SessionStart", source="startup"), **run)["hookSpecificOutput"]
    briefed = told["additionalContext"]
    file, summary = tmp_path / "session.jsonl", "<state_snapshot>Went on.</state_snapshot>"

    def prompt(*histories: str) -> Any:
        return fire(gemini(project, "BeforeAgent", prompt="go on", transcript_path=record(file, *histories)), **run)

    assert prompt(briefed) is None
    assert prompt(briefed, f"{summary}{briefed}") is None, "what was said last is kept"
    assert prompt(briefed, summary)["hookSpecificOutput"] == told | {"hookEventName": "BeforeAgent"}
    assert prompt(briefed, summary, f"{summary}{briefed}") is None
    assert fire(gemini(project, "BeforeAgent", prompt="go on", transcript_path="/nowhere.jsonl"), **run) is None


def test_a_switch_that_keeps_a_start_silent_keeps_the_prompt_silent(
    fire: Fire, project: Repo, app: App, tmp_path: Path
) -> None:
    fire(gemini(project, "SessionStart", source="startup"), "gemini")
    compile_switches(app.workspace(project.path).project.folder, project.path, {"session_start": False}, ())
    path = record(tmp_path / "session.jsonl", "<state_snapshot>")
    assert fire(gemini(project, "BeforeAgent", prompt="go on", transcript_path=path), "gemini") is None


def test_codex_hears_its_briefing_once_when_it_resumes_and_compacts(fire: Fire, project: Repo) -> None:
    codex = {"session_id": "x1", "cwd": str(project.path), "model": "m", "permission_mode": "default"}
    start = codex | {"hook_event_name": "SessionStart", "transcript_path": None}
    assert fire(start | {"source": "startup"}, "codex")
    assert fire(codex | {"hook_event_name": "PreCompact", "trigger": "auto", "turn_id": "t"}, "codex") is None
    again = [fire(start | {"source": source}, "codex") for source in ("resume", "compact")]
    assert [bool(answer) for answer in again] == [True, False]
    assert set(again[0]) == {"hookSpecificOutput"}
    assert set(again[0]["hookSpecificOutput"]) == {"hookEventName", "additionalContext"}


def test_the_compaction_of_a_sub_agent_makes_its_session_forget_nothing(fire: Fire, project: Repo) -> None:
    run = {"session_id": "x1", "cwd": str(project.path)}
    start = run | {"hook_event_name": "SessionStart"}
    fire(start | {"source": "startup"}, "codex")
    fire(run | {"hook_event_name": "PreCompact", "agent_id": "a", "turn_id": "t"}, "codex")
    assert fire(start | {"source": "resume"}, "codex") is None


def test_a_sub_agent_is_told_its_session_where_the_toolset_is_on(fire: Fire, project: Repo, app: App) -> None:
    said = {"hook_event_name": "SubagentStart", "session_id": "s1", "cwd": str(project.path), "agent_id": "a7"}
    assert fire(said) is None
    compile_switches(app.workspace(project.path).project.folder, project.path, {"agents": True}, ())
    output = {"hookEventName": "SubagentStart", "additionalContext": "pass session=s1/a7"}
    assert fire(said) == {"hookSpecificOutput": output}
    assert fire(said | {"agent_id": ""}) is None


@pytest.mark.parametrize("agent", ["a" * 20, "a1b2c3d4e5f6a7b8c", "01a208d1-a8ab-7902-896f-f9857ae5b88d"])
def test_the_line_has_at_most_40_tokens(agent: str) -> None:
    assert count_tokens(line("01a208d1-a885-7de2-ad60-806af3d56110", agent)) <= 40


def test_parallel_sub_agents_of_codex_have_names_of_their_own() -> None:
    """Their ids begin with the time."""
    one, two = (line("s", f"01a208d1-a8ab-7902-896f-{end}") for end in ("f9857ae5b88d", "f9857ae5b88e"))
    assert one != two


@pytest.mark.parametrize("client_name", ["codex", "gemini", "cursor", "opencode"])
def test_the_command_that_clients_run_briefs(
    project: Repo, environment: dict[str, str], receipt: Receipt, client_name: str
) -> None:
    """Through a shell and the launcher, as Codex and Gemini CLI start it."""
    home = Path(environment["SCRUBJAY_HOME"])
    apply(plan_launcher(home, (sys.executable,)), receipt)
    assert plan_launcher(home, (sys.executable,)) == ()
    payload = {"hook_event_name": "SessionStart", "session_id": "s1", "cwd": str(project.path), "source": "startup"}
    done = subprocess.run(
        ["/bin/sh", "-c", command(home, client_name)],
        input=json.dumps(payload).encode(),
        env=environment,
        capture_output=True,
        check=True,
        timeout=PATIENCE_S,
    )
    assert "ADR-001" in json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]
    assert done.stderr == b""
