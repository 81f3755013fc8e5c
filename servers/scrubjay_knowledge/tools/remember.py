"""remember: keep a claim for later sessions."""

from typing import Literal

from scrubjay_knowledge import views
from scrubjay_serving import Here, ScrubjayServer

REMEMBER = """\
Keep one claim for later sessions: a self-contained sentence, no guess, no secret. It is stored unreviewed. \
scope: project (this repository) or user (all of yours). source: where it comes from (a path, commit or person); \
quote: their words. supersedes: id of the memory it replaces. valid_until: 2026-12-31. \
key: same key again stores nothing new. Not for the task (set_task_context) or what a document already says."""

Kind = Literal["fact", "preference", "decision", "procedure", "incident", "episode", "question"]


def remember(
    *,
    content: str,
    kind: Kind = "fact",
    scope: Literal["project", "user"] = "project",
    source: str = "agent",
    quote: str = "",
    supersedes: str = "",
    valid_until: str = "",
    key: str = "",
    repo: str = "",
    here: Here,
) -> views.Remembered:
    """Store a memory."""
    from scrubjay.git import head
    from scrubjay.memories import RememberRequest

    at = head(here.workspace.git)
    request = RememberRequest(
        content=content,
        kind=kind,
        scope=scope,
        source=source,
        quote=quote,
        supersedes=supersedes,
        valid_until=valid_until,
        key=key,
        author=here.workspace.settings.user_id,
        session=here.session,
        branch=at.branch,
        commit=at.commit,
    )
    return views.remembered(here.workspace, at, source, here.workspace.memories.remember(request))


def register(server: ScrubjayServer) -> None:
    """Offer the family on a server."""
    server.offer(
        remember, title="Remember", description=REMEMBER, writes=True, repeatable=False, structured=True, always=True
    )
