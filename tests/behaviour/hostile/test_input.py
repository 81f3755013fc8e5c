"""Whatever somebody types or sends is words: answered, or refused in a sentence; never syntax, never a crash."""

import json
from collections.abc import Callable
from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp import Client

from scrubjay_knowledge.server import build as knowledge_server
from scrubjay_serving.backend import Backend, Surroundings
from scrubjay_session.server import build as session_server
from tests.behaviour.hostile.conftest import DOCUMENTS, Call, Run, quietly
from tests.conftest import Repo

QUERIES: dict[str, str] = {
    "fts operators": 'parcels AND NOT "NEAR(a b, 3) OR * ^x col:y -z +w',
    "open quote": '"parcels',
    "column": "title: parcels body : x",
    "star": "parc* *",
    "parentheses": "((((parcels))))" + "(" * 500,
    "sql": "parcels'; DROP TABLE passage; --",
    "format": "%s %n {0} {query} $HOME `id` $(id)",
    "nul": "parcels\0more",
    "control": "\x1b[31m parcels \x07\r\n",
    "punctuation": "!!! ??? ... ---",
    "emoji": "🐦‍⬛ parcels 🧑🏽‍💻",
    "right to left": "חבילות \u202eparcels",
    "lone surrogate": "parcels \ud800",
    "five thousand terms": " ".join(f"term{n}" for n in range(5000)),
    "one long word": "x" * 9_000,
    "100 KB": "parcels " * 12_500,
    "combining": "p" + "\u0301" * 3000,
    "option": "--help",
    "leading dash": "-parcels",
    "json": '{"query": ["a"], "limit": -1}',
}


@pytest.fixture
def ready(repo: Repo, run: Run) -> Repo:
    repo.commit("start", DOCUMENTS)
    assert run(repo, "init", "--yes")[0] == 0
    repo.git("config", "core.hooksPath", "/dev/null")
    return repo


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_is_only_words(name: str, ready: Repo, run: Run, call: Call) -> None:
    query = QUERIES[name]
    code, said = run(ready, "search", "--", query)
    assert code in (0, 1, 2), said
    assert "unexpected" not in said
    if "\ud800" not in query:
        answer = call(ready, "search_knowledge", query=query)
        assert "failed inside scrubjay" not in answer
        assert answer.startswith(("error: ", "repo · main @ "))
        assert len(answer) < 20_000
    assert run(ready, "verify", "--deep")[0] == 0


NASTY = (
    "\0", "-", "--output=/nowhere/x", "../../etc/passwd", "/etc/passwd", "~", "a\nb", "'\"`$(id)", ":(exclude)*",
    "HEAD:README.md", "@{-1}", "🐦", "x" * 100_000, "%", "99999999999999999999", "2026-13-45", "\x1b]0;x\x07", "\u202e",
)  # fmt: skip
FITTING = {
    "query": "parcels",
    "content": "Parcels are weighed.",
    "path": "README.md",
    "summary": "s",
    "task": "t",
    "text": "x",
}


def fitting(tool: types.Tool, memory: str) -> dict[str, Any]:
    """The arguments that a tool needs, each with a value that fits; `memory` is the id of one there is."""
    return {name: (FITTING | {"id": memory})[name] for name in tool.input_schema.get("required", [])}


def strings(tool: types.Tool) -> list[str]:
    """The arguments that take a text."""
    properties: dict[str, Any] = tool.input_schema["properties"]
    return [name for name, schema in properties.items() if schema.get("type") == "string"]


@pytest.mark.parametrize("build", [knowledge_server, session_server], ids=["knowledge", "session"])
def test_no_text_in_any_argument_of_any_tool_breaks_it(
    build: Callable[[Backend], Any], ready: Repo, run: Run, environment: dict[str, str]
) -> None:
    memory = json.loads(run(ready, "remember", "Parcels are weighed twice.", "--json")[1])["id"]
    broken: list[tuple[str, str, str, str]] = []

    async def ask() -> int:
        calls = 0
        backend = Backend(Surroundings(environment, ready.path, ""), lambda: quietly(environment))
        async with Client(build(backend)) as client:
            for tool in (await client.list_tools()).tools:
                for number, argument in enumerate(strings(tool)):
                    for value in NASTY[number % 3 :: 3]:
                        result = await client.call_tool(tool.name, fitting(tool, memory) | {argument: value})
                        said = "\n".join(b.text for b in result.content if isinstance(b, types.TextContent))
                        calls += 1
                        if "failed inside scrubjay" in said or "Traceback" in said or "\x1b" in said:
                            broken.append((tool.name, argument, value[:30], said[:200]))
        return calls

    assert anyio.run(ask) > 50
    assert broken == []


def test_lists_and_numbers_out_of_bounds_are_answered_with_the_bound(ready: Repo, call: Call) -> None:
    for tool, arguments in (
        ("search_knowledge", {"query": "x", "limit": 0}),
        ("search_knowledge", {"query": "x", "limit": 10**9}),
        ("search_knowledge", {"query": "x", "budget": -1}),
        ("search_knowledge", {"query": "x", "kinds": ["nonsense"]}),
        ("search_knowledge", {"query": "x", "detail": "loud"}),
        ("search_knowledge", {}),
        ("search_knowledge", {"query": ["x"]}),
        ("search_knowledge", {"query": "x", "colour": "blue"}),
        ("get_document", {"path": "README.md", "lines": "9-1"}),
        ("get_document", {"path": "README.md", "lines": "1-" + "9" * 400}),
        ("get_document", {"path": "README.md", "as_of": "no-such-revision"}),
        ("get_repository_state", {"include": ["everything"]}),
        ("get_repository_state", {"limit": "many"}),
        ("set_task_context", {"task": "x" * 1_000_000}),
        ("set_task_context", {"task": "x", "details": {"k": ["v"] * 100_000}}),
        ("session_save", {"summary": "x", "completed": ["y" * 100_000] * 3}),
        ("remember", {"content": ""}),
        ("remember", {"content": "x", "valid_until": "tomorrow-ish"}),
    ):  # fmt: skip
        answer = call(ready, str(tool), **arguments)
        assert answer.startswith("error: ") or "blocked" in answer or "No " in answer, (tool, answer[:200])
        assert "failed inside scrubjay" not in answer, (tool, arguments)
        assert "pydantic" not in answer
        assert len(answer) < 3000


def test_a_document_that_is_not_there_is_answered_with_the_nearest(ready: Repo, call: Call, run: Run) -> None:
    answer = call(ready, "get_document", path="REAMDE.md")
    assert answer.startswith("error: ")
    assert "README.md" in answer
    answer = call(ready, "get_document", path="adr/0001-use-sqlite.md")
    assert "docs/adr/0001-use-sqlite.md" in answer
