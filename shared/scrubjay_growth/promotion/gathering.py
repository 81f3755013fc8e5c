"""Collector of the evidence about facts: from memories, sessions and git; only for facts that have any."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial

from scrubjay.memory.store.overview import believed_now, contradicted, holding_ids, holding_of, independent_since
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.model.frozen import dataclass
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Memory, MemoryStatus, is_private
from scrubjay_growth.promotion.facts import (
    DIGITS,
    Fact,
    Occurrence,
    Outcomes,
    ShownBefore,
    Statement,
    best_grade,
    occurrences,
    strongest,
)

_GROUNDED = frozenset(Grade) - {Grade.SAID}
_ENDED = {
    MemoryStatus.HELD: "held for review",
    MemoryStatus.SUPERSEDED: "superseded",
    MemoryStatus.EXPIRED: "expired",
    MemoryStatus.FORGOTTEN: "forgotten",
    MemoryStatus.FADED: "faded",
    MemoryStatus.ARCHIVED: "archived",
}


def never(
    members: Sequence[Memory], grades: Mapping[str, Grade], contradicted: Collection[str], now: str
) -> tuple[str, ...]:
    """The reasons why a fact is never promoted, or falls; none where nothing speaks against it.

    `members` are those that can be read: quarantined and forgotten ones aren't among them. `grades` are those at the
    base of the view, `now` is ISO 8601 in UTC.
    """
    holding = [memory for memory in members if memory.status is MemoryStatus.ACTIVE]
    current = [memory for memory in holding if not memory.valid_until or memory.valid_until > now]
    reasons = {
        "not known here": not members,
        "retracted": any(memory.status is MemoryStatus.RETRACTED for memory in members),
        "private": is_private(members),
        "a question": any(memory.is_question for memory in members),
        "contradicted": any(memory.id in contradicted for memory in members),
        "expired": bool(holding) and not current,
        "nothing but its author's word stands behind it": bool(current)
        and not any(grades.get(one.id) in _GROUNDED for one in current),
    }
    ended = [] if holding else [_ENDED[one.status] for one in members if one.status in _ENDED]
    return (*(reason for reason, holds in reasons.items() if holds), *dict.fromkeys(ended))


class StatementIndex:
    """Statements by what they name and by `form`, which is equal for texts that say the same."""

    def __init__(self, statements: Iterable[Statement], form: Callable[[str], str]) -> None:
        self._form = form
        self._by_memory: dict[str, list[Statement]] = {}
        self._by_words: dict[str, list[Statement]] = {}
        for statement in statements:
            if statement.memory:
                self._by_memory.setdefault(statement.memory, []).append(statement)
            if statement.text:
                self._by_words.setdefault(form(statement.text), []).append(statement)

    def __bool__(self) -> bool:
        return bool(self._by_memory or self._by_words)

    def names(self, id: str, words: str) -> bool:
        """Whether somebody states a memory, by its id or in these words."""
        return id in self._by_memory or self._form(words) in self._by_words

    def about(self, members: Sequence[Memory]) -> tuple[Statement, ...]:
        """The statements that may be of a fact with these members, each once."""
        found = [one for member in members for one in self._by_memory.get(member.id, ())]
        found += [one for member in members for one in self._by_words.get(self._form(member.content), ())]
        return tuple(dict.fromkeys(found))


BATCH = 500
"""Memories that are read in one transaction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionSources:
    """What a pass reads beside memories.

    `grades` are those at HEAD; `outcomes` how sessions ended; `statements` who states facts in git; `mine` the user's
    names there; `shown` whether a session had been shown a memory; `client_of` the client of a session, by its id or
    the first twelve characters; `same` whether two texts say the same, and `form` what is equal where they do.
    """

    grades: Callable[[Collection[str]], Mapping[str, Grade]]
    outcomes: Callable[[], Outcomes]
    shown: ShownBefore
    same: Callable[[str, str], bool]
    form: Callable[[str], str]
    client_of: Callable[[str], str] = lambda _: ""
    statements: Callable[[], Iterable[Statement]] = tuple
    mine: Callable[[], Collection[str]] = tuple


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownFact:
    """A fact with its readable members, a representative, its occurrences, and what rules promotion out."""

    fact: Fact
    members: tuple[Memory, ...]
    memory: Memory | None
    seen: tuple[Occurrence, ...]
    grade: Grade
    never: tuple[str, ...]


