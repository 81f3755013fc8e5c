"""Memories over real databases of a project and a user, with a clock and a grounding that a test moves."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from scrubjay.identity.audit import CrossScopeReads
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.claim import Anchor
from scrubjay.memory.store.limits import Limits
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.scopes import Branches, MemoryStores
from scrubjay.model.clock import iso
from scrubjay.model.evidence import Act, CitationResult, EvidenceObject, Origin, ValidationResult, Verdict
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Blocked, Memory
from scrubjay.storage.database import Database


class Hands:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **time: int) -> None:
        self.now += timedelta(**time)


class Grounding:
    """Decides as a test says: what a person typed is stored, and what an agent says is by default too."""

    def __init__(self, hands: Hands) -> None:
        self.verdict = Verdict.STORED
        self.citations: tuple[CitationResult, ...] = ()
        self.conflict = ""
        self.failed: tuple[str, ...] = ()
        self.contradicts: tuple[str, ...] = ()
        self.similarity = 0.0
        self.meanwhile: Callable[[], object] = lambda: None
        self._hands = hands

    def __call__(self, request: RememberRequest) -> ValidationResult:
        verdict = Verdict.STORED if request.authority else self.verdict
        self.meanwhile()
        act = request.act or (Act.TYPED if request.origin is Origin.PERSON else Act.NONE)
        evidence = EvidenceObject(
            claim=request.content,
            capture_time=iso(self._hands()),
            source=request.origin,
            source_id=request.author,
            act=act,
            citations=self.citations,
            turn=request.turn,
        )
        return ValidationResult(
            verdict=verdict,
            grade=evidence.grade,
            reason="because the test says so",
            checks_passed=("hedges",),
            checks_failed=self.failed,
            evidence=evidence,
            similarity_score=self.similarity,
            conflicting_memory_id=self.conflict,
            contradicts=self.contradicts,
        )


BY_HAND: dict[str, Any] = {"origin": Origin.PERSON, "act": Act.TYPED}
"""Marks a request as typed by a person."""


class EveryBranch:
    """A repository of one branch: nothing is anchored, everything is shown."""

    def anchors(self, citations: Iterable[CitationResult]) -> tuple[Anchor, ...]:
        return ()

    def lost(self) -> frozenset[str]:
        return frozenset()

    def hidden(self) -> frozenset[str]:
        return frozenset()

    def marked(self, memories: Iterable[Memory], owner: str, commit: str = "") -> tuple[Memory, ...]:
        return tuple(memories)


class Characters:
    """Counts a token for every four characters."""

    def count(self, texts: Sequence[str]) -> list[int]:
        return [len(text) // 4 for text in texts]


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def grounding(hands: Hands) -> Grounding:
    return Grounding(hands)


@pytest.fixture
def databases(tmp_path: Path) -> Iterator[Callable[[str], Database]]:
    """Opens databases by name and closes them after the test."""
    opened: dict[str, Database] = {}

    def database(name: str) -> Database:
        if name not in opened:
            opened[name] = Database(tmp_path / name / "knowledge.db", "knowledge")
        return opened[name]

    yield database
    for one in opened.values():
        one.close()


@pytest.fixture
def make_memories(databases: Callable[[str], Database], hands: Hands, grounding: Grounding) -> Callable[..., Memories]:
    """Memories of a project by name; the user is the same for all."""

    def make(
        project: str,
        *,
        database: str = "",
        limits: Limits | None = None,
        branches: Branches | None = None,
        shown: Callable[[str], str] = lambda _: "",
        **more: Any,
    ) -> Memories:
        made = Memories(
            MemoryStores(
                project_id=project,
                project=databases(database or project),
                user=lambda: databases("user"),
                clock=hands,
                counter=Characters(),
                branches=branches or EveryBranch(),
                limits=limits or Limits(),
                shown_text=shown,
                reads=CrossScopeReads(lambda: databases("user"), hands, project, ""),
            ),
            validate=grounding,
            grades=lambda ids: captured_grades(made, ids),
            **more,
        )
        return made

    return make


def captured_grades(memories: Memories, ids: Iterable[str]) -> dict[str, Grade]:
    """The best grade that the evidence of some memories earned when it was captured."""
    evidence = memories.evidence(list(ids))
    return {id: max(record.grade for record in some) for id, some in evidence.items()}


@pytest.fixture
def memories(make_memories: Callable[..., Memories]) -> Memories:
    return make_memories("p1")


@pytest.fixture
def other_memories(make_memories: Callable[..., Memories]) -> Memories:
    """Another project of the same user."""
    return make_memories("p2")


def stored(memories: Memories, content: str, **more: object) -> str:
    """Remember a claim, which must not be blocked; returns its id."""
    outcome = memories.remember(RememberRequest(content=content, **more))  # type: ignore[arg-type]
    assert not isinstance(outcome, Blocked), outcome
    return outcome.id


def said(memories: Memories, at: str = "", known: str = "") -> list[str]:
    """What is believed, as texts, newest first."""
    return [memory.content for memory in memories.believed(at, known)]
