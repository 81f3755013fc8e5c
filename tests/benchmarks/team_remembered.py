"""Synthetic memories of a team's server: 12 to 30 words each by Zipf's law, with a vector, written rows first.

They are of one team, or of several in turns, each by one of its members and for the whole team. Where passages are
beside, the first team is that of the passages.
"""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, Final
from uuid import UUID, uuid5

import numpy as np
import psycopg

from scrubjay.memory.store.rows import digest
from scrubjay.model.frozen import dataclass
from scrubjay_team.memories.words import key_of, mark_keys
from tests.benchmarks.team_rows import CENTRES, FINGERPRINT, Clusters, SyntheticProject, word
from tests.benchmarks.team_tables import NAMESPACE, clusters, digest_of

PART: Final = 10_000
"""Memories that are made at once."""
MAKERS: Final = 2
COMMONEST: Final = frozenset(word(rank) for rank in range(100))
TEAM: Final = uuid5(NAMESPACE, "team")
MEMBER: Final = uuid5(NAMESPACE, "member 100")

COLUMNS: Final = {
    "memory": "id, number, team, member, scope, kind, content, digest, quote, applies, tags, grounds, client, session, "
    "status, reason, recorded_at, changed_at, changed_by",
    "memory_mark": "mark, number",
    "memory_passage": "memory, team, member, scope, accepted, place, text, start_line, end_line, keys, tf, length, "
    "embedder, vector",
}
LATER: Final = """
  DROP INDEX memory_passage_vector, memory_passage_keys, memory_mark_of;
  ALTER TABLE memory_mark DROP CONSTRAINT memory_mark_pkey"""
INDEXES: Final = (
    "ALTER TABLE memory_mark ADD PRIMARY KEY (mark, number)",
    "CREATE INDEX memory_mark_of ON memory_mark (number)",
    "CREATE INDEX memory_passage_keys ON memory_passage USING gin (keys) WITH (fastupdate = off)",
    "CREATE INDEX memory_passage_vector ON memory_passage USING hnsw (vector halfvec_cosine_ops)",
)


@dataclass(frozen=True, slots=True)
class MemoriesPart:
    """Which memories are made at once: the place of the first, how many, of how many teams, and when."""

    first: int
    count: int
    teams: int
    at: datetime


@cache
def vocabulary() -> tuple[SyntheticProject, Clusters]:
    """What words and vectors are drawn from."""
    around = clusters()
    return SyntheticProject(NAMESPACE, 1, 1_000_000, around), around


def texts(count: int, seed: int) -> Iterator[str]:
    """Texts of memories."""
    project, chance = vocabulary()[0], np.random.default_rng(seed)
    sizes = chance.integers(12, 31, count)
    places = iter(project.terms[project.drawn(chance, int(sizes.sum()))].tolist())
    for size in sizes.tolist():
        yield " ".join(word(next(places)) for _ in range(size))


def question(text: str) -> str:
    """Six words of a text, none of the 100 commonest: those stand for stop words, which nobody looks up."""
    return " ".join([one for one in text.split() if one not in COMMONEST][:6])


@cache
def people_of(place: int) -> tuple[UUID, UUID]:
    """The team of a place, and its member who writes."""
    return (TEAM, MEMBER) if place == 0 else (uuid5(NAMESPACE, f"team {place}"), uuid5(NAMESPACE, f"writer {place}"))


@cache
def key(team: UUID, term: str) -> int:
    """The key of a term of a team."""
    return key_of(team.hex, term)


def lines(part: MemoriesPart) -> dict[str, str]:
    """The rows of some memories as COPY takes them, by table."""
    made: dict[str, list[str]] = {table: [] for table in COLUMNS}
    codes = vocabulary()[1].codes(np.random.default_rng(part.first), np.arange(CENTRES), part.count).tolist()
    for number, (text, code) in enumerate(zip(texts(part.count, part.first + 5), codes, strict=True), part.first + 1):
        team, member = people_of(number % part.teams)
        id = uuid5(NAMESPACE, f"memory {number}")
        made["memory"].append(
            f"{id}\t{number}\t{team}\t{member}\tteam\tfact\t{text}\t\\\\x{digest(text)}\t\t\t{{}}\t[]\t\t\tactive\t\t"
            f"{part.at}\t{part.at}\t{member}\n"
        )
        made["memory_mark"] += [f"{mark}\t{number}\n" for mark in set(mark_keys(team, "team", None, text))]
        each = text.split()
        counted = sorted((key(team, term), each.count(term)) for term in dict.fromkeys(each))
        made["memory_passage"].append(
            f"{id}\t{team}\t{member}\tteam\tf\t0\t{text}\t1\t1\t{{{','.join(str(one) for one, _ in counted)}}}\t"
            f"{{{','.join(str(times) for _, times in counted)}}}\t{len(each)}\t{FINGERPRINT.key}\t{code}\n"
        )
    return {table: "".join(rows) for table, rows in made.items()}


def write(connection: psycopg.Connection[Any], count: int, teams: int) -> None:
    """Write so many memories of so many teams: the rows in one transaction, then the indexes of words and vectors."""
    now = datetime.now(UTC)
    parts = [MemoriesPart(at, min(PART, count - at), teams, now) for at in range(0, count, PART)]
    with connection.transaction(), ProcessPoolExecutor(MAKERS) as makers:
        connection.execute("TRUNCATE memory CASCADE")
        connection.execute(LATER)
        for place in range(teams):
            people(connection, place)
        waiting = [makers.submit(lines, one) for one in parts[: 2 * MAKERS]]
        for following in range(2 * MAKERS, len(parts) + 2 * MAKERS):
            if not waiting:
                break
            rows = waiting.pop(0).result()
            waiting += [makers.submit(lines, one) for one in parts[following : following + 1]]
            for table, columns in COLUMNS.items():
                with connection.cursor().copy(f"COPY {table} ({columns}) FROM STDIN") as stream:
                    stream.write(rows[table])
        connection.execute("SELECT setval(pg_get_serial_sequence('memory', 'number'), %s)", [count])
    for index in INDEXES:
        connection.execute(index)


def people(connection: psycopg.Connection[Any], place: int) -> None:
    """The team of a place where it isn't there yet, its member, and a token."""
    (team, member), now = people_of(place), datetime.now(UTC)
    sql = "INSERT INTO team (id, name, created_at) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING"
    connection.execute(sql, [team, f"acme{place or ''}", now])
    sql = (
        "INSERT INTO member (id, team, name, role, created_at) VALUES (%s, %s, 'anna', 'writer', %s) "
        "ON CONFLICT DO NOTHING"
    )
    connection.execute(sql, [member, team, now])
    sql = (
        "INSERT INTO access_token (id, team, member, name, digest, scopes, created_at, expires_at) "
        "VALUES (%s, %s, %s, 'laptop', %s, '{search,remember}', %s, %s) ON CONFLICT DO NOTHING"
    )
    token = [uuid5(NAMESPACE, f"writes {place}"), team, member, digest_of(100 + place)]
    connection.execute(sql, [*token, now, now + timedelta(days=300)])
