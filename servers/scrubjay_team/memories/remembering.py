"""What a team's server does with a claim: checked by the core's own rules, and kept once."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid4

from scrubjay.extensions.kinds.content import Embedder
from scrubjay.knowledge.chunking import TokenCounter
from scrubjay.memory.grounding.validator import IngestionValidator
from scrubjay.memory.store.request import RememberRequest, checked, with_notes
from scrubjay.memory.store.rows import digest
from scrubjay.model.clock import Clock, iso
from scrubjay.model.evidence import EvidenceObject, ValidationResult, Verdict
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Blocked, Held, Known, MemoryStatus, Outcome, Stored
from scrubjay.model.view import View
from scrubjay.privacy.personal.policy import Personal, masked_memory, personal_warning
from scrubjay_team.index.tokens import TextTokens
from scrubjay_team.memories.checks import TeamChecks
from scrubjay_team.memories.claims import GLOBAL, Reach, TeamClaim, checked_scope, lock_number
from scrubjay_team.memories.keys import KeyedRequest, done_before, key_lock, lock_key, note_done
from scrubjay_team.memories.memory import DIGITS, TeamMemory
from scrubjay_team.memories.pieces import pieces_of
from scrubjay_team.memories.rights import require
from scrubjay_team.memories.store import MemoryStore, NewMemory
from scrubjay_team.memories.words import area_of

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Entered

PERSONAL: Final[Personal] = "auto"
"""How personal data in a memory is masked: as at home where nobody chose."""

NO_VIEW = View(
    key="", worktree=Path(), branch="", commit="", tree="", committed_at="", as_of="", files=()
)  # fmt: skip
"""A server has no worktree."""

PROPOSED = "proposed to every team: the server's owner decides"
OUT_OF_SIGHT = "a claim of this key is kept in a repository that you aren't granted any more"
WAITS = (
    "No search shows it until a reviewer decides on the server's page, /review; list_memories with state=waiting shows "
    "it to you and to them. You put better words in its place by update_memory with how=correct."
)
OWNER_DECIDES = "Only you and the server's owner see it until then: `scrubjay team memory accept`."


@dataclass(frozen=True, slots=True)
class Replacing:
    """The memory whose place a claim takes, and how: `close` ends it for the new one's id, or raises MemoryChanged."""

    old: TeamMemory
    how: str
    close: Callable[[UUID], None]


class TeamRemembering:
    """Keeps claims at scope team and global. `embedder` makes vectors, if there is one."""

    def __init__(self, embedder: Embedder | None, counter: TokenCounter, clock: Clock) -> None:
        self._embedder = embedder
        self._counter = counter
        self._clock = clock
        self._tokens = TextTokens()

    def remember(
        self,
        entered: "Entered",
        claim: TeamClaim,
        asked: KeyedRequest,
        replacing: Replacing | None = None,
        *,
        person: bool = False,
    ) -> Outcome:
        """Judge a claim and keep it: stored, known, held, or not at all; acknowledged once the transaction committed.

        `asked` is the request as it was sent; `person`: somebody wrote it on the server's page.

        Raises NotGranted, UsageError, LimitExceeded, KeyUsed.
        """
        require(entered.caller, "remember")
        store = MemoryStore(entered, self._clock())
        reach = _reach(store, claim)
        request = _masked(claim.request(entered.caller.member_name, person=person))
        accepted = checked(request, self._clock().date())
        if isinstance(accepted, Blocked):
            return accepted
        if (repeated := self.repeated(entered, asked)) is not None:
            return repeated
        old = UUID(replacing.old.id) if replacing else None
        if replacing is not None:
            accepted = replace(accepted, supersedes=replacing.old.id)
        now = iso(self._clock())
        checks = TeamChecks(
            entered=entered, reach=reach, embedder=self._embedder, tokens=self._tokens, now=now, replaced=old,
            owned=replacing is None or replacing.old.mine,
        )  # fmt: skip
        result = IngestionValidator(checks, self._clock).validate(accepted, NO_VIEW)
        if checks.failures:
            raise checks.failures[0]
        result = with_notes(result, request, accepted, personal_warning(accepted.content, PERSONAL))
        return self._kept(
            entered=entered, store=store, reach=reach, request=accepted, result=result, asked=asked, replacing=replacing
        )  # fmt: skip

    def show(self, store: MemoryStore, memory: TeamMemory, team: UUID) -> None:
        """Let a search find a memory that holds again."""
        pieces = pieces_of(memory.content, area_of(team, memory.scope), self._counter, self._embedder)
        store.add_pieces(memory, pieces)

    def repeated(self, entered: "Entered", asked: KeyedRequest) -> Outcome | None:
        """What became of the same request, if it was made before under its key. Raises KeyUsed."""
        done = done_before(entered, asked)
        if done is None:
            return None
        if done.forgotten:
            return Blocked(
                "a claim of this key was forgotten", "Nothing to do; use another key if it shall be kept again."
            )
        if not done.there:
            return Blocked(OUT_OF_SIGHT, "Nothing to do; use another key if it shall be kept again.")
        (memory,) = MemoryStore(entered, self._clock()).of_ids([done.memory]).values()
        return Known(memory.id, _known_result(self._clock, asked.claim.request(""), memory.grade), by_key=True)

    def _kept(
        self,
        entered: "Entered",
        store: MemoryStore,
        reach: Reach,
        request: RememberRequest,
        result: ValidationResult,
        asked: KeyedRequest,
        replacing: Replacing | None,
    ) -> Outcome:
        """Write a claim as it was judged; whoever writes the same words or key meanwhile is waited for."""
        if result.verdict is Verdict.BLOCKED:
            return Blocked(result.reason, result.add, result)
        if result.verdict is Verdict.KNOWN:
            lock_key(entered, asked)
            there = UUID(result.conflicting_memory_id)
            return self.repeated(entered, asked) or _known(entered, store, there, result, asked)
        held = result.verdict is Verdict.HELD
        area = area_of(entered.caller.team, reach.scope)
        pieces = () if held else pieces_of(request.content, area, self._counter, self._embedder)
        for number in sorted(_locks(entered, reach, request)):
            store.lock(number)
        if (repeated := self.repeated(entered, asked)) is not None:
            return repeated
        same = store.same_words(reach, request)
        if same is not None and (replacing is None or same.hex != replacing.old.id):
            known = replace(result, verdict=Verdict.KNOWN, conflicting_memory_id=same.hex)
            return _known(entered, store, same, known, asked)
        id = uuid4()
        new = NewMemory(
            id=id,
            reach=reach,
            request=request,
            result=result,
            status=MemoryStatus.HELD if held else MemoryStatus.ACTIVE,
            reason=result.reason,
            replaces=UUID(replacing.old.id) if replacing else None,
            how=replacing.how if replacing else "",
            told=asked.claim.told,
        )
        if not store.add(new, pieces):
            return Blocked(OUT_OF_SIGHT, "Nothing to do; use another key if it shall be kept again.")
        if replacing is not None and not held:
            replacing.close(id)
        note_done(entered, asked, id)
        return _outcome(id, reach, result)


