"""Facts, who stated them, and how often they occurred independently. Pure."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from scrubjay.model.memory import Memory


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact: the memories that say it, in any order. `key` names it in every pass."""

    key: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A fact that a commit or document states: the memory's id or its words, by whom, where and when (ISO 8601)."""

    memory: str = ""
    text: str = ""
    author: str
    branch: str = ""
    commit: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Somebody came to a fact by themselves: when, who, in which session and client (empty: none is known)."""

    at: str
    author: str
    session: str = ""
    client: str = ""


ShownBefore = Callable[[str, Memory], bool]
"""Whether a session had been shown a memory or one like it."""


def members_that_count(members: Iterable[Memory], shown: ShownBefore) -> tuple[Memory, ...]:
    """The members that say the fact independently of the ones before: by another session, on another day, not shown it.

    What a person wrote outside of any session counts once for each person.
    """
    counted: list[Memory] = []
    for memory in sorted(members, key=lambda one: (one.recorded_at, one.id)):
        if all(_independent(memory, before, shown) for before in counted):
            counted.append(memory)
    return tuple(counted)


def _independent(memory: Memory, before: Memory, shown: ShownBefore) -> bool:
    if memory.session and memory.session == before.session:
        return False
    if not memory.session:
        return memory.author != before.author
    return memory.recorded_at[:10] != before.recorded_at[:10] and not shown(memory.session, before)


def stated_by_others(
    statements: Iterable[Statement],
    members: Collection[Memory],
    same: Callable[[str, str], bool],
    mine: Collection[str] = (),
) -> tuple[Statement, ...]:
    """The statements of a fact by people who wrote none of its members, the first of each person.

    A file with a member's own id is that memory, published: who commits it stands behind it. `mine` are the names of
    the user in git, who is the author of what their own agents write.
    """
    ids = {memory.id for memory in members}
    own = {*(memory.author for memory in members), *mine}
    first: dict[str, Statement] = {}
    for statement in sorted(statements, key=lambda one: (one.date, one.author, one.commit)):
        if statement.author in own or statement.author in first:
            continue
        says = statement.memory in ids or any(same(statement.text, memory.content) for memory in members)
        if says and statement.author:
            first[statement.author] = statement
    return tuple(first.values())


def strongest(members: Sequence[Memory], rank: Callable[[str], int]) -> Memory:
    """The member that stands for a fact: the best graded one (0 is the best), then the oldest."""
    return min(members, key=lambda memory: (rank(memory.id), memory.recorded_at, memory.id))
