"""Completion of the arguments of resources: paths of documents, names of decisions, tags of memories."""

from collections.abc import Iterable

import anyio.to_thread
from mcp_types import (
    Completion,
    CompletionArgument,
    CompletionContext,
    PromptReference,
    ResourceTemplateReference,
)

from scrubjay.errors import ScrubjayError
from scrubjay_serving import Backend, ScrubjayServer
from scrubjay_serving.worktree import find_worktree

MOST = 100
"""Values of one answer, as the protocol has it."""


def completed(values: Iterable[str], typed: str) -> Completion:
    """The values that hold what was typed, those that begin with it first, each once, in alphabetical order."""
    wanted = typed.casefold()
    matching = sorted(
        {value for value in values if wanted in value.casefold()},
        key=lambda value: (not value.casefold().startswith(wanted), value.casefold(), value),
    )
    return Completion(values=matching[:MOST], total=len(matching), has_more=len(matching) > MOST)


def values_of(backend: Backend, argument: str) -> Iterable[str]:
    """Every value that a resource's argument may have at HEAD; none where there is no initialised repository."""
    from scrubjay.model.memory import MemoryStatus

    try:
        workspace = find_worktree(backend).workspace
        documents, memories = workspace.documents, workspace.memories
        match argument:
            case "path":
                return [file.path for file in documents.view().files]
            case "number":
                return [entry.decision.name for entry in documents.decisions(documents.view())]
            case "tag":
                return [tag for memory in memories.narrowed(status=MemoryStatus.ACTIVE) for tag in memory.tags]
            case _:
                return []
    except ScrubjayError:
        return []


def register(server: ScrubjayServer) -> None:
    """Register completion on a server."""

    async def complete(
        ref: PromptReference | ResourceTemplateReference,
        argument: CompletionArgument,
        context: CompletionContext | None,
    ) -> Completion | None:
        if not isinstance(ref, ResourceTemplateReference):
            return None
        values = await anyio.to_thread.run_sync(values_of, server.backend, argument.name)
        return completed(values, argument.value)

    server.completion()(complete)  # type: ignore[no-untyped-call]
