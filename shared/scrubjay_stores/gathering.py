"""Every store of a worktree: what extensions provide, by name, and which of them is written to for a scope."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scrubjay.errors import UsageError
from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.extensions.kinds.stores import MemoryBackend
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.extensions.sections import section_of
from scrubjay.model.later import Later
from scrubjay.settings.schema import Settings
from scrubjay_stores.settings import StorePlace, StoresSection

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay_stores import local
    from scrubjay_stores.services import hindsight, letta, mem0, zep
else:
    local = Later("scrubjay_stores.local")
    mem0 = Later("scrubjay_stores.services.mem0")
    letta = Later("scrubjay_stores.services.letta")
    zep = Later("scrubjay_stores.services.zep")
    hindsight = Later("scrubjay_stores.services.hindsight")

KIND: Final = "memory_backend"
FOLDER: Final = "stores"


def section(settings: Settings) -> StoresSection:
    """The section `stores:` of the user's file. Raises ConfigError."""
    (extension,) = (one for one in BUILT_IN if one.name == "stores")
    found: StoresSection = section_of(ExtensionRegistry.of(settings.home), extension, settings)
    return found


def own_stores(workspace: "Workspace") -> Sequence[MemoryBackend]:
    """The home, and the stores that the user's file names."""
    return (local.HomeStore(workspace), *configured(workspace))


def configured(workspace: "Workspace") -> Iterator[MemoryBackend]:
    """The stores that the user's file names. Nothing is asked or opened, and no client library imported, until used."""
    read = section(workspace.user_settings)
    for name, place in read.places.items():
        if place.kind == "file":
            yield local.ExportStore(workspace, name, Path(place.path).expanduser())
        else:
            yield _service(name, place, read.timeout_s, workspace.user_settings.home / FOLDER)


def _service(name: str, place: StorePlace, timeout_s: float, folder: Path) -> MemoryBackend:
    match place.kind:
        case "mem0":
            return mem0.Mem0Store(name, place, timeout_s, folder)
        case "letta":
            return letta.LettaStore(name, place, timeout_s, folder)
        case "zep":
            return zep.ZepStore(name, place, timeout_s, folder)
        case _:
            return hindsight.HindsightStore(name, place, timeout_s, folder)


class StoreDirectory:
    """The stores of a worktree by name."""

    def __init__(self, stores: Sequence[MemoryBackend]) -> None:
        self.all = tuple(stores)

    @classmethod
    def of(cls, workspace: "Workspace") -> "StoreDirectory":
        """All that extensions provide for a worktree. Raises ConfigError."""
        return cls([one for make in workspace.provided(KIND) for one in make(workspace)])

    def named(self, name: str) -> MemoryBackend:
        """A store by its name; `team` is the team's, whatever it is called. Raises UsageError."""
        for one in self.all:
            if name == one.name or (name == "team" and one.kind == "team"):
                return one
        if name == "team":
            raise UsageError("This home is in no team. A person joins one: `scrubjay team join URL`.")
        known = ", ".join(one.name for one in self.all)
        raise UsageError(f"There is no store {name[:40]!r}. `scrubjay stores list` shows them: {known}.")

    def writer(self, scope: str) -> MemoryBackend:
        """The one store that a scope is written to. Raises UsageError for none, and for several."""
        found = [one for one in self.all if scope in one.writes]
        if len(found) == 1:
            return found[0]
        if not found:
            raise UsageError(f"No store is written to for scope {scope[:40]!r}. See `scrubjay stores list`.")
        names = " and ".join(one.name for one in found)
        raise UsageError(
            f"Scope {scope} would be written to {names}, and it goes to one. Leave the team, or take `scope` from the "
            "section stores of config.yaml."
        )
