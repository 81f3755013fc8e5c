"""The importer: has each record judged as a claim, and accounts for everything that was in a store."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from scrubjay.errors import LimitExceeded, NotFound, UsageError, VersionConflict
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.writing import HOLDING, WAITING, replaceable
from scrubjay.model.clock import Clock, iso
from scrubjay.model.frozen import dataclass, field, replace
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Blocked, Change, Held, Known, Memory, MemoryStatus, Outcome, Stored
from scrubjay.model.record import Item, Record, Skipped
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay_exchange.importing.formats import Format
from scrubjay_exchange.importing.mapping import as_importer, request_of

OUTCOMES = ("stored", "known", "held", "blocked", "skipped")


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenRecord:
    """What became of one item, with its secrets masked; `id` is the memory's, where there is one."""

    outcome: str
    where: str
    text: str = ""
    reason: str = ""
    id: str = ""
    kind: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoreReport:
    """Everything that was in a store, each with what became of it."""

    taken: tuple[TakenRecord, ...]
    counts: dict[str, int] = field(default_factory=dict)

    @staticmethod
    def of(taken: Sequence[TakenRecord]) -> "StoreReport":
        """The report with its counts; they sum up to what was there."""
        counted = Counter(one.outcome for one in taken)
        return StoreReport(tuple(taken), {word: counted[word] for word in OUTCOMES})


