"""Tool get_document: a document's text, or a part of it."""

from typing import Annotated

from pydantic import Field

from scrubjay_serving import ScrubjayServer, Target
from scrubjay_serving.fields import AsOf, Repo, about

DOCUMENT = """\
Text of one document at HEAD, with line numbers, secrets masked; cut at the budget, then it says how to read on. \
Uncommitted changes are not in it. To find documents use search_knowledge."""


def get_document(
    *,
    path: Annotated[str, about("as printed: path, ADR-004, #123, owner/repo#123")],
    section: Annotated[str, about("a heading's text")] = "",
    lines: Annotated[str, about("10-40, 10-, @12000: after characters")] = "",
    outline: Annotated[bool, about("headings only")] = False,
    budget: Annotated[int, Field(ge=500, le=10_000)] = 5000,
    as_of: AsOf = "",
    repo: Repo = "",
    target: Target,
) -> str:
    """Show a document."""
    from scrubjay.search.recall.document import DocumentRequest

    request = DocumentRequest(path=path, section=section, lines=lines, as_of=as_of, outline=outline, budget=budget)
    return target.workspace.answers.document(request)


def register(server: ScrubjayServer) -> None:
    """Register the family on a server."""
    server.offer(get_document, title="Read a document", description=DOCUMENT)
