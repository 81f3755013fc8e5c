"""What are memories good for? Everything about the memories that one worktree sees: the project's and the user's."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC
from typing import TypeVar

from scrubjay.audit import AuditEvent, CrossScopeReads
from scrubjay.documents.chunking import TokenCounter
from scrubjay.errors import ScrubjayError
from scrubjay.memories.answering import as_known, with_notes
from scrubjay.memories.branches import Branches
from scrubjay.memories.confined import ONLY_HERE, SAID_IN, confined_elsewhere, confined_here, unseen_here
from scrubjay.memories.endings import Endings
from scrubjay.memories.index import alike, drop_index, index_missing
from scrubjay.memories.moments import moments
from scrubjay.memories.provenance import provenance
from scrubjay.memories.refusals import refused
from scrubjay.memories.request import RememberRequest, checked
from scrubjay.memories.room import Limits
from scrubjay.memories.rows import Q, evidence_of, memory_of
from scrubjay.memories.undo import step
from scrubjay.memories.waiting import reported
from scrubjay.memories.writing import WriteContext, write
from scrubjay.model.clock import Clock, iso
from scrubjay.model.evidence import CLIENT, EvidenceObject, ValidationResult
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Blocked, Change, Known, Memory, MemoryStatus, Outcome, Provenance
from scrubjay.privacy import Personal, note, told
from scrubjay.storage import Connection, Database

T = TypeVar("T")
Validate = Callable[[RememberRequest], ValidationResult]
"""Grounding: judges a snapshot of a claim. It never raises for a check that fails; it approves nothing then."""

MOST_LISTED = 10_000
"""Memories that a list is made of, before it is narrowed by grade."""

MOST = 1_000
"""Memories in one list, whatever was asked for."""


class Memories(Endings):
    """The memories that one project's worktree sees.

    `grades` tells at HEAD how well some are grounded. `after_forgetting` cleans what other packages kept of its words;
    `kept` is called with the database and the id of each memory that was kept; `reader` is who reads.
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
        kept: Callable[[Database, str], None] = lambda *_: None,
        shown: Callable[[str], str] = lambda _: "",
    ) -> None:
        super().__init__(project_id, project, user, clock, counter, limits or Limits(), user_exists, shown)
        self._validate = validate
        self._branches = branches
        self.grades = grades
        self.after_forgetting = after_forgetting
        self._reads = CrossScopeReads(user, clock, project_id, reader)
        self._personal: Personal = personal
        self._allowed = allowed
        self._kept = kept

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
        result = with_notes(self._validate(asked), request, asked, note(asked.content, self._personal))
        more = {SAID_IN: self._project_id} if asked.confined else {}
        more |= {CLIENT: asked.client} if asked.client else {}
        if more:
            result = replace(result, evidence=replace(result.evidence, metadata={**result.evidence.metadata, **more}))
        if asked.confined:
            result = replace(result, raise_by=f"{result.raise_by} It is {ONLY_HERE}.".strip())
        anchors = self._branches.anchors(result.evidence.citations) if asked.scope == "project" else ()

        def work(connection: Connection, place: WriteContext) -> Outcome:
            if not (asked.authority and asked.replaces):
                return write(connection, place, asked, result, anchors)
            with step(connection, place, asked.author, asked.how):
                return write(connection, place, asked, result, anchors)

        outcome = self.writing(asked.scope, work)
        if isinstance(outcome, Known) and outcome.result.grade is not None and not outcome.by_key:
            outcome = as_known(outcome, self.grades([outcome.id]).get(outcome.id, outcome.result.grade))
        if not isinstance(outcome, Blocked):
            with suppress(ScrubjayError):  # it is stored: that nothing more could be done is no reason to say else
                self._kept(self._place(asked.scope)[0], outcome.id)
        return outcome

    def judge(self, request: RememberRequest) -> ValidationResult | Blocked:
        """What `remember` would decide; nothing is written. Raises UsageError, LimitExceeded."""
        asked = checked(request, self._clock().astimezone(UTC).date(), self._allowed)
        return asked if isinstance(asked, Blocked) else self._validate(asked)

    def update(self, id: str, request: RememberRequest, how: Change) -> Outcome:
        """Replace a memory: `request.content` is its new text, or for an extension what is added.

        The scope stays as it was, and so does what the request leaves empty: kind, end, tags, where it applies.
        Raises NotFound and what `remember` raises.
        """
        old = self.get(id)
        added = f"{old.content}\n{request.content.strip()}" if how is Change.EXTEND else request.content
        content = added if request.content.strip() else ""
        until = old.valid_until[:10] if old.valid_until.endswith("T23:59:59Z") else ""
        return self.remember(
            replace(
                request, content=content, kind=request.kind or old.kind, scope=old.scope, supersedes=old.id, how=how,
                valid_until=request.valid_until or until, tags=request.tags or old.tags,
                applies=request.applies or old.applies,
            )
        )  # fmt: skip

    def refused(self, content: str, scope: str) -> str:
        """Who refused a claim before, in words; empty where nobody did."""
        if scope == "user" and not self._user_exists():
            return ""
        return self.reading(scope, lambda c, _: refused(c, content))

    def evidence(self, ids: Collection[str]) -> dict[str, tuple[EvidenceObject, ...]]:
        """Everything that some memories are believed by, oldest first, by id."""
        found: dict[str, tuple[EvidenceObject, ...]] = {}
        for scope in self.scopes():
            database, owner = self._place(scope)
            params = {"ids": json.dumps(sorted(ids)), "project": owner}

            def read_all(connection: Connection, params: dict[str, str] = params) -> None:
                for row in connection.execute(Q.evidences, params).fetchall():
                    found[row["memory_id"]] = (*found.get(row["memory_id"], ()), evidence_of(connection, row))

            database.read(read_all)
        return found

    def provenance(self, id: str) -> Provenance:
        """Everything that is known of where a memory comes from. Raises NotFound."""
        found = self._on(id, "", provenance, write=False)
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
        found = [memory for scope in self.scopes() for memory in self._select(scope, Q.believed, asked)]
        return tuple(sorted(found, key=lambda m: m.recorded_at, reverse=True)[:limit])

    def keyed(self, prefix: str, limit: int = MOST) -> tuple[Memory, ...]:
        """The memories whose idempotency key begins so, whatever became of them, the newest first."""
        found = []
        for scope in self.scopes():
            key = f"{self._place(scope)[1]}:{prefix}"
            found += self._rows(scope, Q.with_key, {"key": key, "after": f"{key}\U0010ffff", "limit": limit})
        return tuple(sorted(found, key=lambda m: m.recorded_at, reverse=True)[:limit])

    def lost(self) -> tuple[Memory, ...]:
        """Memories that hold and that no branch can show again: git has lost the commit, and HEAD hasn't the lines."""
        asked: dict[str, object] = {"ids": json.dumps(sorted(self._branches.lost()))}
        return tuple(one for one in self._rows("project", Q.memories_of, asked) if one.status is MemoryStatus.ACTIVE)

    def waiting(
        self, limit: int = MOST, *, author: str = "", status: MemoryStatus = MemoryStatus.HELD
    ) -> tuple[Memory, ...]:
        """Memories that are held for review, or stand otherwise, newest first."""
        asked = {"status": status, "author": author, "limit": min(limit, MOST)}
        found = [memory for scope in self.scopes() for memory in self._rows(scope, Q.with_status, asked)]
        if status is MemoryStatus.HELD and self._user_exists():
            found += self.reading("user", lambda c, place: reported(c, place, author))
        return tuple(sorted(found, key=lambda m: m.recorded_at, reverse=True)[:limit])

    def narrowed(
        self, *, status: MemoryStatus, kinds: Sequence[str] = (), tags: Sequence[str] = (), author: str = "",
        session: str = "", since: str = "", scope: str = "", hidden: bool = False,
    ) -> tuple[Memory, ...]:  # fmt: skip
        """Memories that stand so now, newest first. Empty texts and lists are no bound; `session` may be cut short.

        `hidden`: those that HEAD doesn't show, too.
        """
        params: dict[str, object] = {
            "status": status, "kinds": json.dumps(list(kinds)), "tags": json.dumps(list(tags)), "author": author,
            "session": session, "since": since, "at": iso(self._clock()), "limit": MOST_LISTED,
        }  # fmt: skip
        wanted = [one for one in self.scopes() if scope in ("", one)]
        select = self._rows if hidden else self._select
        found = [memory for one in wanted for memory in select(one, Q.narrowed, params)]
        if status is MemoryStatus.HELD and "user" in wanted:
            unseen = self.reading("user", lambda c, place: unseen_here(c, place.project))
            holding = self._select("user", Q.narrowed, params | {"status": MemoryStatus.ACTIVE}) if unseen else ()
            found += [memory for memory in holding if memory.id in unseen]
        return tuple(sorted(found, key=lambda m: m.recorded_at, reverse=True))

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
            away = confined_elsewhere(connection, self._project_id) if scope == "user" else frozenset[str]()
            return tuple(memory_of(connection, row) for row in every.values() if row["id"] not in away)

        return database.read(find_all)

    def of_ids(self, ids: Iterable[str], commit: str = "") -> dict[str, Memory]:
        """Some memories by id, as they are believed now; those that a commit can't resolve are marked.

        The commit is HEAD's unless one is given; looking that up starts git.
        """
        wanted = sorted(ids)
        if not wanted:
            return {}
        asked: dict[str, object] = {"ids": json.dumps(wanted)}
        found = [memory for scope in self.scopes() for memory in self._select(scope, Q.memories_of, asked, commit)]
        return {memory.id: memory for memory in found}

    def index_missing(self) -> int:
        """Index memories that are not: those of an older schema, or of an interrupted rebuild."""
        made = 0
        for scope in self.scopes():
            database, _ = self._place(scope)
            while some := database.write(lambda c: index_missing(c, self._counter)):
                made += some
        return made

    def reindex(self) -> int:
        """Make everything that is derived of memories again; returns how many there are."""
        for scope in self.scopes():
            self._place(scope)[0].write(drop_index)
        return self.index_missing()

    def _select(self, scope: str, sql: str, asked: dict[str, object], commit: str = "") -> tuple[Memory, ...]:
        found = self._rows(scope, sql, asked)
        if scope == "project":
            return self._branches.marked(found, self._project_id, commit)
        if not found:
            return ()
        here, away = self.reading(
            scope, lambda c, place: (confined_here(c, place.project), confined_elsewhere(c, place.project))
        )
        shown = [replace(one, elsewhere=ONLY_HERE if one.id in here else "") for one in found if one.id not in away]
        self._reads.note(memory.id for memory in shown)
        return tuple(shown)

    def _record_blocked(self, request: RememberRequest) -> None:
        """A claim with a secret leaves a record of who and when, nothing of what."""
        scope = request.scope if request.scope in ("project", "user") else "project"
        author = replace(request).author
        self.writing(
            scope,
            lambda c, place: place.audit.add(
                c, place.now, AuditEvent.MEMORY_WRITE, author, "", "remember", "blocked", {"failed": "secrets"}
            ),
        )
