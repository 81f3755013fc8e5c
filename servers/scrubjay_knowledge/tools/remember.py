"""Tools remember, update_memory, forget_memory, get_provenance: store a claim, change it, delete it, trace it."""

from typing import TYPE_CHECKING, Literal

from scrubjay_knowledge import views
from scrubjay_serving import Here, ScrubjayServer

if TYPE_CHECKING:
    from scrubjay.git import Head
    from scrubjay.memories import RememberRequest

REMEMBER = """\
Keep one claim for later sessions: a self-contained sentence, no guess, no secret, citing what says so (path:lines, \
ADR-003, commit). Answers stored, known, held (for the user) or blocked, the grade that its evidence earns \
(told, verified, observed, cited, unconfirmed), the source's own words, and what would raise the grade. \
quote: words of a tool's output or of the user that show it. kind: inferred if empty. \
scope: project (this repository) or user (all of yours). supersedes: id of the memory it replaces. \
valid_until: 2026-12-31. applies: where it holds (staging, v1). key: same key again stores nothing new. \
Not for the task (set_task_context)."""

UPDATE = """\
Change a memory: supersede (no longer so), correct (was never so), extend (content is added); without new words \
invalidate (no longer so), retract (was never so): content says why. What a user told is only proposed."""

FORGET = "Delete for good what a memory says, when asked to; update_memory replaces it."

PROVENANCE = "A memory's grade at HEAD and history: evidence, checks, reviews."

How = Literal["supersede", "correct", "extend", "invalidate", "retract"]
Ended = Literal["invalidated", "retracted"]
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
    request = _from(here, at, request, session)
    return views.remembered(here.workspace, at, here.workspace.memories.service.remember(request))


def update_memory(*, id: str, content: str, how: How = "supersede", repo: str = "", here: Here) -> views.Remembered:
    """Replace a memory by another, or end it."""
    from scrubjay.errors import UsageError
    from scrubjay.memories import RememberRequest
    from scrubjay.model.memory import Change

    at, memories = _head(here), here.workspace.memories.service
    if how in ("supersede", "correct", "extend"):
        request = _from(here, at, RememberRequest(content=content))
        return views.remembered(here.workspace, at, memories.update(id, request, Change(how)))
    if not content.strip():
        raise UsageError("content is empty. Say why: the reason stays in its history.")
    end = memories.invalidate if how == "invalidate" else memories.retract
    ended = end(id, here.workspace.settings.user_id, content)
    word: Ended = "invalidated" if how == "invalidate" else "retracted"
    return views.changed(here.workspace, at, ended.id, word, ended.belief.reason)


def forget_memory(*, id: str, repo: str = "", here: Here) -> views.Remembered:
    """Delete what a memory says."""
    memories = here.workspace.memories.service
    whole, clean = memories.forget(id, here.workspace.settings.user_id)
    newer = ", ".join(one[:12] for one, _ in memories.provenance(whole).successors)
    left = f"Made from it and still there: {newer}; forget those too if they repeat its words." if newer else ""
    bytes_left = "" if clean else "Its bytes leave the journal when the other sessions end."
    return views.changed(here.workspace, _head(here), whole, "forgotten", " ".join(filter(None, (left, bytes_left))))


def get_provenance(*, id: str, repo: str = "", here: Here) -> str:
    """Tell where a memory comes from."""
    from scrubjay.freshness.graded import NOTHING
    from scrubjay.recall.provenance import provenance_text

    at = here.workspace
    known, view = at.memories.service.provenance(id), at.knowledge.documents.view()
    return provenance_text(
        known, at.memories.grades.of([known.memory.id], view).get(known.memory.id, NOTHING), view.short
    )


def _head(here: Here) -> "Head":
    from scrubjay.git import head

    return head(here.workspace.git)


def _from(here: Here, at: "Head", request: "RememberRequest", said: str = "") -> "RememberRequest":
    """Fill in a request's author, position and time. The session it names is used where the client reports none."""
    from dataclasses import replace

    from scrubjay.model.session import session_name

    who = here.workspace.settings.user_id
    session = here.session or session_name(said)
    return replace(
        request, author=who, session=session, identified=bool(here.session), branch=at.branch, commit=at.commit
    )


def register(server: ScrubjayServer) -> None:
    """Register the family on a server."""
    server.offer(
        fn=remember,
        title="Remember",
        description=REMEMBER,
        writes=True,
        repeatable=False,
        structured=True,
        always=True,
        retired=("source",),
    )
    server.offer(
        update_memory, title="Change a memory", description=UPDATE, writes=True, repeatable=False, structured=True
    )
    server.offer(
        forget_memory, title="Forget a memory", description=FORGET, writes=True, destroys=True, structured=True
    )
    server.offer(get_provenance, title="Where it comes from", description=PROVENANCE)
