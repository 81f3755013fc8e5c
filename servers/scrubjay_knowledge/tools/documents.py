"""Functions behind the document tools: the text of one document, the list of decisions, and what is indexed."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scrubjay.knowledge.documents.explain import lacks_of
from scrubjay.knowledge.documents.left_out import LeftOut
from scrubjay.knowledge.documents.values import ViewCounts
from scrubjay.knowledge.index.kinds import describe, share
from scrubjay.model.view import View
from scrubjay.search.recall.decisions import DecisionFilters
from scrubjay.search.recall.document import DocumentRequest
from scrubjay.wiring.tool_calls import CallTarget, heading
from scrubjay_serving.knowledge import KnowledgeStatus

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace

SKIPPED = 10
"""Omitted files that are named; `scrubjay log` names all."""


def get_document(
    target: CallTarget, *, path: str, section: str, lines: str, outline: bool, budget: int, as_of: str
) -> str:
    """Show a document."""
    request = DocumentRequest(path=path, section=section, lines=lines, as_of=as_of, outline=outline, budget=budget)
    return target.workspace.answers.document(request)


def list_decisions(
    target: CallTarget, *, status: str, path: str, since: str, words: str, limit: int, offset: int
) -> str:
    """List decisions."""
    filters = DecisionFilters(status=status, path=path, since=since, words=words, limit=limit, offset=offset)
    return target.workspace.answers.decisions(filters)


def knowledge_status(target: CallTarget) -> KnowledgeStatus:
    """Count what is indexed."""
    state = target.workspace.answers.index_state()
    return status(target.workspace, state.view, state.counts, state.left_out)


def status(workspace: "Workspace", view: View, counts: ViewCounts, left_out: LeftOut) -> KnowledgeStatus:
    """The counts of a view, what isn't read, and what to do where the index is incomplete."""

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


def _summaries(workspace: "Workspace") -> Iterator[str]:
    """A line for each thing that extensions keep beside the index."""
    return (line for summaries in workspace.provided("index_summary") for line in summaries(workspace))
