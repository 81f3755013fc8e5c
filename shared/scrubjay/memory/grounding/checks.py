"""The checks of a claim that need git, the model, a database or a transcript; and what stands near it."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final, Protocol

from scrubjay.extensions.kinds.content import Embedder
from scrubjay.inference.embedding.probe import reading_model
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.documents.selection import written_as
from scrubjay.knowledge.documents.text import decode
from scrubjay.knowledge.documents.values import UNDECIDED_STATUSES, is_in_force
from scrubjay.knowledge.retrieval.grounds import GroundPassages
from scrubjay.memory.grounding.citations import meant_citations
from scrubjay.memory.grounding.counting import READ_MOST
from scrubjay.memory.grounding.injection import InjectionFlag, find_instruction
from scrubjay.memory.grounding.likeness import compare, is_same_claim, rival
from scrubjay.memory.grounding.near import Nearby, near, subject
from scrubjay.memory.grounding.passages import KEPT, TextCache, passages
from scrubjay.memory.grounding.reading import stated_sentences
from scrubjay.memory.grounding.sections import source_of
from scrubjay.memory.grounding.tables import unlinked, unmarked
from scrubjay.memory.grounding.terms import unnamed
from scrubjay.memory.grounding.tiers import Likewise
from scrubjay.memory.grounding.verification import CitationVerifier
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.transcript.observer import Observed, Observer
from scrubjay.model.citation import Citation
from scrubjay.model.encoded import Vector
from scrubjay.model.evidence import CitationResult, Near, Origin
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.grade import Grade
from scrubjay.model.memory import QUESTION, MemoryStatus
from scrubjay.model.view import View
from scrubjay.storage.driver import Row
from scrubjay.text.sentences import holds_words


@dataclass(frozen=True, slots=True)
class Resembling:
    """A memory or decision near a claim in words or meaning; `cosine` is -1 to 1, 0 where there is no vector."""

    id: str
    content: str
    cosine: float
    same_place: bool
    """Same kind, scope and bounds, so that the same words are a duplicate."""
    held: bool = False


WORDIEST = 20
"""Memories that are compared with a claim by words."""

NEAREST = 10
"""Memories that are compared with a claim by meaning."""


class MemoriesByMeaning(Protocol):
    """Compares a text with the memories of one database by meaning."""

    def comparer(self) -> Embedder | None:
        """The model that reads the text; None where nothing can be compared. Raises ModelUnavailable."""

    def alike(self, vector: Vector, least: float) -> Mapping[str, float]:
        """The cosine of each memory that is at least so near to a vector, by id, best first."""


def near_memories(memories: MemoryReader, claim: RememberRequest, alike: Mapping[str, float]) -> list[Resembling]:
    """The memories that share most words with a claim, then those `alike`; not itself, nor what it replaces."""
    replaced = tuple(id.lower() for id in claim.replaces)
    neighbours = [
        Resembling(
            row["id"],
            row["content"],
            alike.get(row["id"], 0.0),
            (row["kind"], row["applies"]) == (claim.kind, claim.applies),
            row["status"] == MemoryStatus.HELD,
        )
        for row in memories.near_rows(claim.content, claim.scope, WORDIEST, ids=alike)
        if _comparable(claim, row) and row["id"] != claim.itself and not row["id"].startswith(replaced)
    ]
    nearest = sorted(neighbours, key=lambda neighbour: -neighbour.cosine)[:NEAREST]
    return [neighbour for place, neighbour in enumerate(neighbours) if place < WORDIEST or neighbour in nearest]


def _comparable(claim: RememberRequest, other: Row) -> bool:
    """Whether a claim and a memory may be compared: both or neither ask, and they aren't bound to different places."""
    different_scope = claim.applies and other["applies"] and claim.applies != other["applies"]
    return not different_scope and (other["kind"] == QUESTION) is (claim.kind == QUESTION)


