"""The memory of one repository, open in a Python program: search, memories and prompt context by methods."""

import os
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from scrubjay.api.values import (
    MemoryEntry,
    MemoryHit,
    PassageHit,
    PromptContext,
    RememberedClaim,
    SearchAnswer,
    as_value,
)
from scrubjay.app import open_app
from scrubjay.context.blocks.contexts import ContextRequest
from scrubjay.errors import NotARepository, UsageError
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
from scrubjay.model.visible import storable
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.objects import as_object
from scrubjay.search.recall.outcome import far_object, outcome_object
from scrubjay.settings.layers import load_settings
from scrubjay.wiring.afar import TEAM, far_claim, memories_there

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace

BUDGET = 100_000
"""Tokens of an answer: more than all hits that can be asked for."""

MOST_HITS = 100
"""The bound of `scrubjay search --limit`."""


class ProjectMemory:
    """The memory of the repository that holds a path. Open it by `open_memory`; several threads may use it at once."""

    def __init__(self, path: str | os.PathLike[str] = ".", *, session: str = "") -> None:
        self._path = _path(path)
        (self._session,) = _cleaned(session=session)
        self._open = ExitStack()
        self._process = 0
        self._running = 0
        self._calls = threading.Condition()

    def __enter__(self) -> Self:
        """Open it. Raises ScrubjayError: NotARepository, or NotInitialised where `scrubjay init` never ran."""
        if self._process not in (0, os.getpid()):  # before the lock, which a forked process may have got locked
            raise UsageError("This memory is of the process that opened it. Call open_memory again in this one.")
        with self._calls:
            if self._process:
                raise UsageError(
                    "This memory is open already. Use the one that its `with` gave, or call open_memory again."
                )
            self._path = _absolute(self._path)  # whatever folder the program changes into later
            environment = dict(os.environ)
            settings = with_trust(load_settings(environment))
            self._permit = Permit.of(observe(environment))
            by_agent = self._permit.actor is Actor.AGENT
            self._origin = Origin.AGENT if by_agent else Origin.SCRIPT
            self._agent = (AgentType.OTHER_AGENT if by_agent else AgentType.CUSTOM_PIPELINE).value
            with ExitStack() as opening:
                self._app = opening.enter_context(open_app(settings, git_environment=GitEnvironment.of(environment)))
                self._app.workspace(self._path)
                self._open = opening.pop_all()
            self._process = os.getpid()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the databases; running calls end first. A forked process leaves its parent's open."""
        if self._process != os.getpid():
            return
        with self._calls:
            self._process, closing = 0, self._open.pop_all()
            self._calls.wait_for(lambda: not self._running)
        closing.close()

    def search(
        self, query: str, *, kinds: Sequence[str] = (), path: str = "", limit: int = 8, as_of: str = "",
        also_ask: Sequence[str] = (),
    ) -> SearchAnswer:  # fmt: skip
        """Search what is visible at HEAD, as `scrubjay search` does. Raises UsageError and other ScrubjayErrors."""
        query, path, as_of = _cleaned(query=query, path=path, as_of=as_of)
        _check_numbers(limit=limit)
        if not 1 <= limit <= MOST_HITS:
            raise UsageError(f"limit {limit} is out of bounds: 1 to {MOST_HITS}.")
        request = RecallRequest(
            query=query, kinds=_texts("kinds", kinds), path=path, limit=limit, as_of=as_of,
            also_ask=_texts("also_ask", also_ask), budget=BUDGET,
        )  # fmt: skip
        with self._workspace() as workspace:
            found = as_object(workspace.answers.found(request))
        found["results"] = [as_value(PassageHit, hit) for hit in found["results"]]
        found["memories"] = [as_value(MemoryHit, hit) for hit in found["memories"]]
        return as_value(SearchAnswer, found)

    def remember(
        self, content: str, *, kind: str = "", scope: str = "project", sources: Sequence[str] = (), key: str = "",
        tags: Sequence[str] = (), supersedes: str = "", valid_until: str = "",
    ) -> RememberedClaim:  # fmt: skip
        """Store a claim as a script's, or as an agent's where one runs this: never as a person's.

        Raises UsageError, LimitExceeded and other ScrubjayErrors; what may not be stored is an outcome.
        """
        content, kind, scope, key, supersedes, valid_until = _cleaned(
            content=content, kind=kind, scope=scope, key=key, supersedes=supersedes, valid_until=valid_until
        )  # fmt: skip
        cites, labels = _texts("sources", sources), _texts("tags", tags)
        with self._workspace() as workspace:
            at = head(workspace.git)
            request = RememberRequest(
                content=content, kind=kind, scope=scope, cites=cites, key=key, tags=labels, supersedes=supersedes,
                valid_until=valid_until, author=workspace.settings.user_id, origin=self._origin,
                trusted=self._is_trusted_script(workspace), session=self._session, agent=self._agent, branch=at.branch,
                commit=at.commit,
            )  # fmt: skip
            if scope == TEAM:
                return as_value(RememberedClaim, far_object(memories_there(workspace).remember(far_claim(request))))
            return as_value(RememberedClaim, outcome_object(workspace.memories.remember(request)))

    def memories(
        self, *, kinds: Sequence[str] = (), tags: Sequence[str] = (), words: Sequence[str] = (), limit: int = 100
    ) -> tuple[MemoryEntry, ...]:
        """The valid memories that are visible at HEAD, newest first, with all tags and words. Raises UsageError."""
        _check_numbers(limit=limit)
        filters = ListFilters(
            kinds=_texts("kinds", kinds), tags=_texts("tags", tags), words=_texts("words", words), limit=limit
        )
        with self._workspace() as workspace:
            listing = workspace.listed(filters, detailed=True)
        return tuple(as_value(MemoryEntry, as_row(row)) for row in listing.memories)

    def forget(self, id: str) -> str:
        """Delete what a memory says, for good, as the command does without a person; returns its whole id.

        Raises NotFound, and NotAPerson for what is told or quoted.
        """
        (id,) = _cleaned(id=id)
        with self._workspace() as workspace:
            trusted = self._is_trusted_script(workspace)
            forgotten, _ = workspace.memories.forget(id, workspace.settings.user_id, authority=trusted)
            if trusted:
                self._app.record_act(self._permit, "forget", forgotten)
            return forgotten

    def context(self, query: str, *, budget: int = 0, model: str = "", deadline_ms: int = 10_000) -> PromptContext:
        """The blocks of what is known for a prompt, within a window of `budget` tokens.

        Without a budget it is the model's own window by its name, and 8,192 tokens where that isn't known.
        """
        query, model = _cleaned(query=query, model=model)
        _check_numbers(budget=budget, deadline_ms=deadline_ms)
        request = ContextRequest(query, budget, model, self._session, deadline_ms=deadline_ms)
        with self._workspace() as workspace:
            made, _ = workspace.contexts.assemble(request)
        return PromptContext(text=made.text, tokens=made.tokens, missing=made.missing, warnings=made.warnings)

    @contextmanager
    def _workspace(self) -> "Iterator[Workspace]":
        """The workspace for one call, which closing waits for."""
        if self._process != os.getpid():  # before the lock, which a forked process may have got locked
            raise UsageError("This memory isn't open here. Ask it inside its `with`, in the process that opened it.")
        with self._calls:
            if not self._process:
                raise UsageError("This memory was closed meanwhile. Ask it inside its `with`.")
            self._running += 1
        try:
            yield self._app.workspace(self._path)
        finally:
            with self._calls:
                self._running -= 1
                self._calls.notify_all()

    def _is_trusted_script(self, workspace: "Workspace") -> bool:
        return self._origin is Origin.SCRIPT and workspace.settings.trust.scripts


