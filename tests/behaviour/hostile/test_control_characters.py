"""What a repository or an agent wrote never drives the terminal or the client, whichever way it leaves."""

import json
import shlex
from pathlib import Path
from typing import Any, cast

import anyio
import mcp_types as types
import pytest
from mcp import Client, StdioServerParameters

from scrubjay.model.visible import FORBIDDEN
from tests import forked
from tests.behaviour.every_tool import BY_ID, KNOWLEDGE, SESSION
from tests.behaviour.hostile.conftest import Run
from tests.conftest import Repo

CODES = (*range(1, 0x20), *range(0x7F, 0xA0), 0x061C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A))
ODD = "".join(map(chr, (*(code for code in CODES if chr(code) not in "\n\t\r"), 0xE0001, *range(0xE0020, 0xE0080))))
"""Every forbidden character that a text file of git can hold, but for CR."""

KEPT = "👩\u200d💻 \u0645\u06cc\u200c\u062e ❤\ufe0f"
LINE = f"Zebras {ODD[:20]} cross {ODD} here {KEPT}."
DOCUMENT = f"# 1. Zebras {ODD[:9]}\n\nDate: 2026-01-01\n\n## Status\n\nAccepted {ODD[20:24]}\n\n## Decision\n\n{LINE}\n"
WINDOWS = "# Windows\r\n\r\nA file with other line ends.\r\n"


@pytest.fixture
def zebras(repo: Repo, run: Run) -> Repo:
    """A repository in which every text says something odd, with a task and memories that do."""
    (message := repo.path / "message").write_text(f"zebra {ODD}\n\nBody {ODD}\n")
    repo.write("docs/adr/0001-queue.md", DOCUMENT)
    repo.write("windows.md", WINDOWS)
    repo.git("add", "-A", ":!message")
    repo.git("-c", f"user.name=Eve {ODD[:30]}", "commit", "-q", "-F", "message", "--cleanup=verbatim")
    message.unlink()
    assert run(repo, "init", "--yes")[0] == 0
    repo.git("config", "core.hooksPath", "/dev/null")
    for words in (
        ["remember", f"I prefer zebras {ODD}."],
        ["session", "save", f"Saw zebras {ODD}", "--next-step", ODD],
    ):
        assert run(repo, *words)[0] in (0, 1)
    return repo


COMMANDS = [
    ["search", "zebras"], ["search", "zebras", "--explain"], ["search", "zebras", "--json"], ["status"], ["log"],
    ["verify"], ["explain", "docs/adr/0001-queue.md"], ["doctor", "--quick"], ["session", "init"], ["review", "list"],
    ["review", "list", "--json"], ["review", "history"], ["audit"], ["audit", "--json"], ["export"],
    ["project", "show"], ["memories"], ["memories", "--json"], ["review", "history", "--json"],
    ["rot"], ["search", ODD], ["explain", ODD], ["provenance", ODD], ["search", "--recipe", ODD, "x"], [ODD],
    ["remember", f"Zebras {ODD} again."], ["project", "show", ODD], ["--" + ODD[1:]], ["backup", "--check", ODD[1:]],
]  # fmt: skip


def test_no_command_prints_one(zebras: Repo, run: Run) -> None:
    printed = {tuple(words): run(zebras, *words)[1] for words in COMMANDS}
    assert {words: found[0] for words, said in printed.items() if (found := FORBIDDEN.findall(said))} == {}
    assert "I prefer zebras" in printed["memories",] + printed["review", "list"]
    shown = printed["search", "zebras"]
    assert "\\x1b" in shown
    assert "\\u202e" in shown
    assert "\\U000e0041" in shown
    assert KEPT in shown
    hits = json.loads(printed["search", "zebras", "--json"])["results"]
    assert any("\x1b\x1c" in one["text"] or "\u202e" in one["text"] for one in hits)  # lossless


def test_a_file_with_the_line_ends_of_windows_reads_as_lines(zebras: Repo, run: Run) -> None:
    shown = run(zebras, "search", "other line ends")[1]
    assert "A file with other line ends.\n" in shown
    assert "x0d" not in shown


