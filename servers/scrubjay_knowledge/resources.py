"""MCP resources of the knowledge server: documents, decisions and memories at HEAD, and completion of their names."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from mcp.server.mcpserver import Context
from mcp_types import Annotations, Completion, Resource, ResourceLink

from scrubjay.errors import NotFound, ScrubjayError
from scrubjay.knowledge.documents.values import newest_in_force, records_named
from scrubjay.memory.listing.filters import ListFilters, memory_line
from scrubjay.model.counted import counted
from scrubjay.model.memory import MemoryStatus
from scrubjay_knowledge.server import DOCUMENT, MARKDOWN
from scrubjay_serving.backend import Backend, backend_of
from scrubjay_serving.worktree import admit, find_worktree

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace

MAX_LISTED = 50
MAX_LINKS = 3


def document(path: str, ctx: Context[Any, Any]) -> str:
    """The text of a document at HEAD, secrets masked."""
    documents = _workspace(ctx, "document").documents
    return documents.text(documents.view(), path).text


def decision(number: str, ctx: Context[Any, Any]) -> str:
    """The text of the decision with a number or name, such as 7 or KEP-1234."""
    documents = _workspace(ctx, "decision").documents
    view = documents.view()
    matching = records_named(documents.decisions(view), number)
    if len(matching) != 1:
        subject = f"{counted(len(matching), 'decision')} are called" if matching else "No decision is called"
        paths = f": {', '.join(entry.path for entry in matching[:5])}" if matching else "; list_decisions shows them"
        raise NotFound(f"{subject} {number[:60]} at {view.short}{paths}.")
    return documents.text(view, matching[0].path).text


EVERY = "*"
"""Stands for memories with any tag or none."""


def memories(tag: str, ctx: Context[Any, Any]) -> str:
    """The newest memories with a tag, one line each with its grade."""
    tags = () if tag == EVERY else (tag,)
    listing = _workspace(ctx, "memories").listed(ListFilters(tags=tags, limit=MAX_LISTED))
    if not listing.memories:
        raise NotFound("No memory bears this tag." if tags else "There is no memory yet.")
    return "\n".join(memory_line(row) for row in listing.memories)


def _workspace(ctx: Context[Any, Any], what: str) -> "Workspace":
    """The worktree whose resource is read. Raises PermissionDenied where the reader's agent may not."""
    return admit(find_worktree(backend_of(ctx)), ctx, what).workspace


def document_links(documents: Sequence[tuple[str, str]], most: int = MAX_LINKS) -> list[ResourceLink]:
    """Links to the first documents of an answer, for the client to show; a model has their paths in the text."""
    return [document_link(path, title) for path, title in documents[:most]]


def document_link(path: str, title: str = "") -> ResourceLink:
    """The link to a document at HEAD of the default worktree."""
    return ResourceLink(
        uri=f"{DOCUMENT}{quote(path)}",
        name=path,
        title=title or None,
        mime_type=MARKDOWN,
        annotations=Annotations(audience=["user"]),
    )


def current_decisions(backend: Backend) -> list[Resource]:
    """The newest current decisions, at most 50; none where there is no initialised repository."""
    try:
        documents = find_worktree(backend).workspace.documents
        entries = documents.decisions(documents.view())
    except ScrubjayError:
        return []
    return [
        Resource(
            uri=f"{DOCUMENT}{quote(entry.path)}",
            name=entry.path,
            title=" ".join(dict.fromkeys((entry.decision.name, entry.decision.title))),
            description=" ".join(part for part in (entry.decision.status, entry.shown_day) if part),
            mime_type=MARKDOWN,
        )
        for entry in newest_in_force(entries)[:MAX_LISTED]
    ]


MOST = 100
"""Values of one answer, as the protocol has it."""


def completed(values: Iterable[str], typed: str) -> Completion:
    """Completions of what was typed: values that start with it, then values that contain it, sorted alphabetically."""
    wanted = typed.casefold()
    matching = sorted(
        {value for value in values if wanted in value.casefold()},
        key=lambda value: (not value.casefold().startswith(wanted), value.casefold(), value),
    )
    return Completion(values=matching[:MOST], total=len(matching), has_more=len(matching) > MOST)


def values_of(backend: Backend, argument: str) -> Iterable[str]:
    """Every value that a resource's argument may have at HEAD; none where there is no initialised repository."""
    try:
        workspace = find_worktree(backend).workspace
        documents, memories = workspace.documents, workspace.memories
        match argument:
            case "path":
                return [file.path for file in documents.view().files]
            case "number":
                return [entry.decision.name for entry in documents.decisions(documents.view())]
            case "tag":
                return [tag for memory in memories.narrowed(status=MemoryStatus.ACTIVE) for tag in memory.tags]
            case _:
                return []
    except ScrubjayError:
        return []


def completed_argument(backend: Backend, argument: str, typed: str) -> Completion:
    """The completions of what was typed for a resource's argument."""
    return completed(values_of(backend, argument), typed)
