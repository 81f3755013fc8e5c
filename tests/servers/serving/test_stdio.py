"""Over real descriptors: each line has its answer, nothing that steers a terminal leaves, and no line ends a server."""

import json
import os
import threading
from collections import Counter
from typing import Annotated, Any, Literal

import anyio
import anyio.to_thread
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mcp.server.mcpserver import AcceptedElicitation, Context, Elicit, ElicitationResult, Resolve

from scrubjay.model.visible import FORBIDDEN
from scrubjay_serving.backend import Backend, Surroundings
from scrubjay_serving.pending import PendingRequests
from scrubjay_serving.sanitising import Choice, put
from scrubjay_serving.server import ScrubjayServer
from scrubjay_serving.stdio import ClientGone, Wire
from tests.patience import PATIENCE_S
from tests.servers.answers import offer
from tests.servers.serving.wild import LINES

LAW = settings(max_examples=40, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))

HELLO: dict[str, Any] = {
    "jsonrpc": "2.0",
    "id": "hello",
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}
LAST = {"jsonrpc": "2.0", "id": "last", "method": "ping"}
ODD = "\x1b[2J\x9b \u202egnp \u2028 \U000e0041 \ud800 👩\u200d💻"
STORED = ODD.replace("\ud800", "")
"""What a database may hold: no half of a pair."""


def server() -> ScrubjayServer:
    """One with tools that say what they are told, hang, or fail."""
    made = ScrubjayServer("test", title="test", instructions="test", backend=Backend(Surroundings()))

    def echo(*, text: str = "") -> str:
        """Say it."""
        return text + ODD

    def shape(*, text: str = "") -> dict[str, Any]:
        """Say it in a structure."""
        return {"said": STORED, "number": float("nan")}

    def fail() -> str:
        """Fail."""
        raise RuntimeError(STORED)  # pytest-xdist can't carry half a pair in a captured log

    offer(made, echo, "Echo", f"Echo {ODD}"[:-1])
    offer(made, shape, "Shape", "Shape.", answers=None)
    offer(made, fail, "Fail", "Fail.")
    return made


def said(made: ScrubjayServer, lines: list[bytes], waiting: PendingRequests | None = None) -> list[dict[str, Any]]:
    """What a server answers to lines, and to the end of them."""
    (here_in, there_in), (there_out, here_out) = os.pipe(), os.pipe()
    found: list[bytes] = []

    def read() -> None:
        while data := os.read(there_out, 65_536):
            found.append(data)

    def write() -> None:
        with os.fdopen(there_in, "wb") as stream:
            stream.writelines(line + b"\n" for line in lines)

    threads = [threading.Thread(target=work) for work in (read, write)]
    for thread in threads:
        thread.start()
    try:
        anyio.run(made.serve_stdio, Wire(here_in, here_out), waiting or PendingRequests())
    finally:
        os.close(here_out)
        for thread in threads:
            thread.join(PATIENCE_S)
        os.close(here_in)
        os.close(there_out)
    return [json.loads(line, parse_constant=pytest.fail) for line in b"".join(found).splitlines()]


def as_line(message: object) -> bytes:
    return json.dumps(message).encode()


def expected(line: bytes) -> "list[Any] | None":
    """The ids that the answers to a line must carry; None where a broken line may name one."""
    try:
        value = json.loads(line.decode("utf-8", "replace"))
    except ValueError:
        return None if b'"id"' in line else [None]
    if isinstance(value, list):
        return [given_id(one) for one in value if isinstance(one, dict) and {"id", "method"} <= set(one)] or [None]
    if not isinstance(value, dict):
        return [None]
    if "method" not in value and {"result", "error"} & set(value):
        return []
    plain = isinstance(value.get("method"), str) and isinstance(value.get("params", {}), dict | None)
    if "id" not in value and plain and value.get("jsonrpc") == "2.0" and b"NaN" not in line and b"Inf" not in line:
        return []
    return [given_id(value)]


def given_id(value: dict[str, Any]) -> Any:
    id = value.get("id")
    return id if isinstance(id, str | int | float) and not isinstance(id, bool) and id == id else None


def known(id: Any) -> str:
    return "null" if id in (None, float("inf"), float("-inf")) else json.dumps(id)


@LAW
@given(st.lists(LINES, min_size=1, max_size=25))
def test_each_line_gets_exactly_one_answer_with_its_id_and_the_server_goes_on(lines: list[bytes]) -> None:
    answers = said(server(), [as_line(HELLO), *lines, as_line(LAST)])
    found = Counter(known(answer["id"]) for answer in answers if "id" in answer)
    certain = [ids for line in lines if (ids := expected(line)) is not None]
    wanted = Counter(known(id) for ids in certain for id in ids) + Counter(['"hello"', '"last"'])
    broken = len(lines) - len(certain)
    assert found >= wanted
    assert sum(found.values()) == sum(wanted.values()) + broken


