"""Opens a Notifier with every source, and reads the addresses of what can be watched."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from scrubjay.errors import UsageError
from scrubjay.extensions.kinds.watched import Watched, WatchedResource, watched_at
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay_watch.home import HomeSource
from scrubjay_watch.notifier import Notifier

if TYPE_CHECKING:
    from scrubjay.model.agent import Caller
    from scrubjay.wiring.workspace import Workspace

SCHEME: Final = "scrubjay://"


def resources_of(registry: ExtensionRegistry | None) -> tuple[WatchedResource, ...]:
    """What our extensions that are on have to watch, in order; nothing for None."""
    provided = registry.of_ours("watched_resource") if registry is not None else ()
    return tuple(resource for one in provided for resource in one.value)


def named(text: str, resources: Iterable[WatchedResource]) -> Watched:
    """What a person names, with or without `scrubjay://`. Raises UsageError, which says what there is."""
    known = tuple(resources)
    address = text if text.startswith(SCHEME) else f"{SCHEME}{text}"
    if (found := watched_at(address, known)) is None:
        forms = ", ".join(one.uri.removeprefix(SCHEME).replace("{+", "{") for one in known)
        raise UsageError(f"Nothing to watch is called {text[:60]!r}. There are: {forms}.")
    return found


def open_notifier(workspace: "Callable[[], Workspace]", caller: "Caller") -> Notifier:
    """A Notifier for one caller in one worktree. Raises ScrubjayError."""
    present = workspace()
    resources = {one.name: one for one in resources_of(present.extensions)}
    opened = (source(present, caller) for source in present.provided("change_source"))
    further = (source for source in opened if source is not None)
    return Notifier([HomeSource(workspace, caller, resources), *further])
