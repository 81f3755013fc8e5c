"""What is known of facts now? Read from memories, sessions and git; only of those of which anything is."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial

from scrubjay.memory.store.occurring import believed_now, contradicted, holding_ids, holding_of, independent_since
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.model.frozen import dataclass
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Memory
from scrubjay_growth.promotion.counting import DIGITS, best_grade, occurrences
from scrubjay_growth.promotion.facts import Fact, Occurrence, ShownBefore, Statement, strongest
from scrubjay_growth.promotion.never import never
from scrubjay_growth.promotion.outcomes.ended import Outcomes
from scrubjay_growth.promotion.statement_index import StatementIndex

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
    """A fact with its readable members, the one that stands for it, its occurrences, and what rules it out."""

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
    """What is known of the facts of which something is: said again, had by a session, stated, or `decided` before."""
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
    by_id = _read(memories, [id for fact in chosen for id in fact.members])
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
                memory=_standing_for(members, grades),
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


def _standing_for(members: Sequence[Memory], grades: Mapping[str, Grade]) -> Memory | None:
    return strongest(members, lambda id: grades.get(id, Grade.SAID).rank) if members else None


def _read(memories: MemoryReader, ids: Sequence[str]) -> dict[str, Memory]:
    unique = list(dict.fromkeys(ids))
    found: dict[str, Memory] = {}
    for start in range(0, len(unique), BATCH):
        read = partial(believed_now, ids=unique[start : start + BATCH])
        for scope in memories.scopes():
            found |= {one.id: one for one in memories.reading(scope, read)}
    return found


def _contradicted(memories: MemoryReader, by_id: Mapping[str, Memory]) -> frozenset[str]:
    """What says otherwise than something else, and what something else says otherwise than."""
    against = {id for id, memory in by_id.items() if memory.contradicts}
    for scope in memories.scopes():
        against |= memories.reading(scope, lambda c, _: contradicted(c, list(by_id)))
    return frozenset(against)