def texts(result: Any) -> list[str]:
    """All texts of an answer but the structured part, which programs read."""
    told = result.model_dump(mode="json", exclude={"structured_content"})
    return [json.dumps(told, ensure_ascii=False)]


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
def test_no_tool_resource_or_prompt_answers_with_one(mode: str, zebras: Repo, environment: dict[str, str]) -> None:
    said: list[str] = []

    async def ask(module: str, calls: dict[str, dict[str, object]]) -> None:
        command, *words = forked.words(module)
        server = StdioServerParameters(command=command, args=words, cwd=zebras.path, env=environment)
        async with Client(server, mode=cast("Any", mode)) as client:
            id = ""
            for name, arguments in calls.items():
                result = await client.call_tool(name, arguments)
                said.extend(texts(result))
                id = (result.structured_content or {}).get("id", id)
            for name, arguments in BY_ID.items() if id else ():
                said.extend(texts(await client.call_tool(name, {"id": id, **arguments})))
            said.extend(texts(await client.call_tool("review_memories", {})) if id else ())
            for name in calls:  # the same in errors
                failed = await client.call_tool(name, {"repo": f"/{ODD}"})
                assert failed.is_error
                said.extend(texts(failed))
            listed = await client.list_resources()
            said.extend(texts(listed))
            for resource in listed.resources:
                said.extend(texts(await client.read_resource(resource.uri)))
            said.extend(texts(await client.list_tools()))
            if module == "scrubjay_session":
                said.extend(texts(await client.get_prompt("assemble-context", {"query": f"zebras {ODD}"})))
                said.extend(texts(await client.get_prompt("session-init", {"focus": ODD})))

    knowledge = KNOWLEDGE | {"search_knowledge": {"query": f"zebras {ODD[:5]}", "detail": "full"}}
    session: dict[str, dict[str, object]] = SESSION | {
        "set_task_context": {"task": f"Zebras {ODD}"}, "search_commits": {"query": "zebra"},
        "get_repository_state": {"include": ["commits", "files", "diff"]},
    }  # fmt: skip
    anyio.run(ask, "scrubjay_knowledge", knowledge)
    anyio.run(ask, "scrubjay_session", session)
    joined = "\n".join(said)
    assert FORBIDDEN.findall(joined) == []
    assert "\\\\u202e" in joined
    assert KEPT in joined


def test_an_export_holds_none_and_comes_back_as_it_was(zebras: Repo, run: Run, tmp_path: Path) -> None:
    memory = {"a": f"I like zebras {KEPT}.", "b": "I like zebras in\tlines\nof two."}
    for text in memory.values():
        assert run(zebras, "remember", text, "--kind", "preference")[0] == 0
    assert run(zebras, "export", str(tmp_path / "first.jsonl"))[0] == 0
    first = (tmp_path / "first.jsonl").read_text(encoding="utf-8")
    assert not FORBIDDEN.search(first)
    ids = [json.loads(line)["memory"]["id"] for line in first.splitlines()[1:-1]]
    assert len(ids) == 3
    assert run(zebras, "checkpoint", "create", "none")[0] in (0, 2)
    assert run(zebras, "import", str(tmp_path / "first.jsonl"))[0] == 0
    assert run(zebras, "export", str(tmp_path / "second.jsonl"))[0] == 0
    assert (tmp_path / "second.jsonl").read_text(encoding="utf-8") == first


def test_the_logs_of_a_server_hold_none(zebras: Repo, environment: dict[str, str], tmp_path: Path) -> None:
    log = tmp_path / "stderr"

    async def ask() -> types.CallToolResult:
        server = StdioServerParameters(
            command="/bin/sh", args=["-c", f"exec {shlex.join(forked.words('scrubjay_session'))} 2>'{log}'"],
            cwd=zebras.path, env=environment,
        )  # fmt: skip
        async with Client(server) as client:
            await client.call_tool("session_init", {"repo": ODD})
            return await client.call_tool(f"no-{ODD}", {})

    assert anyio.run(ask).is_error
    assert not FORBIDDEN.search(log.read_text(encoding="utf-8"))
