"""Structured answers of the knowledge server."""

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel

from scrubjay_serving.heading import heading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrubjay.app import Workspace
    from scrubjay.git.head import Head
    from scrubjay.knowledge.documents.left_out import LeftOut
    from scrubjay.knowledge.documents.values import ViewCounts
    from scrubjay.model.memory import Outcome
    from scrubjay.model.view import View


Ended = Literal["forgotten", "invalidated", "retracted"]


class KnowledgeStatus(BaseModel):
    """What is indexed of HEAD; `embedded` is the share of its passages that have a vector."""

    at: str
    documents: int
    passages: int
    embedded: float
    behind: int
    masked_lines: int
    skipped_files: int
    skipped: list[str] = []
    not_read: dict[str, int] = {}
    note: str = ""


class Remembered(BaseModel):
    """What became of a claim: whose words it is, what it leans on, what stands near it, what to add."""

    at: str
    outcome: Literal["stored", "known", "held", "blocked", "forgotten", "invalidated", "retracted"]
    grade: str = ""
    id: str = ""
    why: str = ""
    grounds: list[dict[str, str]] = []
    near: list[str] = []
    other: dict[str, str | float] = {}
    add: str = ""


SKIPPED = 10
"""Omitted files that are named; `scrubjay log` names all."""


def status(workspace: "Workspace", view: "View", counts: "ViewCounts", left_out: "LeftOut") -> KnowledgeStatus:
    """The counts of a view, what isn't read, and what to do where the index is incomplete."""
    from scrubjay.knowledge.documents.explain import lacks_of
    from scrubjay.knowledge.index.kinds import describe, share

    by_command = [lack for lack in lacks_of(view, left_out) if lack.name in ("absent", "submodules")]
    lacking = [f"{lack.found}: {lack.do}." for lack in by_command]
    note = ""
    if counts.behind:
        note = "Not all documents are indexed; the next search continues, `scrubjay ingest --wait` finishes."
    elif share(counts.corpora) < 1:
        note = f"Embedded: {describe(counts.corpora)}; search finds the rest by keyword only. The worker continues."
    return KnowledgeStatus(
        at=heading(workspace, view),
        documents=counts.documents,
        passages=counts.passages,
        embedded=round(counts.embedded, 2),
        behind=counts.behind,
        masked_lines=counts.masked,
        skipped_files=counts.skipped,
        skipped=[f"{file.path}: {file.reason}" for file in left_out.rest[:SKIPPED]],
        not_read={name: count for name, count in left_out.counts.items() if count},
        note=" ".join(filter(None, [note, *lacking, *_summaries(workspace)])),
    )


def _summaries(workspace: "Workspace") -> "Iterator[str]":
    """What extensions keep beside the index."""
    return (line for summaries in workspace.provided("index_summary") for line in summaries(workspace))


def remembered(workspace: "Workspace", head: "Head", outcome: "Outcome") -> Remembered:
    """The outcome (stored, known, held or blocked), with its grounds and what would help."""
    from scrubjay.search.recall.outcome import outcome_object

    return Remembered(at=heading(workspace, head), **outcome_object(outcome))


def replaced(workspace: "Workspace", head: "Head", old: str, outcome: "Outcome") -> Remembered:
    """The outcome of what takes the place of a memory, with what git still says of the old one."""
    answer = remembered(workspace, head, outcome)
    left = workspace.left_in_git(workspace.memories.get(old).id)
    return answer.model_copy(update={"why": f"{answer.why} {left}"}) if left else answer


def changed(workspace: "Workspace", head: "Head", id: str, outcome: Ended, why: str) -> Remembered:
    """The outcome of a change to an existing memory."""
    return Remembered(at=heading(workspace, head), outcome=outcome, id=id, why=why)
