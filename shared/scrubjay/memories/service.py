"""What have we been told? Writing and finding memories, in the project's database and the user's."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC
from uuid import uuid4

from scrubjay.errors import NotFound
from scrubjay.memories.request import Blocked, RememberRequest, Stored, checked
from scrubjay.model.clock import Clock, iso
from scrubjay.model.terms import index_terms
from scrubjay.storage import Connection, Database, Row, load

Q = load(__package__)

LEAST_DIGITS = 8
"""So many digits of an id may stand for all of it; answers show twelve."""

_ALWAYS = "9999"
"""Later than any time that is written as ISO 8601."""


@dataclass(frozen=True, slots=True)
class Memory:
    """A claim with where it comes from. Times are ISO 8601, UTC; `valid_until` is empty while no end is known.

    `source` says who vouches for it, `claimed` what the caller named as its source, unchecked.
    """

    id: str
    kind: str
    content: str
    scope: str
    author: str
    source: str
    claimed: str
    status: str
    recorded_at: str
    valid_until: str
    supersedes: str


@dataclass(frozen=True, slots=True)
class MemoryHit:
    """A memory that was found, and its bm25, higher is better; it compares only within one answer and one scope."""

    memory: Memory
    score: float


class Memories:
    """The memories that one project's worktree sees: the project's and the user's.

    `project` opens the project's database, `user` the user's; each is opened when it is first needed.
    `user_exists` says whether there is anything to read there, so that reading makes no file.
    """

    def __init__(
        self,
        project_id: str,
        project: Database,
        user: Callable[[], Database],
        clock: Clock,
        *,
        user_exists: Callable[[], bool] = lambda: True,
    ) -> None:
        self._project_id = project_id
        self._project = project
        self._user = user
        self._user_exists = user_exists
        self._clock = clock

    def remember(self, request: RememberRequest) -> Stored | Blocked:
        """Keep a claim, unreviewed. The same key, or the same words again, store nothing new.

        Raises UsageError, LimitExceeded, and NotFound for a memory that is to be superseded and doesn't hold.
        """
        asked = checked(request, self._clock().astimezone(UTC).date())
        if isinstance(asked, Blocked):
            return asked
        database, owner = self._place(asked.scope)
        return database.write(lambda c: self._store(c, asked, owner))

    def search(self, match: str, limit: int, *, at: str = "") -> tuple[MemoryHit, ...]:
        """Memories by words; the best of the project, the best of the user, the second best, and so on.

        `match` is an FTS expression from parse_query, never typed text. `at` is a time: what was known and held then.
        """
        if not match:
            return ()
        now = iso(self._clock())
        asked = {"match": match, "limit": limit, "at": at or now, "known": at or _ALWAYS}
        found = [(rank, hit) for hits in self._both(Q.search, asked) for rank, hit in enumerate(hits)]
        found.sort(key=lambda pair: pair[0])
        return tuple(hit for _, hit in found[:limit])

    def recent(self, limit: int) -> tuple[Memory, ...]:
        """The newest memories that hold."""
        found = self._both(Q.recent, {"limit": limit, "at": iso(self._clock())})
        newest = sorted((hit.memory for hits in found for hit in hits), key=lambda m: m.recorded_at, reverse=True)
        return tuple(newest[:limit])

    def reindex(self) -> int:
        """Fill the full text of the project's and the user's memories again; returns how many there are."""

        def rebuild(connection: Connection) -> int:
            connection.execute(Q.clear_words)
            rows = connection.execute(Q.all_memories).fetchall()
            for row in rows:
                _index(connection, row["number"], row["content"])
            return len(rows)

        return self._project.write(rebuild) + (self._user().write(rebuild) if self._user_exists() else 0)

    def _place(self, scope: str) -> tuple[Database, str]:
        return (self._user(), "") if scope == "user" else (self._project, self._project_id)

    def _both(self, sql: str, asked: dict[str, object]) -> tuple[list[MemoryHit], list[MemoryHit]]:
        """The project's and the user's, each in the query's order."""

        def find(scope: str) -> list[MemoryHit]:
            database, owner = self._place(scope)
            rows = database.read(lambda c: c.execute(sql, {**asked, "project": owner}).fetchall())
            return [MemoryHit(_memory(row), -float(row["score"])) for row in rows]

        return find("project"), find("user") if self._user_exists() else []

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
        replaced = self._replace(connection, asked, owner, at) if asked.supersedes else ""
        fresh = uuid4().hex
        (number,) = connection.execute(
            Q.add,
            {
                **same, "id": fresh, "content": asked.content, "author": asked.author, "source": asked.said_by,
                "claimed": asked.claimed, "quote": asked.quote, "supersedes": replaced, "branch": asked.branch,
                "commit": asked.commit, "until": _end_of(asked.valid_until), "at": at, "key": key,
            },
        ).fetchone()  # fmt: skip
        _index(connection, number, asked.content)
        return Stored(fresh)

    def _replace(self, connection: Connection, asked: RememberRequest, owner: str, at: str) -> str:
        """End the memory that the new one supersedes; returns its id."""
        found = connection.execute(
            Q.find, {"id": asked.supersedes, "least": LEAST_DIGITS, "project": owner, "at": at}
        ).fetchall()
        if len(found) != 1:
            what = "More than one" if found else "No"
            raise NotFound(
                f"{what} {asked.scope} memory that holds is called {asked.supersedes[:40]!r}, so nothing was stored. "
                "search_knowledge with kinds=['memory'] shows their ids."
            )
        connection.execute(Q.end, {"id": found[0]["id"], "at": at})
        return str(found[0]["id"])


def _index(connection: Connection, number: int, content: str) -> None:
    connection.execute(Q.add_words, {"number": number, "content": content, "terms": index_terms(content)})


def _end_of(day: str) -> str:
    """A memory holds through its last day."""
    return f"{day}T23:59:59Z" if day else ""


def _digest(content: str) -> str:
    return hashlib.sha256(" ".join(content.casefold().split()).encode()).hexdigest()


def _memory(row: Row) -> Memory:
    return Memory(
        row["id"], row["kind"], row["content"], row["scope"], row["author"], row["source"], row["claimed"],
        row["status"], row["recorded_at"], row["valid_until"], row["supersedes"],
    )  # fmt: skip