def _reach(store: MemoryStore, claim: TeamClaim) -> Reach:
    """Whom a claim is for: the members who are granted the project that it names, or the whole team."""
    scope = checked_scope(claim)
    if claim.repo:
        return Reach(scope, store.project(claim.repo), claim.repo)
    if claim.sources:
        only = store.only_project()
        if only is None:
            store.project("")  # says which there are
        else:
            return Reach(scope, *only)
    return Reach(scope)


def _masked(request: RememberRequest) -> RememberRequest:
    content, quote = (masked_memory(text, PERSONAL) for text in (request.content, request.quote))
    return replace(request, content=content, quote=quote)


def _locks(entered: "Entered", reach: Reach, request: RememberRequest) -> set[int]:
    """The locks of a claim: its words among those for the same members, and its key."""
    caller = entered.caller
    whose = caller.team if reach.scope != GLOBAL else ""
    locks = {lock_number("words", reach.scope, whose, reach.project, digest(request.content))}
    return locks | ({key_lock(caller.member, request.key)} if request.key else set())


def _known(entered: "Entered", store: MemoryStore, id: UUID, result: ValidationResult, asked: KeyedRequest) -> Known:
    """The outcome for a claim that a memory says already; that somebody said it again is noted, and changes nothing."""
    memory = store.of_ids([id])[id]
    note_done(entered, asked, id)
    if not memory.accepted:
        store.note(id, "remember", "known")
    reason = f"already known as {memory.id[:DIGITS]}, {memory.label}"
    if memory.status is MemoryStatus.HELD:
        reason = f"{reason}, which is held: {memory.reason}"
    return Known(memory.id, replace(result, reason=reason, grade=memory.grade))


def _known_result(clock: Clock, request: RememberRequest, grade: Grade) -> ValidationResult:
    evidence = EvidenceObject(
        claim=request.content, capture_time=iso(clock()), source=request.origin, source_id=request.author
    )
    return ValidationResult(
        verdict=Verdict.KNOWN, grade=grade, reason="a claim of this key is kept already", checks_passed=(),
        checks_failed=(), evidence=evidence,
    )  # fmt: skip


def _outcome(id: UUID, reach: Reach, result: ValidationResult) -> Outcome:
    if result.verdict is Verdict.HELD:
        return Held(id.hex, replace(result, add=WAITS))
    if reach.scope == GLOBAL:
        return Held(id.hex, replace(result, verdict=Verdict.HELD, reason=PROPOSED, add=OWNER_DECIDES))
    return Stored(id.hex, result)
