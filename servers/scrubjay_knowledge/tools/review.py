"""review_memories: what waits for a person, and the person's answer where the client can ask for it."""

from typing import Annotated, Any, Literal

from mcp.server.mcpserver import AcceptedElicitation, Context, Elicit, ElicitationResult, Resolve
from pydantic import BaseModel, Field

from scrubjay_serving import Here, ScrubjayServer

REVIEW = "Claims that wait for the user, who is asked before approve (text: new words), reject (why) or merge."

ASKED_AT_ONCE = 10
LONGEST = 2_000
"""Characters that the user agrees to, of the claims and of other words: all of them must be in view."""

Action = Literal["list", "show", "approve", "reject", "merge"]


class Answer(BaseModel):
    """What the user is asked."""

    agree: bool = Field(description="Do it?")


def ask(action: Action, ids: tuple[str, ...], text: str, ctx: Context[Any, Any], here: Here) -> Elicit[Answer] | None:
    """The question to the user, with the claims in full view; None where nothing is decided or nobody can be asked."""
    capabilities = ctx.client_capabilities
    if action in ("list", "show") or capabilities is None or capabilities.elicitation is None:
        return None
    from scrubjay.errors import LimitExceeded, UsageError

    if not ids:
        raise UsageError("ids is empty. action=list shows what waits.")
    if len(text) > LONGEST:
        raise LimitExceeded(f"text has more than {LONGEST:,} characters. `scrubjay review` takes longer ones.")
    if len(ids) > ASKED_AT_ONCE:
        raise LimitExceeded(f"At most {ASKED_AT_ONCE} claims can be put to the user at once.")
    shown = [here.workspace.reviews.show(id).memory for id in ids]
    if sum(len(one.content) for one in shown) > LONGEST:
        raise LimitExceeded(
            f"Together these claims have more than {LONGEST:,} characters, too many to be put to the user in full. "
            "Ask for fewer at once; `scrubjay review` shows long ones."
        )
    lines = [f"- {one.kind} {one.id[:12]}: {' '.join(one.content.split())}" for one in shown]
    said = "because" if action == "reject" else "in these words"
    words = [f"{said}: {' '.join(text.split())[:LONGEST]}"] if text else []
    return Elicit("\n".join([f"{action.capitalize()} for scrubjay's memory?", *lines, *words]), Answer)


def review_memories(
    *,
    action: Action = "list",
    ids: tuple[str, ...] = (),
    text: str = "",
    repo: str = "",
    here: Here,
    answer: Annotated[ElicitationResult[Answer], Resolve(ask)],
) -> str:
    """Show what waits, or do what the user agreed to."""
    from scrubjay.errors import UsageError
    from scrubjay.review.render import list_lines, outcome_line, reviewed_lines, show_lines

    queue, personal = here.workspace.reviews, here.workspace.settings.privacy.personal
    if action == "list":
        return "\n".join(list_lines(queue.waiting(20))) or "nothing waits for review"
    if action == "show" and not ids:
        raise UsageError("ids is empty. action=list shows what waits.")
    if action == "show":
        return "\n\n".join("\n".join(show_lines(queue.show(id), personal)) for id in ids[:ASKED_AT_ONCE])
    asked = answer.data if isinstance(answer, AcceptedElicitation) else None
    if asked is None or not asked.agree:
        queue.refuse(action, ids, "the user declined" if asked is not None else "an agent")
    if action == "reject":
        return "\n".join(reviewed_lines(queue.reject(ids, text or "the user declined it"), "rejected"))
    if action == "merge":
        return outcome_line(queue.merge(ids, text))
    if not text:
        return "\n".join(reviewed_lines(queue.approve(ids), "approved"))
    if len(ids) != 1:
        raise UsageError("text takes one id: approve the others without it.")
    return outcome_line(queue.edit(ids[0], text))


def register(server: ScrubjayServer) -> None:
    """Offer the tool on a server."""
    server.offer(review_memories, title="Review", description=REVIEW, writes=True, repeatable=False)
