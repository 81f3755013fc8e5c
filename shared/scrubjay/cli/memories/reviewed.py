"""Review decisions as lines or JSON, before and after they are made."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import typer

from scrubjay.cli.output import say, say_json
from scrubjay.context.briefing.notices import person_quote
from scrubjay.memory.review.claims import individual_reasons
from scrubjay.memory.review.render import outcome_line, reviewed_lines
from scrubjay.model.memory import Blocked
from scrubjay.search.recall.outcome import outcome_object

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.memory.review.reviewed import ReviewResult
    from scrubjay.model.memory import Outcome


Record = Callable[[str], None]
"""Keeps that a person decided on the memory with an id."""


def claim_lines(workspace: "Workspace", ids: Iterable[str]) -> list[str]:
    """The claims that a decision is about, in full."""
    memories = [workspace.memories.get(id) for id in ids]
    evidence = workspace.memories.evidence([memory.id for memory in memories])
    lines = []
    for memory in memories:
        lines.append(f"{memory.id[:12]} {memory.scope} {memory.kind}: {memory.content}")
        if words := person_quote(evidence.get(memory.id, ())):
            lines.append(f"  from your words: “{words}”")
    return lines


def undo_lines(workspace: "Workspace") -> list[str]:
    """The last decision in words, before it is taken back."""
    step = workspace.reviews.last()
    return [f"Your last decision, {step.decided_at[:16]}: {step.action}", *claim_lines(workspace, step.ids)]


def held_together(workspace: "Workspace") -> tuple[list[str], list[str]]:
    """The ids of what may be approved at once, and a line for each claim that must be decided by itself."""
    claims = [
        workspace.reviews.show(id, ())
        for claim in workspace.reviews.waiting()
        for id in (claim.memory.id, *claim.alike)
    ]
    alone = individual_reasons(claims)
    lines = [f"left for `scrubjay review`: {claim.memory.id[:12]}: {alone[claim.memory.id]}"
             for claim in claims if claim.memory.id in alone]  # fmt: skip
    return [claim.memory.id for claim in claims if claim.memory.id not in alone], lines


def tell_reviewed(done: "tuple[ReviewResult, ...]", word: str, record: Record, *, as_json: bool) -> None:
    """Print what became of each claim, and record what did. Raises Exit with code 1 where something didn't."""
    for review in done:
        if review.memory:
            record(review.memory.id)
    if as_json:
        results: list[dict[str, Any]] = [
            {"id": review.memory.id if review.memory else review.id, "outcome": word if review.memory else "failed",
             "problem": review.problem}
            for review in done
        ]  # fmt: skip
        say_json({"results": results})
    else:
        say("\n".join(reviewed_lines(done, word)))
    if any(review.problem for review in done):
        raise typer.Exit(1)


def tell_outcome(outcome: "Outcome", record: Record, *, as_json: bool) -> None:
    """Print what became of new words, and record them. Raises Exit with code 1 where they were blocked."""
    if not isinstance(outcome, Blocked):
        record(outcome.id)
    if as_json:
        say_json(outcome_object(outcome))
    else:
        say(outcome_line(outcome))
    if isinstance(outcome, Blocked):
        raise typer.Exit(1)
