"""The service of a team's memories: remembers, updates, ends, forgets, lists and finds them for one member."""

from typing import TYPE_CHECKING
from uuid import UUID

from scrubjay.errors import LimitExceeded, UsageError
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.inference.embedding.tokenizer import Tokenizer
from scrubjay.knowledge.chunking import TokenCounter
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.memory.lifecycle.changes import kept_reason
from scrubjay.model.clock import Clock, iso
from scrubjay.model.encoded import EncodedQuery
from scrubjay.model.frozen import replace
from scrubjay.model.memory import Blocked, Change, MemoryStatus, Outcome, Stored
from scrubjay_team.database.queries import load
from scrubjay_team.errors import MemoryChanged
from scrubjay_team.memories.claims import TeamClaim
from scrubjay_team.memories.filters import NOTHING
from scrubjay_team.memories.finding import MemoryQuestion, find
from scrubjay_team.memories.keys import DoneBefore, KeyedRequest, done_before, lock_key, note_done
from scrubjay_team.memories.listing import ListedMemories, MemoryFilters, listed
from scrubjay_team.memories.memory import DIGITS, FoundMemory, TeamMemory, TeamProvenance
from scrubjay_team.memories.remembering import Replacing, TeamRemembering
from scrubjay_team.memories.rights import require_change, require_own
from scrubjay_team.memories.store import MemoryStore

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Entered

Q = load(__package__)

REPLACING = (Change.SUPERSEDE, Change.CORRECT, Change.EXTEND)
ENDINGS = {"invalidate": MemoryStatus.EXPIRED, "retract": MemoryStatus.RETRACTED}
HOW = (*map(str, REPLACING), *ENDINGS)

REPLACED = ": replaced by a newer memory"


