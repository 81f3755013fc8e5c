"""The service of the memories that one worktree sees: remembers, judges, updates, and keeps their index."""

from collections.abc import Callable, Collection, Mapping
from contextlib import nullcontext, suppress
from dataclasses import replace
from datetime import UTC

from scrubjay.errors import ScrubjayError
from scrubjay.identity.audit import AuditEvent
from scrubjay.knowledge.index.indexes import KeepVectors
from scrubjay.memory.lifecycle.endings import AfterForgetting, Endings
from scrubjay.memory.lifecycle.undo import step
from scrubjay.memory.store.bounds import ONLY_HERE, SAID_IN
from scrubjay.memory.store.claim import outcome_events
from scrubjay.memory.store.index import drop_index, index_missing
from scrubjay.memory.store.request import RememberRequest, as_known, checked, with_notes
from scrubjay.memory.store.scopes import MemoryStores
from scrubjay.memory.store.writing import WriteContext, write
from scrubjay.model.evidence import CLIENT, ValidationResult, Verdict
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Blocked, Change, Held, Known, Outcome, Stored
from scrubjay.privacy.personal.policy import Personal, masked_memory, personal_warning
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

Validate = Callable[[RememberRequest], ValidationResult]
"""Grounding: judges a snapshot of a claim. It never raises for a check that fails; it approves nothing then."""


def _no_vectors(connection: Connection, id: str) -> bool:
    return False


class Memories(Endings):
    """The memories that one project's worktree sees.

    `validate` judges a claim and `grades` tells at HEAD how well some memories are grounded; both read memories, and
    read them through a `MemoryReader` over the same stores. `after_forgetting` cleans what other packages kept of a
    memory's words. `embedded` makes the vectors of a text that is to be kept in a database; `on_stored` is called once
    a memory was kept, with whether it has its vectors, `count` with what is counted of each claim.
    """

    def __init__(
        self,
        stores: MemoryStores,
        *,
        validate: Validate,
        grades: Callable[[Collection[str]], Mapping[str, Grade]],
        personal: Personal = "auto",
        allowed: Collection[str] = (),
        after_forgetting: AfterForgetting = lambda *_: None,
        embedded: Callable[[Database, str], KeepVectors] = lambda *_: _no_vectors,
        on_stored: Callable[[bool], None] = lambda _: None,
        count: Callable[..., None] = lambda *_: None,
    ) -> None:
        super().__init__(stores)
        self._validate = validate
        self.grades = grades
        self.after_forgetting = after_forgetting
        self._personal: Personal = personal
        self._allowed = allowed
        self._embedded = embedded
        self._on_stored = on_stored
        self._count = count

    def remember(self, request: RememberRequest) -> Outcome:
        """Validate a snapshot of a claim and keep it as grounding decides: stored, known, held, or not at all.

        Raises UsageError, LimitExceeded, and NotFound for a memory that is to be replaced and doesn't hold.
        """
        masked = replace(
            request,
            content=masked_memory(request.content, self._personal),
            quote=masked_memory(request.quote, self._personal),
        )
        accepted = checked(masked, self._stores.clock().astimezone(UTC).date(), self._allowed)
        if isinstance(accepted, Blocked):
            self._record_blocked(request)
            self._count(*outcome_events(accepted))
            return accepted
        accepted = self._with_whole_ids(accepted)
        result = with_notes(
            self._validate(accepted), request, accepted, personal_warning(accepted.content, self._personal)
        )
        if result.replaces:
            accepted = replace(accepted, others=(*accepted.others, result.replaces))
        more = {SAID_IN: self._stores.project_id} if accepted.confined else {}
        more |= {CLIENT: accepted.client} if accepted.client else {}
        if more:
            result = replace(result, evidence=replace(result.evidence, metadata={**result.evidence.metadata, **more}))
        if accepted.confined:
            result = replace(result, add=f"{result.add} It is {ONLY_HERE}.".strip())
        anchors = self._stores.branches.anchors(result.evidence.citations) if accepted.scope == "project" else ()

        keep: KeepVectors = _no_vectors
        if result.verdict in (Verdict.STORED, Verdict.HELD):
            keep = self._embedded(self._place(accepted.scope)[0], accepted.content)

        def work(connection: Connection, place: WriteContext) -> tuple[Outcome, bool]:
            by_person = accepted.authority and accepted.replaces
            with step(connection, place, accepted.author, accepted.how) if by_person else nullcontext():
                outcome = write(connection, place, accepted, result, anchors)
            return outcome, not isinstance(outcome, (Stored, Held)) or keep(connection, outcome.id)

        outcome, whole = self.writing(accepted.scope, work)
        self._count(*outcome_events(outcome))
        if isinstance(outcome, Known) and outcome.result.grade is not None and not outcome.by_key:
            outcome = as_known(outcome, self.grades([outcome.id]).get(outcome.id, outcome.result.grade))
        if not isinstance(outcome, Blocked):
            with suppress(ScrubjayError):  # it is stored: that nothing more could be done is no reason to say else
                self._on_stored(whole)
        return outcome

    def judge(self, request: RememberRequest) -> ValidationResult | Blocked:
        """What `remember` would decide; nothing is written. Raises UsageError, LimitExceeded."""
        accepted = checked(request, self._stores.clock().astimezone(UTC).date(), self._allowed)
        return accepted if isinstance(accepted, Blocked) else self._validate(self._with_whole_ids(accepted))

    def _with_whole_ids(self, request: RememberRequest) -> RememberRequest:
        """A claim whose memories that it would end are called by their whole ids, as their grades are. NotFound."""
        whole = {id: self.get(id, scope=request.scope).id for id in request.replaces}
        others = tuple(whole[id] for id in request.others if id)
        return replace(request, supersedes=whole.get(request.supersedes, ""), others=others)

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

    def index_missing(self) -> int:
        """Index memories that are not: those of an older schema, or of an interrupted rebuild."""
        made = 0
        for scope in self.scopes():
            database, _ = self._place(scope)
            while count := database.write(lambda c: index_missing(c, self._stores.counter)):
                made += count
        return made

    def reindex(self) -> int:
        """Make everything that is derived of memories again; returns how many there are."""
        for scope in self.scopes():
            self._place(scope)[0].write(drop_index)
        return self.index_missing()

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