def call(id: int, name: str, **arguments: object) -> bytes:
    return as_line(
        {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    )


def test_what_a_tool_says_is_shown_and_what_is_structured_comes_back_as_it_was() -> None:
    lines = [call(1, "echo", text="\x07"), call(2, "shape"), call(3, "fail"), call(4, "no\u202esuch"),
             as_line({"jsonrpc": "2.0", "id": 5, "method": "tools/list"})]  # fmt: skip
    answers = {answer["id"]: answer for answer in said(server(), [as_line(HELLO), *lines])}
    text = answers[1]["result"]["content"][0]["text"]
    assert text == "\\x07\\x1b[2J\\x9b \\u202egnp \\u2028 \\U000e0041 \\ud800 👩\u200d💻"
    assert answers[2]["result"]["structuredContent"] == {"said": STORED, "number": None}
    assert json.loads(answers[2]["result"]["content"][0]["text"])["said"] == STORED
    assert answers[3]["result"]["isError"]
    assert "no\\u202esuch" in answers[4]["result"]["content"][0]["text"]
    shown = [answer for id, answer in answers.items() if id != 2]
    assert not FORBIDDEN.search(json.dumps(shown, ensure_ascii=False).replace("\n", ""))


def test_no_byte_on_the_wire_steers_a_terminal() -> None:
    (here_in, there_in), (there_out, here_out) = os.pipe(), os.pipe()
    os.write(there_in, b"\n".join([as_line(HELLO), call(1, "echo"), call(2, "shape"), b'{"id": "\\u202e"}', b""]))
    os.close(there_in)
    anyio.run(server().serve_stdio, Wire(here_in, here_out), PendingRequests())
    os.close(here_out)
    with os.fdopen(there_out, encoding="utf-8") as stream:
        lines = stream.read().split("\n")
    os.close(here_in)
    assert len(lines) == 5
    assert not any(FORBIDDEN.search(line) for line in lines)
    assert json.loads(next(line for line in lines if '"id":"\\u202e"' in line))["id"] == "\u202e"


def test_a_call_that_takes_too_long_is_said_to_run_and_the_server_answers_others_meanwhile() -> None:
    made, go, began = server(), threading.Event(), threading.Event()

    def hang() -> str:
        """Take long."""
        began.set()
        assert go.wait(PATIENCE_S)
        return "late"

    offer(made, hang, "Hang", "Hang.")
    (here_in, there_in), (there_out, here_out) = os.pipe(), os.pipe()

    def client() -> list[dict[str, Any]]:
        with os.fdopen(there_in, "wb", buffering=0) as write, os.fdopen(there_out, "rb") as read:
            write.write(b"\n".join([as_line(HELLO), call(1, "hang"), b""]))
            found = [json.loads(read.readline())]
            assert began.wait(PATIENCE_S)
            found.append(json.loads(read.readline()))
            write.write(call(2, "echo") + b"\n")
            found.append(json.loads(read.readline()))
            go.set()
            write.write(as_line(LAST) + b"\n")
            found.append(json.loads(read.readline()))
        return found

    async def both() -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(made.serve_stdio, Wire(here_in, here_out), PendingRequests(patience_s=0.2))
            found.extend(await anyio.to_thread.run_sync(client))

    found: list[dict[str, Any]] = []
    anyio.run(both)
    os.close(here_in)
    os.close(here_out)
    hello, late, other, last = found
    assert (hello["id"], late["id"], other["id"], last["id"]) == ("hello", 1, 2, "last")
    assert "hang is still running" in late["result"]["content"][0]["text"]


def test_forty_calls_that_hang_keep_no_answer_back() -> None:
    made, go = server(), threading.Event()

    def hang() -> str:
        """Take long."""
        assert go.wait(PATIENCE_S)
        return "late"

    offer(made, hang, "Hang", "Hang.")
    (here_in, there_in), (there_out, here_out) = os.pipe(), os.pipe()

    def client() -> list[dict[str, Any]]:
        with os.fdopen(there_in, "wb", buffering=0) as write, os.fdopen(there_out, "rb") as read:
            write.write(b"\n".join([as_line(HELLO), *(call(n, "hang") for n in range(60)), b""]))
            found = [json.loads(read.readline()) for _ in range(61)]
            go.set()
        return found

    async def both() -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(made.serve_stdio, Wire(here_in, here_out), PendingRequests(patience_s=0.2))
            found.extend(await anyio.to_thread.run_sync(client, limiter=anyio.CapacityLimiter(1)))

    found: list[dict[str, Any]] = []
    anyio.run(both)
    os.close(here_in)
    os.close(here_out)
    assert {answer["id"] for answer in found} == {"hello", *range(60)}


def test_a_client_that_reads_no_more_ends_the_serving() -> None:
    (here_in, there_in), (there_out, here_out) = os.pipe(), os.pipe()
    os.close(there_out)
    os.write(there_in, as_line(HELLO) + b"\n")
    with pytest.raises(ExceptionGroup) as caught:
        anyio.run(server().serve_stdio, Wire(here_in, here_out), PendingRequests())
    assert caught.group_contains(ClientGone, depth=None)
    for descriptor in (here_in, there_in, here_out):
        os.close(descriptor)


class Pick(Choice):
    """What a user may pick."""

    choice: Literal["yes", "later"]


async def pick(ctx: Context[Any, Any]) -> Elicit[Pick] | Pick | None:
    """Ask for it."""
    return await put(ctx, "Shall it be?", Pick)


def test_a_question_of_a_client_that_goes_is_as_declined_and_its_call_ends_as_it_should() -> None:
    done: list[object] = []
    made = ScrubjayServer("test", title="test", instructions="test", backend=Backend(Surroundings()))

    def choose(*, answer: Annotated[ElicitationResult[Pick], Resolve(pick)]) -> str:
        """Keep what was picked."""
        done.append(answer.data if isinstance(answer, AcceptedElicitation) else answer)
        return "kept"

    offer(made, choose, "Choose", "Choose.")
    able = HELLO | {"params": HELLO["params"] | {"capabilities": {"elicitation": {}}}}
    answers = said(made, [as_line(able), call(1, "choose")])
    assert done == [None]
    (question,) = [answer for answer in answers if answer.get("method") == "elicitation/create"]
    (result,) = [answer["result"] for answer in answers if answer.get("id") == 1 and "result" in answer]
    assert question["params"]["message"] == "Shall it be?"
    assert result["content"][0]["text"] == "kept"
