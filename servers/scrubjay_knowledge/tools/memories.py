"""Tool list_memories: memories, filtered by kind, grade and state."""

from typing import Literal

from scrubjay_serving import ScrubjayServer, Target
from scrubjay_serving.fields import Limit, Repo

LIST = "Memories by grade, kind, tags, author, session, since, state; newest first."

Kind = Literal["fact", "preference", "decision", "procedure", "incident", "episode", "question"]
GradeName = Literal["told", "quoted", "said"]
State = Literal["", "stale", "faded", "waiting", "lost", "contradicted", "published"]


def list_memories(
    *,
    kinds: tuple[Kind, ...] = (),
    grades: tuple[GradeName, ...] = (),
    tags: tuple[str, ...] = (),
    author: str = "",
    session: str = "",
    since: str = "",
    state: State = "",
    limit: Limit = 20,
    repo: Repo = "",
    target: Target,
) -> str:
    """List memories."""
    from scrubjay.memory.listing import ListFilters, memory_line
    from scrubjay.memory.listing.filters import beside_dates, published_line
    from scrubjay_serving.heading import heading

    workspace = target.workspace
    view = workspace.documents.view()
    filters = ListFilters(
        kinds=kinds, grades=grades, tags=tags, author=author, session=session, since=since, state=state, limit=limit
    )
    listing = workspace.listed(filters)
    lines = [memory_line(row) for row in listing.memories]
    lines = lines or ["no such memory", *beside_dates(filters, workspace.listed)]
    left = [f"{len(listing.memories):,} of {listing.total:,}"] if len(listing.memories) < listing.total else []
    elsewhere = filter(None, [published_line(listing.published, "state published")])
    return "\n".join([heading(workspace, view), *lines, *left, *elsewhere])


def register(server: ScrubjayServer) -> None:
    """Register the tool on a server."""
    server.offer(list_memories, title="List memories", description=LIST, toolset="memories")
