"""Listing of what waits for a person, as `scrubjay review` prints it, and its decisions as lines or JSON."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import typer

from scrubjay.cli.memories.review_screen import say_disputes
from scrubjay.cli.output import say, say_json
from scrubjay.context.briefing.notices import person_quote
from scrubjay.identity.person.facts import Actor
from scrubjay.memory.grouping.relations import count_disputes, disputes
from scrubjay.memory.listing.filters import ListFilters, memory_line
from scrubjay.memory.listing.filters import as_object as memory_object
from scrubjay.memory.review.claims import individual_reasons
from scrubjay.memory.review.render import as_object, list_lines, outcome_line, reviewed_lines
from scrubjay.model.memory import Blocked
from scrubjay.search.recall.outcome import outcome_object

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.extensions.kinds.memories import Proposed
    from scrubjay.identity.person.permit import Permit
    from scrubjay.memory.review.claims import ReviewResult
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


MOST_OFFERED = 20
"""Memories of agents that are offered at once."""


def list_waiting(workspace: "Workspace", seen: "Permit", *, as_json: bool, archived: bool) -> None:
    """List the claims that wait, what is proposed to others, and what contradicts each other."""
    claims = workspace.reviews.waiting(archived=archived)
    proposed = () if archived else workspace.proposals.waiting()
    disputed = 0 if archived else count_disputes(workspace.memories)
    pairs = disputes(workspace.memories) if disputed and seen.actor is not Actor.AGENT else ()
    if as_json:
        say_json(
            {
                "held": workspace.reviews.count(),
                "archived": archived,
                "claims": [as_object(claim) for claim in claims],
                "proposed": [one.as_object() for one in proposed],
                "contradicting": disputed,
                "pairs": [list(pair.ids) for pair in pairs],
            }
        )
        return
    if claims:
        many = "In the archive" if archived else f"{workspace.reviews.count()} held for review"
        say(f"{many}; `scrubjay review show|approve|edit|reject|merge ID`:")
        say("\n".join(list_lines(claims)))
    elif not (proposed or disputed):
        say("the archive is empty" if archived else "nothing waits for review")
    say_proposed(proposed)
    if disputed:
        say_disputes(workspace, disputed, pairs)


def offer_said(workspace: "Workspace", *, as_json: bool) -> None:
    """List what agents said, which a person may make their own."""
    rows = workspace.listed(ListFilters(grades=("said",), sort="used", limit=MOST_OFFERED), detailed=True).memories
    if as_json:
        say_json({"said": [memory_object(row) for row in rows]})
        return
    say("\n".join(map(memory_line, rows)) or "agents said nothing that holds")
    if rows:
        say("`scrubjay review approve ID` makes one yours: it is told then")


def say_proposed(proposed: "Sequence[Proposed]") -> None:
    """Print what is proposed to others, if anything is."""
    if proposed:
        say("Proposed to others; `scrubjay review promote|decline ID`:")
        say("\n".join(line for one in proposed for line in one.lines()))
