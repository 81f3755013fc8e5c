"""What are memories good for? Everything about the memories that one worktree sees: the project's and the user's."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC
from functools import partial
from typing import TypeVar

from scrubjay.audit import AuditLogger, CrossScopeReads, Event
from scrubjay.documents.chunking import TokenCounter
from scrubjay.errors import NotAllowed, NotFound, ScrubjayError
from scrubjay.memories import changes
from scrubjay.memories.branches import Branches
from scrubjay.memories.forgetting import forget, purge
from scrubjay.memories.index import alike, drop_index, index_missing
from scrubjay.memories.moments import moments
from scrubjay.memories.provenance import provenance
from scrubjay.memories.refusals import refused
from scrubjay.memories.request import RememberRequest, checked
from scrubjay.memories.room import Limits
from scrubjay.memories.rows import Q, evidence_of, memory_of
from scrubjay.memories.writing import Place, find, write
from scrubjay.model.abbreviated import too_short
from scrubjay.model.clock import Clock, iso
from scrubjay.model.evidence import Act, EvidenceObject, ValidationResult
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Blocked, Change, Memory, MemoryStatus, Outcome, Provenance
from scrubjay.privacy import Personal, note, told
from scrubjay.storage import Connection, Database

T = TypeVar("T")
Validate = Callable[[RememberRequest], ValidationResult]
"""Grounding: judges a snapshot of a claim. It never raises for a check that fails; it approves nothing then."""

MOST = 1_000
"""Memories in one list, whatever was asked for."""


class Memories:
    """The memories that one project's worktree sees.

    `grades` tells at HEAD how well some are grounded.
    `user` opens the user's database when it is first needed; `user_exists` says whether there is anything to read
    there, so that reading makes no file. `after_forgetting` cleans what other packages kept of its words;
    `later` asks the worker for them; `reader` is who reads.
    """

    def __init__(
        self,
        project_id: str,
        project: Database,
        user: Callable[[], Database],
        clock: Clock,
        *,
        counter: TokenCounter,
        validate: Validate,
        branches: Branches,
        grades: Callable[[Collection[str]], Mapping[str, Grade]],
        user_exists: Callable[[], bool] = lambda: True,
        limits: Limits | None = None,
        reader: str = "",
        personal: Personal = "auto",
        allowed: Collection[str] = (),
        after_forgetting: Callable[[], None] = lambda: None,
        later: Callable[[], None] = lambda: None,
    ) -> None:
        self._project_id = project_id
        self._project = project
        self._user = user
        self._user_exists = user_exists
        self._clock = clock
        self._counter = counter
        self._validate = validate
        self._branches = branches
        self._grades = grades
        self._limits = limits or Limits()
        self._reads = CrossScopeReads(user, clock, project_id, reader)
        self._personal: Personal = personal
        self._allowed = allowed
        self._after_forgetting = after_forgetting
        self._later = later

    def remember(self, request: RememberRequest) -> Outcome:
        """Validate a snapshot of a claim and keep it as grounding decides: stored, known, held, or not at all.

        Raises UsageError, LimitExceeded, and NotFound for a memory that is to be replaced and doesn't hold.
        """
        kept = replace(
            request, content=told(request.content, self._personal), quote=told(request.quote, self._personal)
        )
        asked = checked(kept, self._clock().astimezone(UTC).date(), self._allowed)
        if isinstance(asked, Blocked):
            self._record_blocked(request)
            return asked
        result = self._validate(asked)
        if flagged := note(asked.content, self._personal):
            result = replace(result, raise_by=" ".join(filter(None, (result.raise_by, flagged))))
        anchors = self._branches.anchors(result.evidence.citations) if asked.scope == "project" else ()
        outcome = self.writing(asked.scope, lambda c, place: write(c, place, asked, result, anchors))
        if not isinstance(outcome, Blocked):
            with suppress(ScrubjayError):  # it is stored: that the worker couldn't be asked is no reason to say else
                self._later()
        return outcome

    def judge(self, request: RememberRequest) -> ValidationResult | Blocked:
        """What `remember` would decide; nothing is written. Raises UsageError, LimitExceeded."""
        asked = checked(request, self._clock().astimezone(UTC).date(), self._allowed)
        return asked if isinstance(asked, Blocked) else self._validate(asked)

    def update(self, id: str, request: RememberRequest, how: Change) -> Outcome:
        """Replace a memory: `request.content` is its new text, or for an extension what is added.

        Kind, scope and end stay as they were. Raises NotFound and what `remember` raises.
        """
        old = self.get(id)
        added = f"{old.content}\n{request.content.strip()}" if how is Change.EXTEND else request.content
        content = added if request.content.strip() else ""
        until = old.valid_until[:10] if old.valid_until.endswith("T23:59:59Z") else ""
        return self.remember(
            replace(request, content=content, kind=old.kind, scope=old.scope, supersedes=old.id, how=how,
                    valid_until=request.valid_until or until)
        )  # fmt: skip

    def approve(self, id: str, actor: str, reason: str = "", *, scope: str = "", act: Act = Act.APPROVED) -> Memory:
        """A person stands behind a memory from now on. Raises NotFound; VersionConflict when somebody was faster."""
        return self._change(id, scope, partial(changes.approve, actor=actor, reason=reason, act=act))

    def reject(self, id: str, actor: str, reason: str, *, scope: str = "") -> Memory:
        """Refuse a waiting memory. Raises NotFound, VersionConflict."""
        return self._change(id, scope, partial(changes.reject, actor=actor, reason=reason))

    def retract(self, id: str, actor: str, reason: str, *, scope: str = "", authority: bool = False) -> Memory:
        """Withdraw a memory that was wrong. Raises NotFound, VersionConflict, NotAllowed."""
        self._may_end(id, scope, authority=authority)
        return self._change(id, scope, partial(changes.retract, actor=actor, reason=reason, by_person=authority))

    def invalidate(self, id: str, actor: str, reason: str, *, scope: str = "", authority: bool = False) -> Memory:
        """End a memory that held until now. Raises NotFound, VersionConflict, NotAllowed."""
        self._may_end(id, scope, authority=authority)
        return self._change(id, scope, partial(changes.invalidate, actor=actor, reason=reason))

    def forget(self, id: str, actor: str, *, authority: bool = False) -> tuple[str, bool]:
        """Delete what a memory says, for good; its id and times stay as a tombstone.

        Returns its whole id, and whether the journal is clean already: another process may still read it.
        Raises NotFound, NotAllowed.
        """
        scope = self.get(id).scope
        self._may_end(id, scope, authority=authority)
        whole = self.writing(scope, lambda c, place: forget(c, place, id, actor, by_person=authority))
        database, _ = self._place(scope)
        self._after_forgetting()
        return whole, purge(database)

    def _may_end(self, id: str, scope: str, *, authority: bool) -> None:
        """Raises NotAllowed where a memory outranks who would end it."""
        if authority:
            return
        memory = self.get(id, scope=scope)
        grade = self._grades([memory.id]).get(memory.id, Grade.TOLD)
        if grade in (Grade.TOLD, Grade.VERIFIED):
            raise NotAllowed(
                f"Memory {memory.id[:12]} is {grade}: only a person may end it. Nothing was changed. "
                f"In a terminal: scrubjay forget {memory.id[:12]}; or send a claim with supersedes, as a proposal."
            )

    def refused(self, content: str, scope: str) -> str:
        """Who refused a claim before, in words; empty where nobody did."""
        if scope == "user" and not self._user_exists():
            return ""
        return self.reading(scope, lambda c, _: refused(c, content))

    def evidence(self, ids: Collection[str]) -> dict[str, tuple[EvidenceObject, ...]]:
        """Everything that some memories are believed by, oldest first, by id."""
        found: dict[str, tuple[EvidenceObject, ...]] = {}
        for scope in self._scopes():
            database, owner = self._place(scope)
            params = {"ids": json.dumps(sorted(ids)), "project": owner}

            def read_all(connection: Connection, params: dict[str, str] = params) -> None:
                for row in connection.execute(Q.evidences, params).fetchall():
                    found[row["memory_id"]] = (*found.get(row["memory_id"], ()), evidence_of(connection, row))

            database.read(read_all)
        return found

    def get(self, id: str, *, scope: str = "") -> Memory:
        """A memory by its id or at least its first eight digits. Raises NotFound."""
        return self._change(id, scope, find, write=False)

    def provenance(self, id: str) -> Provenance:
        """Everything that is known of where a memory comes from. Raises NotFound."""
        found = self._change(id, "", provenance, write=False)
        if found.memory.scope == "user":
            self._reads.note([found.memory.id])
        return found

    def close(self) -> None:
        """Record what is still to be recorded."""
        self._reads.flush()

    def recent(self, limit: int) -> tuple[Memory, ...]:
        """The newest memories that hold and that HEAD shows."""
        return self.believed(limit=limit)

    def believed(self, at: str = "", known: str = "", *, limit: int = MOST) -> tuple[Memory, ...]:
        """What was believed at a moment of record time (`known`) about another (`at`), newest first; both now."""
        asked = moments(iso(self._clock()), at, known) | {"limit": min(limit * 4, MOST)}
        found = [memory for scope in self._scopes() for memory in self._select(scope, Q.believed, asked)]
        return tuple(sorted(found, key=lambda m: m.recorded_at, reverse=True)[:limit])

    def lost(self) -> tuple[Memory, ...]:
        """Memories that hold and that no branch can show again: git has lost the commit, and HEAD hasn't the lines."""
        asked: dict[str, object] = {"ids": json.dumps(sorted(self._branches.lost()))}
        return tuple(one for one in self._rows("project", Q.memories_of, asked) if one.status is MemoryStatus.ACTIVE)

    def waiting(self, limit: int = MOST, *, author: str = "") -> tuple[Memory, ...]:
        """Memories that wait for review, newest first."""
        asked = {"status": MemoryStatus.HELD, "author": author, "limit": min(limit, MOST)}
        found = [memory for scope in self._scopes() for memory in self._rows(scope, Q.with_status, asked)]
        return tuple(sorted(found, key=lambda m: m.recorded_at, reverse=True)[:limit])

    def near(self, content: str, scope: str, limit: int = 20, *, ids: Iterable[str] = ()) -> tuple[Memory, ...]:
        """Memories of a scope that hold or wait and share most of their words with a text, the likeliest first.

        After them those of some ids that hold. On which branches they are shown is not asked.
        """
        if scope == "user" and not self._user_exists():
            return ()
        database, owner = self._place(scope)
        asked = {"scope": scope, "project": owner, "at": iso(self._clock()), "ids": json.dumps(sorted(ids))}

        def find_all(connection: Connection) -> tuple[Memory, ...]:
            rows = alike(connection, content, asked, limit)
            named = connection.execute(Q.holding, asked).fetchall()
            every = {row["number"]: row for row in (*rows, *named)}
            return tuple(memory_of(connection, row) for row in every.values())

        return database.read(find_all)

    def of_ids(self, ids: Iterable[str]) -> dict[str, Memory]:
        """Some memories by id, as they are believed now; those that HEAD can't resolve are marked."""
        wanted = sorted(ids)
        if not wanted:
            return {}
        asked: dict[str, object] = {"ids": json.dumps(wanted)}
        found = [memory for scope in self._scopes() for memory in self._select(scope, Q.memories_of, asked)]
        return {memory.id: memory for memory in found}

    def index_missing(self) -> int:
        """Index memories that are not: those of an older schema, or of an interrupted rebuild."""
        made = 0
        for scope in self._scopes():
            database, _ = self._place(scope)
            while some := database.write(lambda c: index_missing(c, self._counter)):
                made += some
        return made

    def reindex(self) -> int:
        """Make everything that is derived of memories again; returns how many there are."""
        for scope in self._scopes():
            self._place(scope)[0].write(drop_index)
        return self.index_missing()

    def writing(self, scope: str, work: Callable[[Connection, Place], T]) -> T:
        """Run a write transaction on the memories of a scope."""
        database, place = self._owned(scope)
        return database.write(lambda c: work(c, place))

    def reading(self, scope: str, work: Callable[[Connection, Place], T]) -> T:
        """Run a read transaction on the memories of a scope."""
        database, place = self._owned(scope)
        return database.read(lambda c: work(c, place))

    def _owned(self, scope: str) -> tuple[Database, Place]:
        database, owner = self._place(scope)
        audit = AuditLogger(database.path.parent / "audit")
        return database, Place(owner, self._counter, audit, self._limits, iso(self._clock()))

    def _place(self, scope: str) -> tuple[Database, str]:
        return (self._user(), "") if scope == "user" else (self._project, self._project_id)

    def user_exists(self) -> bool:
        """Whether the user has memories of their own."""
        return self._user_exists()

    def _scopes(self) -> tuple[str, ...]:
        return ("project", "user") if self._user_exists() else ("project",)

    def _change(self, id: str, scope: str, work: Callable[[Connection, Place, str], T], *, write: bool = True) -> T:
        """Work on the memory that is called so, in the project's database or else in the user's."""
        run = self.writing if write else self.reading
        if scope:
            return run(scope, lambda c, place: work(c, place, id))
        for one in self._scopes():
            with suppress(NotFound):
                return run(one, lambda c, place: work(c, place, id))
        raise NotFound(
            f"No project or user memory is called {id[:40]!r}{too_short(id)}. "
            "`scrubjay search WORDS --kind memory` and search_knowledge with kinds=['memory'] show their ids."
        )

    def _rows(self, scope: str, sql: str, asked: dict[str, object]) -> list[Memory]:
        database, owner = self._place(scope)

        def find_all(connection: Connection) -> list[Memory]:
            return [
                memory_of(connection, row) for row in connection.execute(sql, {**asked, "project": owner}).fetchall()
            ]

        return database.read(find_all)

    def _select(self, scope: str, sql: str, asked: dict[str, object]) -> tuple[Memory, ...]:
        found = self._rows(scope, sql, asked)
        if scope == "project":
            return self._branches.marked(found, self._project_id)
        if found:
            self._reads.note(memory.id for memory in found)
        return tuple(found)

    def _record_blocked(self, request: RememberRequest) -> None:
        """A claim with a secret leaves a record of who and when, nothing of what."""
        scope = request.scope if request.scope in ("project", "user") else "project"
        author = replace(request).author
        self.writing(
            scope,
            lambda c, place: place.audit.add(
                c, place.now, Event.MEMORY_WRITE, author, "", "remember", "blocked", {"failed": "secrets"}
            ),
        )
