"""The public API: `open_memory` gives a Python program the search, memories and prompt context of a repository."""

import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

import anyio.to_thread

from scrubjay.app import open_app
from scrubjay.context.blocks.contexts import ContextRequest
from scrubjay.git.head import head
from scrubjay.git.process import GitEnvironment
from scrubjay.identity.audit.trusted import with_trust
from scrubjay.identity.person.facts import Actor
from scrubjay.identity.person.observe import observe
from scrubjay.identity.person.permit import Permit
from scrubjay.memory.listing.filters import ListFilters
from scrubjay.memory.listing.filters import as_object as as_row
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.agent import AgentType
from scrubjay.model.evidence import Origin
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.objects import as_object
from scrubjay.search.recall.outcome import outcome_object
from scrubjay.settings.layers import load_settings

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace

BUDGET = 100_000
"""Tokens of an answer: more than all hits that can be asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageHit:
    """A passage that a search found; the keys of `results[]` of `scrubjay search --json`."""

    id: str
    path: str
    blob: str
    start_line: int
    end_line: int
    title: str
    heading: str
    author: str
    kind: str
    grade: str
    status: str
    date: str
    dated_by: str
    replaces: tuple[str, ...]
    also: tuple[str, ...]
    discussion: str
    place: str
    marks: tuple[str, ...]
    text: str
    scores: Mapping[str, float | None]
    ranks: Mapping[str, int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryHit:
    """A memory that a search found; the keys of `memories[]` of `scrubjay search --json`."""

    id: str
    title: str
    grade: str
    source: str
    text: str
    grounds: tuple[Mapping[str, str], ...]
    status: str
    date: str
    marks: tuple[str, ...]
    scores: Mapping[str, float | None]
    ranks: Mapping[str, int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchAnswer:
    """What a search found: the keys of `scrubjay search --json`. `fit` is nothing, weak or good."""

    query: str
    fit: str
    degraded: tuple[str, ...]
    notes: tuple[str, ...]
    view: Mapping[str, str]
    embedded: float
    results: tuple[PassageHit, ...]
    memories: tuple[MemoryHit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RememberedClaim:
    """What became of a claim: the keys of `scrubjay remember --json`. `outcome` is stored, known, held or blocked."""

    outcome: str
    grade: str
    id: str
    grounds: tuple[Mapping[str, str], ...]
    near: tuple[str, ...]
    other: Mapping[str, Any]
    why: str
    add: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryEntry:
    """A memory as lists show it: the keys of `memories[]` of `scrubjay memories --json`."""

    id: str
    scope: str
    kind: str
    content: str
    status: str
    grade: str
    told: str
    grounds: tuple[Mapping[str, str], ...]
    tags: tuple[str, ...]
    applies: str
    author: str
    origin: str
    agent: str
    session: str
    branch: str
    commit: str
    at: str
    valid_until: str
    contradicts: tuple[str, ...]
    elsewhere: str
    published: str
    alike: tuple[str, ...]
    fell_at: str
    used: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptContext:
    """The memory blocks for a prompt, and their tokens; `missing` names what wasn't ready, `warnings` what it lacks."""

    text: str
    tokens: int
    missing: tuple[str, ...]
    warnings: tuple[str, ...]


