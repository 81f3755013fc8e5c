"""Tools remember, update_memory, forget_memory, get_provenance: store a claim, change it, delete it, trace it."""

from typing import TYPE_CHECKING, Annotated, Literal

from scrubjay_knowledge import views
from scrubjay_serving import ScrubjayServer, Target
from scrubjay_serving.fields import Repo, about

if TYPE_CHECKING:
    from scrubjay.git.head import Head
    from scrubjay.memory.store.request import RememberRequest

REMEMBER = """\
Keep one claim for later sessions: a self-contained sentence, no guess, no secret. It is kept as said by you, beside \
the words of the places it names; a source's own sentence is quoted. Answers stored, known, held (for the user) or \
blocked, its grounds, what is near, what to add. Not for the task (set_task_context)."""

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
    kind: Annotated[Kind, about("inferred if empty")] = "",
    scope: Annotated[Literal["project", "user"], about("this repository, or all of yours")] = "project",
    sources: Annotated[tuple[str, ...], about("path:lines, ADR-003, commit; at most 3")] = (),
    quote: Annotated[str, about("a printed line, or the user's words")] = "",
    supersedes: Annotated[str, about("id of the memory it replaces")] = "",
    valid_until: Annotated[str, about("2026-12-31")] = "",
    applies: Annotated[str, about("where it holds: staging, v1")] = "",
    key: Annotated[str, about("the same key again stores nothing new")] = "",
    tags: tuple[str, ...] = (),
    session: str = "",
    repo: Repo = "",
    target: Target,
) -> views.Remembered:
    """Store a memory."""
    from scrubjay.memory.store.request import RememberRequest

    head = _head(target)
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
        cites=sources,
    )
    request = _from(target, head, request, session)
    return views.remembered(target.workspace, head, target.workspace.memories.remember(request))


def update_memory(
    *, id: str, content: str, how: How = "supersede", repo: Repo = "", target: Target
) -> views.Remembered:
    """Replace a memory by another, or end it."""
    from scrubjay.errors import UsageError
    from scrubjay.memory.store.request import RememberRequest
    from scrubjay.model.memory import Change

    head, memories = _head(target), target.workspace.memories
    if how in ("supersede", "correct", "extend"):
        request = _from(target, head, RememberRequest(content=content))
        return views.replaced(target.workspace, head, id, memories.update(id, request, Change(how)))
    if not content.strip():
        raise UsageError("content is empty. Say why: the reason stays in its history.")
    end = memories.invalidate if how == "invalidate" else memories.retract
    ended = end(id, target.workspace.settings.user_id, content, agent=target.agent)
    word: Ended = "invalidated" if how == "invalidate" else "retracted"
    left = target.workspace.left_in_git(ended.id)
    return views.changed(target.workspace, head, ended.id, word, " ".join(filter(None, (ended.belief.reason, left))))


def forget_memory(*, id: str, repo: Repo = "", target: Target) -> views.Remembered:
    """Delete what a memory says."""
    memories = target.workspace.memories
    published = target.workspace.left_in_git(memories.get(id).id)
    full_id, clean = memories.forget(id, target.workspace.settings.user_id, agent=target.agent)
    newer = ", ".join(other[:12] for other, _ in memories.provenance(full_id).successors)
    left = f"Made from it and still there: {newer}; forget those too if they repeat its words." if newer else ""
    pools = ", ".join(target.workspace.shared_in(full_id))
    shared = f"It was shared, and is gone from the pools {pools}." if pools else ""
    bytes_left = "" if clean else "Its bytes leave the journal when the other sessions end."
    return views.changed(
        target.workspace,
        _head(target),
        full_id,
        "forgotten",
        " ".join(filter(None, (left, shared, published, bytes_left))),
    )


def get_provenance(*, id: str, repo: Repo = "", target: Target) -> str:
    """Tell where a memory comes from."""
    from scrubjay.memory.freshness.graded import NOTHING
    from scrubjay.search.recall.provenance import provenance_text

    workspace = target.workspace
    provenance, view = workspace.memories.provenance(id), workspace.documents.view()
    said = workspace.stand_ins.elsewhere([provenance.memory.id], view).get(provenance.memory.id)
    return provenance_text(
        provenance,
        workspace.grades.of([provenance.memory.id], view).get(provenance.memory.id, NOTHING),
        view.short,
        said.text if said else "",
    )


def _head(target: Target) -> "Head":
    from scrubjay.git.head import head

    return head(target.workspace.git)


def _from(target: Target, head: "Head", request: "RememberRequest", named: str = "") -> "RememberRequest":
    """Fill in a request's author, position and time. The session it names is used where the client reports none."""
    from dataclasses import replace

    from scrubjay.model.session import session_name

    author = target.workspace.settings.user_id
    session = target.session or session_name(named)
    return replace(
        request, author=author, session=session, identified=bool(target.session), agent=target.agent,
        branch=head.branch, commit=head.commit,
    )  # fmt: skip


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
