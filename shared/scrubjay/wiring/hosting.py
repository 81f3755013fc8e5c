"""Host of a worktree for extensions, and the additions of other people's extensions to searches and grounds."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from scrubjay.errors import NotFound, PermissionDenied
from scrubjay.extensions.host import Host
from scrubjay.extensions.kinds.grounds import CitationForm
from scrubjay.extensions.loading import load, make
from scrubjay.extensions.manifest import Extension
from scrubjay.extensions.records import own_file
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.extensions.sections import section_of
from scrubjay.git.head import head
from scrubjay.knowledge.chunking import TokenCounter
from scrubjay.knowledge.index.kinds import Policy
from scrubjay.knowledge.index.sourced import SourcedTexts
from scrubjay.log import Log
from scrubjay.memory.grounding.foreign import NO_FOREIGN, ForeignCitations
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.clock import Clock
from scrubjay.model.evidence import Origin
from scrubjay.model.memory import Blocked
from scrubjay.model.of_extensions import FoundPassage
from scrubjay.privacy.secrets.masking import masked_text
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.document import DocumentRequest
from scrubjay.storage.database import Database
from scrubjay.wiring.workspace import Workspace

READ_TOKENS = 10_000
SEARCH_TOKENS = 100_000


class WorkspaceHost:
    """The host of one extension in one worktree. Its claims are a program's, in the extension's name."""

    def __init__(
        self,
        workspace: "Workspace",
        clock: Clock,
        registry: ExtensionRegistry,
        extension: Extension,
        *,
        writes: bool = True,
    ) -> None:
        self._writes = writes
        self._workspace = workspace
        self._registry = registry
        self._extension = extension
        self._log = Log(f"scrubjay.extensions.{extension.name}")
        self.clock = clock

    @property
    def settings(self) -> Any:
        """The extension's own section of the settings."""
        return section_of(self._registry, self._extension, self._workspace.settings)

    @property
    def folder(self) -> Path:
        """The top of the worktree."""
        return self._workspace.repository.worktree

    @property
    def file(self) -> Path:
        """The extension's own file for this project."""
        return own_file(self._workspace.project.folder, self._extension.name)

    def search(self, query: str, *, kinds: Sequence[str] = (), limit: int = 8) -> tuple[FoundPassage, ...]:
        """Search what is visible at HEAD; the passages found, best first."""
        asked = RecallRequest(query=query, kinds=tuple(kinds), limit=max(1, min(limit, 100)), budget=SEARCH_TOKENS)
        answer = self._workspace.recall.search(asked)
        return tuple(
            FoundPassage(
                kind=hit.kind,
                title=masked_text(hit.title),
                place=hit.id or hit.address,
                text=masked_text(hit.text),
                date=hit.date,
                grade=hit.grade,
            )
            for hit in (*answer.memories, *answer.hits)
        )

    def read(self, path: str) -> str:
        """The text of a document at HEAD."""
        return self._workspace.answers.document(DocumentRequest(path=path, budget=READ_TOKENS))

    def remember(self, content: str, *, sources: Sequence[str] = (), key: str = "") -> str:
        """Keep a claim as a program's. Raises PermissionDenied in what says of itself that it doesn't write."""
        if not self._writes:
            raise PermissionDenied(
                f"The extension {self._extension.name} declared that this part of it doesn't write. Nothing was kept."
            )
        now = head(self._workspace.git)
        name = self._extension.name
        request = RememberRequest(
            content=content, cites=tuple(sources), key=f"{name}:{key}" if key else "", author=name,
            origin=Origin.SCRIPT, agent=name, branch=now.branch, commit=now.commit,
        )  # fmt: skip
        outcome = self._workspace.memories.remember(request)
        return "" if isinstance(outcome, Blocked) else outcome.id

    def log(self, line: str) -> None:
        """Write a line into the diagnostic log."""
        self._log.info("%s", masked_text(line))

    def service(self, key: str) -> Any:
        """A service of an enabled extension."""
        owner = next((one for one in self._registry.enabled if key in one.services), None)
        if owner is None:
            raise NotFound(f"No extension that is on has a service {key[:60]!r}. See `scrubjay extensions`.")
        host: Host = WorkspaceHost(self._workspace, self.clock, self._registry, owner)
        return self._registry.asked(owner.name, lambda: make(load(owner.services[key]), {"host": host}))


def hosted(
    workspace: "Workspace", clock: Clock, registry: ExtensionRegistry, extension: Extension, *, writes: bool = True
) -> Host:
    """The host of an extension in a worktree; without `writes` it keeps no claim."""
    return WorkspaceHost(workspace, clock, registry, extension, writes=writes)


def added_sources(
    extensions: ExtensionRegistry, knowledge_database: Database, policy: Policy, counter: TokenCounter, clock: Clock,
    services: Workspace,
) -> tuple[SourcedTexts, ...]:  # fmt: skip
    """The sources of texts that other people's extensions add; of two with one name the first counts."""
    found: dict[str, SourcedTexts] = {}
    for one in extensions.made("source", lambda it: {"host": hosted(services, clock, extensions, it, writes=False)}):
        make_texts = partial(
            SourcedTexts, extensions, one.extension.name, one.value, knowledge=knowledge_database, policy=policy,
            counter=counter, clock=clock,
        )  # fmt: skip
        source = extensions.guarded(one.extension.name, make_texts)
        if source is not None and source.kind in found:
            extensions.failed(one.extension.name, ValueError(f"another extension has the kind {source.kind}"))
        elif source is not None:
            found[source.kind] = source
    return tuple(found.values())


def foreign_citations(extensions: ExtensionRegistry, clock: Clock, services: Workspace) -> ForeignCitations:
    """The forms of reference that other people's extensions find; a second one of an extension is `NAME.2`."""
    if not extensions.others:
        return NO_FOREIGN
    forms = extensions.made("citation", lambda it: {"host": hosted(services, clock, extensions, it, writes=False)})
    named: dict[str, CitationForm] = {}
    for one in forms:
        name = one.extension.name
        number = sum(key.partition(".")[0] == name for key in named) + 1
        named[name if number == 1 else f"{name}.{number}"] = one.value
    return ForeignCitations(extensions, named)
