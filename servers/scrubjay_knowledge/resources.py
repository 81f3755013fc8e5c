"""MCP resources at HEAD of the default worktree: documents by path, decisions by number, memories by tag."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote

from mcp.server.mcpserver import Context
from mcp_types import Annotations, Resource, ResourceLink

from scrubjay.errors import NotFound, ScrubjayError
from scrubjay.model.counted import counted
from scrubjay_serving import Backend, ScrubjayServer
from scrubjay_serving.worktree import admit, find_worktree

if TYPE_CHECKING:
    from scrubjay.app import Workspace

DOCUMENT = "scrubjay://document/"
MAX_LISTED = 50
MAX_LINKS = 3
MARKDOWN = "text/markdown"


def document(path: str, ctx: Context[Any, Any]) -> str:
    """The text of a document at HEAD, secrets masked."""
    documents = _workspace(ctx, "document").documents
    return documents.text(documents.view(), path).text


def decision(number: str, ctx: Context[Any, Any]) -> str:
    """The text of the decision with a number or name, such as 7 or KEP-1234."""
    from scrubjay.knowledge.documents.values import records_named

    documents = _workspace(ctx, "decision").documents
    view = documents.view()
    matching = records_named(documents.decisions(view), number)
    if len(matching) != 1:
        subject = f"{counted(len(matching), 'decision')} are called" if matching else "No decision is called"
        paths = f": {', '.join(entry.path for entry in matching[:5])}" if matching else "; list_decisions shows them"
        raise NotFound(f"{subject} {number[:60]} at {view.short}{paths}.")
    return documents.text(view, matching[0].path).text


def memories(tag: str, ctx: Context[Any, Any]) -> str:
    """The newest memories with a tag, one line each with its grade."""
    from scrubjay.memory.listing import ListFilters, memory_line

    listing = _workspace(ctx, "memories").listed(ListFilters(tags=(tag,), limit=MAX_LISTED))
    if not listing.memories:
        raise NotFound("No memory bears this tag.")
    return "\n".join(memory_line(row) for row in listing.memories)


def _workspace(ctx: Context[Any, Any], what: str) -> "Workspace":
    """The worktree whose resource is read. Raises PermissionDenied where the reader's agent may not."""
    return admit(find_worktree(cast("ScrubjayServer", ctx.mcp_server).backend), ctx, what).workspace


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
    from scrubjay.knowledge.documents.values import newest_in_force

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


def register(server: ScrubjayServer) -> None:
    """Register the resource templates on a server."""
    server.resource(f"{DOCUMENT}{{+path}}", title="Document at HEAD", mime_type=MARKDOWN)(document)
    server.resource("scrubjay://decision/{number}", title="Decision at HEAD", mime_type=MARKDOWN)(decision)
    server.resource("scrubjay://memories/{tag}", title="Memories with a tag", mime_type=MARKDOWN)(memories)
