"""Whatever a client sends over real stdio, it has its answer, and the server goes on to the next line."""

import json
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from scrubjay_serving.messages import MAX_BYTES
from tests import forked
from tests.behaviour.hostile.conftest import DOCUMENTS, Run
from tests.conftest import Repo
from tests.patience import PATIENCE_S

HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}

ODD: dict[str, tuple[bytes, object]] = {
    "no JSON": (b"hello?", None),
    "an empty line": (b"", None),
    "no UTF-8": (b"\xff\xfe\xfd", None),
    "a number": (b"17", None),
    "half an object": (b'{"jsonrpc": "2.0", "id": "half", "method": "tools/call", "params": {"na', "half"),
    "an id of null": (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', None),
    "an id that is a list": (b'{"jsonrpc": "2.0", "id": [1], "method": "ping"}', None),
    "a fraction as id": (b'{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}', 1.5),
    "another version": (b'{"jsonrpc": "1.0", "id": "old", "method": "ping"}', "old"),
    "a list of arguments": (b'{"jsonrpc": "2.0", "id": "list", "method": "tools/call", "params": [1]}', "list"),
    "a batch": (b'[{"jsonrpc": "2.0", "id": "batched", "method": "ping"}]', "batched"),
    "no method": (b'{"jsonrpc": "2.0", "id": "none"}', "none"),
    "deep nesting": (b'{"jsonrpc":"2.0","id":"deep","method":"ping","params":' + b'{"a":' * 9_000 + b"1", "deep"),
    "too long": (b'{"method":"ping","params":{"a":"' + b"x" * MAX_BYTES + b'"},"jsonrpc":"2.0","id":"huge"}', "huge"),
    "a method that isn't there": (b'{"jsonrpc": "2.0", "id": "lost", "method": "no/such"}', "lost"),
}  # fmt: skip


def envelope(modern: bool, params: dict[str, Any]) -> dict[str, Any]:
    return {"_meta": MODERN, **params} if modern else params


def search(modern: bool, id: str, arguments: object) -> str:
    params = envelope(modern, {"name": "search_knowledge", "arguments": arguments})
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})


@pytest.fixture
def exchange(repo: Repo, run: Run, environment: dict[str, str]) -> Callable[..., dict[Any, dict[str, Any]]]:
    """Sends lines to a server over stdio; returns its answers by id, those without one under None."""
    repo.commit("start", DOCUMENTS)
    assert run(repo, "init", "--yes")[0] == 0

    def exchange_(*lines: bytes, modern: bool) -> dict[Any, dict[str, Any]]:
        hello = ("server/discover", envelope(modern, {})) if modern else ("initialize", HELLO)
        first = {"jsonrpc": "2.0", "id": "hello", "method": hello[0], "params": hello[1]}
        last = {"jsonrpc": "2.0", "id": "last", "method": "tools/list", "params": envelope(modern, {})}
        sent = [json.dumps(first).encode(), *lines, json.dumps(last).encode()]
        done = subprocess.run(
            forked.words("scrubjay_knowledge"), input=b"\n".join([*sent, b""]), cwd=repo.path,
            env=environment, capture_output=True, timeout=PATIENCE_S, check=True,
        )  # fmt: skip
        assert b"Traceback" not in done.stderr
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert len(answers) == len(sent)
        found = {answer["id"]: answer for answer in answers}
        assert "result" in found["last"]
        return found

    return exchange_


@pytest.mark.parametrize("modern", [False, True], ids=["handshake", "2026-07-28"])
def test_every_odd_line_is_answered_by_its_id(modern: bool, exchange: Callable[..., dict[Any, dict[str, Any]]]) -> None:
    answers = exchange(*(line for line, _ in ODD.values()), modern=modern)
    for name, (_, id) in ODD.items():
        assert "error" in answers[id], name
        assert len(answers[id]["error"]["message"]) < 300
    assert set(answers) - {"hello", "last"} == {id for _, id in ODD.values()}


@pytest.mark.parametrize("modern", [False, True], ids=["handshake", "2026-07-28"])
def test_odd_arguments_are_answered_in_words(modern: bool, exchange: Callable[..., dict[Any, dict[str, Any]]]) -> None:
    asked: dict[str, object] = {
        "half a pair": {"query": "parcels \ud800"},
        "only half a pair": {"query": "\udfff"},
        "a wrong type": {"query": ["parcels"]},
        "a huge number": {"query": "x", "limit": 10**400},
        "no arguments": {},
        "arguments that are a text": "parcels",
        "arguments of another tool": {"path": "README.md"},
    }
    lines = [search(modern, name, arguments).encode() for name, arguments in asked.items()]
    lines.append(search(modern, "NaN", {"query": "NaN"}).replace('"NaN"}', "NaN}").encode())
    lines.append(search(modern, "twice", {"query": "a"}).replace('"query"', '"query": "b", "query"').encode())
    answers = exchange(*lines, modern=modern)
    for name in ("half a pair", "only half a pair", "twice"):
        assert "isError" not in answers[name]["result"] or not answers[name]["result"]["isError"], name
    assert "Magpie sorts parcels" in answers["half a pair"]["result"]["content"][0]["text"]
    for name in set(asked) - {"half a pair", "only half a pair", "arguments that are a text"}:
        assert answers[name]["result"]["isError"], name
    assert "NaN" in answers["NaN"]["error"]["message"]
    assert "error" in answers["arguments that are a text"]
