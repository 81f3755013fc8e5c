"""Puts linked memories under group rows, each with its strongest member; and notes what contradicts what."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping

from scrubjay.memory.grouping.comparing import Q
from scrubjay.memory.grouping.groups import FactLink, by_strength, grouped
from scrubjay.memory.store.rows import Q as MEMORIES
from scrubjay.memory.store.scopes import Scopes
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.grade import Grade
from scrubjay.storage.driver import Connection

Grading = Callable[[Collection[str]], Mapping[str, Grade]]
"""How well some memories are grounded, by id."""


def cluster(memories: Scopes, scope: str, grading: Grading, more: Iterable[FactLink] = ()) -> int:
    """Make the rows of groups what the links say; returns how many groups changed. `more` links aren't stored yet."""
    links = [*memories.reading(scope, _links), *more]
    groups = grouped(links)
    ids, weights = memories.reading(scope, lambda c, _: _named(c, groups))
    grades = _by_number(grading(list(ids.values())), ids)
    strong = {group[0]: by_strength(group, grades, weights) for group in groups}
    wanted = {number: (fact, at) for fact, members in strong.items() for at, number in enumerate(members)}
    return memories.writing(scope, lambda c, place: _store(c, place, wanted))


def contradictions(memories: Scopes, scope: str, grading: Grading, more: Iterable[tuple[int, int]] = ()) -> int:
    """Note which memory says otherwise than which better one, or the older than the newer; returns how many are new.

    `more` pairs aren't stored yet.
    """
    pairs = memories.reading(scope, _disputed)
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


def _disputed(connection: Connection, place: WriteContext) -> list[tuple[int, int, str, str]]:
    rows = connection.execute(Q.disputed, {"project": place.owner})
    return [(row["one"], row["other"], row["one_id"], row["other_id"]) for row in rows]


def _named(connection: Connection, groups: Iterable[tuple[int, ...]]) -> tuple[dict[int, str], dict[int, float]]:
    numbers = json.dumps([number for group in groups for number in group])
    rows = connection.execute(Q.ids, {"numbers": numbers}).fetchall()
    return {row["number"]: row["id"] for row in rows}, {row["number"]: row["weight"] for row in rows}


def _by_number(grades: Mapping[str, Grade], ids: Mapping[int, str]) -> dict[int, Grade]:
    return {number: grades[id] for number, id in ids.items() if id in grades}


def _store(connection: Connection, place: WriteContext, wanted: Mapping[int, tuple[int, int]]) -> int:
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
