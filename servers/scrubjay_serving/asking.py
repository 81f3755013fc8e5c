"""Questions to the user: whatever is no valid answer, or none in time, is as a decline, in both protocol eras."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

import anyio
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver import AcceptedElicitation, Context, Elicit
from mcp.shared.exceptions import MCPError
from mcp_types.version import is_version_at_least
from pydantic import BaseModel, ModelWrapValidatorHandler, ValidationError, model_validator

if TYPE_CHECKING:
    from scrubjay_serving.server import ScrubjayServer

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
        try:
            return handler(value)
        except ValidationError:
            return cls.model_construct(choice=LATER)


C = TypeVar("C", bound=Choice)


def can_ask(ctx: Context[Any, Any]) -> bool:
    """Whether the client shows its user a form: one that names no kind of question does."""
    offered = ctx.client_capabilities.elicitation if ctx.client_capabilities is not None else None
    return offered is not None and (offered.form is not None or offered.url is None)


async def put(ctx: Context[Any, Any], question: str, schema: type[C]) -> Elicit[C] | C | None:
    """The user's choice, or None; in the era of retries what makes the client ask, for a resolver to return.

    A question without an answer in time is withdrawn, and the call goes on.
    """
    if is_version_at_least(ctx.protocol_version or "", RETRIES_SINCE):
        return Elicit(question, schema)
    with anyio.move_on_after(cast("ScrubjayServer", ctx.mcp_server).backend.answer_s):
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
    fit = {name: one if name.endswith(ROOTS) or _fits(one) else {"action": "cancel"} for name, one in answers.items()}
    return await call_next(replace(ctx, params={**(ctx.params or {}), "inputResponses": fit}))


def _fits(answer: Any) -> bool:
    if not isinstance(answer, Mapping):
        return False
    action = answer.get("action")
    return action in ("decline", "cancel") or (action == "accept" and isinstance(answer.get("content"), Mapping))
