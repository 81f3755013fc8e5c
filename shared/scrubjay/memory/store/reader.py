"""Reading the memories that one worktree sees: the project's and the user's."""

import json
from collections.abc import Collection, Iterable, Sequence

from scrubjay.memory.store.bounds import ONLY_HERE, confined_elsewhere, confined_here, unseen_here
from scrubjay.memory.store.claim import moments
from scrubjay.memory.store.grounds import grounds, provenance
from scrubjay.memory.store.index import similar_rows
from scrubjay.memory.store.limits import quarantine_of, refused
from scrubjay.memory.store.overview import MemoryKey, elsewhere, reported_preferences
from scrubjay.memory.store.rows import Q, evidence_of, keyed, keys_below, memories_of
from scrubjay.memory.store.scopes import Scopes
from scrubjay.memory.store.writing import WriteContext, find, read
from scrubjay.model.clock import iso
from scrubjay.model.evidence import EvidenceObject
from scrubjay.model.frozen import replace
from scrubjay.model.memory import Memory, MemoryStatus, Provenance
from scrubjay.storage.driver import Connection, Row

MOST_LISTED = 10_000
"""Memories that a list is made of, before it is narrowed by grade."""

MOST = 1_000
"""Memories in one list, whatever was asked for."""


class MemoryReader(Scopes):
    """Reads all about memories that needs neither a judge nor grades; judges and grades read through it."""

    def get(self, id: str, *, scope: str = "") -> Memory:
        """A memory by its id or at least its first eight digits. Raises NotFound."""
        return self._on(id, scope, find, write=False)

    def evidence(self, ids: Collection[str]) -> dict[str, tuple[EvidenceObject, ...]]:
        """All evidence of some memories, by id, oldest first."""
        evidence: dict[str, tuple[EvidenceObject, ...]] = {}
        for scope in self.scopes():
            database, owner = self._database_and_owner(scope)
            params = {"ids": json.dumps(sorted(ids)), "project": owner}

            def read_all(connection: Connection, params: dict[str, str] = params) -> None:
                for row in connection.execute(Q.evidences, params).fetchall():
                    evidence[row["memory_id"]] = (*evidence.get(row["memory_id"], ()), evidence_of(connection, row))

            database.read(read_all)
        return evidence

    def provenance(self, id: str) -> Provenance:
        """Everything that is known of where a memory comes from. Raises NotFound."""
        history = self._on(id, "", provenance, write=False)
        if history.memory.scope == "user":
            self._stores.reads.note([history.memory.id])
        return history

    @property
    def user_reads(self) -> int:
        """How often user memories were shown in this process; each time is recorded."""
        return self._stores.reads.noted

    def close(self) -> None:
        """Write the records of reads that aren't written yet."""
        self._stores.reads.flush()

    def recent(self, limit: int) -> tuple[Memory, ...]:
        """The newest memories that hold and that HEAD shows."""
        return self.believed(limit=limit)

    def believed(self, valid_at: str = "", known_at: str = "", *, limit: int = MOST) -> tuple[Memory, ...]:
        """The memories believed at one moment (`known_at`) about another (`valid_at`), now by default; newest first."""
        params = moments(iso(self._stores.clock()), valid_at, known_at) | {"limit": min(limit * 4, MOST)}
        memories = self._latest(Q.believed, params, limit)
        if self.user_exists():
            memories += self._select("user", Q.believed, params)
        return tuple(sorted(memories, key=lambda m: m.recorded_at, reverse=True)[:limit])

    def keyed(self, prefix: str, limit: int = MOST) -> tuple[Memory, ...]:
        """The memories whose idempotency key begins with a prefix, in any status, the newest first."""
        memories = []
        for scope in self.scopes():
            key = f"{self._database_and_owner(scope)[1]}:{prefix}"
            memories += self._rows(scope, Q.with_key, {"key": key, "after": f"{key}\U0010ffff", "limit": limit})
        return tuple(sorted(memories, key=lambda m: m.recorded_at, reverse=True)[:limit])

    def keys_below(self, prefix: str) -> dict[str, str]:
        """The idempotency keys of the project's memories that begin with a prefix, by memory id; no forgotten ones."""
        return self.reading("project", lambda c, place: keys_below(c, place.owner, prefix))

    def by_key(self, key: str, scope: str) -> Memory | None:
        """The memory that was stored under an idempotency key, unless it is forgotten or quarantined."""
        if scope == "user" and not self.user_exists():
            return None

        def find_one(connection: Connection, place: WriteContext) -> Memory | None:
            stored = {"key": keyed(place.owner, key), "forgotten": ""}
            known = connection.execute(Q.by_key, stored).fetchone()
            if known is None or quarantine_of(connection, known["author"], known["session"], known["agent"]):
                return None
            return read(connection, known["number"])

        return self.reading(scope, find_one)

    def lost(self) -> tuple[Memory, ...]:
        """Current memories that no branch can show again: their commit is lost in git, and HEAD lacks their lines."""
        params: dict[str, object] = {"ids": json.dumps(sorted(self._stores.branches.lost()))}
        return tuple(
            memory for memory in self._rows("project", Q.memories_of, params) if memory.status is MemoryStatus.ACTIVE
        )

    def waiting(
        self, limit: int = MOST, *, author: str = "", status: MemoryStatus = MemoryStatus.HELD
    ) -> tuple[Memory, ...]:
        """Memories of a status, by default those held for review, newest first."""
        params = {"status": status, "author": author, "limit": min(limit, MOST)}
        memories = list(self._rows("project", Q.with_status, params))
        if self.user_exists():
            hidden = self.reading("user", elsewhere)
            memories += [one for one in self._rows("user", Q.with_status, params) if one.id not in hidden]
        if status is MemoryStatus.HELD and self.user_exists():
            memories += self.reading("user", lambda c, place: reported_preferences(c, place, author))
        return tuple(sorted(memories, key=lambda m: m.recorded_at, reverse=True)[:limit])

    def narrowed(
        self, *, status: MemoryStatus, kinds: Sequence[str] = (), tags: Sequence[str] = (), author: str = "",
        session: str = "", since: str = "", scope: str = "", hidden: bool = False, ids: Collection[str] = (),
    ) -> tuple[Memory, ...]:  # fmt: skip
        """Memories of a status that pass some filters, newest first. Empty texts and lists filter nothing.

        `hidden`: those that HEAD doesn't show, too. `session` may be cut short.
        """
        params: dict[str, object] = {
            "status": status, "kinds": json.dumps(list(kinds)), "tags": json.dumps(list(tags)), "author": author,
            "session": session, "since": since, "at": iso(self._stores.clock()), "limit": MOST_LISTED,
            "ids": json.dumps(sorted(ids)),
        }  # fmt: skip
        scopes = [name for name in self.scopes() if scope in ("", name)]
        select = self._rows if hidden else self._select
        memories = [memory for name in scopes for memory in select(name, Q.narrowed, params)]
        if status is MemoryStatus.HELD and "user" in scopes:
            unseen = self.reading("user", lambda c, place: unseen_here(c, place.project))
            holding = self._select("user", Q.narrowed, params | {"status": MemoryStatus.ACTIVE}) if unseen else ()
            memories += [memory for memory in holding if memory.id in unseen]
        return tuple(sorted(memories, key=lambda m: m.recorded_at, reverse=True))

    def told(self, limit: int) -> tuple[tuple[str, str], ...]:
        """Current memories that persons told, as (id, text), newest first; of the project and of the user."""
        params = {"at": iso(self._stores.clock()), "limit": limit}

        def texts(connection: Connection, place: WriteContext) -> list[tuple[str, str]]:
            rows = connection.execute(Q.told_texts, {**params, "project": place.owner})
            return [(row["id"], row["content"]) for row in rows]

        return tuple(text for scope in self.scopes() for text in self.reading(scope, texts))

    def speaking(
        self, stems: Collection[str], statuses: Collection[MemoryStatus], limit: int
    ) -> tuple[Memory, ...]:  # fmt: skip
        """Memories in some statuses with at least half of some words, newest first, whether HEAD shows them or not.

        None for no words. Of the user's own those of other projects are left out.
        """
        if not stems:
            return ()
        params: dict[str, object] = {
            "stems": json.dumps(sorted(stems)), "statuses": json.dumps(sorted(statuses)), "limit": limit,
        }  # fmt: skip
        found = [
            memory
            for scope in self.scopes()
            for memory in (self._rows if scope == "project" else self._select)(scope, Q.speaking, params)
        ]
        return tuple(sorted(found, key=lambda memory: memory.recorded_at, reverse=True)[:limit])

    def keys(
        self, *, status: MemoryStatus, kinds: Sequence[str] = (), tags: Sequence[str] = (), author: str = "",
        session: str = "", since: str = "", until: str = "", scope: str = "", words: Sequence[str] = (),
        hidden: bool = False, among: Collection[str] | None = None, weighed: bool = False,
    ) -> tuple[MemoryKey, ...]:  # fmt: skip
        """Keys of the memories that pass some filters, those of `narrowed` and more; light enough for ten thousand.

        `until` is the last day, `words` all stand in its text or begin its id. `among`: only these ids.
        `weighed`: with grades and counts of evidence.
        """
        params: dict[str, object] = {
            "status": status, "kinds": json.dumps(list(kinds)), "tags": json.dumps(list(tags)), "author": author,
            "session": session, "since": since, "until": until, "words": json.dumps(list(words)),
            "at": iso(self._stores.clock()), "among": None if among is None else json.dumps(sorted(among)),
            "weighed": weighed, "limit": MOST_LISTED,
        }  # fmt: skip
        keys = [key for name in self.scopes() if scope in ("", name) for key in self._keys(name, params, hidden=hidden)]
        return tuple(sorted(keys, key=lambda key: key.recorded_at, reverse=True))

    def _keys(self, scope: str, params: dict[str, object], *, hidden: bool) -> list[MemoryKey]:
        def find(connection: Connection, place: WriteContext) -> list[MemoryKey]:
            rows = connection.execute(Q.keys, {**params, "project": place.owner}).fetchall()
            keys = [MemoryKey(*row) for row in rows]
            if scope == "project":
                return keys
            if params["status"] is MemoryStatus.HELD and (unseen := unseen_here(connection, place.project)):
                holding = connection.execute(
                    Q.keys, {**params, "project": place.owner, "status": MemoryStatus.ACTIVE}
                ).fetchall()
                keys += [MemoryKey(*row) for row in holding if row["id"] in unseen]
            elsewhere = confined_elsewhere(connection, place.project)
            return [key for key in keys if key.id not in elsewhere]

        keys = self.reading(scope, find)
        away = (
            frozenset[str]() if hidden else
            self._stores.branches.hidden() if scope == "project" else self._stores.published("")
        )  # fmt: skip
        return [key for key in keys if key.id not in away] if away else keys

    def any_of_ids(self, ids: Iterable[str]) -> dict[str, Memory]:
        """The memories with some ids, by id, also those that HEAD doesn't show."""
        params: dict[str, object] = {"ids": json.dumps(sorted(ids))}
        return {memory.id: memory for scope in self.scopes() for memory in self._rows(scope, Q.memories_of, params)}

    def near(self, content: str, scope: str, limit: int = 20) -> list[Memory]:
        """Current and held memories of a scope that share most words with a text, the likeliest first."""
        rows = self.near_rows(content, scope, limit)
        return self._database_and_owner(scope)[0].read(lambda c: memories_of(c, rows)) if rows else []

    def near_rows(self, content: str, scope: str, limit: int = 20, *, ids: Iterable[str] = ()) -> tuple[Row, ...]:
        """Rows of memories that are similar to a text, followed by those of given ids that hold.

        On which branches they are shown is not asked.
        """
        if scope == "user" and not self.user_exists():
            return ()
        database, owner = self._database_and_owner(scope)
        named_ids = sorted(ids)
        params = {"scope": scope, "project": owner, "at": iso(self._stores.clock()), "ids": json.dumps(named_ids)}

        def find_all(connection: Connection) -> tuple[Row, ...]:
            rows = similar_rows(connection, content, params, limit)
            named = connection.execute(Q.holding, params).fetchall() if named_ids else []
            rows_by_number = {row["number"]: row for row in (*rows, *named)}
            elsewhere = confined_elsewhere(connection, self._stores.project_id) if scope == "user" else frozenset[str]()
            return tuple(row for row in rows_by_number.values() if row["id"] not in elsewhere)

        return database.read(find_all)

    def of_ids(self, ids: Iterable[str], commit: str = "") -> dict[str, Memory]:
        """Memories by id, as they are believed now; those that a commit can't resolve are marked.

        The commit is HEAD's unless one is given; looking that up starts git.
        """
        sorted_ids = sorted(ids)
        if not sorted_ids:
            return {}
        params: dict[str, object] = {"ids": json.dumps(sorted_ids)}
        memories = [memory for scope in self.scopes() for memory in self._select(scope, Q.memories_of, params, commit)]
        return {memory.id: memory for memory in memories}

    def citing(self, path: str, commit: str = "") -> tuple[Memory, ...]:
        """The project's memories that hold and cite a file, newest first, as far as a commit shows them."""
        cited = self.reading("project", lambda c, place: grounds(c, place, paths=[path]))
        found = [one for one in self.of_ids(cited, commit).values() if one.scope == "project" and one.content]
        return tuple(sorted(found, key=lambda memory: (memory.recorded_at, memory.id), reverse=True))

    def refused(self, content: str, scope: str) -> str:
        """Who refused a claim before, in words; empty where nobody did."""
        if scope == "user" and not self.user_exists():
            return ""
        return self.reading(scope, lambda c, _: refused(c, content))

    def _latest(self, sql: str, params: dict[str, object], limit: int) -> list[Memory]:
        """The project's memories visible at HEAD that were recorded last; reads as few others as possible."""
        database, shown = self._stores.project, list[Memory]()
        rows = database.read(lambda c: c.execute(sql, {**params, "project": self._stores.project_id}).fetchall())
        rows.sort(key=lambda row: row["made_at"], reverse=True)
        while rows and len(shown) < limit:
            part, rows = rows[:limit], rows[limit:]
            read = database.read(lambda c, part=part: memories_of(c, part))  # type: ignore[misc]
            shown += self._stores.branches.marked(read, self._stores.project_id)
        return shown[:limit]

    def _select(self, scope: str, sql: str, params: dict[str, object], commit: str = "") -> tuple[Memory, ...]:
        """The memories that a query finds in a scope, as far as this project and a commit show them."""
        memories = self._rows(scope, sql, params)
        if scope == "project":
            return self._stores.branches.marked(memories, self._stores.project_id, commit)
        if not memories:
            return ()
        confined, elsewhere = self.reading(
            scope, lambda c, place: (confined_here(c, place.project), confined_elsewhere(c, place.project))
        )
        visible = [
            replace(memory, elsewhere=ONLY_HERE if memory.id in confined else "")
            for memory in memories
            if memory.id not in elsewhere
        ]
        published = self._stores.published(commit)
        visible = [memory for memory in visible if memory.id not in published]
        self._stores.reads.note(memory.id for memory in visible)
        return tuple(visible)
