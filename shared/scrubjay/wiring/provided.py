"""Makers of what extensions give the core."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.memory.store.visible import StandIns

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.stand_in import StandIn
    from scrubjay.storage.driver import Connection
    from scrubjay.wiring.workspace import Workspace


def makers_of(extensions: ExtensionRegistry) -> Callable[[str], Sequence[Callable[..., Any]]]:
    """What those of our own that are on provide of a kind."""

    def makers(kind: str) -> Sequence[Callable[..., Any]]:
        return [one.value for one in extensions.provided(kind) if one.extension not in extensions.others]

    return makers


def extensions(home: Path) -> ExtensionRegistry:
    return ExtensionRegistry.of(home)


def stand_ins(files_for_memories: "Sequence[StandIn[Connection]]") -> StandIns:
    """The files that stand for memories."""
    return StandIns(*files_for_memories)


def left_in_git(stand_ins: StandIns, services: "Workspace") -> Callable[[str], str]:
    """What git still says of a memory that is ended, replaced or forgotten; empty where it says nothing."""

    def left(id: str) -> str:
        said = stand_ins.elsewhere([id], services.documents.view()).get(id)
        return said.left if said else ""

    return left
