"""Function behind review_memories: the claims held for a person, and the person's choice by elicitation."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio.to_thread
from mcp.server.mcpserver import AcceptedElicitation, Context, Elicit, ElicitationResult

from scrubjay.errors import LimitExceeded, UsageError
from scrubjay.identity.audit import AuditEvent
from scrubjay.memory.grounding.injection import find_marks
from scrubjay.memory.review.claims import HeldClaim
from scrubjay.memory.review.render import list_lines, outcome_line, reviewed_lines, show_lines
from scrubjay.memory.store.writing import WriteContext
from scrubjay.memory.transcript.session import client_of
from scrubjay.memory.transcript.transcript import has_typed_turns
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Memory
from scrubjay.storage.driver import Connection
from scrubjay.wiring.tool_calls import CallTarget
from scrubjay_knowledge.declared import Action, ReviewAnswer
from scrubjay_serving.backend import backend_of
from scrubjay_serving.sanitising import put

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace

MAX_CLAIMS = 10
LONGEST_NAME = 40
LONGEST = 2_000
"""Characters that the user can be asked to approve at once: all of them must be in view."""

PERSONS_ENTRYPOINT = "cli"
"""Claude Code's entry point for a session in the terminal; print and SDK sessions have others."""


async def put_to_user(
    ids: tuple[str, ...], ctx: Context[Any, Any], target: CallTarget
) -> Elicit[ReviewAnswer] | ReviewAnswer | None:
    """Put claims to the user and return the choice; None where nobody may be asked, or there is no answer."""
    if not may_ask(ctx, target):
        return None
    return await put(ctx, await anyio.to_thread.run_sync(_question, ids, target), ReviewAnswer)


def _question(ids: tuple[str, ...], target: CallTarget) -> str:
    """The question with the claims in full view. Raises UsageError, LimitExceeded."""
    if not ids:
        raise UsageError("The argument ids is empty. action=list shows what is held.")
    if len(ids) > MAX_CLAIMS:
        raise LimitExceeded(f"At most {MAX_CLAIMS} claims can be put to the user at once.")
    claims = [target.workspace.reviews.show(id) for id in ids]
    memories = [claim.memory for claim in claims]
    for claim in claims:
        if why := _terminal_only(claim, target.workspace):
            raise UsageError(f"{claim.memory.id[:12]} {why}: `scrubjay review` in a terminal decides on it.")
    if sum(len(memory.content) for memory in memories) > LONGEST:
        raise LimitExceeded(
            f"Together these claims have more than {LONGEST:,} characters, too many to be put to the user in full. "
            "Ask for fewer at once; `scrubjay review` shows long ones."
        )
    lines = [
        f"- {memory.kind} {memory.id[:12]}: {' '.join(memory.content.split())}{_would_end(memory)}"
        for memory in memories
    ]
    return "\n".join(["An agent claims this. Do you stand behind it?", *lines])


def _terminal_only(claim: HeldClaim, workspace: "Workspace") -> str:
    """Why a claim can't be decided on in a client; empty where it can."""
    memory = claim.memory
    if not workspace.reviews.stays_here(memory):
        return "would hold in all of the user's projects"
    if claim.result is not None and any(check.startswith("injection") for check in claim.result.checks_failed):
        return "speaks to whoever reads it"
    grades = workspace.grades.of(memory.supersedes, workspace.documents.view())
    return "would end what a person told" if any(graded.grade is Grade.TOLD for graded in grades.values()) else ""


def review_memories(
    target: CallTarget, *, action: Action, ids: tuple[str, ...], ctx: Context[Any, Any],
    answer: ElicitationResult[ReviewAnswer],
) -> str:  # fmt: skip
    """List the claims that are held, or carry out the user's choice on some of them."""
    queue, personal = target.workspace.reviews, target.workspace.settings.privacy.personal
    if action == "list":
        return "\n".join(list_lines(queue.waiting(20))) or "nothing waits for review"
    if action == "show" and not ids:
        raise UsageError("The argument ids is empty. action=list shows what is held.")
    if action == "show":
        return "\n\n".join("\n".join(show_lines(queue.show(id), personal)) for id in ids[:MAX_CLAIMS])
    picked: ReviewAnswer | None = answer.data if isinstance(answer, AcceptedElicitation) else None
    if picked is None:
        queue.refuse(action, ids)
    done = _carry_out(target.workspace, ids, picked, client_name(ctx))
    if picked.choice != "later":
        record_choice(target.workspace, ids, picked.choice, client_name(ctx))
    return done


def _carry_out(workspace: "Workspace", ids: tuple[str, ...], answer: ReviewAnswer, client: str) -> str:
    """Do with some claims what the user chose; returns lines that say what was done."""
    queue = workspace.reviews
    match answer.choice:
        case "keep":
            return "\n".join(reviewed_lines(queue.approve(ids, client=client), "approved"))
        case "no":
            return "\n".join(reviewed_lines(queue.reject(ids, "the user said no in the client"), "rejected"))
        case "later":
            return "left for later: they stay held"
        case "reword":
            if len(ids) != 1 or not answer.words.strip():
                raise UsageError("reword takes one claim and the words it shall have.")
            if find_marks(answer.words):
                raise UsageError("These words speak to whoever reads them: `scrubjay review edit` takes them.")
            return outcome_line(queue.edit(ids[0], answer.words, client=client))


def _would_end(memory: Memory) -> str:
    """The memories that a claim would end, in brackets; empty for none."""
    return f" (would end {', '.join(id[:12] for id in memory.supersedes)})" if memory.supersedes else ""


def may_ask(ctx: Context[Any, Any], target: CallTarget) -> bool:
    """Whether a choice in the client counts: a person said so, and their hooks reported the client that is our parent.

    Not in a session that a program drives: Claude Code says so, in others no turn was typed by a person.
    """
    if not target.workspace.settings.trust.elicitation:
        return False
    backend = backend_of(ctx)
    environment = backend.surroundings.environment
    reported = backend.own_client_session()
    if reported is None or "CLAUDE_CODE_ENTRYPOINT" in environment:
        return reported is not None and environment["CLAUDE_CODE_ENTRYPOINT"] == PERSONS_ENTRYPOINT
    folders = client_of(environment, Path.home()).folders
    return has_typed_turns(reported, folders, time.thread_time)


def client_name(ctx: Context[Any, Any]) -> str:
    """The display name that the client reports, such as Claude Code."""
    params = ctx.session.client_params
    info = params.client_info if params else None
    name = (info.title or info.name.replace("-", " ").title())[:LONGEST_NAME].strip() if info else ""
    return name or "the client"


def record_choice(workspace: "Workspace", ids: tuple[str, ...], choice: str, client: str) -> None:
    """Record in the user's audit log what a person did, and in which client."""
    trace = {"by": "person", "terminal": "", "client": client}

    def note(connection: Connection, place: WriteContext) -> None:
        for id in ids:
            place.audit.add(
                connection, place.now, AuditEvent.ACT, workspace.settings.user_id, id, choice, "done", trace
            )

    workspace.memories.writing("user", note)
