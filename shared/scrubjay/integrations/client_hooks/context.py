"""Context of an event: its worktree, the project and its files, and the client's process that reports it."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scrubjay.git.discovery import read_repository
from scrubjay.git.head import head, read_pointer
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.repository import Repository, open_repository
from scrubjay.identity.person.lineage import Process, clients
from scrubjay.identity.presence.clients import ClientSessions
from scrubjay.identity.projects.file import home_id, index_copies, opened_project
from scrubjay.integrations.client_hooks.message import Message
from scrubjay.model.clock import Clock
from scrubjay.model.frozen import dataclass, replace
from scrubjay.storage.database import Database

if TYPE_CHECKING:
    from scrubjay.storage.queue.job import Kind

Enqueue = Callable[[str, "Kind"], None]
"""Queues a worker job for this worktree; the first argument is the cause."""

LEAVING_SOURCES = frozenset({"clear", "resume", "fork", "compact"})
"""Sources of a session start that end another session of the same process."""


def note_client(
    home: Database, clock: Clock, message: Message, ancestors: Sequence[Process], head: Callable[[], str]
) -> None:
    """Record the session of the nearest client among a hook's ancestors; nothing where none is known.

    Raises ScrubjayError.
    """
    processes = clients(ancestors)
    if not processes:
        return
    sessions = ClientSessions(home, clock)
    if message.event == "SessionEnd":
        sessions.leave(processes[0], message.session)
        return
    moved = message.event == "SessionStart" and message.source in LEAVING_SOURCES
    above = ancestors[ancestors.index(processes[0]) + 1 :]
    nested = len(processes) > 1 or sessions.have_reported(above)  # one that bears its parent's name is no wrapper then
    sessions.report(processes[0], message.session, message.transcript, head, nested=nested, moved=moved)


def current_commit(place: "HookContext") -> str:
    """The commit at HEAD; git is asked where the files don't tell it."""
    pointer = read_pointer(place.repository.git_dir, place.repository.common_dir)
    return pointer.commit if pointer is not None else head(place.git).commit


TIMEOUT_S = 0.4
"""Seconds that a client waits for us, and the timeout of any essential git call."""

BUSY_TIMEOUT_MS = 200
"""Milliseconds that a hook waits for another writer of a database."""


@dataclass(frozen=True, slots=True)
class HookContext:
    """A worktree that belongs to a project of this home; `until` is the deadline (monotonic seconds)."""

    home: Path
    repository: Repository
    git: Git
    project: str
    until: float

    @property
    def folder(self) -> Path:
        """The project's folder in the home."""
        return self.home / "projects" / self.project


def find_context(
    home: Path, folder: Path, environment: Mapping[str, str], database: Database, until: float
) -> HookContext | None:
    """The context of an event; None where the repository isn't set up, or is a copy.

    Raises ScrubjayError where there is no repository, or git fails.
    """
    git_environment = GitEnvironment.of(environment)
    repository = read_repository(folder, git_environment.variables)
    repository = repository or open_repository(folder, git_environment, TIMEOUT_S)
    git = Git(repository.worktree, git_environment, TIMEOUT_S)
    project = opened_project(git, repository, home, database)
    if not project:
        return None
    git = replace(git, indexes=index_copies(repository.common_dir, home_id(home)))
    return HookContext(home, repository, git, project, until)
