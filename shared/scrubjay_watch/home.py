"""The source of this machine: it looks at SQLite's change counters and at HEAD, and reads only where these changed."""

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING

from scrubjay.errors import LimitExceeded, NotFound, PermissionDenied, UsageError
from scrubjay.extensions.kinds.watched import NOTHING_SHOWN, Shown, Watched, WatchedResource
from scrubjay.extensions.loading import loaded
from scrubjay.git.head import head
from scrubjay.model.agent import Caller, Capability
from scrubjay.model.frozen import replace
from scrubjay.model.memory import MemoryStatus
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.session.tasks.reading import task_state
from scrubjay_watch.declared import EVERY, HERE

if TYPE_CHECKING:
    from scrubjay.storage.database import Database
    from scrubjay.wiring.workspace import Workspace

TIME_S = 60
"""Seconds after which is looked again where nobody wrote: what ends by time alone is told so late at most."""


class HomeSource:
    """What a worktree's resources show one caller. `workspace` gives the worktree as it is set up at the moment."""

    def __init__(
        self, workspace: "Callable[[], Workspace]", caller: Caller, resources: Mapping[str, WatchedResource]
    ) -> None:
        self._workspace = workspace
        self._caller = caller
        self._resources = resources

    def knows(self, watched: Watched) -> bool:
        """Whether a resource of this kind is one of ours."""
        return watched.name in self._resources

    def stamp(self) -> Hashable:
        """Which databases there are, how often each was written, where HEAD is, which minute it is.

        Nothing is read from a database for it but its change counter.
        """
        workspace = self._workspace()
        at = head(workspace.git)
        versions = tuple(database.version() for database in _databases(workspace))
        return workspace, versions, at.branch, at.commit, int(workspace.clock().timestamp() // TIME_S)

    def shows(self, watched: Watched) -> Shown:
        """What the resource shows the caller now; nothing where the caller may not ask, or nothing is called so."""
        workspace, resource = self._workspace(), self._resources[watched.name]
        shows: Callable[[Workspace, Caller, str], Shown] = loaded(resource.shows)
        try:
            caller = _present_caller(workspace, self._caller)
            for capability in resource.needs:
                caller.require(capability)
            return shows(workspace, caller, watched.value)
        except (PermissionDenied, NotFound, UsageError, LimitExceeded):
            return NOTHING_SHOWN

    def close(self) -> None:
        """Nothing was begun."""


def _databases(workspace: "Workspace") -> "tuple[Database, ...]":
    """The databases that resources are read from; the user's where there is one."""
    return (*workspace.memory_reader.databases(), workspace.session_database)


def _present_caller(workspace: "Workspace", caller: Caller) -> Caller:
    """The caller with what its agent, and each agent that its session was registered as, may do now."""
    if "agents" not in workspace.settings.toolsets:
        return caller
    registered = workspace.agent_registry.registered(
        caller.owner, caller.project, type=caller.type, name=caller.name, session=caller.session, child=caller.agent
    )
    may: frozenset[Capability] = caller.capabilities
    for agent in registered:
        may &= agent.capabilities
    return replace(caller, capabilities=may)


def task_shown(workspace: "Workspace", caller: "Caller", branch: str) -> Shown:
    """The task of a branch, as it stands; its saves and steps make it another one."""
    name = shown(head(workspace.git).branch if branch == HERE else branch)
    task = workspace.tasks.get(name)
    return NOTHING_SHOWN if task is None else {name: task_state(task)}


def memories_shown(workspace: "Workspace", caller: "Caller", tag: str) -> Shown:
    """The memories that a list of this tag shows at HEAD, each with its grade's traces, the newest ten thousand."""
    tags = () if tag == EVERY else (tag.removeprefix("#").lower(),)
    keys = workspace.memories.keys(status=MemoryStatus.ACTIVE, tags=tags, weighed=True)
    return {key.id: key for key in keys}
