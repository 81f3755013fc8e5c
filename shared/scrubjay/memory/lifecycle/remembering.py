"""The pipeline of `remember`: the stages of a claim in order, with a line on each.

`Remembering.remember` runs them; what the fourth does is `IngestionValidator.validate`, whose checks are, in order:

1. The claim's own words: secrets, which end it, marks of an instruction, hedges, its language.
2. On threads of their own, as the model's time is not git's: the claim's vector, and whether it instructs its reader.
3. The places that it names, at HEAD; of an agent's that names none, the passage whose very sentence it is.
4. What stands near: current records that share its rarest words, and what persons told.
5. The session's transcript, where it quotes a line; whether somebody refused the claim before.
6. Memories with most of its words, then those of nearly its meaning: what repeats it, rivals it, is much like it.
7. The grades of those, and of what it replaces; then one table decides (`determine_tier`).

Each look-up is by key: nothing is as long as the index is large.
"""

from collections.abc import Callable, Collection, Mapping
from contextlib import nullcontext, suppress
from datetime import UTC

from scrubjay.errors import ScrubjayError
from scrubjay.identity.audit import AuditEvent
from scrubjay.knowledge.index.indexes import KeepVectors
from scrubjay.memory.lifecycle.endings import AfterForgetting, Endings
from scrubjay.memory.lifecycle.undo import step
from scrubjay.memory.store.bounds import ONLY_HERE, SAID_IN
from scrubjay.memory.store.claim import Anchor, outcome_events
from scrubjay.memory.store.request import RememberRequest, as_known, checked, with_notes
from scrubjay.memory.store.scopes import MemoryStores
from scrubjay.memory.store.writing import WriteContext, write
from scrubjay.model.evidence import CLIENT, ValidationResult, Verdict
from scrubjay.model.frozen import replace
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Blocked, Held, Known, Outcome, Stored
from scrubjay.privacy.personal.policy import Personal, masked_memory, personal_warning
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

Validate = Callable[[RememberRequest], ValidationResult]
"""Grounding: judges a snapshot of a claim. It never raises for a check that fails; it approves nothing then."""


def _no_vectors(connection: Connection, id: str) -> bool:
    """Keep no vectors of a memory: it waits for the worker to make them."""
    return False


class Remembering(Endings):
    """Keeps claims as memories of one project's worktree, as grounding judges them.

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
        # what is personal in its words is masked, as the user chose
        masked = self._masked(request)
        # its bounds hold, and its kind, end, tags and place are known; one with a secret ends here, on record
        accepted = checked(masked, self._stores.clock().astimezone(UTC).date(), self._allowed)
        if isinstance(accepted, Blocked):
            self._record_blocked(request)
            self._count(*outcome_events(accepted))
            return accepted
        with self._database_and_owner(accepted.scope)[0].snapshot():  # until it is written
            return self._kept(request, accepted)

    def _kept(self, request: RememberRequest, accepted: RememberRequest) -> Outcome:
        """Keep a claim that is in bounds, stage by stage."""
        # what it replaces is called by whole ids
        accepted = self._with_whole_ids(accepted)
        # it is judged: see above
        result = self._with_bounds(accepted, self._judged(request, accepted))
        if result.replaces:
            accepted = replace(accepted, others=(*accepted.others, result.replaces))
        # the commits and patches that it hangs on are known
        anchors = self._stores.branches.anchors(result.evidence.citations) if accepted.scope == "project" else ()
        # the vectors of what is to be kept are made: the transaction waits for no model
        keep = self._vectors_to_keep(accepted, result)
        # it is written, found by words and by meaning, and on record, in one transaction; or somebody was faster
        outcome, whole = self._written(accepted, result, anchors, keep)
        # it is counted
        self._count(*outcome_events(outcome))
        # what is known already is told with the grade that the memory has by now
        if isinstance(outcome, Known) and outcome.result.grade is not None and not outcome.by_key:
            outcome = as_known(outcome, self.grades([outcome.id]).get(outcome.id, outcome.result.grade))
        # the worker is woken for what is left, at once where vectors are missing
        if not isinstance(outcome, Blocked):
            with suppress(ScrubjayError):  # it is stored: that nothing more could be done is no reason to say else
                self._on_stored(whole)
        return outcome

    def judge(self, request: RememberRequest) -> ValidationResult | Blocked:
        """What `remember` would decide; nothing is written. Raises UsageError, LimitExceeded."""
        accepted = checked(request, self._stores.clock().astimezone(UTC).date(), self._allowed)
        return accepted if isinstance(accepted, Blocked) else self._validate(self._with_whole_ids(accepted))

    def _masked(self, request: RememberRequest) -> RememberRequest:
        content, quote = (masked_memory(text, self._personal) for text in (request.content, request.quote))
        return replace(request, content=content, quote=quote)

    def _with_whole_ids(self, request: RememberRequest) -> RememberRequest:
        """The claim, with whole ids of the memories that it would end. Raises NotFound."""
        whole = {id: self.get(id, scope=request.scope).id for id in request.replaces}
        others = tuple(whole[id] for id in request.others if id)
        return replace(request, supersedes=whole.get(request.supersedes, ""), others=others)

    def _judged(self, request: RememberRequest, accepted: RememberRequest) -> ValidationResult:
        """The judge's decision on a claim, with notes that the caller should know besides."""
        warning = personal_warning(accepted.content, self._personal)
        return with_notes(self._validate(accepted), request, accepted, warning)

    def _with_bounds(self, accepted: RememberRequest, result: ValidationResult) -> ValidationResult:
        """The result with where the claim counts alone, and with the program in which a person confirmed it."""
        more = {SAID_IN: self._stores.project_id} if accepted.confined else {}
        more |= {CLIENT: accepted.client} if accepted.client else {}
        if more:
            result = replace(result, evidence=replace(result.evidence, metadata={**result.evidence.metadata, **more}))
        return replace(result, add=f"{result.add} It is {ONLY_HERE}.".strip()) if accepted.confined else result

    def _vectors_to_keep(self, accepted: RememberRequest, result: ValidationResult) -> KeepVectors:
        if result.verdict not in (Verdict.STORED, Verdict.HELD):
            return _no_vectors
        return self._embedded(self._database_and_owner(accepted.scope)[0], accepted.content)

    def _written(
        self, accepted: RememberRequest, result: ValidationResult, anchors: tuple[Anchor, ...], keep: KeepVectors
    ) -> tuple[Outcome, bool]:
        """Write a claim; returns what became of it, and whether nothing waits for its vectors."""

        def work(connection: Connection, place: WriteContext) -> tuple[Outcome, bool]:
            by_person = accepted.authority and accepted.replaces
            with step(connection, place, accepted.author, accepted.how) if by_person else nullcontext():
                outcome = write(connection, place, accepted, result, anchors)
            return outcome, not isinstance(outcome, (Stored, Held)) or keep(connection, outcome.id)

        return self.writing(accepted.scope, work)

    def _record_blocked(self, request: RememberRequest) -> None:
        """Record that a claim with a secret was blocked: who and when, nothing of what it says."""
        scope = request.scope if request.scope in ("project", "user") else "project"
        author = replace(request).author
        self.writing(
            scope,
            lambda c, place: place.audit.add(
                c, place.now, AuditEvent.MEMORY_WRITE, author, "", "remember", "blocked", {"failed": "secrets"}
            ),
        )
