"""A request that takes too long is said to be still running, once, and its late answer stays away."""

from typing import Any

from mcp_types import ErrorData, JSONRPCError, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from scrubjay_serving.pending import PendingRequests


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def asked(id: int | str, method: str = "tools/call", **params: Any) -> JSONRPCRequest:
    return JSONRPCRequest(jsonrpc="2.0", id=id, method=method, params=params or {"name": "remember"})


def answer(id: int | str) -> JSONRPCResponse:
    return JSONRPCResponse(jsonrpc="2.0", id=id, result={})


def test_a_tool_that_takes_too_long_is_answered_once_in_words_for_the_agent() -> None:
    clock = Clock()
    waiting = PendingRequests(25, clock)
    waiting.received(asked(1))
    clock.now = 24
    assert waiting.timed_out() == []
    clock.now = 26
    (told,) = waiting.timed_out()
    assert told["id"] == 1
    assert told["result"]["isError"] is True
    assert "remember is still running after 25 s" in told["result"]["content"][0]["text"]
    assert "resultType" not in told["result"]
    assert waiting.timed_out() == []
    assert not waiting.has_pending
    assert not waiting.should_send(answer(1))
    assert waiting.should_send(answer(1))  # the id is free for another request


def test_in_the_newer_era_the_result_says_that_it_is_complete_and_other_requests_get_an_error() -> None:
    clock = Clock()
    waiting = PendingRequests(25, clock)
    waiting.received(asked(1, name="remember", _meta={"io.modelcontextprotocol/protocolVersion": "2026-07-28"}))
    waiting.received(asked("x", "resources/read"))
    clock.now = 26
    tool, resource = waiting.timed_out()
    assert tool["result"]["resultType"] == "complete"
    assert resource["id"] == "x"
    assert resource["error"]["message"].startswith("resources/read is still running")


def test_what_is_answered_or_cancelled_in_time_is_not_told() -> None:
    clock = Clock()
    waiting = PendingRequests(25, clock)
    for id in (1, 2, "2", 3):
        waiting.received(asked(id))
    waiting.received(asked(4, "subscriptions/listen"))
    assert waiting.should_send(answer(1))
    assert waiting.should_send(JSONRPCError(jsonrpc="2.0", id=2, error=ErrorData(code=1, message="")))
    waiting.received(JSONRPCNotification(jsonrpc="2.0", method="notifications/cancelled", params={"requestId": 3}))
    clock.now = 26
    assert [told["id"] for told in waiting.timed_out()] == ["2"]


def test_nobody_is_late_while_the_client_is_asked() -> None:
    clock = Clock()
    waiting = PendingRequests(25, clock)
    waiting.received(asked(1))
    assert waiting.should_send(JSONRPCRequest(jsonrpc="2.0", id=1, method="elicitation/create", params={}))
    clock.now = 600  # a person reads the question
    assert waiting.timed_out() == []
    waiting.received(answer(1))
    assert waiting.timed_out() == []
    clock.now = 626
    assert len(waiting.timed_out()) == 1


def test_a_question_that_is_withdrawn_is_waited_for_no_longer() -> None:
    clock = Clock()
    waiting = PendingRequests(25, clock)
    waiting.received(asked(1))
    assert waiting.should_send(JSONRPCRequest(jsonrpc="2.0", id=7, method="elicitation/create", params={}))
    clock.now = 30
    gone = JSONRPCNotification(jsonrpc="2.0", method="notifications/cancelled", params={"requestId": 7})
    assert waiting.should_send(gone)
    assert waiting.timed_out() == []
    assert waiting.unanswered() == []
    clock.now = 56
    assert len(waiting.timed_out()) == 1


def test_a_client_that_is_gone_answers_each_question_with_an_error_once() -> None:
    waiting = PendingRequests()
    waiting.received(asked(1))
    assert waiting.should_send(JSONRPCRequest(jsonrpc="2.0", id=7, method="elicitation/create", params={}))
    assert [error.id for error in waiting.unanswered()] == [7]
    assert waiting.unanswered() == []
    assert waiting.has_pending
