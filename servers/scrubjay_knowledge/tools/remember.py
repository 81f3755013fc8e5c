"""remember, update_memory, forget_memory, get_provenance: keep a claim for later sessions, change it, trace it."""

from typing import TYPE_CHECKING, Literal

from scrubjay_knowledge import views
from scrubjay_serving import Here, ScrubjayServer

if TYPE_CHECKING:
    from scrubjay.git import Head
    from scrubjay.memories import RememberRequest

REMEMBER = """\
Keep one claim for later sessions: a self-contained sentence, no guess, no secret, citing what says so (path:lines, \
ADR-003, commit). Answers stored, pending (for review) or blocked, and what to do. \
scope: project (this repository) or user (all of yours). source: who says it; quote: their words. \
supersedes: id of the memory it replaces. valid_until: 2026-12-31. key: same key again stores nothing new. \
Not for the task (set_task_context)."""

UPDATE = """\
Change a memory: supersede (no longer so), correct (was never so) or extend (content is added). \
content is checked as in remember; the old text stays in its history."""

FORGET = "Delete for good what a memory says, when asked to; update_memory replaces it."

PROVENANCE = "A memory's history: evidence, checks, reviews."

Kind = Literal["", "fact", "preference", "decision", "procedure", "incident", "episode", "question"]


def remember(
    *,
    content: str,
    kind: Kind = "",
    scope: Literal["project", "user"] = "project",
    quote: str = "",
    supersedes: str = "",
    valid_until: str = "",
    applies: str = "",
    key: str = "",
    tags: tuple[str, ...] = (),
    session: str = "",
    repo: str = "",
    here: Here,
) -> views.Remembered:
    """Store a memory."""
    from scrubjay.memories import RememberRequest

    at = _head(here)
    request = RememberRequest(
        content=content,
        kind=kind,
        scope=scope,
        quote=quote,
        supersedes=supersedes,
        valid_until=valid_until,
        applies=applies,
        key=key,
        tags=tags,
    )
    return views.remembered(here.workspace, at, here.workspace.memories.remember(_from(here, at, request)))


def update_memory(
    *, id: str, content: str, how: Literal["supersede", "correct", "extend"] = "supersede", repo: str = "", here: Here
) -> views.Remembered:
    """Replace a memory by another."""
    from scrubjay.memories import RememberRequest
    from scrubjay.model.memory import Change

    at = _head(here)
    request = _from(here, at, RememberRequest(content=content))
    return views.remembered(here.workspace, at, here.workspace.memories.update(id, request, Change(how)))


def forget_memory(*, id: str, repo: str = "", here: Here) -> views.Remembered:
    """Delete what a memory says."""
    memories = here.workspace.memories
    whole, clean = memories.forget(id, here.workspace.settings.user_id)
    newer = ", ".join(one[:12] for one, _ in memories.provenance(whole).successors)
    left = f"Made from it and still there: {newer}; forget those too if they repeat its words." if newer else ""
    bytes_left = "" if clean else "Its bytes leave the journal when the other sessions end."
    return views.changed(here.workspace, _head(here), whole, "forgotten", " ".join(filter(None, (left, bytes_left))))


def get_provenance(*, id: str, repo: str = "", here: Here) -> str:
    """Tell where a memory comes from."""
    from scrubjay.recall.provenance import provenance_text

    return provenance_text(here.workspace.memories.provenance(id))


def _head(here: Here) -> "Head":
    from scrubjay.git import head

    return head(here.workspace.git)


def _from(here: Here, at: "Head", request: "RememberRequest") -> "RememberRequest":
    from dataclasses import replace

    who = here.workspace.settings.user_id
    return replace(request, author=who, session=here.session, branch=at.branch, commit=at.commit)


def register(server: ScrubjayServer) -> None:
    """Offer the family on a server."""
    server.offer(
        remember, title="Remember", description=REMEMBER, writes=True, repeatable=False, structured=True, always=True
    )
    server.offer(
        update_memory, title="Change a memory", description=UPDATE, writes=True, repeatable=False, structured=True
    )
    server.offer(
        forget_memory, title="Forget a memory", description=FORGET, writes=True, destroys=True, structured=True
    )
    server.offer(get_provenance, title="Where it comes from", description=PROVENANCE)
