"""Databases of synthetic teams in an embedded cluster: a team, its projects, and members with a grant of some."""

import json
import struct
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid5

import numpy as np
import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Literal

from scrubjay.model.frozen import dataclass
from scrubjay_team.database.connecting import TeamDatabase
from scrubjay_team.database.migrate import migrate
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.database.roles import RolePasswords, make_database
from scrubjay_team.engine.embedded import Addresses, EmbeddedPostgres
from scrubjay_team.index.keys import Area
from tests.benchmarks.team_rows import FINGERPRINT, Clusters, Integers, SyntheticProject, word

SMALL_SERVER: Final = {"shared_buffers": "1GB", "effective_cache_size": "3GB", "work_mem": "16MB"}
"""PostgreSQL's settings of a server with 4 GB of memory; fsync and full_page_writes stay on."""
LOADING: Final = {"wal_level": "minimal", "max_wal_senders": "0", "max_wal_size": "8GB", "checkpoint_timeout": "30min"}
"""While rows are written: a table that its transaction emptied needs no log; it is on the disk at the commit."""
SHARES: Final = (1, 10, 100)
"""Per cent of the projects that a member is granted."""
NAMESPACE: Final = UUID(int=7)
LARGE: Final = ("content", "passage", "shown", "word_row", "embedding", "word_frequency", "word_total")
TEMPLATE: Final = "growth_template"


