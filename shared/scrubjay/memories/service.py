"""What have we been told? Writing and finding memories, in the project's database and the user's."""

import hashlib
import heapq
from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4

from scrubjay.errors import NotFound
from scrubjay.memories.request import Blocked, RememberRequest, Stored, checked
from scrubjay.model.clock import Clock, iso
from scrubjay.model.terms import index_terms
from scrubjay.storage import Connection, Database, Row, load

Q = load(__package__)


@dataclass(frozen=True, slots=True)
class Memory:
    """A claim with where it comes from. `valid_until` is empty while it holds; times are ISO 8601, UTC."""

    id: str
    kind: str
    content: str
    scope: str
    author: str
    source: str
    status: str
    recorded_at: str
    valid_until: str
    supersedes: str


@dataclass(frozen=True, slots=True)
class MemoryHit:
    """A memory that was found, and how well it fits; scores compare within one answer only."""

    memory: Memory
    score: float


class Memories:
    """The memories that one project's worktree sees: the project's and the user's.

    `project` opens the project's database, `user` the user's; each is opened when it is first needed.
    """

    def __init__(self, project_id: str, project: Database, user: Callable[[], Database], clock: Clock) -> None:
        self._project_id = project_id
        self._project = project
        self._user = user
        self._clock = clock

    def remember(self, request: RememberRequest) -> Stored | Blocked:
        """Keep a claim, unreviewed. The same key, or the same words again, store nothing new.

        Raises UsageError, LimitExceeded, and NotFound for a memory that is to be superseded and isn't there.
        """
        asked = checked(request)
        if isinstance(asked, Blocked):
            return asked
        database, owner = self._place(asked.scope)
        return database.write(lambda c: self._store(c, asked, owner))

    def search(self, match: str, limit: int) -> tuple[MemoryHit, ...]:
        """Memories by words, best first; `match` is an FTS expression from parse_query, never typed text."""
        return self._both(Q.search, limit, {"match": match}) if match else ()

    def recent(self, limit: int) -> tuple[Memory, ...]:
        """The newest memories that hold."""
        return tuple(hit.memory for hit in self._both(Q.recent, limit, {}))

    def reindex(self) -> int:
        """Fill the full text of the project's memories again; returns how many there are."""

        def rebuild(connection: Connection) -> int:
            connection.execute(Q.clear_words)
            rows = connection.execute(Q.all_memories).fetchall()
            for row in rows:
                _index(connection, row["number"], row["content"])
            return len(rows)

        return self._project.write(rebuild)

    def _place(self, scope: str) -> tuple[Database, str]:
        return (self._user(), "") if scope == "user" else (self._project, self._project_id)

    def _both(self, sql: str, limit: int, asked: dict[str, object]) -> tuple[MemoryHit, ...]:
        now = iso(self._clock())
        found: list[MemoryHit] = []
        for scope in ("project", "user"):
            database, owner = self._place(scope)
            values = {**asked, "project": owner, "limit": limit, "at": now}
            rows = database.read(lambda c, values=values: c.execute(sql, values).fetchall())  # type: ignore[misc]
            found.extend(MemoryHit(_memory(row), -float(row["score"])) for row in rows)
        order = heapq.nlargest(limit, found, key=lambda h: (h.score, h.memory.recorded_at, h.memory.id))
        return tuple(order)

    def _store(self, connection: Connection, asked: RememberRequest, owner: str) -> Stored | Blocked:
        key = f"{owner}:{asked.key}" if asked.key else None
        if key and (row := connection.execute(Q.by_key, {"key": key}).fetchone()):
            return Stored(row["id"], again=True)
        same = {"digest": _digest(asked.content), "scope": asked.scope, "project": owner, "kind": asked.kind}
        at = iso(self._clock())
        if row := connection.execute(Q.by_digest, {**same, "at": at}).fetchone():
            return Blocked(
                "the same claim is already remembered",
                "Nothing to do; to change it, pass its id as supersedes with the new wording.",
                row["id"],
            )
        if asked.supersedes:
            if not connection.execute(Q.find, {"id": asked.supersedes, "project": owner}).fetchone():
                raise NotFound(f"No {asked.scope} memory {asked.supersedes[:40]!r} to supersede; search finds its id.")
            connection.execute(Q.end, {"id": asked.supersedes, "at": at})
        fresh = uuid4().hex
        (number,) = connection.execute(
            Q.add,
            {
                **same, "id": fresh, "content": asked.content, "author": asked.author, "source": asked.source,
                "quote": asked.quote, "supersedes": asked.supersedes, "branch": asked.branch, "commit": asked.commit,
                "valid_until": asked.valid_until, "at": at, "key": key,
            },
        ).fetchone()  # fmt: skip
        _index(connection, number, asked.content)
        return Stored(fresh)


def _index(connection: Connection, number: int, content: str) -> None:
    connection.execute(Q.add_words, {"number": number, "content": content, "terms": index_terms(content)})


def _digest(content: str) -> str:
    return hashlib.sha256(" ".join(content.casefold().split()).encode()).hexdigest()


def _memory(row: Row) -> Memory:
    return Memory(
        row["id"], row["kind"], row["content"], row["scope"], row["author"], row["source"], row["status"],
        row["recorded_at"], row["valid_until"], row["supersedes"],
    )  # fmt: skip