class ProjectMemory:
    """The memory of the repository that holds a path. Open it by `open_memory`; several threads may use it at once."""

    def __init__(self, path: str | os.PathLike[str] = ".", *, session: str = "") -> None:
        self._path = Path(path)
        self._session = session
        self._open = ExitStack()

    def __enter__(self) -> Self:
        """Open it. Raises ScrubjayError: NotARepository, or NotInitialised where `scrubjay init` never ran."""
        environment = dict(os.environ)
        settings = with_trust(load_settings(environment))
        actor = Permit.of(observe(environment)).actor
        self._origin = Origin.AGENT if actor is Actor.AGENT else Origin.SCRIPT
        self._agent = (AgentType.OTHER_AGENT if actor is Actor.AGENT else AgentType.CUSTOM_PIPELINE).value
        with ExitStack() as opening:
            self._app = opening.enter_context(open_app(settings, git_environment=GitEnvironment.of(environment)))
            self._app.workspace(self._path)
            self._open = opening.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the databases; running calls end first."""
        self._open.close()

    def search(
        self, query: str, *, kinds: Sequence[str] = (), path: str = "", limit: int = 8, as_of: str = "",
        also_ask: Sequence[str] = (),
    ) -> SearchAnswer:  # fmt: skip
        """Search what is visible at HEAD, as `scrubjay search` does. Raises UsageError and other ScrubjayErrors."""
        request = RecallRequest(
            query=query, kinds=tuple(kinds), path=path, limit=limit, as_of=as_of, also_ask=tuple(also_ask),
            budget=BUDGET,
        )  # fmt: skip
        found = as_object(self._workspace().recall.search(request))
        found["results"] = [_value(PassageHit, hit) for hit in found["results"]]
        found["memories"] = [_value(MemoryHit, hit) for hit in found["memories"]]
        return _value(SearchAnswer, found)

    def remember(
        self, content: str, *, kind: str = "", scope: str = "project", sources: Sequence[str] = (), key: str = "",
        tags: Sequence[str] = (), supersedes: str = "", valid_until: str = "",
    ) -> RememberedClaim:  # fmt: skip
        """Store a claim as a script's, or as an agent's where one runs this: never as a person's.

        Raises UsageError, LimitExceeded and other ScrubjayErrors; what may not be stored is an outcome.
        """
        workspace = self._workspace()
        at = head(workspace.git)
        request = RememberRequest(
            content=content, kind=kind, scope=scope, cites=tuple(sources), key=key, tags=tuple(tags),
            supersedes=supersedes, valid_until=valid_until, author=workspace.settings.user_id, origin=self._origin,
            trusted=self._origin is Origin.SCRIPT and workspace.settings.trust.scripts, session=self._session,
            agent=self._agent, branch=at.branch, commit=at.commit,
        )  # fmt: skip
        return _value(RememberedClaim, outcome_object(workspace.memories.remember(request)))

    def memories(
        self, *, kinds: Sequence[str] = (), tags: Sequence[str] = (), words: Sequence[str] = (), limit: int = 100
    ) -> tuple[MemoryEntry, ...]:
        """The valid memories that are visible at HEAD, newest first, with all tags and words. Raises UsageError."""
        filters = ListFilters(kinds=tuple(kinds), tags=tuple(tags), words=tuple(words), limit=limit)
        listing = self._workspace().listed(filters, detailed=True)
        return tuple(_value(MemoryEntry, as_row(row)) for row in listing.memories)

    def forget(self, id: str) -> str:
        """Delete what a memory says, for good; returns its whole id. Raises NotFound, NotAPerson for a person's."""
        workspace = self._workspace()
        trusted = self._origin is Origin.SCRIPT and workspace.settings.trust.scripts
        return workspace.memories.forget(id, workspace.settings.user_id, authority=trusted, agent=self._agent)[0]

    def context(self, query: str, *, budget: int = 8_192, model: str = "", deadline_ms: int = 10_000) -> PromptContext:
        """The blocks of what is known for a prompt, within a model's window of `budget` tokens."""
        request = ContextRequest(query, budget, model, self._session, deadline_ms=deadline_ms)
        made, _ = self._workspace().contexts.assemble(request)
        return PromptContext(text=made.text, tokens=made.tokens, missing=made.missing, warnings=made.warnings)

    def _workspace(self) -> "Workspace":
        return self._app.workspace(self._path)


class AsyncMemory:
    """The same for a program that runs in an event loop of anyio: each call waits in a thread."""

    def __init__(self, path: str | os.PathLike[str] = ".", *, session: str = "") -> None:
        self._memory = ProjectMemory(path, session=session)

    async def __aenter__(self) -> Self:
        """Open it, as `ProjectMemory` is opened."""
        await anyio.to_thread.run_sync(self._memory.__enter__)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it, even where the task is cancelled."""
        with anyio.CancelScope(shield=True):
            await anyio.to_thread.run_sync(self._memory.__exit__, kind, error, trace)

    async def search(self, query: str, **options: Any) -> SearchAnswer:
        """As `ProjectMemory.search`."""
        return await anyio.to_thread.run_sync(partial(self._memory.search, query, **options))

    async def remember(self, content: str, **options: Any) -> RememberedClaim:
        """As `ProjectMemory.remember`."""
        return await anyio.to_thread.run_sync(partial(self._memory.remember, content, **options))

    async def memories(self, **options: Any) -> tuple[MemoryEntry, ...]:
        """As `ProjectMemory.memories`."""
        return await anyio.to_thread.run_sync(partial(self._memory.memories, **options))

    async def forget(self, id: str) -> str:
        """As `ProjectMemory.forget`."""
        return await anyio.to_thread.run_sync(self._memory.forget, id)

    async def context(self, query: str, **options: Any) -> PromptContext:
        """As `ProjectMemory.context`."""
        return await anyio.to_thread.run_sync(partial(self._memory.context, query, **options))


def open_memory(path: str | os.PathLike[str] = ".", *, session: str = "") -> ProjectMemory:
    """The memory of the repository that holds a path, for the length of a `with` block.

    `session` names the conversation that what is remembered belongs to.
    """
    return ProjectMemory(path, session=session)


T = TypeVar("T")


def _value(kind: type[T], found: Mapping[str, Any]) -> T:
    """A frozen value of the keys that its kind has."""
    return kind(**{each.name: _frozen(found[each.name]) for each in fields(kind)})  # type: ignore[arg-type]


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return MappingProxyType({key: _frozen(one) for key, one in value.items()})
    return tuple(_frozen(one) for one in value) if isinstance(value, list) else value
