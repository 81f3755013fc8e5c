"""Pending requests and their timeout: each request gets exactly one answer."""

import time
from collections.abc import Callable
from typing import Any, Final

from mcp_types import (
    CONNECTION_CLOSED,
    PROTOCOL_VERSION_META_KEY,
    REQUEST_TIMEOUT,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
)

from scrubjay.model.frozen import dataclass

PATIENCE_S: Final = 25.0
"""Seconds until a client is told that its request is still running; clients give up after 30 or 60."""

OPEN_ENDED: Final = frozenset({"subscriptions/listen"})
"""Requests whose answer ends a subscription: they may stay pending forever."""


@dataclass(slots=True)
class _PendingRequest:
    """A request of the client that has no answer yet."""

    request: JSONRPCRequest
    until: float
    answered: bool = False


class PendingRequests:
    """The pending requests. Timeouts are suspended while a request of ours waits for the client."""

    def __init__(self, patience_s: float = PATIENCE_S, clock: Callable[[], float] = time.monotonic) -> None:
        self._patience = patience_s
        self._clock = clock
        self._pending: list[_PendingRequest] = []
        self._questions: set[str | int] = set()

    def received(self, message: JSONRPCMessage) -> None:
        """Record a message from the client."""
        match message:
            case JSONRPCRequest(method=method) if method not in OPEN_ENDED:
                self._pending.append(_PendingRequest(message, self._clock() + self._patience))
            case JSONRPCNotification(method="notifications/cancelled", params=params):
                cancelled = str((params or {}).get("requestId"))
                self._pending = [pending for pending in self._pending if str(pending.request.id) != cancelled]
            case JSONRPCResponse(id=id) | JSONRPCError(id=id):
                self._settled(id)

    def should_send(self, message: JSONRPCMessage) -> bool:
        """Whether to send a message: not the late answer to a request that was answered as still running."""
        match message:
            case JSONRPCRequest(id=id):
                self._questions.add(id)
            case JSONRPCNotification(method="notifications/cancelled", params=params):
                self._settled((params or {}).get("requestId"))
            case JSONRPCResponse(id=id) | JSONRPCError(id=id):
                same = [
                    pending
                    for pending in self._pending
                    if pending.request.id == id and type(pending.request.id) is type(id)
                ]
                if same:
                    self._pending.remove(same[0])
                    return not same[0].answered
        return True

    def timed_out(self) -> list[dict[str, Any]]:
        """The timeout answers that are due; each is returned once."""
        now = self._clock()
        if self._questions:
            return []
        due = [pending for pending in self._pending if not pending.answered and pending.until <= now]
        for pending in due:
            pending.answered = True
        return [still_running(pending.request, self._patience) for pending in due]

    @property
    def has_pending(self) -> bool:
        """Whether a request is pending."""
        return any(not pending.answered for pending in self._pending)

    def unanswered(self) -> list[JSONRPCError]:
        """An error for each question of ours that the client, which is gone, will never answer; each once."""
        gone = ErrorData(code=CONNECTION_CLOSED, message="The client has closed its input.")
        errors = [JSONRPCError(jsonrpc="2.0", id=id, error=gone) for id in self._questions]
        for error in errors:
            self._settled(error.id)
        return errors

    def _settled(self, question: str | int | None) -> None:
        """A question of ours was answered or withdrawn: the time of what waited for it begins anew."""
        if question in self._questions:
            self._questions.discard(question)
            for pending in self._pending:
                pending.until = self._clock() + self._patience


def still_running(request: JSONRPCRequest, seconds: float) -> dict[str, Any]:
    """The answer to a request that timed out: for a tool a result that the agent reads, otherwise an error."""
    params = request.params or {}
    name = params.get("name") if request.method == "tools/call" else request.method
    explanation = (
        f"{str(name)[:60]} is still running after {seconds:.0f} s and goes on; what it finds won't be sent. "
        "Ask again in a minute: a write that was done shows then, and the same key stores nothing twice. "
        "`scrubjay status` says what scrubjay is busy with."
    )
    if request.method != "tools/call":
        return {"jsonrpc": "2.0", "id": request.id, "error": {"code": REQUEST_TIMEOUT, "message": explanation}}
    result: dict[str, Any] = {"content": [{"type": "text", "text": explanation}], "isError": True}
    meta = params.get("_meta")
    if isinstance(meta, dict) and PROTOCOL_VERSION_META_KEY in meta:
        result["resultType"] = "complete"
    return {"jsonrpc": "2.0", "id": request.id, "result": result}
