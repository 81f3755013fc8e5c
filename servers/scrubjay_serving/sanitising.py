"""Sanitising of a server's input and output: arguments, a user's answers, and texts without hidden characters."""

import difflib
import logging
from collections.abc import Container, Iterable, Mapping
from typing import Any, Self, TypeVar

import anyio
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver import AcceptedElicitation, Context, Elicit
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS
from mcp_types.version import is_version_at_least
from pydantic import BaseModel, ModelWrapValidatorHandler, ValidationError, model_validator

from scrubjay.model.counted import counted
from scrubjay.model.frozen import replace
from scrubjay.model.visible import escaped, visible, visible_values
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay_serving.backend import backend_of

RETRIES_SINCE = "2026-07-28"
"""Protocol version from which a question is a call's answer, and the client calls again with the user's."""

ROOTS = ":client_roots"
"""End of the name of the one request to a client that is no question to its user."""

LATER = "later"


class Choice(BaseModel):
    """What a user picks, in a field `choice` that has `later`; an answer that isn't one is `later`."""

    @model_validator(mode="wrap")
    @classmethod
    def _or_later(cls, value: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        """The parsed answer; the choice `later` for one that isn't valid."""
        try:
            return handler(value)
        except ValidationError:
            return cls.model_construct(choice=LATER)


C = TypeVar("C", bound=Choice)


def can_ask(ctx: Context[Any, Any]) -> bool:
    """Whether the client can show its user a form; one that names no kind of question can."""
    offered = ctx.client_capabilities.elicitation if ctx.client_capabilities is not None else None
    return offered is not None and (offered.form is not None or offered.url is None)


async def put(ctx: Context[Any, Any], question: str, schema: type[C]) -> Elicit[C] | C | None:
    """Ask the user: returns their choice, None without one, or an Elicit by which a newer client asks.

    A question without an answer in time is withdrawn, and the call goes on.
    """
    if is_version_at_least(ctx.protocol_version or "", RETRIES_SINCE):
        return Elicit(question, schema)
    with anyio.move_on_after(backend_of(ctx).answer_s):
        try:
            answer = await ctx.elicit(question, schema)
        except (MCPError, ValueError):
            return None
        return answer.data if isinstance(answer, AcceptedElicitation) else None
    return None


async def without_odd_answers(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Middleware for calls that bring answers: one that is no answer to a question cancels it."""
    answers = (ctx.params or {}).get("inputResponses")
    if not isinstance(answers, Mapping):
        return await call_next(ctx)
    fit = {
        name: one if name.endswith(ROOTS) or _is_elicitation_answer(one) else {"action": "cancel"}
        for name, one in answers.items()
    }
    return await call_next(replace(ctx, params={**(ctx.params or {}), "inputResponses": fit}))


def _is_elicitation_answer(answer: Any) -> bool:
    if not isinstance(answer, Mapping):
        return False
    action = answer.get("action")
    return action in ("decline", "cancel") or (action == "accept" and isinstance(answer.get("content"), Mapping))


MAX_TEXT = 100_000
"""Characters of one text. The longest that anything is made of, a memory's, has a tenth."""


def check_arguments(tool: Tool, arguments: Mapping[str, Any], without: Container[str] = ()) -> None:
    """Raise ToolError for an unknown, missing or invalid argument; `without` are those that aren't offered."""
    allowed = tuple(name for name in tool.parameters.get("properties", {}) if name not in without)
    for name in arguments:
        if name not in allowed:
            raise ToolError(f"{tool.name} has no argument {name[:60]!r}{nearest(name, allowed)}.")
        if (longest := _longest_text(arguments[name])) > MAX_TEXT:
            size = counted(longest, "character")
            raise ToolError(f"{name} has {size}: at most {MAX_TEXT:,}. Send less, or in parts.")
    try:
        tool.fn_metadata.validate_arguments(dict(arguments))
    except ValidationError as error:
        problems = error.errors(include_url=False)
        raise ToolError("; ".join(_argument_problem(tool, p) for p in problems[:3]) + ".") from error


async def refuse_cursors(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Middleware: each list is sent whole, so no cursor is one of ours."""
    cursor = (ctx.params or {}).get("cursor") if ctx.method.endswith("/list") else None
    if cursor:
        told = f"{str(cursor)[:60]!r} is no cursor of this server: {ctx.method} gives all at once, without one."
        raise MCPError(INVALID_PARAMS, told)
    return await call_next(ctx)


def _longest_text(value: Any) -> int:
    """The characters of the longest text in a value."""
    if isinstance(value, str):
        return len(value)
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return max(map(_longest_text, inner), default=0)


def nearest(name: str, choices: Iterable[str]) -> str:
    """The end of an error message: ", did you mean X? It takes: …", or only the valid choices."""
    choices = tuple(choices)
    close = difflib.get_close_matches(name[:60], choices, n=1, cutoff=0.5)
    return (f", did you mean {close[0]}?" if close else ".") + f" It takes: {', '.join(choices) or 'nothing'}"


def _argument_problem(tool: Tool, problem: Mapping[str, Any]) -> str:
    """What is wrong with an argument of a tool, in words for the agent."""
    name = str(problem["loc"][0]) if problem["loc"] else "arguments"
    value, context = repr(problem.get("input"))[:60], problem.get("ctx", {})
    match problem["type"]:
        case "missing":
            return f"{tool.name} needs {name}"
        case "literal_error":
            allowed = _allowed_values(tool, name)
            close = difflib.get_close_matches(str(problem.get("input")), allowed, n=1, cutoff=0.5)
            hint = f" Did you mean {close[0]}?" if close else ""
            return f"{name} can't be {value}.{hint} It is one of: {', '.join(allowed)}"
        case "less_than_equal":
            return f"{name} can't be {value}: at most {context['le']}"
        case "greater_than_equal":
            return f"{name} can't be {value}: at least {context['ge']}"
        case kind:
            return f"{name} can't be {value}: {_WANTED.get(kind.partition('_')[0], problem['msg'])}"


def _allowed_values(tool: Tool, name: str) -> list[str]:
    """The values that an argument of a tool may have; none where any value may."""
    schema = tool.parameters["properties"][name]
    schema = schema.get("items", schema)
    return [value for value in schema.get("enum", [schema["const"]] if "const" in schema else []) if value]


_WANTED = {
    "string": "give a text",
    "int": "give a whole number",
    "tuple": 'give a list, for example ["a", "b"]',
    "list": 'give a list, for example ["a", "b"]',
    "dict": 'give an object, for example {"key": "value"}',
    "bool": "give true or false",
}
"""Keyed by the first word of pydantic's error type, such as `int_parsing`."""


_log = logging.getLogger(__name__)

LOSSLESS = ("structuredContent", "requestState")
"""Members of a result that a program reads: their text is kept, and sent with JSON escapes."""


async def sanitise(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Sanitise every answer of a tool, resource, prompt or list, in both protocol eras: a middleware."""
    try:
        result = await call_next(ctx)
    except MCPError as error:
        raise MCPError(error.code, visible(error.message), visible_values(error.data)) from error
    except ValidationError:
        raise
    except Exception as error:
        _log.exception("%s failed", ctx.method)
        raise MCPError(
            INTERNAL_ERROR,
            f"{visible(ctx.method)} failed inside scrubjay ({type(error).__name__}); the server's log on stderr has "
            "the details. Try again, or run `scrubjay doctor`.",
        ) from error
    return sanitised(result) if isinstance(result, Mapping) else result


def sanitised(result: Mapping[str, Any]) -> dict[str, Any]:
    """A sanitised result. Where it is structured, its text content is the same JSON, and is escaped as JSON."""
    clean = {name: value if name in LOSSLESS else visible_values(value) for name, value in result.items()}
    if "structuredContent" in result and isinstance(result.get("content"), list):
        clean["content"] = [_escaped_block(block) for block in result["content"]]
    return clean


def _escaped_block(block: Any) -> Any:
    """A content block with its text escaped within JSON."""
    if not isinstance(block, Mapping) or not isinstance(block.get("text"), str):
        return visible_values(block)
    return {**visible_values(block), "text": escaped(block["text"])}


class VisibleLog(logging.Formatter):
    """Log formatter with sanitised lines: a client may show the server's stderr."""

    def format(self, record: logging.LogRecord) -> str:
        """One record, with its traceback and without secrets."""
        return visible(masked_text(super().format(record)))
