"""MCP resources of the knowledge server: documents by path, decisions by number, at HEAD of the default worktree."""

from typing import Any, cast
from urllib.parse import quote

from mcp.server.mcpserver import Context
from mcp_types import Resource

from scrubjay.errors import NotFound, ScrubjayError
from scrubjay.model.counted import counted
from scrubjay_serving import Backend, ScrubjayServer
from scrubjay_serving.worktree import find_worktree

MAX_LISTED = 50
MARKDOWN = "text/markdown"


def document(path: str, ctx: Context[Any, Any]) -> str:
    """The text of a document at HEAD, secrets masked."""
    workspace = find_worktree(cast("ScrubjayServer", ctx.mcp_server).backend).workspace
    documents = workspace.knowledge.documents
    return documents.text(documents.view(), path).text


def decision(number: str, ctx: Context[Any, Any]) -> str:
    """The text of the decision with a number or name, such as 7 or KEP-1234."""
    from scrubjay.documents.named import records_named

    workspace = find_worktree(cast("ScrubjayServer", ctx.mcp_server).backend).workspace
    documents = workspace.knowledge.documents
    view = documents.view()
    matching = records_named(documents.decisions(view), number)
    if len(matching) != 1:
        subject = f"{counted(len(matching), 'decision')} are called" if matching else "No decision is called"
        paths = f": {', '.join(entry.path for entry in matching[:5])}" if matching else "; list_decisions shows them"
        raise NotFound(f"{subject} {number[:60]} at {view.short}{paths}.")
    return documents.text(view, matching[0].path).text


def current_decisions(backend: Backend) -> list[Resource]:
    """The newest current decisions, at most 50; none where there is no initialised repository."""
    from scrubjay.documents.in_force import newest_in_force

    try:
        documents = find_worktree(backend).workspace.knowledge.documents
        entries = documents.decisions(documents.view())
    except ScrubjayError:
        return []
    return [
        Resource(
            uri=f"scrubjay://document/{quote(entry.path)}",
            name=entry.path,
            title=" ".join(dict.fromkeys((entry.decision.name, entry.decision.title))),
            description=" ".join(part for part in (entry.decision.status, entry.decision.date) if part),
            mime_type=MARKDOWN,
        )
        for entry in newest_in_force(entries)[:MAX_LISTED]
    ]


def register(server: ScrubjayServer) -> None:
    """Register the resource templates on a server."""
    server.resource("scrubjay://document/{+path}", title="Document at HEAD", mime_type=MARKDOWN)(document)
    server.resource("scrubjay://decision/{number}", title="Decision at HEAD", mime_type=MARKDOWN)(decision)