class TeamMemories:
    """The memories of scope team and global. Each call runs in a member's transaction, and is done once that commits.

    Without an `embedder` memories are found by words alone.
    """

    def __init__(self, embedder: Embedder | None, clock: Clock, counter: TokenCounter | None = None) -> None:
        self._embedder = embedder
        self._clock = clock
        self._remembering = TeamRemembering(embedder, counter or Tokenizer(), clock)

    def remember(self, entered: "Entered", claim: TeamClaim) -> Outcome:
        """Judge a claim and keep it. Raises NotGranted, UsageError, LimitExceeded, KeyUsed."""
        return self._remembering.remember(entered, claim, KeyedRequest("remember", "", claim))

    def update(
        self, entered: "Entered", id: str, how: str, claim: TeamClaim, *, version: int = 0, reason: str = ""
    ) -> Outcome | TeamMemory:
        """Change a memory: put another in its place (supersede, correct, extend), or end it (invalidate, retract).

        What the claim leaves empty stays as it was; scope and project always do. `version` is the one that was read, 0
        for whichever there is. The same request under its key is done once, and answered again. Raises NotFound,
        NotGranted, MemoryChanged, also for one that is over, and what `remember` raises.
        """
        if how not in HOW:
            raise UsageError(f"how {how[:40]!r} is unknown. There are: {', '.join(HOW)}.")
        store, asked = MemoryStore(entered, self._clock()), KeyedRequest(how, id, claim, reason)
        if how not in ENDINGS and (repeated := self._remembering.repeated(entered, asked)) is not None:
            return repeated
        if how in ENDINGS and (done := _done_before(entered, asked)) is not None:
            return store.find(done.memory.hex)
        old = store.find(id)
        require_change(entered.caller, old, replaces=how in REPLACING)
        if version not in (0, old.version) or old.status not in (MemoryStatus.ACTIVE, MemoryStatus.HELD):
            raise _changed(store, old, version, reason if how in ENDINGS else claim.content)
        if how in ENDINGS:
            ended = self._ended(store, old, how, kept_reason(reason))
            note_done(entered, asked, UUID(old.id))
            return ended
        if not claim.content.strip():
            raise UsageError(f"content is empty. {how} needs the new text.")
        if old.valid_until and old.valid_until <= iso(self._clock()):
            raise MemoryChanged(
                f"Memory {old.id[:DIGITS]} held until {old.valid_until[:10]}, so nothing takes its place. Nothing was "
                "changed; remember keeps what holds now.",
                yours=claim.content, theirs=old.content, id=old.id, version=old.version, status=MemoryStatus.EXPIRED,
            )  # fmt: skip
        status = MemoryStatus.RETRACTED if how == Change.CORRECT else MemoryStatus.SUPERSEDED

        def close(instead: UUID) -> None:
            now_over = status is MemoryStatus.SUPERSEDED
            if not store.end(old, status, f"{how}{REPLACED}", how, now_over=now_over):
                raise _changed(store, store.find(old.id), old.version, claim.content, instead)

        return self._remembering.remember(entered, _merged(old, claim, how), asked, Replacing(old, how, close))

    def _ended(self, store: MemoryStore, old: TeamMemory, how: str, reason: str) -> TeamMemory:
        if not store.end(old, ENDINGS[how], reason, how, now_over=how == "invalidate"):
            raise _changed(store, store.find(old.id), old.version, reason)
        return store.find(old.id)

    def rewritten(self, entered: "Entered", old: TeamMemory, content: str) -> TeamMemory:
        """A memory that a person on the server's page wrote in the place of one, which ends; it isn't told yet.

        Raises UsageError for words that are known already or hold a secret, MemoryChanged.
        """
        store = MemoryStore(entered, self._clock())
        claim = _merged(old, TeamClaim(content=content, client="the server's page"), "supersede")

        def close(instead: UUID) -> None:
            if not store.end(old, MemoryStatus.SUPERSEDED, f"edit{REPLACED}", "supersede", now_over=False):
                raise _changed(store, store.find(old.id), old.version, content, instead)

        asked, replacing = KeyedRequest("edit", old.id, claim), Replacing(old, "supersede", close)
        outcome = self._remembering.remember(entered, claim, asked, replacing, person=True)
        if isinstance(outcome, Stored):
            return store.find(outcome.id)
        why = outcome.reason if isinstance(outcome, Blocked) else outcome.result.reason
        raise UsageError(f"Nothing was changed: {why}.")

    def show(self, entered: "Entered", memory: TeamMemory) -> None:
        """Let a search find a memory that holds again."""
        self._remembering.show(MemoryStore(entered, self._clock()), memory, entered.caller.team)

    def changed(self, entered: "Entered", memory: TeamMemory, version: int) -> MemoryChanged:
        """The error for a memory that isn't at the version that somebody read."""
        store = MemoryStore(entered, self._clock())
        return _changed(store, store.find(memory.id), version, "")

    def forget(self, entered: "Entered", id: str, *, version: int = 0, key: str = "") -> str:
        """Delete what a memory says for good, with every copy of it; returns its id.

        `version` is the one that was read, 0 for whichever there is; the same request under its `key` is answered
        again. Raises NotFound, NotGranted, MemoryChanged, KeyUsed.
        """
        store, asked = MemoryStore(entered, self._clock()), KeyedRequest("forget", id, TeamClaim(content="", key=key))
        if (done := _done_before(entered, asked)) is not None:
            return done.memory.hex
        old = store.find(id)
        require_change(entered.caller, old)
        require_own(entered.caller, old.author, accepted=old.accepted, scope=old.scope, kept=old.kept)
        if version not in (0, old.version) or not store.forget(old, version):
            raise _changed(store, store.find(old.id), version, "")
        note_done(entered, asked, UUID(old.id))
        return old.id

    def search(
        self, entered: "Entered", query: str, limit: int = 8, repo: str = "", encoded: EncodedQuery | None = None,
        filters: Filters = NOTHING,
    ) -> tuple[FoundMemory, ...]:  # fmt: skip
        """The memories that fit a question best, of all that the member sees, or of one project and the team's own.

        `encoded` is the question where it is embedded already; `filters` are those that memories have: tags, where
        they apply, days and phrases. Raises UsageError.
        """
        if not 1 <= limit <= MOST_FOUND:
            raise LimitExceeded(f"limit {limit} is out of bounds: 1 to {MOST_FOUND}.")
        store = MemoryStore(entered, self._clock())
        project = store.project(repo) if repo else None
        asked = MemoryQuestion(
            words=query.strip(), limit=limit, project=project, encoded=encoded, at=self._clock(), filters=filters
        )  # fmt: skip
        return find(entered, store, asked, self._embedder)

    def listed(self, entered: "Entered", filters: MemoryFilters, limit: int = 30) -> ListedMemories:
        """The memories that filters let through, the newest first, and how many there are. Raises UsageError."""
        return listed(entered, MemoryStore(entered, self._clock()), filters, limit, self._clock())

    def numbered(self, entered: "Entered", after: int, limit: int) -> tuple[TeamMemory, ...]:
        """The memories behind a number that the member sees, the oldest first, whatever became of them."""
        rows = entered.connection.execute(Q.numbered, {"after": after, "limit": limit}).fetchall()
        return tuple(MemoryStore(entered, self._clock()).standing(rows))

    def provenance(self, entered: "Entered", id: str) -> TeamProvenance:
        """What is known of a memory. Raises NotFound."""
        store = MemoryStore(entered, self._clock())
        memory = store.find(id)
        older = store.of_ids([UUID(memory.supersedes)]) if memory.supersedes else {}
        return TeamProvenance(memory, store.events(memory), tuple(older.values()), store.successors(memory))