def open_memory(path: str | os.PathLike[str] = ".", *, session: str = "") -> ProjectMemory:
    """The memory of the repository that holds a path, for the length of a `with` block.

    `session` names the conversation that what is remembered belongs to.
    """
    return ProjectMemory(path, session=session)


def _path(value: str | os.PathLike[str]) -> Path:
    place: object = os.fspath(value) if isinstance(value, os.PathLike) else value
    if not isinstance(place, str):
        raise UsageError(f"path is {type(place).__name__}. Give a text or a pathlib.Path.")
    return Path(place)


def _absolute(path: Path) -> Path:
    try:
        return path.absolute()
    except FileNotFoundError:
        raise NotARepository("The current folder no longer exists. Pass the repository's whole path.") from None


def _cleaned(**values: object) -> tuple[str, ...]:
    """Texts that can be stored and searched for: half a character, as in an undecodable file name, is replaced."""
    for name, value in values.items():
        if not isinstance(value, str):
            raise UsageError(f"{name} is {type(value).__name__}. Give a text.")
    return tuple(storable(str(value)) for value in values.values())


def _check_numbers(**values: object) -> None:
    for name, value in values.items():
        if not isinstance(value, int) or isinstance(value, bool):
            raise UsageError(f"{name} is {type(value).__name__}. Give a whole number.")


def _texts(name: str, values: Iterable[str]) -> tuple[str, ...]:
    """Several texts as a tuple. Raises UsageError for one text, whose letters Python would take."""
    if isinstance(values, str):
        raise UsageError(f"{name} is one text. Give a list: {name}=[{values[:40]!r}].")
    if not isinstance(values, Iterable):
        raise UsageError(f"{name} is {type(values).__name__}. Give a list of texts.")
    return _cleaned(**{f"{name}[{at}]": value for at, value in enumerate(values)})
