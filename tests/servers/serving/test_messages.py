"""Whatever a line holds, it is a message or a refusal that names whoever waits; nothing is dropped, nothing raises."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp_types import JSONRPCError, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from scrubjay_serving.messages import MAX_BYTES, MAX_DEPTH, RefusedMessage, parse_line
from scrubjay_serving.stdio import LineSplitter
from tests.servers.serving.wild import LINES

LAW = settings(max_examples=400, derandomize=True, deadline=None)


def request(**more: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping", **more}).encode()


@pytest.mark.parametrize(
    ("line", "id"),
    [
        (b"no json", None),
        (b"", None),
        (b"\xff\xfe", None),
        (b"null", None),
        (b'"text"', None),
        (b"[]", None),
        (b"[1, 2]", None),
        (b'[{"jsonrpc": "2.0", "id": 3, "method": "ping"}]', 3),  # whoever sends a batch waits by the ids in it
        (b"{}", None),
        (b'{"id": 4}', 4),
        (b'{"jsonrpc": "1.0", "id": 4, "method": "ping"}', 4),
        (b'{"jsonrpc": "2.0", "id": 4, "method": ["ping"]}', 4),
        (b'{"jsonrpc": "2.0", "id": 4, "method": "ping", "params": [1]}', 4),
        (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', None),
        (b'{"jsonrpc": "2.0", "id": true, "method": "ping"}', None),
        (b'{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}', 1.5),
        (b'{"jsonrpc": "2.0", "id": "\\ud800", "method": "ping"}', "\ud800"),
        (b'{"jsonrpc": "2.0", "id": 4, "method": "ping", "params": {"x": NaN}}', 4),
        (b'{"jsonrpc": "2.0", "id": 4, "method": "ping", "params": {"x": [-Infinity]}}', 4),
        (b'{"jsonrpc": "2.0", "method": "ping", "params": 7}', None),
        (b'{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"na', 9),  # cut off, its id stands in front
        (b'{"method":"tools/call","params":{"a":1,},"jsonrpc":"2.0","id":"x-1"}', "x-1"),  # broken, its id comes last
        (b'{"method":"a","params":{"b":{"id":9}}', None),  # this id is an argument
        (b'{"jsonrpc":"2.0","id":9,"result":{"a"', None),  # half an answer: nobody waits for one to it
        (request(params={"a": json.loads("[" * 500 + "]" * 500)}), 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":' + b"[" * 9000 + b"]" * 9000 + b"}}", 1),
        (request(params={"a": "x" * MAX_BYTES}), 1),
    ],
)
def test_a_line_that_can_not_be_served_is_refused_by_its_id(line: bytes, id: object) -> None:
    (heard,) = parse_line(line)
    assert isinstance(heard, RefusedMessage)
    assert heard.id == id
    assert len(heard.message) < 300


def test_half_a_surrogate_pair_is_replaced_and_the_rest_is_served() -> None:
    (heard,) = parse_line(
        b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"query": ["a\\ud800b", "\\ud83d\\ude00"]}}'
    )
    assert heard == JSONRPCRequest(jsonrpc="2.0", id=1, method="ping", params={"query": ["a\ufffdb", "😀"]})


def test_a_second_value_for_one_name_wins_as_everywhere() -> None:
    (heard,) = parse_line(b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {}, "id": 2}')
    assert heard == JSONRPCRequest(jsonrpc="2.0", id=2, method="ping", params={})


def test_answers_of_the_client_arrive_and_a_senseless_one_is_an_error() -> None:
    (heard,) = parse_line(b'{"jsonrpc": "2.0", "id": 1, "result": {}}')
    assert heard == JSONRPCResponse(jsonrpc="2.0", id=1, result={})
    for answer in ({"result": [1]}, {"error": "no"}, {"result": None, "error": None}):
        (heard,) = parse_line(json.dumps({"jsonrpc": "2.0", "id": 1, **answer}).encode())
        assert isinstance(heard, JSONRPCError)
        assert heard.id == 1


def test_as_deep_as_allowed_is_served() -> None:
    value: Any = 1
    for _ in range(MAX_DEPTH - 2):
        value = [value]
    assert isinstance(parse_line(request(params={"a": value}))[0], JSONRPCRequest)
    assert isinstance(parse_line(request(params={"a": [value]}))[0], RefusedMessage)


@LAW
@given(LINES)
def test_every_line_says_something(line: bytes) -> None:
    heard = parse_line(line)
    assert heard
    for one in heard:
        match one:
            case JSONRPCRequest() | JSONRPCNotification() | JSONRPCResponse() | JSONRPCError():
                one.model_dump_json()
            case RefusedMessage(message=message):
                assert message


@LAW
@given(st.lists(LINES, max_size=8), st.lists(st.integers(1, 60), max_size=30))
def test_how_the_bytes_arrive_changes_nothing(lines: list[bytes], sizes: list[int]) -> None:
    data = b"\n".join(lines)
    whole, cut = LineSplitter(most=200), LineSplitter(most=200)
    expected = [*whole.feed(data), *whole.close()]
    found = []
    for size in sizes:
        found += cut.feed(data[:size])
        data = data[size:]
    assert [*found, *cut.feed(data), *cut.close()] == expected


def test_a_line_that_is_too_long_is_not_kept_and_is_refused_by_its_id() -> None:
    lines = LineSplitter(most=1_000)
    said = lines.feed(b'{"method":"tools/call","params":{"a":"')
    for _ in range(100):
        said += lines.feed(b"x" * 100)
    said += lines.feed(b'"},"jsonrpc":"2.0","id":77}\n' + request(id=78) + b"\n")
    refused, served = said
    assert isinstance(refused, RefusedMessage)
    assert refused.id == 77
    assert isinstance(served, JSONRPCRequest)
    assert served.id == 78