class Importer:
    """Takes records of other programs into the memories that one worktree sees."""

    def __init__(self, memories: Memories, clock: Clock) -> None:
        self._memories = memories
        self._clock = clock

    def bring(
        self,
        format: Format,
        items: Sequence[Item],
        base: RememberRequest,
        *,
        vouched: bool = False,
        dry_run: bool = False,
        progress: Callable[[int, int], None] = lambda *_: None,
    ) -> Iterator[TakenRecord]:
        """Import items, each yielded with what became of it. Every record is a transaction of its own.

        `vouched`: whoever imports stands behind the notes that were changed by hand.
        """
        for number, item in enumerate(items):
            progress(number, len(items))
            if isinstance(item, Skipped):
                yield TakenRecord(outcome="skipped", where=masked_text(item.where), reason=masked_text(item.reason))
                continue
            request = request_of(format.name, item, base, authored=not format.ours)
            if by_person := vouched and item.changed:
                request = as_importer(request, base)
            try:
                known = self._memories.by_key(request.key, request.scope)
                if known is None:
                    yield self._take(item, request, dry_run=dry_run)
                elif by_person and self._is_open(item, known):
                    yield self._decided(item, request)
                else:
                    yield _known_record(item, known)
            except (UsageError, LimitExceeded, NotFound, VersionConflict) as error:
                yield _taken_record(item, "skipped", str(error))
        progress(len(items), len(items))

    def undecided(self, format: Format, items: Sequence[Item], base: RememberRequest) -> list[Record]:
        """The notes changed by hand that no person has confirmed yet."""
        found = []
        for item in items:
            if isinstance(item, Record) and item.changed:
                key = request_of(format.name, item, base, authored=not format.ours).key
                known = self._memories.by_key(key, item.scope)
                if known is None or self._is_open(item, known):
                    found.append(item)
        return found

    def _is_open(self, record: Record, known: Memory) -> bool:
        """Whether a person's word would change something about a note that an earlier import knew already."""
        if known.status in HOLDING:
            return self._memories.grades([known.id]).get(known.id) is not Grade.TOLD
        return known.status in WAITING or self._is_replaceable(self._existing(record))

    def _is_replaceable(self, memory: Memory | None) -> bool:
        """Whether a memory is there and may be superseded now."""
        return memory is not None and replaceable(memory, Change.SUPERSEDE, iso(self._clock()))

    def _decided(self, record: Record, request: RememberRequest) -> TakenRecord:
        """Store, as told, a record that an earlier import left to a person who now states it."""
        existing, again = self._existing(record), replace(request, key="", id="")
        if existing is not None and self._is_replaceable(existing):
            outcome = self._memories.update(existing.id, again, Change.SUPERSEDE)
        else:
            outcome = self._memories.remember(again)
        if isinstance(outcome, Known):
            return _taken_record(record, "stored", "it waited for you", outcome.id)
        return _of_outcome(record, outcome)

    def _take(self, record: Record, request: RememberRequest, *, dry_run: bool) -> TakenRecord:
        """Import a record, or with `dry_run` only judge it."""
        existing = self._existing(record) if record.id else None
        if existing is not None:
            return self._again(record, request, existing, dry_run=dry_run)
        if before := self._replaced(record):
            request = replace(request, supersedes=before[0], others=tuple(before[1:]))
        if dry_run:
            result = self._memories.judge(request)
            if isinstance(result, Blocked):
                return _taken_record(record, "blocked", result.reason)
            return _taken_record(record, str(result.verdict), result.reason, result.conflicting_memory_id)
        return _of_outcome(record, self._memories.remember(request))

    def _existing(self, record: Record) -> Memory | None:
        """The memory that has the record's id; None where there is none."""
        try:
            return self._memories.get(record.id)
        except NotFound:
            return None

    def _again(self, record: Record, request: RememberRequest, existing: Memory, *, dry_run: bool) -> TakenRecord:
        """Import a note of a memory that is here: a note changed by hand supersedes it, if that is allowed."""
        if existing.status is MemoryStatus.FORGOTTEN:
            return _taken_record(record, "blocked", "it was forgotten here", existing.id)
        same = (existing.content, existing.kind, existing.tags) == (record.text, record.kind, record.tags)
        if same or not record.changed:
            return _taken_record(record, "known", "" if same else "it is newer here than in the note", existing.id)
        if not self._is_replaceable(existing):
            return _taken_record(record, "skipped", f"the memory is {existing.status} here", existing.id)
        request = replace(request, id="")
        if dry_run:
            result = self._memories.judge(replace(request, scope=existing.scope, supersedes=existing.id))
            if isinstance(result, Blocked):
                return _taken_record(record, "blocked", result.reason)
            return _taken_record(record, str(result.verdict), result.reason)
        return _of_outcome(record, self._memories.update(existing.id, request, Change.SUPERSEDE))

    def _replaced(self, record: Record) -> list[str]:
        """The ids of the memories that a record replaces, of those that are here and may be superseded."""
        now = iso(self._clock())
        found = self._memories.of_ids(record.replaces)
        return [id for id in record.replaces if id in found and replaceable(found[id], Change.SUPERSEDE, now)]


def _known_record(record: Record, known: Memory) -> TakenRecord:
    """A record that an earlier import brought; for a claim that still waits, with what ends the waiting."""
    if known.status is MemoryStatus.HELD:
        reason = f"imported before, waits for a person: `scrubjay review approve {known.id[:12]}`"
        return _taken_record(record, "held", reason, known.id)
    return _taken_record(record, "known", "imported before", known.id)


def _of_outcome(record: Record, outcome: Outcome) -> TakenRecord:
    """A record with the outcome of storing it."""
    match outcome:
        case Stored(id, result):
            return _taken_record(record, "stored", result.reason, id)
        case Known(id, result):
            return _taken_record(record, "known", result.reason, id)
        case Held(id, result):
            return _taken_record(record, "held", result.reason, id)
        case Blocked(reason):
            return _taken_record(record, "blocked", reason)


def _taken_record(record: Record, outcome: str, reason: str, id: str = "") -> TakenRecord:
    """What became of a record, its texts masked."""
    return TakenRecord(
        outcome=outcome,
        where=masked_text(record.where),
        text=masked_text(record.text),
        reason=masked_text(reason),
        id=id,
        kind=record.kind,
        tags=tuple(masked_text(tag) for tag in record.tags),
    )