MOST_FOUND = 100
"""Memories in one answer."""


def _done_before(entered: "Entered", asked: KeyedRequest) -> DoneBefore | None:
    """What the same request did before under its key; whoever makes it at this moment is waited for. Raises KeyUsed."""
    lock_key(entered, asked)
    return done_before(entered, asked)


def _merged(old: TeamMemory, claim: TeamClaim, how: str) -> TeamClaim:
    """The claim that takes a memory's place: for the same members, and with what it leaves empty as that had it."""
    content = f"{old.content}\n{claim.content.strip()}" if how == Change.EXTEND else claim.content
    until = old.valid_until[:10] if old.valid_until.endswith("T23:59:59Z") else ""
    return replace(
        claim,
        content=content,
        scope=old.scope,
        repo=old.project_name,
        kind=claim.kind or old.kind,
        tags=claim.tags or old.tags,
        applies=claim.applies or old.applies,
        valid_until=claim.valid_until or until,
    )


MOST_AFTER = 20
"""Memories, each in place of the one before, that are followed to the one that stands now."""


def _changed(
    store: MemoryStore, memory: TeamMemory, version: int, wanted: str, undone: UUID | None = None
) -> MemoryChanged:
    """The error for a memory that somebody changed meanwhile, with both texts; `undone` is what this undoes."""
    newest = memory
    for _ in range(MOST_AFTER):
        later = [one for one in store.successors(newest) if one.status is not MemoryStatus.HELD]
        after = [one for one in later if undone is None or one.id != undone.hex]
        if not after:
            break
        newest = after[-1]
    yours = f' Yours says: "{" ".join(wanted.split())[:300]}".' if wanted.strip() else ""
    given = f", you gave {version}" if version and version != memory.version else ""
    why = f" ({memory.reason})" if memory.reason else ""
    instead = f" In its place stands {newest.id[:DIGITS]}, version {newest.version}." if newest is not memory else ""
    return MemoryChanged(
        f"Memory {memory.id[:DIGITS]} is version {memory.version} and {memory.status}{why} now{given}: nothing was "
        f'changed by you.{instead} It says: "{" ".join(newest.content.split())[:300]}".{yours} get_provenance shows '
        "what happened.",
        yours=wanted, theirs=newest.content, id=newest.id, version=newest.version, status=str(newest.status),
    )  # fmt: skip