def each_alone(memories: MemoryReader) -> tuple[Fact, ...]:
    """Every memory that holds as a fact of its own: what is decided on where nothing groups them."""
    ids = [id for scope in memories.scopes() for id in memories.reading(scope, holding_ids)]
    return tuple(Fact(id, (id,)) for id in ids)


def gather(
    memories: MemoryReader,
    sources: PromotionSources,
    facts: Iterable[Fact],
    outcomes: Outcomes,
    decided: Collection[str],
    *,
    since: str,
    now: str,
) -> tuple[KnownFact, ...]:
    """The facts of which something is known, with that: said again, had by a session, stated, or `decided` before."""
    repeats: dict[str, list[tuple[str, str]]] = {}
    for scope in memories.scopes():
        for id, what, at in memories.reading(scope, lambda c, p: independent_since(c, p, since)):
            repeats.setdefault(id, []).append((what, at))
    stated, mine = StatementIndex(sources.statements(), sources.form), frozenset(sources.mine())
    named = _named(memories, stated)
    chosen = [
        fact
        for fact in facts
        if len(fact.members) > 1
        or fact.key in decided
        or any(id in repeats or id in named or id[:DIGITS] in outcomes.had for id in fact.members)
    ]
    by_id = _read_memories(memories, [id for fact in chosen for id in fact.members])
    grades = sources.grades(sorted(by_id))
    against = _contradicted(memories, by_id)
    known = []
    for fact in chosen:
        members = tuple(by_id[id] for id in fact.members if id in by_id)
        seen = occurrences(
            members,
            sorted((pair for id in fact.members for pair in repeats.get(id, ())), key=lambda pair: (pair[1], pair[0])),
            stated.about(members),
            since=since,
            shown=sources.shown,
            same=sources.same,
            mine=mine,
            client_of=sources.client_of,
        )
        known.append(
            KnownFact(
                fact=fact,
                members=members,
                memory=_best_graded(members, grades),
                seen=seen,
                grade=best_grade(members, grades),
                never=never(members, grades, against, now),
            )
        )
    return tuple(known)


def _named(memories: MemoryReader, stated: StatementIndex) -> frozenset[str]:
    """The memories that somebody states in git."""
    if not stated:
        return frozenset()
    read = partial(holding_of, chosen=stated.names)
    return frozenset(id for scope in memories.scopes() for id in memories.reading(scope, read))


def _best_graded(members: Sequence[Memory], grades: Mapping[str, Grade]) -> Memory | None:
    """The best graded of some memories; None without any."""
    return strongest(members, lambda id: grades.get(id, Grade.SAID).rank) if members else None


def _read_memories(memories: MemoryReader, ids: Sequence[str]) -> dict[str, Memory]:
    """The memories with these ids as they are believed now, by id."""
    unique = list(dict.fromkeys(ids))
    found: dict[str, Memory] = {}
    for start in range(0, len(unique), BATCH):
        read = partial(believed_now, ids=unique[start : start + BATCH])
        for scope in memories.scopes():
            found |= {one.id: one for one in memories.reading(scope, read)}
    return found


def _contradicted(memories: MemoryReader, by_id: Mapping[str, Memory]) -> frozenset[str]:
    """The ids of memories that contradict another one."""
    against = {id for id, memory in by_id.items() if memory.contradicts}
    for scope in memories.scopes():
        against |= memories.reading(scope, lambda c, _: contradicted(c, list(by_id)))
    return frozenset(against)
