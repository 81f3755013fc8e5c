"""The databases that memories are stored in, the project's and the user's; a transaction is on one of them."""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from scrubjay.errors import NotFound
from scrubjay.identity.audit import AuditWriter, CrossScopeReads
from scrubjay.knowledge.chunking import TokenCounter
from scrubjay.memory.store.claim import Anchor
from scrubjay.memory.store.limits import Limits
from scrubjay.memory.store.rows import Q, memories_of
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.clock import Clock, iso
from scrubjay.model.evidence import CitationResult
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.hints import too_short_hint
from scrubjay.model.memory import Memory
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection


class Branches(Protocol):
    """Knows what a worktree's branch shows."""

    def lost(self) -> frozenset[str]:
        """Ids of memories that HEAD hides and nobody can look up any more."""

    def anchors(self, citations: Iterable[CitationResult]) -> tuple[Anchor, ...]:
        """The commits and files that some citations hang on."""

    def hidden(self) -> frozenset[str]:
        """Ids of memories that HEAD doesn't show."""

    def marked(self, memories: Iterable[Memory], owner: str, commit: str = "") -> tuple[Memory, ...]:
        """Of some memories those visible at a commit (HEAD by default); one of another branch is marked with it."""


T = TypeVar("T")
P = ParamSpec("P")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryStores:
    """Where the memories of one project and of its user are stored, and by which rules they are read and written.

    `user` opens the user's database when it is first needed; `user_exists` says whether there is anything to read
    there, so that reading makes no file. `reads` audits which of the user's memories were shown. `shown_text` gives
    everything that a session was told. `published` says which memories a commit, HEAD's for none, shows as documents.
    """

    project_id: str
    project: Database
    user: Callable[[], Database]
    clock: Clock
    counter: TokenCounter
    branches: Branches
    reads: CrossScopeReads
    limits: Limits = field(default_factory=Limits)
    user_exists: Callable[[], bool] = lambda: True
    shown_text: Callable[[str], str] = lambda _: ""
    published: Callable[[str], frozenset[str]] = lambda _: frozenset()


class Scopes:
    """Transactions on the memories of one project and of the user."""

    def __init__(self, memory_stores: MemoryStores) -> None:
        self._stores = memory_stores
        self._audits: dict[Path, AuditWriter] = {}

    def writing(self, scope: str, work: Callable[[Connection, WriteContext], T]) -> T:
        """Run a write transaction on the memories of a scope."""
        database, place = self._database_and_context(scope)
        return database.write(lambda c: work(c, place))

    def reading(self, scope: str, work: Callable[[Connection, WriteContext], T]) -> T:
        """Run a read transaction on the memories of a scope."""
        database, place = self._database_and_context(scope)
        return database.read(lambda c: work(c, place))

    def once(
        self, scope: str, work: Callable[Concatenate[Connection, WriteContext, P], T], *args: P.args, **named: P.kwargs
    ) -> T:
        """Like `reading`, but the result is kept until a commit, or until a memory's time ends.

        Its arguments are hashable, and nobody changes its result.
        """
        database, place = self._database_and_context(scope)

        def read(connection: Connection) -> T:
            ends = connection.once("ends", lambda: [row[0] for row in connection.execute(Q.ends_of_time)])
            key = (work, args, *named.items(), place.owner, place.project, bisect_right(ends, place.now))
            return connection.once(key, lambda: work(connection, place, *args, **named))

        return database.read(read)

    def rehearsal(self) -> "Rehearsal":
        """The same memories, with whatever is written rolled back."""
        return Rehearsal(self._stores)

    def user_exists(self) -> bool:
        """Whether the user has memories of their own."""
        return self._stores.user_exists()

    def scopes(self) -> tuple[str, ...]:
        """The scopes that hold memories."""
        return ("project", "user") if self._stores.user_exists() else ("project",)

    def databases(self) -> tuple[Database, ...]:
        """The databases that memories are stored in; the user's where there is one."""
        return tuple(self._database_and_owner(scope)[0] for scope in self.scopes())

    def _database_and_context(self, scope: str) -> tuple[Database, WriteContext]:
        database, owner = self._database_and_owner(scope)
        folder = database.path.parent / "audit"
        audit = self._audits.get(folder) or self._audits.setdefault(folder, AuditWriter(folder))
        return database, WriteContext(
            owner=owner,
            counter=self._stores.counter,
            audit=audit,
            limits=self._stores.limits,
            now=iso(self._stores.clock()),
            shown_text=self._stores.shown_text,
            project=self._stores.project_id,
        )

    def _database_and_owner(self, scope: str) -> tuple[Database, str]:
        return (self._stores.user(), "") if scope == "user" else (self._stores.project, self._stores.project_id)

    def _on(self, id: str, scope: str, work: Callable[[Connection, WriteContext, str], T], *, write: bool = True) -> T:
        """Run `work` on the memory with an id, in the project's database or else the user's. Raises NotFound."""
        run = self.writing if write else self.reading
        if scope:
            return run(scope, lambda c, place: work(c, place, id))
        for name in self.scopes():
            with suppress(NotFound):
                return run(name, lambda c, place: work(c, place, id))
        raise NotFound(
            f"No project or user memory is called {id[:40]!r}{too_short_hint(id)}. "
            "`scrubjay memories` and search_knowledge with kinds=['memory'] show their ids."
        )

    def _rows(self, scope: str, sql: str, params: dict[str, object]) -> list[Memory]:
        database, owner = self._database_and_owner(scope)

        def find_all(connection: Connection) -> list[Memory]:
            rows = connection.execute(sql, {**params, "project": owner}).fetchall()
            return memories_of(connection, rows)

        return database.read(find_all)


class _RolledBack(Exception):
    """Ends a write transaction of a rehearsal without an error."""


class Rehearsal(Scopes):
    """Transactions that write nothing: each is rolled back once it has told its result."""

    def writing(self, scope: str, work: Callable[[Connection, WriteContext], T]) -> T:
        """Run a write transaction, and roll it back."""
        results: list[T] = []

        def rehearse(connection: Connection, place: WriteContext) -> None:
            results.append(work(connection, place))
            raise _RolledBack

        with suppress(_RolledBack):
            super().writing(scope, rehearse)
        return results[0]
