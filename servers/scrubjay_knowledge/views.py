"""How do the knowledge server's structured answers look?"""

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel

from scrubjay_serving.heading import heading

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.documents.service import Counts
    from scrubjay.git import Head
    from scrubjay.memories import Blocked, Stored
    from scrubjay.model.view import View


class KnowledgeStatus(BaseModel):
    """What is indexed of HEAD; `embedded` is the share of passages that have a vector."""

    at: str
    documents: int
    passages: int
    embedded: float
    behind: int
    masked_lines: int
    skipped_files: int
    note: str = ""


class Remembered(BaseModel):
    """What became of a claim."""

    at: str
    outcome: Literal["stored", "pending", "blocked"]
    id: str = ""
    checks: list[str] = []
    do: str = ""


def status(workspace: "Workspace", view: "View", counts: "Counts") -> KnowledgeStatus:
    """The counts of a view, and what to do where it is not complete."""
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
        note=note,
    )


def remembered(workspace: "Workspace", at: "Head", claimed: str, outcome: "Stored | Blocked") -> Remembered:
    """Stored, or why not and what to do."""
    from scrubjay.memories import Blocked

    first = heading(workspace, at)
    if isinstance(outcome, Blocked):
        return Remembered(at=first, outcome="blocked", id=outcome.existing, checks=[outcome.reason], do=outcome.do)
    checks = ["bounds", "secrets", "duplicates"]
    if claimed not in ("", "agent"):
        checks.append(f"source recorded as agent, not {claimed[:60]}: an MCP caller can't vouch for it")
    do = "Stored unreviewed; search_knowledge shows it so."
    return Remembered(at=first, outcome="stored", id=outcome.id, checks=checks, do=do)