SIMILAR = 0.86
"""Cosine from which on two claims are shown side by side to a reviewer.

Measured with the bundled model, 500 pairs of each set, flagged for meaning or a telling difference: .72 of MRPC's and
.61 of QQP's paraphrases, .79 of SICK's contradictions; .11 of SICK's neutral and .14 of QQP's different pairs.
"""


def judge(
    claim: RememberRequest, neighbours: Sequence[Resembling]
) -> tuple[Likewise | None, Likewise | None, Likewise | None]:
    """The nearest duplicate, contradiction and similar memory of a claim; current memories go before held ones."""
    duplicate = contrary = similar = None
    for neighbour in sorted(neighbours, key=lambda neighbour: neighbour.held):
        repeats, share = compare(claim.content, neighbour.content)
        like = Likewise(neighbour.id, share, neighbour.content, neighbour.held)
        if neighbour.same_place and repeats:
            duplicate = duplicate or replace(like, same=is_same_claim(claim.content, neighbour.content))
        elif neighbour.same_place and claim.kind != QUESTION and rival(claim.content, neighbour.content):
            contrary = contrary or like
        elif neighbour.cosine >= SIMILAR:
            similar = similar or replace(like, score=round(neighbour.cosine, 3))
    return duplicate, contrary, similar


QUERY: Final = 1_000
"""Characters of a claim whose meaning is compared."""

MOST_RECORDS: Final = 5
"""Records of which the sentences are compared with a claim."""

MOST_TOLD: Final = 500
"""Told memories that are compared with a claim, the newest."""


def embedded(comparer: Embedder | None, claim: str) -> "Vector | None":
    """The vector of a claim, read as a question; None without a model. Raises ModelUnavailable."""
    return comparer.embed_query(claim[:QUERY]).vector if comparer is not None and claim.strip() else None


_stated = TextCache(
    lambda text, path: stated_sentences(passages(text, written_as(path)), source_of(path, text, record=True)), KEPT
)
"""The sentences that a record's text states, by that and its path."""


