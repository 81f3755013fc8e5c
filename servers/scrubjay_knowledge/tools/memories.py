"""Functions behind the memory tools: store, change, delete, trace, list memories, and the wording of their answers."""

from typing import TYPE_CHECKING, Literal

from scrubjay.errors import UsageError
from scrubjay.git.head import Head, head
from scrubjay.memory.freshness.graded import NOTHING
from scrubjay.memory.listing.filters import ListFilters, beside_dates, memory_line, published_line
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.far import FarOutcome
from scrubjay.model.frozen import replace
from scrubjay.model.memory import Change, Outcome
from scrubjay.model.visible import session_name
from scrubjay.search.recall.outcome import far_object, outcome_object
from scrubjay.search.recall.provenance import provenance_text
from scrubjay.wiring.afar import TEAM, far_claim, keeper_of, memories_there, others_line
from scrubjay.wiring.tool_calls import CallTarget, heading
from scrubjay_serving.knowledge import GradeName, How, Kind, KindOrNone, Remembered, State

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace

Scope = Literal["project", "user", "team"]
Ended = Literal["forgotten", "invalidated", "retracted"]


def remember(
    target: CallTarget, *, content: str, kind: KindOrNone, scope: Scope, sources: tuple[str, ...],
    quote: str, supersedes: str, valid_until: str, applies: str, key: str, tags: tuple[str, ...], session: str,
) -> Remembered:  # fmt: skip
    """Store a memory."""
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
    if scope == TEAM:
        claim = far_claim(replace(request, agent=target.agent))
        return _there(target, memories_there(target.workspace).remember(claim))
    with target.moment():
        at = head(target.workspace.git)
        outcome = target.workspace.memories.remember(_complete_request(target, at, request, session))
        return _remembered(target.workspace, at, outcome)


def update_memory(target: CallTarget, *, id: str, content: str, how: How) -> Remembered:
    """Replace a memory by another, or end it."""
    if there := keeper_of(target.workspace, id):
        return _there(target, there.update(id, content, how, target.agent))
    memories = target.workspace.memories
    if how in ("supersede", "correct", "extend"):
        with target.moment():
            at = head(target.workspace.git)
            request = _complete_request(target, at, RememberRequest(content=content))
            return _replaced(target.workspace, at, id, memories.update(id, request, Change(how)))
    if not content.strip():
        raise UsageError("The argument content is empty. Say why the memory ends: the reason stays in its history.")
    end = memories.invalidate if how == "invalidate" else memories.retract
    ended = end(id, target.workspace.settings.user_id, content, agent=target.agent)
    word: Ended = "invalidated" if how == "invalidate" else "retracted"
    left = target.workspace.left_in_git(ended.id)
    return _changed(
        target.workspace,
        head(target.workspace.git),
        ended.id,
        word,
        " ".join(filter(None, (ended.belief.reason, left))),
    )


def forget_memory(target: CallTarget, *, id: str) -> Remembered:
    """Delete what a memory says."""
    if there := keeper_of(target.workspace, id):
        return _there(target, there.forget(id))
    memories = target.workspace.memories
    published = target.workspace.left_in_git(memories.get(id).id)
    full_id, clean = memories.forget(id, target.workspace.settings.user_id, agent=target.agent)
    newer = ", ".join(other[:12] for other, _ in memories.provenance(full_id).successors)
    left = f"Made from it and still there: {newer}; forget those too if they repeat its words." if newer else ""
    pools = ", ".join(target.workspace.shared_in(full_id))
    shared = f"It was shared, and is gone from the pools {pools}." if pools else ""
    bytes_left = "" if clean else "Its bytes leave the journal when the other sessions end."
    return _changed(
        target.workspace,
        head(target.workspace.git),
        full_id,
        "forgotten",
        " ".join(filter(None, (left, shared, published, bytes_left))),
    )


def get_provenance(target: CallTarget, *, id: str) -> str:
    """Tell where a memory comes from."""
    workspace = target.workspace
    if there := keeper_of(workspace, id):
        return there.provenance(id)
    provenance, view = workspace.memories.provenance(id), workspace.documents.view()
    said = workspace.stand_ins.elsewhere([provenance.memory.id], view).get(provenance.memory.id)
    return provenance_text(
        provenance,
        workspace.grades.of([provenance.memory.id], view).get(provenance.memory.id, NOTHING),
        view.short,
        said.text if said else "",
    )


def _complete_request(target: CallTarget, at: Head, request: RememberRequest, named: str = "") -> RememberRequest:
    """Fill in a request's author, position and time. The session it names is used where the client reports none."""
    author = target.workspace.settings.user_id
    session = target.session or session_name(named)
    return replace(
        request, author=author, session=session, identified=bool(target.session), agent=target.agent,
        branch=at.branch, commit=at.commit,
    )  # fmt: skip


def list_memories(
    target: CallTarget, *, kinds: tuple[Kind, ...], grades: tuple[GradeName, ...], tags: tuple[str, ...], author: str,
    session: str, since: str, state: State, limit: int,
) -> str:  # fmt: skip
    """List memories."""
    workspace = target.workspace
    view = workspace.documents.view()
    filters = ListFilters(
        kinds=kinds, grades=grades, tags=tags, author=author, session=session, since=since, state=state, limit=limit
    )
    listing = workspace.listed(filters)
    lines = [memory_line(row) for row in listing.memories]
    lines = lines or ["no such memory", *beside_dates(filters, workspace.listed)]
    left = [f"{len(listing.memories):,} of {listing.total:,}"] if len(listing.memories) < listing.total else []
    elsewhere = filter(None, [published_line(listing.published, "state published"), others_line(workspace)])
    return "\n".join([heading(workspace, view), *lines, *left, *elsewhere])


def _there(target: CallTarget, outcome: FarOutcome) -> Remembered:
    """What became of a claim or a change on the team's server."""
    return Remembered(at=heading(target.workspace, head(target.workspace.git)), **far_object(outcome))


def _remembered(workspace: "Workspace", at: Head, outcome: Outcome) -> Remembered:
    """The outcome (stored, known, held or blocked), with its grounds and what would help."""
    return Remembered(at=heading(workspace, at), **outcome_object(outcome))


def _replaced(workspace: "Workspace", at: Head, old: str, outcome: Outcome) -> Remembered:
    """The outcome of replacing a memory, with what git still says of the old one."""
    answer = _remembered(workspace, at, outcome)
    left = workspace.left_in_git(workspace.memories.get(old).id)
    return answer.model_copy(update={"why": f"{answer.why} {left}"}) if left else answer


def _changed(workspace: "Workspace", at: Head, id: str, outcome: Ended, why: str) -> Remembered:
    """The outcome of a change to an existing memory."""
    return Remembered(at=heading(workspace, at), outcome=outcome, id=id, why=why)
