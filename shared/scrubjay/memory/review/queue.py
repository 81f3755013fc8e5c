"""The review queue and its decisions; only the user who owns the queue may decide."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from typing import NoReturn

from scrubjay.errors import NotAllowed, NotFound, UsageError
from scrubjay.identity.audit import AuditEvent, AuditRecord
from scrubjay.memory.lifecycle import changes
from scrubjay.memory.lifecycle.endings import NO_STAMPS, Decide, Stamps
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.lifecycle.undo import UndoStep
from scrubjay.memory.review.claims import (
    ClaimContext,
    HeldClaim,
    Neighbour,
    PastDecision,
    ReviewResult,
    group_claims,
    word_diff,
)
from scrubjay.memory.store.bounds import confined_here, unseen_here
from scrubjay.memory.store.index import repeats
from scrubjay.memory.store.overview import count_waiting
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.writing import WAITING
from scrubjay.model.evidence import Act, Origin, ValidationResult, Verdict
from scrubjay.model.frozen import replace
from scrubjay.model.memory import Change, Memory, MemoryStatus, Outcome

MAX_LISTED = 100
"""Claims in one list; equal to one user's share of the queue."""

MAX_NEAREST = 3

MAX_HISTORY = 10_000
"""Decisions that are searched at most."""


class ReviewQueue:
    """The queue of one user, over the memories that a worktree sees: the project's and the user's own.

    `running` gives the context in which a claim was made.
    """

    def __init__(
        self, memories: Memories, owner: str, running: Callable[[Memory], ClaimContext] = lambda _: ClaimContext()
    ) -> None:
        self._memories = memories
        self._owner = owner
        self._running = running

    def waiting(self, limit: int = MAX_LISTED, *, archived: bool = False) -> tuple[HeldClaim, ...]:
        """Held claims: confirmed ones first, then newer; of near-identical ones the first, with the ids of the rest.

        `archived`: those that were archived instead, to make room.
        """
        status = MemoryStatus.ARCHIVED if archived else MemoryStatus.HELD
        memories = self._memories.waiting(MAX_LISTED, author=self._owner, status=status)
        ids = [memory.id for memory in memories]
        confirmations = self._confirmations(ids)
        results = {id: self._result(id) for id in ids}
        neighbours = {id: result.conflicting_memory_id for id, result in results.items() if result}
        ordered = sorted(memories, key=lambda memory: not confirmations.get(memory.id))
        return tuple(
            HeldClaim(
                group[0], results[group[0].id],
                tuple(confirmation for memory in group for confirmation in confirmations.get(memory.id, ())),
                tuple(memory.id for memory in group[1:]),
            )
            for group in group_claims(ordered, neighbours)[:limit]
        )  # fmt: skip

    def history(self, limit: int = MAX_LISTED) -> tuple[PastDecision, ...]:
        """The decisions about claims of the project and of the user, newest first; without confirmations.

        Decisions on authors, and on what quarantined ones wrote, are left out.
        """
        most = max(1, min(limit, MAX_HISTORY))
        decisions: list[PastDecision] = []
        for scope in self._scopes():
            records = self._memories.reading(
                scope, lambda c, p: p.audit.newest(c, MAX_HISTORY, event=AuditEvent.REVIEW)
            )
            decisions += islice(filter(None, (self._past(record, scope) for record in records)), most)
        return tuple(sorted(decisions, key=lambda decision: decision.decided_at, reverse=True)[:most])

    def _past(self, record: AuditRecord, scope: str) -> PastDecision | None:
        """A decision with its memory; None for one that isn't about a memory that may be shown."""
        try:
            memory = self._memories.get(record.resource, scope=scope)
        except NotFound:
            return None
        return PastDecision(record.at, record.action, record.actor, memory)

    def count(self) -> int:
        """The number of held claims, near-identical ones counted each."""
        return sum(self._memories.once(scope, count_waiting, self._owner) for scope in self._scopes())

    def show(self, id: str, group: Iterable[str] | None = None) -> HeldClaim:
        """One held claim with its evidence, and its rivals as diffs. Raises NotFound, NotAllowed.

        `group` are the ids of the near-identical ones, where they are known.
        """
        memory = self._own_memory(id, "show")
        result = self._result(memory.id)
        if group is None:
            groups = ((claim.memory.id, *claim.alike) for claim in self.waiting())
            group = next((ids for ids in groups if memory.id in ids), ())
        rivals = self._rivals(memory, result)
        return HeldClaim(
            memory, result, self._confirmations([memory.id]).get(memory.id, ()),
            tuple(id for id in group if id != memory.id),
            tuple(Neighbour(rival, word_diff(rival.content, memory.content)) for rival in rivals[:MAX_NEAREST]),
            self._running(memory),
        )  # fmt: skip

    def _rivals(self, memory: Memory, result: ValidationResult | None) -> list[Memory]:
        """Memories that it would supersede or that contradict it, then those nearest in words."""
        named = [
            *memory.supersedes,
            *memory.contradicts,
            *filter(None, [result.conflicting_memory_id if result else ""]),
        ]
        first = self._memories.of_ids(named)
        neighbours = self._memories.near(memory.content, memory.scope, MAX_NEAREST + 1)
        rivals = {rival.id: rival for rival in (*(first[id] for id in named if id in first), *neighbours)}
        return [rival for id, rival in rivals.items() if id != memory.id]

    def waits(self, memory: Memory) -> bool:
        """Whether a person may still decide on a memory: it is held, archived, or reported here and seen by nobody."""
        return memory.status in WAITING or (memory.status is MemoryStatus.ACTIVE and self._unseen(memory))

    def approve(
        self, ids: Iterable[str], reason: str = "", *, client: str = "", expected: Stamps = NO_STAMPS
    ) -> tuple[ReviewResult, ...]:
        """Approve claims, in a `client` or else by review; one that fails doesn't stop the others.

        `expected` are the stamps by which they were shown, by whole id: what changed since isn't decided on.
        """
        act = Act.ELICITED if client else Act.APPROVED
        work = partial(changes.approve, actor=self._owner, reason=reason, act=act, client=client)
        return self._each(ids, "approve", work, expected)

    def reject(self, ids: Iterable[str], reason: str) -> tuple[ReviewResult, ...]:
        """Reject claims for good. Raises UsageError without a reason."""
        if not reason.strip():
            raise UsageError("Say why: whoever claimed it learns from the reason.")
        return self._each(ids, "reject", partial(changes.reject, actor=self._owner, reason=reason))

    def retract(self, ids: Iterable[str], reason: str) -> tuple[ReviewResult, ...]:
        """Retract current memories in one transaction per scope, which `undo` reverts."""
        work = partial(changes.retract, actor=self._owner, reason=reason, by_person=True)
        return self._each(ids, "retract", work)

    def last(self) -> UndoStep:
        """The user's last decision, which `undo` reverts. Raises NotFound."""
        return self._memories.last_decision(self._owner)

    def undo(self, *, expected: str = "") -> UndoStep:
        """Revert the user's last decision, if it is that of the mark `expected`. Raises NotFound, VersionConflict."""
        return self._memories.undo(self._owner, expected=expected)

    def edit(self, id: str, content: str, *, client: str = "") -> Outcome:
        """Replace a claim's words and approve it, unless grounding blocks them. Raises NotFound."""
        request = self._rewrite_request(self._own_memory(id, "edit"), content, Change.CORRECT)
        return self._memories.remember(replace(request, act=Act.ELICITED, client=client) if client else request)

    def stays_here(self, memory: Memory) -> bool:
        """Whether a memory is visible in this project alone, however it is decided on in a client."""
        if memory.scope != "user":
            return True
        return memory.id in self._memories.reading("user", lambda c, place: confined_here(c, place.project))

    def merge(self, ids: Sequence[str], content: str = "") -> Outcome:
        """Merge several claims into one and approve it; without `content` it has the words of the first.

        Raises UsageError where they differ in what they say: then somebody has to say which it is.
        """
        memories = list({memory.id: memory for memory in (self._own_memory(id, "merge") for id in ids)}.values())
        if len(memories) < 2:
            raise UsageError("Name two claims or more to merge.")
        if len({memory.scope for memory in memories}) > 1:
            raise UsageError("The claims are of the project and of the user. Merge those of one scope.")
        for memory in memories[1:] if not content else ():
            from scrubjay.memory.grounding.likeness import telling_difference  # late: status counts what waits

            if difference := telling_difference(memories[0].content, memory.content):
                raise UsageError(f"The claims don't say the same ({difference}). Give the merged claim's words.")
        request = self._rewrite_request(memories[0], content or memories[0].content, Change.MERGE)
        return self._memories.remember(
            replace(request, others=(*request.others, *(memory.id for memory in memories[1:])))
        )

    def refuse(self, action: str, ids: Iterable[str]) -> NoReturn:
        """Record that an agent tried to decide, and raise NotAllowed with the command line for the user."""
        for id in list(ids)[:MAX_LISTED] or [""]:
            self._record_denied(id[:64], action, "an agent", "project")
        raise NotAllowed("An agent may look at claims, not decide on them. Ask the user to run `scrubjay review`.")

    def _each(
        self, ids: Iterable[str], action: str, work: Decide, expected: Stamps = NO_STAMPS
    ) -> tuple[ReviewResult, ...]:
        """Decide on some claims in one transaction per scope, which can be undone as one."""
        done: dict[str, ReviewResult] = {}
        by_scope: dict[str, list[tuple[str, str]]] = {}
        for id in dict.fromkeys(ids):
            done[id] = ReviewResult(id)
            try:
                memory = self._own_memory(id, action)
                by_scope.setdefault(memory.scope, []).append((id, memory.id))
            except NotFound as error:
                done[id] = ReviewResult(id, problem=str(error))
        for scope, denials in by_scope.items():
            full_ids = [full_id for _, full_id in denials]
            results = self._memories.decide(scope, full_ids, self._owner, action, work, expected)
            for (id, _), result in zip(denials, results, strict=True):
                done[id] = (
                    ReviewResult(id, result) if isinstance(result, Memory) else ReviewResult(id, problem=str(result))
                )
        return tuple(done.values())

    def _rewrite_request(self, old: Memory, content: str, how: Change) -> RememberRequest:
        until = old.valid_until[:10] if old.valid_until.endswith("T23:59:59Z") else ""
        if not self.waits(old):
            raise NotFound(
                f"Memory {old.id[:12]} is {old.status}: it waits no more. "
                "`scrubjay update` or update_memory changes it."
            )
        return RememberRequest(
            content=content,
            kind=old.kind,
            scope=old.scope,
            supersedes=old.id,
            valid_until=until,
            author=self._owner,
            origin=Origin.PERSON,
            act=Act.APPROVED,
            tags=old.tags,
            applies=old.applies,
            branch=old.branch,
            commit=old.commit,
            how=Change.MERGE if old.supersedes else how,
            others=old.supersedes,
        )

    def _unseen(self, memory: Memory) -> bool:
        """Whether it was reported here and no person saw it."""
        if memory.scope != "user":
            return False
        return memory.id in self._memories.reading("user", lambda c, place: unseen_here(c, place.project))

    def _own_memory(self, id: str, action: str) -> Memory:
        """A memory that is the user's to decide on. Raises NotAllowed for one of somebody else."""
        memory = self._memories.get(id)
        if memory.author not in ("", self._owner):
            self._record_denied(memory.id, action, self._owner, memory.scope)
            raise NotAllowed(
                f"Memory {memory.id[:12]} waits for {memory.author}, and only its owner reviews it. "
                "`user.id` in your config.yaml says who you are."
            )
        return memory

    def _record_denied(self, id: str, action: str, person: str, scope: str) -> None:
        self._memories.writing(
            scope,
            lambda c, p: p.audit.add(c, p.now, AuditEvent.PERMISSION_DENIED, person, id, f"review {action}", "denied"),
        )

    def _scopes(self) -> tuple[str, ...]:
        return ("project", "user") if self._memories.user_exists() else ("project",)

    def _result(self, id: str) -> ValidationResult | None:
        """The newest result for the claim itself: a repetition doesn't change why it is held."""
        checks = self._memories.provenance(id).validations
        judged = [result for result in checks if result.verdict is not Verdict.KNOWN]
        return (judged or [*checks])[-1] if checks else None

    def _confirmations(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        confirmations: dict[str, tuple[str, ...]] = {}
        for scope in self._scopes():
            confirmations |= self._memories.reading(scope, lambda c, _: repeats(c, ids))
        return confirmations
