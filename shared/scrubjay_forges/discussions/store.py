"""Store of discussions: one database a project, which is there only where a repository of a forge was named."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from scrubjay.errors import NotFound, UsageError
from scrubjay.knowledge.chunking import TokenCounter
from scrubjay.knowledge.index.store import purge
from scrubjay.model.clock import Clock, iso
from scrubjay.model.discussion import DiscussionRef
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, Row
from scrubjay.text.references import NamedDiscussion, is_repository, right_name
from scrubjay_forges.discussions.indexing import MembersOf, apply_members, drop_stale, index_texts, tell_members
from scrubjay_forges.discussions.keys import meant, past_moment
from scrubjay_forges.discussions.rows import Q, head_of, naming_params, part_of, put, taken_out
from scrubjay_forges.discussions.said import Keeping, kept_head, kept_names, kept_part
from scrubjay_forges.discussions.stored import UNREAD, Discussion, ForgeRepository, PutReport, StoredPart, TextState
from scrubjay_forges.discussions.values import ForgeBatch

T = TypeVar("T")

NAMED = "Name it as HOST/OWNER/NAME, such as github.com/owner/name, with the host in lower case."


class DiscussionStore:
    """Discussions of one project. Where its database isn't there, reading finds nothing and makes no file.

    `chunker` is the key of the index's policy: with another one the texts are cut again. `members` are those whom the
    user's settings name.
    """

    def __init__(
        self,
        database: Database,
        *,
        chunker: str,
        counter: TokenCounter,
        clock: Clock,
        keeping: Keeping,
        members: MembersOf = MappingProxyType({}),
    ) -> None:
        self.database = database
        self._chunker = chunker
        self._counter = counter
        self._clock = clock
        self._keeping = keeping
        self._members = members

    def exists(self) -> bool:
        """Whether anything is kept."""
        return self.database.path.is_file()

    def repositories(self) -> tuple[ForgeRepository, ...]:
        """Every repository with its counts; the first-named first."""
        return self._read(lambda c: tuple(_repository(row, self.now()) for row in c.execute(Q.repositories)), ())

    def ensure(self, name: str, forge: str) -> None:
        """Add a repository if it isn't there. Raises UsageError for a name that isn't HOST/OWNER/NAME."""
        if not is_repository(name):
            right = right_name(name)
            meant = f"Name it as {right}." if is_repository(right) else NAMED
            raise UsageError(f"{name[:100]!r} names no repository of a forge. {meant}")
        self.database.write(lambda c: c.execute(Q.add_repository, {"name": name, "forge": forge}))
        self.apply_members()

    def apply_members(self) -> bool:
        """Count as members whom the settings name now, also in kept texts; returns whether anything changed."""
        return self.exists() and apply_members(self.database, self._members)

    def position(self, name: str) -> str:
        """The reader's bookmark of a repository, as JSON text; empty for an unknown repository."""
        row = self._read(lambda c: c.execute(Q.find_repository, {"name": name}).fetchone(), None)
        return str(row["position"]) if row is not None else UNREAD

    def put(
        self,
        name: str,
        batch: ForgeBatch,
        *,
        position: str | None = None,
        synced_at: str = "",
        listed_at: str = "",
        note: str | None = None,
    ) -> PutReport:
        """Store a batch with the bookmark that it moves, in one transaction; then make it searchable.

        Killed between both, the next `put` or `catch_up` makes the rest searchable. Raises NotFound for a repository
        that `ensure` didn't make room for. What is dated ahead of now counts as said now.
        """
        now = self.now()
        heads = [kept_head(head, self._keeping) for head in batch.heads]
        parts = [kept_part(part, self._keeping) for part in batch.parts]

        def write(connection: Connection) -> PutReport:
            row = connection.execute(Q.find_repository, {"name": name}).fetchone()
            if row is None:
                raise NotFound(f"{name} isn't kept in this project any more. `scrubjay forge list` shows what is.")
            report = put(connection, row, heads, parts, batch, now)
            if batch.members is not None:
                tell_members(connection, row, batch.members)
            moved = {"position": position, "synced_at": synced_at, "listed_at": listed_at, "note": note, "now": now}
            connection.execute(Q.move_repository, {"repository": row["id"], **moved})
            if synced_at:
                connection.execute(Q.whole, {"repository": row["id"], "synced_at": synced_at})
            return report

        if not self.exists():
            raise NotFound(f"{name} isn't kept in this project. `scrubjay forge list` shows what is.")
        report = self.database.write(write)
        if report.gone or report.changed:
            purge(self.database)
        self._index()
        return report

    def mark_read(self, name: str, numbers: Collection[int], read_at: str) -> None:
        """Note that a file had some discussions as they were at a time; newer ones stay as they are."""
        if not numbers or not self.exists():
            return

        def write(connection: Connection) -> None:
            row = connection.execute(Q.find_repository, {"name": name}).fetchone()
            if row is not None:
                params = {"repository": row["id"], "read_at": read_at, "synced_at": row["synced_at"]}
                connection.execute(Q.as_read, {**params, **naming_params(("#", number) for number in numbers)})

        self.database.write(write)

    def now(self) -> str:
        """The present time, as it is stored."""
        return iso(self._clock())

    def taken_out(self, name: str, batch: ForgeBatch) -> int:
        """How many texts `put` would take away because a file doesn't have them any more."""
        parts = [kept_names(part, self._keeping) for part in batch.parts] if self.exists() else []
        return self._of(name, lambda c, id: len(taken_out(c, id, parts, batch)), 0)

    def of_earlier_files(self, name: str, file_at: str, kinds: Collection[str]) -> tuple[int, ...]:
        """The numbers of discussions that only files from before a time brought, and that were opened by then."""

        def find(connection: Connection, id: int) -> tuple[int, ...]:
            params = {"repository": id, "file_at": file_at, "kinds": json.dumps(sorted(kinds))}
            return tuple(row["number"] for row in connection.execute(Q.heads_of_earlier_files, params).fetchall())

        return self._of(name, find, ())

    def kinds(self, name: str) -> frozenset[str]:
        """The kinds of discussions that are kept of a repository."""
        return frozenset(str(kind) for kind in self._column(name, Q.kinds))

    def catch_up(self) -> int:
        """Make all texts searchable that aren't, or that would be cut otherwise now; returns how many are new."""
        if not self.exists():
            return 0
        self.database.write(lambda c: drop_stale(c, self._chunker))
        return self._index()

    def told_members(self, name: str) -> frozenset[str] | None:
        """Logins that the forge last called members of a repository; None if it never told."""
        row = self._read(lambda c: c.execute(Q.find_repository, {"name": name}).fetchone(), None)
        return frozenset(json.loads(row["told_members"])) if row is not None and row["told_members"] else None

    def keys(self, name: str) -> frozenset[str]:
        """The keys of a repository's texts."""
        return frozenset(str(key) for key in self._column(name, Q.keys))

    def texts(self, name: str) -> Mapping[str, TextState]:
        """Each text of a repository as it was last read, by its key."""

        def find(connection: Connection, id: int) -> dict[str, TextState]:
            rows = connection.execute(Q.texts, {"repository": id}).fetchall()
            return {row["key"]: TextState(row["number"], row["updated_at"], bool(row["told_member"])) for row in rows}

        return self._of(name, find, {})

    def head(self, ref: DiscussionRef) -> Discussion | None:
        """A discussion's head; None where it isn't kept."""
        return self.heads([ref]).get(ref)

    def heads(self, refs: Iterable[DiscussionRef]) -> Mapping[DiscussionRef, Discussion]:
        """The heads of discussions, of those that are kept."""
        wanted: dict[str, list[tuple[str, int]]] = {}
        for ref in refs:
            wanted.setdefault(ref.repository, []).append((ref.sign, ref.number))

        def find(connection: Connection) -> dict[DiscussionRef, Discussion]:
            found: dict[DiscussionRef, Discussion] = {}
            for name, names in wanted.items():
                params = {"name": name, **naming_params(names)}
                for row in connection.execute(Q.find_heads, params).fetchall():
                    found[DiscussionRef(name, row["number"], row["sign"])] = head_of(row, self.now())
            return found

        return self._read(find, {})

    def parts(self, ref: DiscussionRef, *, limit: int = -1, offset: int = 0) -> tuple[StoredPart, ...]:
        """The texts of a discussion, its opening first, then in the order of their saying."""
        params = {"name": ref.repository, "sign": ref.sign, "number": ref.number, "limit": limit, "offset": offset}
        return self._read(lambda c: tuple(part_of(row) for row in c.execute(Q.parts, params).fetchall()), ())

    def parts_of_contents(self, contents: Iterable[int]) -> Mapping[int, StoredPart]:
        """The texts that contents of the index were made of."""
        params = {"contents": json.dumps(sorted(set(contents)))}

        def find(connection: Connection) -> dict[int, StoredPart]:
            return {row["content"]: part_of(row) for row in connection.execute(Q.parts_of_contents, params).fetchall()}

        return self._read(find, {})

    def find(self, mention: NamedDiscussion) -> DiscussionRef | None:
        """The discussion that a text names, where it is kept; a bare number is the first-named repository's."""
        ref = meant(mention, self.forges())
        return ref if ref is not None and self.head(ref) is not None else None

    def closed_with(self, commits: Collection[str]) -> frozenset[str]:
        """The commits that are heads of closed, unmerged pull requests and of no others."""
        params = {"commits": json.dumps(sorted(commits))}
        none: frozenset[str] = frozenset()
        return self._read(lambda c: frozenset(row[0] for row in c.execute(Q.closed_with, params).fetchall()), none)

    def merged_heads(self) -> frozenset[str]:
        """The last commits of the newest pull requests that were merged, and approved by another one of the project."""
        none: frozenset[str] = frozenset()
        return self._read(lambda c: frozenset(row[0] for row in c.execute(Q.merged_heads).fetchall()), none)

    def forges(self) -> Mapping[str, str]:
        """The forge of each repository, the first-named first."""
        return self._read(lambda c: {str(row["name"]): str(row["forge"]) for row in c.execute(Q.names).fetchall()}, {})

    def _index(self) -> int:
        """Make new texts searchable; returns how many there were."""
        return index_texts(self.database, self._chunker, self._counter, self.now())

    def _column(self, name: str, sql: str) -> list[Any]:
        """The first column of a query about the repository `name`; empty where it isn't kept."""
        none: list[Any] = []
        return self._of(name, lambda c, id: [row[0] for row in c.execute(sql, {"repository": id}).fetchall()], none)

    def _of(self, name: str, work: Callable[[Connection, int], T], otherwise: T) -> T:
        """What `work` reads of the repository `name`; `otherwise` where it isn't kept."""

        def find(connection: Connection) -> T:
            row = connection.execute(Q.find_repository, {"name": name}).fetchone()
            return work(connection, row["id"]) if row is not None else otherwise

        return self._read(find, otherwise)

    def _read(self, work: Callable[[Connection], T], otherwise: T) -> T:
        """What `work` reads; `otherwise` where there is no database."""
        return self.database.read(work) if self.exists() else otherwise


def _repository(row: Row, now: str) -> ForgeRepository:
    """The repository that a row holds, without future times."""
    columns = {name: row[name] for name in ForgeRepository.__slots__}
    return ForgeRepository(
        **columns | {name: past_moment(row[name], now) for name in ("synced_at", "listed_at", "oldest", "newest")}
    )