@dataclass(frozen=True, slots=True)
class Shape:
    """How many passages a database has, over how many projects; how many memories, of how many teams."""

    passages: int
    projects: int
    memories: int = 0
    teams: int = 1

    @property
    def database(self) -> str:
        remembered = f"_{self.memories}_{self.teams}" if self.memories else ""
        return f"growth_{self.passages}_{self.projects}{remembered}"

    @property
    def told(self) -> str:
        return f"{self.passages:,} in {self.projects}"

    @property
    def shares(self) -> tuple[int, ...]:
        """The grants that are a whole number of projects."""
        return tuple(share for share in SHARES if self.projects * share % 100 == 0)

    def made(self, numbers: Sequence[int], clusters: Clusters) -> Iterator[SyntheticProject]:
        """The projects; `numbers` are those that the database gave them."""
        for place, number in enumerate(numbers):
            yield SyntheticProject(uuid5(NAMESPACE, f"{place}"), number, self.passages // self.projects, clusters)


def clusters() -> Clusters:
    """The centres that every database has."""
    return Clusters(np.random.default_rng(7))


@contextmanager
def cluster(folder: Path, settings: dict[str, str]) -> Iterator[EmbeddedPostgres]:
    """A running PostgreSQL."""
    folder.mkdir(parents=True, exist_ok=True)
    with EmbeddedPostgres(folder, settings=SMALL_SERVER | settings) as engine:
        yield engine


def make_template(engine: EmbeddedPostgres) -> None:
    """Make the empty migrated database that others are copies of, anew: the program may be another now."""
    at = engine.addresses
    with psycopg.connect(at.superuser, autocommit=True) as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {TEMPLATE}")
    its = engine.passwords
    make_database(at.superuser, TEMPLATE, RolePasswords(its.owner, its.app, its.worker))
    migrate(OwnerDatabase(make_conninfo(at.owner, dbname=TEMPLATE)))


def inside(at: Addresses, database: str) -> Addresses:
    """The addresses of another database of the cluster."""
    each = (at.superuser, at.owner, at.app, at.worker)
    return Addresses(*(make_conninfo(one, dbname=database) for one in each))


def there(at: Addresses) -> set[str]:
    """The names of the databases that were loaded to the end."""
    with psycopg.connect(at.superuser) as connection:
        return {name for (name,) in connection.execute("SELECT datname FROM pg_database WHERE datname ^@ 'growth_'")}


def digest_of(share: int) -> bytes:
    """The digest of the token of the member who is granted such a share; these databases hold nothing of anybody's."""
    return sha256(b"share %d" % share).digest()


def entering(at: Addresses, shape: Shape, connections: int = 8) -> TeamDatabase:
    """The app's pool over a database."""
    return TeamDatabase(inside(at, shape.database).app, lambda: datetime.now(UTC), connections)


class Loading:
    """Writes one database as the superuser: rows first, then the indexes of words and vectors."""

    def __init__(self, at: Addresses, shape: Shape, memory: str) -> None:
        self._at, self._shape, self._memory = at, shape, memory
        self.seconds: dict[str, float] = {}

    def load(self) -> None:
        """Make the database under another name, which it loses at the end: one that is there is whole."""
        name = f"loading_{self._shape.database}"
        with psycopg.connect(self._at.superuser, autocommit=True) as admin:
            admin.execute(f"DROP DATABASE IF EXISTS {name}")
            admin.execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE} STRATEGY file_copy")
            with psycopg.connect(inside(self._at, name).superuser, autocommit=True) as connection:
                connection.execute("SET search_path = scrubjay, public")
                connection.execute(f"SET maintenance_work_mem = '{self._memory}'")
                connection.execute("SET session_replication_role = replica")  # foreign keys hold by how rows are made
                with self._timed("rows"), connection.transaction():
                    self._rows(connection)
                self._indexes(connection)
                with self._timed("vacuum"):
                    connection.execute("VACUUM ANALYZE")
            admin.execute(f"ALTER DATABASE {name} RENAME TO {self._shape.database}")
            admin.execute("CHECKPOINT")

    @contextmanager
    def _timed(self, what: str) -> Iterator[None]:
        started = time.perf_counter()
        yield
        self.seconds[what] = round(time.perf_counter() - started, 1)
        print(f"{self._shape.told}: {what} {self.seconds[what]:.0f} s", flush=True)

    def _rows(self, connection: psycopg.Connection[Any]) -> None:
        connection.execute("DROP INDEX word_row_keys, embedding_code")
        connection.execute(f"TRUNCATE {', '.join(LARGE)} CASCADE")
        for project in self._shape.made(self._people(connection), clusters()):
            held: dict[Area, Integers] = {}
            tokens = rows = 0
            for chunk in project.chunks():
                for table, data in chunk.tables.items():
                    columns = " (project, passage, content, code)" if table == "embedding" else ""
                    copy(connection, f"COPY {table}{columns} FROM STDIN (FORMAT binary)", data)
                for area, counts in chunk.held.items():
                    held[area] = held[area] + counts if area in held else counts
                tokens += chunk.tokens
            documents = -(-project.passages // 10)
            for area, rows in ((Area.PASSAGES, project.passages), (Area.DOCUMENTS, documents), (Area.PATHS, documents)):
                length = 3 * documents if area == Area.PATHS else tokens
                connection.execute("INSERT INTO word_total VALUES (%s, %s, %s, %s)", [project.id, area, rows, length])
                lines = (
                    f"{project.id}\t{area}\t{word(term)}\t{count}\n"
                    for term, count in zip(project.terms.tolist(), held[area].tolist(), strict=True)
                    if count
                )
                with connection.cursor().copy("COPY word_frequency FROM STDIN") as stream:
                    stream.write("".join(lines))
            values = [project.id, FINGERPRINT.key, project.passages, datetime.now(UTC)]
            connection.execute("INSERT INTO mirror_index VALUES (%s, %s, '', '', %s, %s)", values)
            values = [project.id, facts(project.passages)]
            connection.execute("INSERT INTO mirror_view VALUES (%s, 0, '', 'c0ffee', '2026-03-01', %s)", values)

    def _people(self, connection: psycopg.Connection[Any]) -> list[int]:
        """A team, its projects, and a member for each share with a token; returns the projects' numbers."""
        team, now = uuid5(NAMESPACE, "team"), datetime.now(UTC)
        connection.execute("INSERT INTO team (id, name, created_at) VALUES (%s, 'acme', %s)", [team, now])
        projects = [uuid5(NAMESPACE, f"{place}") for place in range(self._shape.projects)]
        numbers: list[int] = []
        for place, project in enumerate(projects):
            values = [project, team, f"project-{place}", f"https://git.example/{place}.git", now]
            sql = "INSERT INTO project (id, team, name, address, open, created_at) VALUES (%s, %s, %s, %s, false, %s)"
            numbers += connection.execute(sql + " RETURNING number", values).fetchone() or ()
        for share in self._shape.shares:
            member, values = uuid5(NAMESPACE, f"member {share}"), [team, f"member {share}", now]
            sql = "INSERT INTO member (id, team, name, role, created_at) VALUES (%s, %s, %s, 'writer', %s)"
            connection.execute(sql, [member, *values])
            sql = (
                "INSERT INTO access_token (id, team, member, name, digest, scopes, created_at, expires_at) "
                "VALUES (%s, %s, %s, 'laptop', %s, '{search,remember}', %s, %s)"
            )
            token = [uuid5(NAMESPACE, f"token {share}"), team, member, digest_of(share), now, now + timedelta(days=300)]
            connection.execute(sql, token)
            chosen = [(team, project, member) for project in projects[: len(projects) * share // 100]]
            with connection.cursor() as cursor:
                cursor.executemany("INSERT INTO project_member VALUES (%s, %s, %s)", chosen)
        return numbers

    def _indexes(self, connection: psycopg.Connection[Any]) -> None:
        with self._timed("index of words"):
            connection.execute("CREATE INDEX word_row_keys ON word_row USING gin (keys) WITH (fastupdate = off)")
        with self._timed("graphs"):
            connection.execute("CREATE INDEX embedding_code ON embedding USING hnsw (code halfvec_cosine_ops)")


def set_embedder(at: Addresses, shape: Shape, key: str = FINGERPRINT.key) -> None:
    """Let the vectors pass for those of an embedder, so that its questions are compared with them."""
    with psycopg.connect(inside(at, shape.database).superuser) as connection:
        connection.execute("UPDATE scrubjay.mirror_index SET fingerprint = %s WHERE fingerprint <> %s", [key, key])
        row = connection.execute("SELECT embedder FROM scrubjay.memory_passage ORDER BY id LIMIT 1").fetchone()
        if row and row[0] != key:  # of all rows at once, without writing one
            connection.execute("ALTER TABLE scrubjay.memory_passage DROP COLUMN embedder")
            column = SQL("embedder text NOT NULL DEFAULT {}").format(Literal(key))
            connection.execute(SQL("ALTER TABLE scrubjay.memory_passage ADD COLUMN {}").format(column))
            connection.execute("ALTER TABLE scrubjay.memory_passage ALTER COLUMN embedder SET DEFAULT ''")


def facts(passages: int) -> str:
    """What a search asks of a view whose documents have all their vectors."""
    nothing: dict[str, Any] = {"superseded_by": {}, "versions": {}, "moved": {}, "masked": [], "left_out": []}
    unselected: dict[str, list[str]] = {"submodules": [], "refused": [], "types": [], "excluded": []}
    return json.dumps({**nothing, "corpora": {"document": [passages, passages]}, "unselected": unselected})


def copy(connection: psycopg.Connection[Any], statement: str, data: bytes) -> None:
    """Write rows in the binary format of COPY."""
    with connection.cursor().copy(statement) as stream:
        stream.write(b"PGCOPY\n\xff\r\n\0" + struct.pack(">ii", 0, 0))
        stream.write(data)
        stream.write(struct.pack(">h", -1))


def sizes(at: Addresses, shape: Shape) -> dict[str, int]:
    """Bytes of the large tables and of their indexes, partitions together."""
    sql = """
      SELECT coalesce(p.inhparent, c.oid)::regclass::text AS name, sum(pg_table_size(c.oid))::bigint AS rows,
        sum(pg_indexes_size(c.oid))::bigint AS indexes
      FROM pg_class AS c LEFT JOIN pg_inherits AS p ON p.inhrelid = c.oid
      WHERE c.relkind = 'r' AND c.relnamespace = 'scrubjay'::regnamespace GROUP BY 1 ORDER BY 2 DESC"""
    found: dict[str, int] = {}
    with psycopg.connect(inside(at, shape.database).superuser) as connection:
        for name, rows, indexes in connection.execute(sql).fetchall():
            table = name.removeprefix("scrubjay.")
            found |= {table: rows, f"{table}: indexes": indexes}
    return found
