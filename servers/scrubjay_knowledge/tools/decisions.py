"""Tool list_decisions: decision records with their status."""

from typing import Annotated

from scrubjay_serving import ScrubjayServer, Target
from scrubjay_serving.fields import Limit, Offset, Repo, about

DECISIONS = """\
Decision records (ADR, RFC, KEP) at HEAD: number, title, status, date, what replaces what, path. \
What one says: get_document."""


def list_decisions(
    *,
    status: Annotated[str, about("current, all, or one such as superseded")] = "current",
    path: Annotated[str, about("folder, file, glob")] = "",
    since: Annotated[str, about("2026-03-01, 2026")] = "",
    words: Annotated[str, about("all of them in name, title or path")] = "",
    limit: Limit = 30,
    offset: Offset = 0,
    repo: Repo = "",
    target: Target,
) -> str:
    """List decisions."""
    from scrubjay.search.recall.decisions import DecisionFilters

    filters = DecisionFilters(status=status, path=path, since=since, words=words, limit=limit, offset=offset)
    return target.workspace.answers.decisions(filters)


def register(server: ScrubjayServer) -> None:
    """Register the family on a server."""
    server.offer(list_decisions, title="List decisions", description=DECISIONS)
