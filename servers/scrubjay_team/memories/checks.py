"""The checks of a claim that need a team's database or the model: what it names, and what is near it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, Final, ParamSpec, TypeVar
from uuid import UUID

import psycopg

from scrubjay.extensions.kinds.content import Embedder
from scrubjay.inference.embedding.probe import reading_model
from scrubjay.memory.grounding.checks import NEAREST, SIMILAR, WORDIEST, Resembling
from scrubjay.memory.grounding.citations import meant_citations, sources_named
from scrubjay.memory.grounding.injection import InjectionFlag, find_instruction
from scrubjay.memory.store.index import FEWEST_MARKS
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.rows import digest
from scrubjay.memory.transcript.observer import Observed
from scrubjay.model.citation import Citation
from scrubjay.model.encoded import Vector
from scrubjay.model.evidence import CitationResult, Near
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.grade import Grade
from scrubjay.model.memory import QUESTION, MemoryStatus
from scrubjay.model.view import View
from scrubjay_team.database.queries import load
from scrubjay_team.index.tokens import TextTokens
from scrubjay_team.memories.claims import GLOBAL, TEAM, Reach, places_alone
from scrubjay_team.memories.memory import memory_of
from scrubjay_team.memories.pieces import vector_text
from scrubjay_team.memories.sources import MirrorSources
from scrubjay_team.memories.words import mark_keys

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import Entered

P = ParamSpec("P")
T = TypeVar("T")

Q = load(__package__)

NO_QUOTE: Final = "a server sees no transcript: name the document's place instead"


def noted(check: Callable[Concatenate["TeamChecks", P], T]) -> Callable[Concatenate["TeamChecks", P], T]:
    """A check that notes what PostgreSQL fails at: the validator goes on, but the transaction is over."""

    @wraps(check)
    def noting(self: "TeamChecks", /, *args: P.args, **more: P.kwargs) -> T:
        try:
            return check(self, *args, **more)
        except psycopg.Error as error:
            self.failures.append(error)
            raise

    return noting


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamChecks:
    """The validator's checks inside one member's transaction: it compares with what that member sees, and nothing else.

    `reach` is whom the claim is for: it is compared with memories for the same members alone. `replaced` is the memory
    whose place it takes, and `owned` whether that is the caller's. `now` is ISO 8601 in UTC: what is over repeats
    nothing. `failures` are those of statements: after one the transaction takes no other, so whoever asked raises the
    first. Two claims that are nearly the same, but for their words, may both be kept where they are checked at the same
    moment: each sees what is committed.
    """

    entered: "Entered"
    reach: Reach
    embedder: Embedder | None
    tokens: TextTokens
    now: str
    replaced: UUID | None = None
    owned: bool = True
    failures: list[psycopg.Error] = field(default_factory=list)

    def named(self, claim: str, sources: Sequence[str]) -> tuple[Citation, ...]:
        """The places of a claim: those given beside it first, then those in its text."""
        return (*sources_named(sources), *meant_citations(places_alone(claim)))

    @noted
    def verify(self, claim: RememberRequest, named: Sequence[Citation], view: View) -> tuple[CitationResult, ...]:
        """What stands at the named places of the claim's project; nothing is read for one that has none."""
        if self.reach.project is None:
            return ()
        sources = MirrorSources(self.entered.connection, self.reach.project, self.reach.name)
        return sources.verify(places_alone(claim.content), named)

    @noted
    def sentence(self, text: str, view: View) -> tuple[CitationResult, ...]:
        """The place of the claim's project that has a text as its very sentence; none where it has no project."""
        if self.reach.project is None:
            return ()
        return MirrorSources(self.entered.connection, self.reach.project, self.reach.name).sentence(text, self.tokens)

    def beside(self, text: str, view: View) -> tuple[Near, ...]:
        """Nothing: told is made elsewhere."""
        return ()

    def comparer(self, claim: RememberRequest) -> Embedder | None:
        """The model that reads a claim."""
        return self.embedder

    @noted
    def near(self, claim: RememberRequest, vector: "Vector | None") -> Sequence[Resembling]:
        """The memories for the same members that share most words with a claim, or are nearest to it by meaning."""
        alike = self._by_meaning(vector)
        marks = mark_keys(self.entered.caller.team, self.reach.scope, self.reach.project, claim.content)
        params = {"marks": marks, "at": self.now, "most": WORDIEST, "least": min(FEWEST_MARKS, len(marks))}
        wordy = self.entered.connection.execute(Q.alike, params).fetchall() if marks else []
        ids = list(dict.fromkeys([*(row["memory"] for row in wordy), *alike]))
        rows = self.entered.connection.execute(Q.of_ids, {"ids": ids}).fetchall() if ids else []
        by_id = {row["id"]: memory_of(row, self.entered.caller.member) for row in rows if row["id"] != self.replaced}
        asks = claim.kind == QUESTION
        return [
            Resembling(
                memory.id, memory.content, alike.get(id, 0.0),
                (memory.kind, memory.applies) == (claim.kind, claim.applies), memory.status is MemoryStatus.HELD,
            )
            for id in ids
            if (memory := by_id.get(id)) is not None
            and memory.status in (MemoryStatus.ACTIVE, MemoryStatus.HELD)
            and (not memory.valid_until or memory.valid_until > self.now)
            and (memory.kind == QUESTION) is asks
            and not (claim.applies and memory.applies and claim.applies != memory.applies)
        ]  # fmt: skip

    def _by_meaning(self, vector: "Vector | None") -> Mapping[UUID, float]:
        if vector is None or self.embedder is None:
            return {}
        project = self.reach.project
        params = {
            "vector": vector_text(vector), "embedder": self.embedder.fingerprint.key,
            "within": [project] if project else [], "own": self.reach.scope == TEAM and project is None,
            "shared": self.reach.scope == GLOBAL, "at": self.now, "least": SIMILAR, "most": NEAREST,
        }  # fmt: skip
        rows = self.entered.connection.execute(Q.near, params).fetchall()
        return {row["memory"]: row["cosine"] for row in rows}

    @noted
    def refused(self, claim: RememberRequest) -> str:
        """Who refused the same words on the server's page, and when; empty where nobody did."""
        params = {"digest": bytes.fromhex(digest(claim.content)), "project": self.reach.project}
        row = self.entered.connection.execute(Q.refused, params).fetchone() if self.reach.scope == TEAM else None
        return (row["why"] or "") if row else ""

    def observe(self, claim: RememberRequest) -> Observed:
        """A server reads nobody's transcript: a quote of one is no ground."""
        return Observed(why=NO_QUOTE if claim.quote else "")

    def instructs(self, claim: RememberRequest) -> tuple[InjectionFlag, ...]:
        """The words of a claim that a model takes for an instruction to its reader."""
        return find_instruction(claim.content, reading_model(self.embedder))

    @noted
    def grades(self, ids: Collection[str], view: View) -> Mapping[str, Grade]:
        """The grades of some memories as they were kept."""
        wanted = [UUID(id) for id in ids]
        rows = self.entered.connection.execute(Q.of_ids, {"ids": wanted}).fetchall()
        return {row["id"].hex: memory_of(row, self.entered.caller.member).grade for row in rows}

    def owns(self, claim: RememberRequest) -> bool:
        """Whether the author wrote what the claim replaces: then a source's words are theirs to end."""
        return self.owned
