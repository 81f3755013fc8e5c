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
from scrubjay.errors import UsageError
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

MOST_HITS = 100
"""The bound of `scrubjay search --limit`."""


class ProjectMemory:
    """The memory of the repository that holds a path. Open it by `open_memory`; several threads may use it at once."""

    def __init__(self, path: str | os.PathLike[str] = ".", *, session: str = "") -> None:
        self._path = Path(path)
        self._session = session
        self._open = ExitStack()
        self._process = 0
        self._running = 0
        self._calls = threading.Condition()

    def __enter__(self) -> Self:
        """Open it. Raises ScrubjayError: NotARepository, or NotInitialised where `scrubjay init` never ran."""
        if self._process:
            raise UsageError(
                "This memory is open already. Use the one that its `with` gave, or call open_memory again."
            )
        _check_texts(session=self._session)
        self._path = self._path.absolute()  # whatever folder the program changes into later
        environment = dict(os.environ)
        settings = with_trust(load_settings(environment))
        actor = Permit.of(observe(environment)).actor
        self._origin = Origin.AGENT if actor is Actor.AGENT else Origin.SCRIPT
        self._agent = (AgentType.OTHER_AGENT if actor is Actor.AGENT else AgentType.CUSTOM_PIPELINE).value
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
            self._process = 0
            self._calls.wait_for(lambda: not self._running)
        self._open.close()

    def search(
        self, query: str, *, kinds: Sequence[str] = (), path: str = "", limit: int = 8, as_of: str = "",
        also_ask: Sequence[str] = (),
    ) -> SearchAnswer:  # fmt: skip
        """Search what is visible at HEAD, as `scrubjay search` does. Raises UsageError and other ScrubjayErrors."""
        _check_texts(query=query, path=path, as_of=as_of)
        if not 1 <= limit <= MOST_HITS:
            raise UsageError(f"limit {limit} is out of bounds: 1 to {MOST_HITS}.")
        request = RecallRequest(
            query=query, kinds=_texts("kinds", kinds), path=path, limit=limit, as_of=as_of,
            also_ask=_texts("also_ask", also_ask), budget=BUDGET,
        )  # fmt: skip
        with self._workspace() as workspace:
            found = as_object(workspace.recall.search(request))
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
        _check_texts(
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
            return as_value(RememberedClaim, outcome_object(workspace.memories.remember(request)))

    def memories(
        self, *, kinds: Sequence[str] = (), tags: Sequence[str] = (), words: Sequence[str] = (), limit: int = 100
    ) -> tuple[MemoryEntry, ...]:
        """The valid memories that are visible at HEAD, newest first, with all tags and words. Raises UsageError."""
        filters = ListFilters(
            kinds=_texts("kinds", kinds), tags=_texts("tags", tags), words=_texts("words", words), limit=limit
        )
        with self._workspace() as workspace:
            listing = workspace.listed(filters, detailed=True)
        return tuple(as_value(MemoryEntry, as_row(row)) for row in listing.memories)

    def forget(self, id: str) -> str:
        """Delete what a memory says, for good; returns its whole id. Raises NotFound, NotAPerson for a person's."""
        _check_texts(id=id)
        with self._workspace() as workspace:
            user, trusted = workspace.settings.user_id, self._is_trusted_script(workspace)
            return workspace.memories.forget(id, user, authority=trusted, agent=self._agent)[0]

    def context(self, query: str, *, budget: int = 0, model: str = "", deadline_ms: int = 10_000) -> PromptContext:
        """The blocks of what is known for a prompt, within a window of `budget` tokens.

        Without a budget it is the model's own window by its name, and 8,192 tokens where that isn't known.
        """
        _check_texts(query=query, model=model)
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


def _check_texts(**values: object) -> None:
    """Raises UsageError for a value that isn't a text, by its argument's name."""
    for name, value in values.items():
        if not isinstance(value, str):
            raise UsageError(f"{name} is {type(value).__name__}. Give a text.")


def _texts(name: str, values: Iterable[str]) -> tuple[str, ...]:
    """Several texts as a tuple. Raises UsageError for one text, whose letters Python would take."""
    if isinstance(values, str):
        raise UsageError(f"{name} is one text. Give a list: {name}=[{values[:40]!r}].")
    several = tuple(values)
    _check_texts(**{f"{name}[{at}]": value for at, value in enumerate(several)})
    return several
