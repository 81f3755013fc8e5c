"""Compares what is new with all that is there, and puts what states the same fact under group rows."""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import groupby

from scrubjay.inference.numeric import limit_blas_threads, np
from scrubjay.knowledge.index.codes import as_codes
from scrubjay.memory.grounding.likeness import rival
from scrubjay.memory.grouping.groups import Comparables, FactLink, by_strength, grouped, near_pairs
from scrubjay.memory.grouping.guards import TELLING, GroupingRule, kept_apart
from scrubjay.memory.store.rows import Q as MEMORIES
from scrubjay.memory.store.scopes import Scopes
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.frozen import dataclass
from scrubjay.model.grade import Grade
from scrubjay.storage.driver import Connection, load

Q = load(__package__)


READ_AT_ONCE = 4096


@dataclass(frozen=True, slots=True)
class Compared:
    """What a comparison found: links between memories of one fact, and pairs that can't both hold."""

    links: tuple[FactLink, ...] = ()
    disputed: tuple[tuple[int, int], ...] = ()


def compare_new(
    memories: Scopes,
    scope: str,
    rule: GroupingRule,
    dim: int,
    same: Callable[[str, str], bool],
    stop: Callable[[], bool] = lambda: False,
) -> Compared:
    """Compare every memory that no comparison by this rule has seen with all others of its kind, by what `same` says.

    Each block of new memories is one transaction, so that what was interrupted goes on where it stopped. A memory
    without a vector, or of several passages, waits.
    """
    if not memories.reading(scope, lambda c, place: _has_uncompared(c, place, rule)):
        return Compared()
    memories.writing(scope, lambda c, _: _drop_old(c, rule))
    parts = memories.reading(scope, lambda c, place: _comparables(c, place, rule, dim))
    limit_blas_threads()
    links: list[FactLink] = []
    disputed: list[tuple[int, int]] = []
    for part in parts:
        for numbers, pairs in near_pairs(part, rule.cosine, rule.days):
            if stop():
                return Compared(tuple(links), tuple(disputed))
            found = memories.reading(scope, lambda c, _, pairs=pairs: _judged(c, pairs, same))  # type: ignore[misc]
            memories.writing(scope, lambda c, _, new=numbers, found=found: _store_comparison(c, rule, new, found))  # type: ignore[misc]
            links += found.links
            disputed += found.disputed
    return Compared(tuple(links), tuple(disputed))


def _has_uncompared(connection: Connection, place: WriteContext, rule: GroupingRule) -> bool:
    params = {"project": place.owner, "rule": rule.key}
    return bool(connection.execute(Q.any_new, params).fetchone()["found"])


def _drop_old(connection: Connection, rule: GroupingRule) -> None:
    for statement in (Q.drop_old_links, Q.drop_old_disputes, Q.drop_old_comparisons):
        connection.execute(statement, {"rule": rule.key})


def _comparables(connection: Connection, place: WriteContext, rule: GroupingRule, dim: int) -> list[Comparables]:
    params = {"project": place.owner, "fingerprint": rule.fingerprint}
    rows = connection.execute(Q.comparable, params)
    parts = (_arrays(part, dim) for _, part in groupby(rows, key=lambda row: row["part"]))
    return [part for part in parts if part.new.any()]


def _arrays(rows: Iterable[tuple[int, str, float, bytes, int]], dim: int) -> Comparables:
    """Rows as arrays; a few thousand at a time are held as rows."""
    blocks = [
        (
            np.array([row[0] for row in batch], dtype=np.int64),
            np.array([row[2] for row in batch], dtype=np.float64),
            as_codes([row[3] for row in batch], dim),
            np.array([row[4] for row in batch], dtype=bool),
        )
        for batch in _batches(rows)
    ]
    numbers, days, codes, new = (np.concatenate(column) for column in zip(*blocks, strict=True))
    return Comparables(numbers, days, codes, new)


def _batches(rows: Iterable[tuple[int, str, float, bytes, int]]) -> Iterator[list[tuple[int, str, float, bytes, int]]]:
    batch = []
    for row in rows:
        batch.append(row)
        if len(batch) == READ_AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


def _judged(connection: Connection, pairs: list[FactLink], same: Callable[[str, str], bool]) -> Compared:
    """Which of the near pairs state one fact, and which can't both hold."""
    numbers = sorted({number for pair in pairs for number in (pair.one, pair.other)})
    rows = connection.execute(Q.texts, {"numbers": json.dumps(numbers)})
    texts = {row["number"]: row["content"] for row in rows}
    links: list[FactLink] = []
    disputed: list[tuple[int, int]] = []
    for pair in pairs:
        claim, other = texts.get(pair.one, ""), texts.get(pair.other, "")
        if not (claim and other):
            continue
        if same(claim, other):
            links.append(pair)
        elif kept_apart(claim, other) in TELLING and rival(claim, other):
            disputed.append((pair.one, pair.other))
    return Compared(tuple(links), tuple(disputed))


