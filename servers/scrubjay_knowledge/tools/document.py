"""Tool get_document: a document's text, or a part of it."""

from scrubjay_serving import ScrubjayServer, Target

DOCUMENT = """\
Text of one document at HEAD (or as_of), with line numbers, secrets masked. \
section: a heading's text; lines: "10-40". Uncommitted changes are not in it. To find documents use search_knowledge."""


def get_document(
    *, path: str, section: str = "", lines: str = "", as_of: str = "", repo: str = "", target: Target
) -> str:
    """Show a document."""
    return target.workspace.context.recall.document(path, section=section, lines=lines, as_of=as_of)


def register(server: ScrubjayServer) -> None:
    """Register the family on a server."""
    server.offer(get_document, title="Read a document", description=DOCUMENT)
