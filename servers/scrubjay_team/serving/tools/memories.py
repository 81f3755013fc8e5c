"""Functions behind the memory tools of a team's server: store, change, delete, trace and list."""

from scrubjay.errors import UsageError
from scrubjay.search.recall.outcome import outcome_object
from scrubjay_serving.knowledge import GradeName, How, Kind, KindOrNone, Remembered, State
from scrubjay_team.memories.claims import TeamClaim
from scrubjay_team.memories.listing import MemoryFilters
from scrubjay_team.memories.memory import TeamMemory, TeamProvenance, memory_lines
from scrubjay_team.serving.advice import served
from scrubjay_team.serving.calls import TeamCall
from scrubjay_team.serving.recall.addresses import read_sources


def remember(
    call: TeamCall, *, content: str, kind: KindOrNone, scope: str, sources: tuple[str, ...], quote: str,
    supersedes: str, valid_until: str, applies: str, key: str, tags: tuple[str, ...], session: str, told: bool = False,
) -> Remembered:  # fmt: skip
    """Store a memory of the team, or propose one to every team; `told` is what its sender's own store says of it."""
    names = call.services.views.names(call.entered) if sources else frozenset[str]()
    repo, places = read_sources(sources, call.repo, names)
    claim = TeamClaim(
        content=content, kind=kind, scope=scope, repo=repo, sources=places, quote=quote, valid_until=valid_until,
        applies=applies, key=key, tags=tags, session=session, client=call.client,
        told=told,
    )  # fmt: skip
    memories = call.services.memories
    outcome = (
        memories.update(call.entered, supersedes, "supersede", claim)
        if supersedes
        else memories.remember(call.entered, claim)
    )
    return _outcome(call, outcome)


def update_memory(call: TeamCall, *, id: str, content: str, how: How, version: int, key: str = "") -> Remembered:
    """Replace a memory by another, or end it; `version` is the one that was read, 0 for whichever."""
    ends = how in ("invalidate", "retract")
    if ends and not content.strip():
        raise UsageError("The argument content is empty. Say why the memory ends: the reason stays in its history.")
    claim = TeamClaim(content="" if ends else content, client=call.client, key=key)
    reason = content if ends else ""
    return _outcome(call, call.services.memories.update(call.entered, id, how, claim, version=version, reason=reason))


def forget_memory(call: TeamCall, *, id: str, version: int, key: str = "") -> Remembered:
    """Delete what a memory says; `version` is the one that was read, 0 for whichever."""
    gone = call.services.memories.forget(call.entered, id, version=version, key=key)
    return Remembered(at=call.heading, outcome="forgotten", id=gone)


def get_provenance(call: TeamCall, *, id: str) -> str:
    """Tell where a memory comes from."""
    return call.answer(*provenance_lines(call.services.memories.provenance(call.entered, id)))


def provenance_lines(told: TeamProvenance) -> tuple[str, ...]:
    """What is known of a memory, in lines."""
    lines = [*memory_lines(told.memory), f"Version {told.memory.version}"]
    if told.memory.quote:
        lines.append(f"Quoted: {' '.join(told.memory.quote.split())}")
    lines += [f"In place of: {line}" for one in told.older for line in memory_lines(one)]
    lines += [f"Replaced by: {line}" for one in told.newer for line in memory_lines(one)]
    for event in told.events:
        by = f" by {event.member_name}" if event.member_name else ""
        why = f" ({event.reason})" if event.reason else ""
        lines.append(f"{event.at[:16]} {event.action}: {event.outcome}{by}{why}")
    return tuple(lines)


def list_memories(
    call: TeamCall, *, kinds: tuple[Kind, ...], grades: tuple[GradeName, ...], tags: tuple[str, ...], author: str,
    session: str, since: str, state: State, limit: int,
) -> str:  # fmt: skip
    """List memories, the newest first."""
    status = {"waiting": "held", "faded": "expired", "": "current"}.get(state)
    if status is None:
        raise UsageError(f"A team's server has no state {state!r}: waiting, faded, or none for those that hold.")
    filters = MemoryFilters(
        repo=call.repo, author=author, status=status, kinds=kinds, grades=grades, tags=tags, session=session,
        since=since,
    )  # fmt: skip
    found = call.services.memories.listed(call.entered, filters, limit)
    lines = [line for one in found.memories for line in memory_lines(one)]
    least = "at least " if found.more else ""
    left = [f"{len(found.memories):,} of {least}{found.total:,}"] if found.more or found.total > limit else []
    return call.answer(*(lines or ["no such memory"]), *left)


def _outcome(call: TeamCall, outcome: object) -> Remembered:
    """The outcome of a claim or of a change, with its grounds and what would help."""
    if isinstance(outcome, TeamMemory):
        ended = "invalidated" if str(outcome.status) == "expired" else "retracted"
        return Remembered(at=call.heading, outcome=ended, id=outcome.id, why=outcome.reason)  # type: ignore[arg-type]
    told = outcome_object(outcome)  # type: ignore[arg-type]
    told |= {name: served(told[name]) for name in ("why", "add")}
    return Remembered(at=call.heading, **told)