def _store_comparison(connection: Connection, rule: GroupingRule, numbers: list[int], found: Compared) -> int:
    links = [{"one": link.one, "other": link.other, "cosine": link.cosine} for link in found.links]
    connection.executemany(Q.add_link, links)
    connection.executemany(Q.add_disputed, [{"one": one, "other": other} for one, other in found.disputed])
    connection.executemany(Q.add_compared, [{"memory": number, "rule": rule.key} for number in numbers])
    return len(links)


Grading = Callable[[Collection[str]], Mapping[str, Grade]]
"""How well some memories are grounded, by id."""


def cluster(memories: Scopes, scope: str, grading: Grading, more: Iterable[FactLink] = ()) -> int:
    """Bring the stored groups in line with the links and `more` that aren't stored yet; returns how many changed."""
    links = [*memories.reading(scope, _links), *more]
    groups = grouped(links)
    ids, weights = memories.reading(scope, lambda c, _: _ids_and_weights(c, groups))
    grades = _grades_by_number(grading(list(ids.values())), ids)
    strong = {group[0]: by_strength(group, grades, weights) for group in groups}
    wanted = {number: (fact, at) for fact, members in strong.items() for at, number in enumerate(members)}
    return memories.writing(scope, lambda c, place: _store_groups(c, place, wanted))


def contradictions(memories: Scopes, scope: str, grading: Grading, more: Iterable[tuple[int, int]] = ()) -> int:
    """Note for pairs that can't both hold which one contradicts the better or newer one; returns how many are new.

    `more` pairs aren't stored yet.
    """
    pairs = memories.reading(scope, _disputed_pairs)
    found = len({*((one, other) for one, other, _, _ in pairs), *more})
    if not pairs:
        return found
    grades = grading(sorted({id for _, _, *ids in pairs for id in ids}))
    lesser = [
        {"memory": one, "other": other_id}
        if grades.get(one_id, Grade.SAID) <= grades.get(other_id, Grade.SAID)
        else {"memory": other, "other": one_id}
        for one, other, one_id, other_id in pairs
    ]

    def note(connection: Connection, _: WriteContext) -> int:
        connection.executemany(Q.contradict, lesser)
        connection.execute(MEMORIES.bump_generation)
        return len(lesser)

    memories.writing(scope, note)
    return found


def _links(connection: Connection, place: WriteContext) -> list[FactLink]:
    rows = connection.execute(Q.links, {"project": place.owner})
    return [FactLink(row["one"], row["other"], row["cosine"]) for row in rows]


def _disputed_pairs(connection: Connection, place: WriteContext) -> list[tuple[int, int, str, str]]:
    rows = connection.execute(Q.disputed, {"project": place.owner})
    return [(row["one"], row["other"], row["one_id"], row["other_id"]) for row in rows]


def _ids_and_weights(
    connection: Connection, groups: Iterable[tuple[int, ...]]
) -> tuple[dict[int, str], dict[int, float]]:
    numbers = json.dumps([number for group in groups for number in group])
    rows = connection.execute(Q.ids, {"numbers": numbers}).fetchall()
    return {row["number"]: row["id"] for row in rows}, {row["number"]: row["weight"] for row in rows}


def _grades_by_number(grades: Mapping[str, Grade], ids: Mapping[int, str]) -> dict[int, Grade]:
    return {number: grades[id] for number, id in ids.items() if id in grades}


def _store_groups(connection: Connection, place: WriteContext, wanted: Mapping[int, tuple[int, int]]) -> int:
    rows = connection.execute(Q.members, {"project": place.owner}).fetchall()
    before = {row["memory"]: (row["fact"], row["place"]) for row in rows}
    gone = sorted(before.keys() - wanted.keys())
    changed = {number: to for number, to in wanted.items() if before.get(number) != to}
    if not gone and not changed:
        return 0
    connection.execute(Q.drop_members, {"numbers": json.dumps(gone)})
    connection.executemany(
        Q.put_member, [{"memory": number, "fact": fact, "place": at} for number, (fact, at) in changed.items()]
    )
    connection.execute(MEMORIES.bump_generation)
    return len({fact for fact, _ in changed.values()} | {before[number][0] for number in gone})
