"""What are memories of older rules worth? They are looked at again one by one, so that an end at any point costs one.

What waited under the first rules counts from that day with what its evidence earns, unless it speaks to the reader or
would end what outranks its author. A preference of the user's that an agent reported waits until the user saw it.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from scrubjay.memories.memories import Memories, Validate
from scrubjay.memories.request import RememberRequest
from scrubjay.memories.rows import RULES, Q, add_evidence, believe
from scrubjay.memories.writing import WriteContext, end_older, read, touch
from scrubjay.model.evidence import Act, Origin, ValidationResult, Verdict
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.storage import Connection

AT_ONCE = 200

ACTOR = "scrubjay"


@dataclass(frozen=True, slots=True)
class Migrated:
    """How far memories of older rules are: how many nobody looked at again yet, how many are told without proof."""

    ungraded: int
    unproven: int


def migrated(connection: Connection, place: WriteContext) -> Migrated:
    """Count, in one project or of the user."""
    ungraded = connection.execute(Q.ungraded, _params(place, 0, -1)).fetchall()
    (unproven,) = connection.execute(Q.count_unproven, {"project": place.owner, "act": Act.BEFORE}).fetchone()
    return Migrated(len(ungraded), unproven)


def grade_anew(
    memories: Memories, scope: str, judge: Validate, hidden: Collection[str], stop: Callable[[], bool] = lambda: False
) -> int:
    """Look at the memories of a scope again that older rules judged; returns how many.

    Those that HEAD hides wait for a worktree that shows them: their sources are not here.
    """
    done = after = 0
    while numbers := memories.reading(scope, lambda c, place, after=after: _next(c, place, after)):  # type: ignore[misc]
        after = numbers[-1]
        for number in numbers:
            if stop():
                return done
            memory = memories.reading(scope, lambda c, _, number=number: read(c, number))  # type: ignore[misc]
            if memory.id in hidden:
                continue
            result = judge(_request(memory))
            memories.writing(scope, lambda c, place, n=number, r=result: _settle(c, place, n, r))  # type: ignore[misc]
            done += 1
    return done


def _next(connection: Connection, place: WriteContext, after: int) -> list[int]:
    return [row["number"] for row in connection.execute(Q.ungraded, _params(place, after, AT_ONCE)).fetchall()]


def _params(place: WriteContext, after: int, limit: int) -> dict[str, object]:
    return {"project": place.owner, "rules": RULES, "after": after, "limit": limit}


def _request(memory: Memory) -> RememberRequest:
    waits = memory.status is MemoryStatus.HELD
    return RememberRequest(
        content=memory.content,
        kind=memory.kind,
        scope=memory.scope,
        quote=memory.quote,
        applies=memory.applies,
        tags=memory.tags,
        author=memory.author,
        origin=memory.origin,
        session=memory.session,
        agent=memory.agent,
        branch=memory.branch,
        commit=memory.commit,
        others=memory.supersedes if waits else (),
        itself=memory.id,
    )


def _settle(connection: Connection, place: WriteContext, number: int, result: ValidationResult) -> None:
    """Keep the new evidence in place of the old; whoever decided about the memory meanwhile was right."""
    first = connection.execute(Q.ungraded, _params(place, number - 1, 1)).fetchone()
    if first is None or first["number"] != number:
        return
    memory = read(connection, number)
    connection.execute(Q.outdate, {"memory": number, "rules": RULES})
    add_evidence(connection, number, result, memory.session or memory.agent)
    status = _status(memory, result)
    if status is memory.status:
        touch(connection, number)
        return
    believe(connection, number, place.now, ACTOR, status=status, reason=result.reason)
    if status is MemoryStatus.ACTIVE:
        end_older(connection, place, number, ACTOR)


def _status(memory: Memory, result: ValidationResult) -> MemoryStatus:
    unseen = memory.scope == "user" and memory.kind == "preference" and memory.origin is not Origin.PERSON
    if result.verdict is Verdict.HELD or (memory.status is MemoryStatus.HELD and unseen):
        return MemoryStatus.HELD
    return memory.status if result.verdict is Verdict.BLOCKED else MemoryStatus.ACTIVE
