"""Parser for the client's lines: a message for the SDK, or an error with the id of the request that it answers. Pure.

The SDK silently drops what it can't parse, and the client waits forever. Here every line gets an answer.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
)

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

Id = str | int | float | None
"""The id of an answer; None where the line has no readable one."""

MAX_BYTES: Final = 8_000_000
"""Bytes of one line. The largest arguments that a tool takes are a hundredth of it."""

MAX_DEPTH: Final = 64
"""Levels of nesting. The deepest arguments that a tool takes have seven."""

_ENDS: Final = 4_000
"""Bytes at either end of an unreadable line that are searched for its id: all SDKs write it there."""

_ID = rb'"id"\s*:\s*("[\x20\x21\x23-\x5b\x5d-\x7e]{0,200}"|-?\d{1,30})'
_FIRST: Final = pattern(rb'\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?' + _ID + rb"\s*,")
_LAST: Final = pattern(rb",\s*" + _ID + rb'\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$')
_HALF: Final = pattern("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class RefusedMessage:
    """A line, or one of its messages, that can't be served: the answer is this error."""

    id: Id
    code: int
    message: str


Parsed = JSONRPCMessage | RefusedMessage


def parse_line(line: bytes) -> tuple[Parsed, ...]:
    """Parse a line: one message or refusal, or a refusal for each request of a batch."""
    if len(line) > MAX_BYTES:
        return (too_long(line[:_ENDS], line[-_ENDS:]),)
    try:
        value = json.loads(line.decode("utf-8", "replace").removeprefix("\ufeff"), parse_constant=_NoNumber)
    except (ValueError, RecursionError) as error:
        why = "it is nested too deep" if isinstance(error, RecursionError) else f"it is no JSON: {error}"
        return (RefusedMessage(find_id(line, line), PARSE_ERROR, f"The line can't be read: {why[:200]}."),)
    if isinstance(value, list):
        refusals = [RefusedMessage(_id(item), INVALID_REQUEST, _BATCH) for item in value if _expects_answer(item)]
        return tuple(refusals) or (RefusedMessage(None, INVALID_REQUEST, _BATCH),)
    if not isinstance(value, dict):
        return (
            RefusedMessage(None, INVALID_REQUEST, "A message is a JSON object with jsonrpc, method, params and id."),
        )
    return (_message(value, line),)


def too_long(first: bytes, last: bytes) -> RefusedMessage:
    """The refusal of a line of which only the two ends were kept."""
    problem = f"The line has more than {MAX_BYTES:,} bytes, which no tool takes. Send less, or in parts."
    return RefusedMessage(find_id(first, last), INVALID_REQUEST, problem)


def find_id(first: bytes, last: bytes) -> Id:
    """The id of a request that can't be parsed, where its beginning or its end contains it unambiguously."""
    first, last = first[:_ENDS], last[-_ENDS:]
    if b'"method"' not in first and b'"method"' not in last:
        return None
    match = _FIRST.match(first) or _LAST.search(last)
    return json.loads(match.group(1)) if match else None


def _message(value: dict[str, Any], line: bytes) -> Parsed:
    """The message of a JSON object, with lone surrogates replaced, as browsers and JSON libraries do."""
    id = _id(value)
    if "method" not in value and ("result" in value or "error" in value):
        return _response(value, id)
    problem = _what_is_wrong(value, line)
    if problem:
        return RefusedMessage(id, INVALID_REQUEST, problem)
    if line.lower().count(b"\\ud"):
        value = without_surrogates(value)
    params = {} if value.get("params") is None else {"params": value["params"]}
    if "id" in value:
        return JSONRPCRequest(jsonrpc="2.0", id=value["id"], method=value["method"], **params)
    return JSONRPCNotification(jsonrpc="2.0", method=value["method"], **params)


def _what_is_wrong(value: Mapping[str, Any], line: bytes) -> str:
    """What is wrong with a message, in a sentence that says what to send."""
    id = value.get("id", "")
    if "id" in value and (isinstance(id, bool) or not isinstance(id, str | int)):
        return "id must be a text or a whole number."
    if isinstance(id, str) and _HALF.search(id):
        return "id holds half of a surrogate pair, which is no character."
    if not isinstance(value.get("method"), str):
        return "method must be a text, for example tools/list."
    if value.get("jsonrpc") != "2.0":
        return 'jsonrpc must be "2.0".'
    if not isinstance(value.get("params", {}), dict | None):
        return "params must be an object with a member for each argument."
    if line.count(b"[") + line.count(b"{") > MAX_DEPTH and is_deeper_than(value, MAX_DEPTH):
        return f"params are nested deeper than {MAX_DEPTH} levels. Flatten them."
    if (b"NaN" in line or b"Infinity" in line) and any(isinstance(leaf, _NoNumber) for leaf in _scalars(value)):
        return "NaN and Infinity are no JSON numbers."
    return ""


def _response(value: Mapping[str, Any], id: Id) -> Parsed:
    """The client's response to a request of ours; an invalid one becomes an error, so that nobody waits."""
    if isinstance(id, float) or (isinstance(id, str) and _HALF.search(id)):
        id = None
    if is_deeper_than(value, MAX_DEPTH):
        value = {}
    result, error = value.get("result"), value.get("error")
    if isinstance(result, dict) and id is not None:
        return JSONRPCResponse(jsonrpc="2.0", id=id, result=without_surrogates(result))
    details = error if isinstance(error, dict) else {}
    code, message = details.get("code"), details.get("message")
    return JSONRPCError(
        jsonrpc="2.0",
        id=id,
        error=ErrorData(
            code=code if isinstance(code, int) else INVALID_REQUEST,
            message=without_surrogates(message)
            if isinstance(message, str)
            else "The answer is neither a result nor an error.",
        ),
    )


def without_surrogates(value: Any) -> Any:
    """The same JSON value without lone surrogates, which can be neither stored nor sent."""
    match value:
        case str():
            return _HALF.sub("\ufffd", value)
        case dict():
            return {without_surrogates(name): without_surrogates(inner) for name, inner in value.items()}
        case list():
            return [without_surrogates(inner) for inner in value]
        case _:
            return value


def is_deeper_than(value: Any, levels: int) -> bool:
    """Whether a JSON value is nested deeper than so many levels."""
    layer = [value]
    for _ in range(levels):
        layer = [inner for item in layer if isinstance(item, dict | list) for inner in _members(item)]
        if not layer:
            return False
    return any(isinstance(item, dict | list) for item in layer)


def _scalars(value: Any) -> Iterable[Any]:
    """Every value in a JSON value that is neither an object nor a list."""
    layer = [value]
    while layer:
        item = layer.pop()
        if isinstance(item, dict | list):
            layer.extend(_members(item))
        else:
            yield item


def _members(value: "dict[str, Any] | list[Any]") -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value


def _expects_answer(value: Any) -> bool:
    return isinstance(value, dict) and "id" in value and "method" in value


def _id(value: Mapping[str, Any]) -> Id:
    """The id as it is sent back: any text or number."""
    id = value.get("id")
    return id if isinstance(id, str | int | float) and not isinstance(id, bool | _NoNumber) else None


class _NoNumber(float):
    """NaN or Infinity, which Python parses and JSON doesn't have."""


_BATCH = "Batches aren't part of MCP any more. Send each message on a line of its own."