class ClaimChecks(Protocol):
    """The checks of a claim that look something up, as the validator makes them; any of them may raise.

    What each answers stands at `WorktreeChecks`.
    """

    def named(self, claim: str, sources: Sequence[str]) -> tuple[Citation, ...]: ...
    def verify(self, claim: RememberRequest, named: Sequence[Citation], view: View) -> tuple[CitationResult, ...]: ...
    def sentence(self, text: str, view: View) -> tuple[CitationResult, ...]: ...
    def beside(self, text: str, view: View) -> tuple[Near, ...]: ...
    def comparer(self, claim: RememberRequest) -> Embedder | None: ...
    def near(self, claim: RememberRequest, vector: "Vector | None") -> Sequence[Resembling]: ...
    def refused(self, claim: RememberRequest) -> str: ...
    def observe(self, claim: RememberRequest) -> Observed: ...
    def instructs(self, claim: RememberRequest) -> tuple[InjectionFlag, ...]: ...
    def grades(self, ids: Collection[str], view: View) -> Mapping[str, Grade]: ...
    def owns(self, claim: RememberRequest) -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class WorktreeChecks:
    """The validator's checks, over one worktree and the memories that it sees.

    `grades` tells whose words some memories are at a view, by id, and `owns` whether all that a claim replaces is by
    its own author. `passages` finds by words what documents say, `by_meaning` the memories of a scope, if it has any.
    `observer` looks into the session's transcript, `embedder` is the user's.
    """

    verifier: CitationVerifier
    documents: Documents
    passages: GroundPassages
    memories: MemoryReader
    grades: Callable[[Collection[str], View], Mapping[str, Grade]]
    owns: Callable[[RememberRequest], bool]
    by_meaning: Callable[[str], MemoriesByMeaning | None]
    observer: Observer | None
    embedder: Embedder | None

    def named(self, claim: str, sources: Sequence[str]) -> tuple[Citation, ...]:
        """The citations of a claim: the sources given beside it first, then those in its text."""
        foreign = self.verifier.foreign
        return (*foreign.sources(sources), *meant_citations(claim), *foreign.find(claim))

    def verify(self, claim: RememberRequest, named: Sequence[Citation], view: View) -> tuple[CitationResult, ...]:
        """Check what stands at each cited place; what was written since the session began counts for nothing."""
        return self.verifier.verify(claim.content, named, view, *self._began())

    def sentence(self, text: str, view: View) -> tuple[CitationResult, ...]:
        """The citation of a place at HEAD that has a text as its very sentence; none if no place has it."""
        plain = unlinked(unmarked(text))
        found = self.passages.holding(
            plain, view, lambda there: holds_words(plain.lower(), unlinked(unmarked(there)).lower())
        )
        places = [(passage.path, passage.lines) for passage in found]
        return self.verifier.sentence(text, places, view, self._began()[0]) if places else ()

    def beside(self, text: str, view: View) -> tuple[Near, ...]:
        """Current decisions and told memories near a claim, only to be shown beside it."""
        current = {
            entry.path: entry
            for entry in self.documents.decisions(view)
            if is_in_force(entry) and entry.decision.status not in UNDECIDED_STATUSES
        }
        sharing = self.passages.records(" ".join(sorted(subject(text))), view) if current else ()
        paths = [path for path in sharing if path in current][:MOST_RECORDS]
        records = [Nearby(path, said, current[path].decision.title) for path, said in self._stated(paths, view)]
        told = [Nearby(f"told {id[:12]}", (content,)) for id, content in self.memories.told(MOST_TOLD)]
        return near(text, [*told, *records])

    def _stated(self, paths: Sequence[str], view: View) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The path of each record of a view that can be read, with the sentences that it states."""
        with self.documents.objects() as objects:
            for path in paths:
                found = objects.entry(view.tree, path, READ_MOST)
                if found is not None and found.kind == "blob":
                    yield path, _stated.get(decode(found.content).text, path)

    def comparer(self, claim: RememberRequest) -> Embedder | None:
        """The model that reads a claim for memories of its scope; None without vectors. Raises ModelUnavailable."""
        memories = self.by_meaning(claim.scope)
        return memories.comparer() if memories is not None else None

    def near(self, claim: RememberRequest, vector: "Vector | None") -> Sequence[Resembling]:
        """The memories near a claim in words, or in meaning where it has a vector."""
        memories = self.by_meaning(claim.scope) if vector is not None else None
        alike = memories.alike(vector, SIMILAR) if memories is not None and vector is not None else {}
        return near_memories(self.memories, claim, alike)

    def refused(self, claim: RememberRequest) -> str:
        """Who refused the claim before, in words."""
        return self.memories.refused(claim.content, claim.scope)

    def observe(self, claim: RememberRequest) -> Observed:
        """What the session's transcript shows for an agent's or script's claim, or what came with the claim."""
        if claim.observation is not None or claim.turn is not None:
            return self._with_lacks(claim, Observed(claim.observation, claim.turn))
        if self.observer is None or claim.origin is Origin.PERSON:
            return Observed()
        seen = self.observer.observe(claim.content, claim.quote)
        return self._with_lacks(claim, seen if claim.quote else replace(seen, why=""))

    def _with_lacks(self, claim: RememberRequest, seen: Observed) -> Observed:
        """The observation with the names and figures of the claim that its words lack."""
        line, turn = seen.observation, seen.turn
        if line and not line.whole:
            line = replace(line, lacks=unnamed(claim.content, line.words, line.command))
        if turn and not turn.same:
            turn = replace(turn, lacks=unnamed(claim.content, turn.words))
        return replace(seen, observation=line, turn=turn)

    def instructs(self, claim: RememberRequest) -> tuple[InjectionFlag, ...]:
        """The words of a claim that a model takes for an instruction to its reader."""
        return find_instruction(claim.content, reading_model(self.embedder))

    def _began(self) -> tuple[str, str]:
        """The commit and the moment at which the session began; both empty without an observer."""
        return self.observer.began() if self.observer else ("", "")
