"""The question inside remember: does the user agree that a claim replaces what outranks it? Asked once a session."""

from typing import TYPE_CHECKING, Any, Literal, cast

import anyio.to_thread
from mcp.server.mcpserver import AcceptedElicitation, Context, Elicit, ElicitationResult
from pydantic import Field

from scrubjay_knowledge import views
from scrubjay_knowledge.tools.review import LONGEST, client_name, may_ask, record_choice
from scrubjay_serving import ScrubjayServer, Target
from scrubjay_serving.asking import Choice, can_ask, put

if TYPE_CHECKING:
    from scrubjay.git import Head
    from scrubjay.model.memory import Memory, Outcome


class Agreement(Choice):
    """What the user picks; none of it is preset."""

    choice: Literal["replace", "no", "later"] = Field(description="replace: the new one holds; no: never")


async def settle(
    content: str, scope: str, quote: str, supersedes: str, ctx: Context[Any, Any], target: Target
) -> Elicit[Agreement] | Agreement | None:
    """What the user picks; None where no person's word is missing, nobody can be asked, or there is no answer.

    The same call asks the same again: in the era of retries it is made twice. Another one of the session asks nothing.
    """
    if not supersedes or quote or scope != "project" or not can_ask(ctx):
        return None
    question = await anyio.to_thread.run_sync(_question, content, supersedes, ctx, target)
    asked = cast("ScrubjayServer", ctx.mcp_server).backend.asked
    if not question or asked.setdefault(target.writer, question) != question:
        return None
    answer = await put(ctx, question, Agreement)
    if not isinstance(answer, Elicit):
        asked[target.writer] = ""
    return answer


def _question(content: str, supersedes: str, ctx: Context[Any, Any], target: Target) -> str:
    """The question, with both claims in full view; empty where there is none to ask."""
    old = _outranking(target, supersedes) if may_ask(ctx, target) else None
    if old is None or not _fit_to_show(content, old):
        return ""
    claim, told = (" ".join(text.split()) for text in (content, old.content))
    return f"An agent wants to replace this memory:\n- {old.kind} {old.id[:12]}: {told}\nby:\n- {claim}"


def settled(
    target: Target,
    head: "Head",
    outcome: "Outcome",
    answer: ElicitationResult[Agreement],
    ctx: Context[Any, Any],
) -> views.Remembered:
    """What became of the claim after the user's answer; whatever is no plain yes or no leaves it as it is."""
    from scrubjay.freshness.graded import NOTHING
    from scrubjay.model.memory import Held

    workspace = target.workspace
    picked: Agreement | None = answer.data if isinstance(answer, AcceptedElicitation) else None
    if picked is not None or not isinstance(answer, AcceptedElicitation):  # else nothing was asked
        cast("ScrubjayServer", ctx.mcp_server).backend.asked[target.writer] = ""
    choice = picked.choice if picked is not None else "later"
    if choice == "later" or not isinstance(outcome, Held) or _speaks_to_the_reader(outcome):
        return views.remembered(workspace, head, outcome)
    client, reviews = client_name(ctx), workspace.memories.reviews
    if choice == "replace":
        (done,) = reviews.approve((outcome.id,), client=client)
    else:
        (done,) = reviews.reject((outcome.id,), "the user said no in the client")
    if done.problem:
        return views.remembered(workspace, head, outcome)
    record_choice(workspace, (outcome.id,), "keep" if choice == "replace" else "no", client)
    if choice == "no":
        return views.refused(workspace, head, f"the user said no in {client}")
    grade = workspace.memories.grades.of([outcome.id], workspace.knowledge.documents.view())
    return views.agreed(workspace, head, outcome.id, grade.get(outcome.id, NOTHING).grade, client)


def _outranking(target: Target, id: str) -> "Memory | None":
    """The memory that an agent may not end; None where it may, and where there is none."""
    from scrubjay.errors import ScrubjayError
    from scrubjay.freshness.graded import NOTHING
    from scrubjay.memories.endings import OUTRANKING
    from scrubjay.model.memory import MemoryStatus

    memories = target.workspace.memories
    try:
        old = memories.service.get(id)
    except ScrubjayError:
        return None
    grade = memories.grades.of([old.id], target.workspace.knowledge.documents.view()).get(old.id, NOTHING).grade
    return old if grade in OUTRANKING and old.scope == "project" and old.status is MemoryStatus.ACTIVE else None


def _fit_to_show(content: str, old: "Memory") -> bool:
    """Whether a person can agree to the words: all in view, no secret, nothing that speaks to the reader."""
    from scrubjay.grounding.injection import find_marks
    from scrubjay.secrets import masked_text

    fits = len(content) + len(old.content) <= LONGEST
    return fits and bool(content.strip()) and masked_text(content) == content and not find_marks(content)


def _speaks_to_the_reader(outcome: "Outcome") -> bool:
    result = outcome.result
    return result is not None and any(check.startswith("injection") for check in result.checks_failed)
