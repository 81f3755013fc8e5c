"""How do the knowledge server's structured answers look?"""

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel

from scrubjay_serving.heading import heading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrubjay.app import Workspace
    from scrubjay.documents.service import Counts
    from scrubjay.git import Head
    from scrubjay.model.memory import Outcome
    from scrubjay.model.view import LeftOut, View


class KnowledgeStatus(BaseModel):
    """What is indexed of HEAD; `embedded` is the share of passages that have a vector."""

    at: str
    documents: int
    passages: int
    embedded: float
    behind: int
    masked_lines: int
    skipped_files: int
    skipped: list[str] = []
    note: str = ""


class Remembered(BaseModel):
    """What became of a claim."""

    at: str
    outcome: Literal["stored", "pending", "blocked", "forgotten"]
    id: str = ""
    reason: str = ""
    checks: list[str] = []
    do: str = ""


SKIPPED = 10
"""Files that are left out and named; `scrubjay log` names all."""


def status(
    workspace: "Workspace", view: "View", counts: "Counts", left_out: "Sequence[LeftOut]" = ()
) -> KnowledgeStatus:
    """The counts of a view, the files that are left out, and what to do where it is not complete."""
    note = ""
    if counts.behind:
        note = "Not all documents are indexed; the next search continues, `scrubjay ingest --wait` finishes."
    elif counts.embedded < 1:
        note = "Search works by keyword for all, by meaning for the embedded share; the worker continues."
    return KnowledgeStatus(
        at=heading(workspace, view),
        documents=counts.documents,
        passages=counts.passages,
        embedded=round(counts.embedded, 2),
        behind=counts.behind,
        masked_lines=counts.masked,
        skipped_files=counts.skipped,
        skipped=[f"{one.path}: {one.reason}" for one in left_out[:SKIPPED]],
        note=note,
    )


def remembered(workspace: "Workspace", at: "Head", outcome: "Outcome") -> Remembered:
    """Stored, pending or blocked, with every check and what to do."""
    from scrubjay.model.memory import AutoApproved, Blocked, FlaggedForReview

    first = heading(workspace, at)
    match outcome:
        case Blocked(reason, do, existing, result):
            checks = list(result.checks_failed) if result else [reason]
            return Remembered(at=first, outcome="blocked", id=existing, reason=reason, checks=checks, do=do)
        case AutoApproved(id, result, again) | FlaggedForReview(id, result, again):
            stored = isinstance(outcome, AutoApproved)
            return Remembered(
                at=first,
                outcome="stored" if stored else "pending",
                id=id,
                reason="its key was used before: nothing new was stored" if again else result.reason,
                checks=[*result.checks_passed, *result.checks_failed],
                do="" if again else result.do,
            )


def changed(workspace: "Workspace", at: "Head", id: str, outcome: Literal["forgotten"], do: str) -> Remembered:
    """What became of a memory that was there."""
    return Remembered(at=heading(workspace, at), outcome=outcome, id=id, do=do)
