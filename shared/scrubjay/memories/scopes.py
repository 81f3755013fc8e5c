"""Where do memories lie? In the project's database and in the user's: one transaction on one of them at a time."""

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from scrubjay.audit import AuditLogger
from scrubjay.documents.chunking import TokenCounter
from scrubjay.errors import NotFound
from scrubjay.memories.room import Limits
from scrubjay.memories.rows import memory_of
from scrubjay.memories.writing import WriteContext
from scrubjay.model.abbreviated import too_short
from scrubjay.model.clock import Clock, iso
from scrubjay.model.memory import Memory
from scrubjay.storage import Connection, Database

T = TypeVar("T")


class Scopes:
    """The databases of one project's memories and of the user's own.

    `user` opens the user's database when it is first needed; `user_exists` says whether there is anything to read
    there, so that reading makes no file. `shown` gives everything that a session was told.
    """

    def __init__(
        self,
        project_id: str,
        project: Database,
        user: Callable[[], Database],
        clock: Clock,
        counter: TokenCounter,
        limits: Limits,
        user_exists: Callable[[], bool],
        shown: Callable[[str], str],
    ) -> None:
        self._project_id = project_id
        self._project = project
        self._user = user
        self._clock = clock
        self._counter = counter
        self._limits = limits
        self._user_exists = user_exists
        self._shown = shown

    def writing(self, scope: str, work: Callable[[Connection, WriteContext], T]) -> T:
        """Run a write transaction on the memories of a scope."""
        database, place = self._owned(scope)
        return database.write(lambda c: work(c, place))

    def reading(self, scope: str, work: Callable[[Connection, WriteContext], T]) -> T:
        """Run a read transaction on the memories of a scope."""
        database, place = self._owned(scope)
        return database.read(lambda c: work(c, place))

    def user_exists(self) -> bool:
        """Whether the user has memories of their own."""
        return self._user_exists()

    def scopes(self) -> tuple[str, ...]:
        """The scopes that hold memories."""
        return ("project", "user") if self._user_exists() else ("project",)

    def _owned(self, scope: str) -> tuple[Database, WriteContext]:
        database, owner = self._place(scope)
        audit = AuditLogger(database.path.parent / "audit")
        return database, WriteContext(
            owner=owner,
            counter=self._counter,
            audit=audit,
            limits=self._limits,
            now=iso(self._clock()),
            shown=self._shown,
            project=self._project_id,
        )

    def _place(self, scope: str) -> tuple[Database, str]:
        return (self._user(), "") if scope == "user" else (self._project, self._project_id)

    def _on(self, id: str, scope: str, work: Callable[[Connection, WriteContext, str], T], *, write: bool = True) -> T:
        """Work on the memory that is called so, in the project's database or else in the user's."""
        run = self.writing if write else self.reading
        if scope:
            return run(scope, lambda c, place: work(c, place, id))
        for one in self.scopes():
            with suppress(NotFound):
                return run(one, lambda c, place: work(c, place, id))
        raise NotFound(
            f"No project or user memory is called {id[:40]!r}{too_short(id)}. "
            "`scrubjay memories` and search_knowledge with kinds=['memory'] show their ids."
        )

    def _rows(self, scope: str, sql: str, params: dict[str, object]) -> list[Memory]:
        database, owner = self._place(scope)

        def find_all(connection: Connection) -> list[Memory]:
            rows = connection.execute(sql, {**params, "project": owner}).fetchall()
            return [memory_of(connection, row) for row in rows]

        return database.read(find_all)
