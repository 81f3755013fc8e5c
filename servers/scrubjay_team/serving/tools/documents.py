"""Functions behind the document tools of a team's server: one document, the decisions, what is indexed."""

from collections.abc import Sequence

from scrubjay.errors import NotFound, UsageError
from scrubjay.knowledge.documents.left_out import lacks
from scrubjay.knowledge.documents.values import DocumentText, records_named
from scrubjay.model.counted import counted
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.search.recall.decisions import DecisionFilters, decision_list
from scrubjay.search.recall.document import DocumentRequest, document_text, nearest_paths
from scrubjay_serving.knowledge import KnowledgeStatus
from scrubjay_team.serving.calls import TeamCall
from scrubjay_team.serving.recall.unread import together
from scrubjay_team.serving.recall.views import GrantedViews, MirroredView, Q, listed_names

SKIPPED = 10
"""Files that aren't read that the state names."""


def get_document(call: TeamCall, *, path: str, section: str, lines: str, outline: bool, budget: int, as_of: str) -> str:
    """Show a document of the only repository that can be meant."""
    place = call.addressed(path)
    wanted, lines = place.path, lines or ("" if section else place.lines)
    request = DocumentRequest(path=wanted, section=section, lines=lines, as_of=as_of, outline=outline, budget=budget)
    found = call.services.views.of(call.entered, place.repo, as_of)
    holding = [
        (view, document) for view in found.views for document in _documents(call, view, wanted) if document is not None
    ]
    if not holding:
        raise _missing(call, found, wanted)
    if len(holding) > 1:
        places = ", ".join(f"{view.name}:{document.path}" for view, document in holding[:10])
        raise UsageError(f"{wanted[:100]!r} is several documents here: {places}. Give one of these as path.")
    ((view, document),) = holding
    return document_text(found.heading(view), document, request)


def list_decisions(call: TeamCall, *, status: str, path: str, since: str, words: str, limit: int, offset: int) -> str:
    """List the decisions of each repository that is meant."""
    place = call.addressed(path)
    filters = DecisionFilters(status=status, path=place.path, since=since, words=words, limit=limit, offset=offset)
    found = call.services.views.of(call.entered, place.repo)
    parts = [decision_list(found.heading(view), 0, view.records.decisions, filters) for view in found.views]
    return "\n\n".join(parts) or " · ".join((found.called, *found.lacks))


def knowledge_status(call: TeamCall) -> KnowledgeStatus:
    """Count what is indexed of what is meant."""
    found = call.services.views.of(call.entered, call.repo)
    counts = [
        call.entered.connection.execute(Q.counts, {"project": view.project, "view": view.place}).fetchone()
        for view in found.views
    ]
    rows = [row for row in counts if row is not None]
    passages, embeddable, vectors = (sum(row[name] for row in rows) for name in ("passages", "embeddable", "vectors"))
    parts = call.services.unread.of(call.entered.connection, found.views)
    files = [(name, file) for name, part in parts.items() for file in part.files]
    unread = together(parts)
    notes = [f"{lack}." for lack in found.lacks]
    notes += [f"Not read: {lack.found}." for lack in lacks(unread, lambda path: True)]
    if vectors < embeddable:
        notes.append(f"Embedded: {vectors:,} of {counted(embeddable, 'passage')}; the rest is found by its words only.")
    return KnowledgeStatus(
        at=found.called,
        documents=sum(row["documents"] for row in rows),
        passages=passages,
        embedded=round(vectors / embeddable, 2) if embeddable else 1.0,
        behind=len(found.waiting) + len(found.behind),
        masked_lines=sum(row["masked"] for row in rows),
        skipped_files=sum(file.count for _, file in files),
        skipped=[f"{name}:{file.path}: {file.reason}" for name, file in files if file.path][:SKIPPED],
        not_read={why: count for why, count in unread.counts.items() if count},
        note=" ".join(notes),
    )


def _documents(call: TeamCall, view: MirroredView, wanted: str) -> Sequence[DocumentText | None]:
    """The document at a path of a view, else the records that a name such as ADR-004 means."""
    connection, views = call.entered.connection, call.services.views
    if document := views.text(connection, view, wanted.strip().strip("/")):
        return [document]
    return [views.text(connection, view, entry.path) for entry in records_named(view.records.decisions, wanted)]


def _missing(call: TeamCall, found: GrantedViews, wanted: str) -> NotFound:
    if len(found.views) == 1:
        (view,) = found.views
        near = nearest_paths(wanted, [file.path for file in view.view.files])
        there = f"Nearest: {', '.join(near)}. " if near else ""
        return NotFound(
            f"No document {shown(wanted)[:100]!r} at {view.at}. {there}"
            "knowledge_status counts what isn't read; search_knowledge finds documents by words."
        )
    granted = sorted(call.services.views.names(call.entered))
    where = "any of your repositories" if found.views else ", ".join(found.waiting) or "any repository"
    lacks = "".join(f" {lack[0].upper()}{lack[1:]}." for lack in found.lacks)
    return NotFound(
        f"No document {shown(wanted)[:100]!r} in {where}. {listed_names(granted)} search_knowledge finds documents by "
        f"words.{lacks}"
    )
