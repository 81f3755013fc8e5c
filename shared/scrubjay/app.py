"""Composition root: opens a home and its shared parts; `wiring` wires one worktree."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from scrubjay.extensions.kinds.content import Embedder
from scrubjay.git.discovery import RepositoryCache
from scrubjay.git.process import Git, GitEnvironment
from scrubjay.git.process import version as git_version
from scrubjay.git.repository import Repository, open_repository
from scrubjay.identity.insight.counting import EventCounts
from scrubjay.identity.presence import Presence
from scrubjay.identity.presence.clients import ClientSessions
from scrubjay.identity.projects.binder import ProjectBinder
from scrubjay.identity.projects.registry import ProjectRegistry
from scrubjay.inference.choose import make_embedder, make_language_model
from scrubjay.inference.embedding.ahead import AheadEmbedder
from scrubjay.inference.resting import Resting, return_free_memory
from scrubjay.integrations.launching.launcher import Waking, running_launcher, start, start_worker
from scrubjay.model.clock import Clock, system_clock
from scrubjay.model.project import Project
from scrubjay.settings.layers import REPOSITORY_FILE, read_repository_file, with_repository
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database
from scrubjay.storage.files import Looks
from scrubjay.storage.filesystem import private_folder
from scrubjay.storage.queue.jobs import JobQueue
from scrubjay.wiring.home import Stores
from scrubjay.wiring.opening import KnownPlaces, open_home, open_worktree
from scrubjay.wiring.workspace import Workspace

if TYPE_CHECKING:
    from scrubjay.identity.person.permit import Permit
    from scrubjay.inference.language import LanguageModel
    from scrubjay.memory.transcript.session import CallingClient
    from scrubjay.storage.queue.job import Kind

__all__ = ["App", "Workspace", "make_embedder", "open_app"]


class App:
    """An open home, which returns workspaces. Safe to use from several threads."""

    def __init__(
        self,
        settings: Settings,
        git_environment: GitEnvironment,
        embedder: AheadEmbedder | None,
        clock: Clock,
        wake: Callable[[], None] | None,
        language_model: "LanguageModel | None" = None,
        client: "CallingClient | None" = None,
        network: object = None,
        rests_after_s: float = 0.0,
        keeps_model: bool = True,
    ) -> None:
        self.settings = settings
        self.git_environment = git_environment
        self.embedder = embedder
        self.clock = clock
        private_folder(settings.home)
        self.home_database = Database(settings.home / "home.db", "home")
        self.registry = ProjectRegistry(self.home_database, settings.home, git_environment, clock)
        self.binder = ProjectBinder(self.registry)
        self.queue = JobQueue(self.home_database, clock)
        self.presence = Presence(self.home_database, clock)
        self.client_sessions = ClientSessions(self.home_database, clock)
        self._waking = Waking(wake or self._start_worker)
        self._home = open_home(
            {
                "user_settings": settings,
                "home": settings.home,
                "git_environment": git_environment,
                "embedder": embedder,
                "clock": clock,
                "language_model": language_model,
                "client": client,
                "network": network,
                "home_database": self.home_database,
                "user_database": self.user_database,
                "client_sessions": self.client_sessions,
                "projects": self.registry.list,
            }
        )
        self._places = KnownPlaces(RepositoryCache(git_environment), self.registry)
        self._lock = threading.RLock()
        self._user_lock = threading.Lock()  # its own: a briefing that is being prepared opens it while the rest closes
        self._stores: dict[str, Stores] = {}
        self._workspaces: dict[tuple[Path, str, str], Workspace] = {}
        self._user: Database | None = None
        self._keeps_model = keeps_model
        self._resting = Resting(rests_after_s, self.rest) if rests_after_s else None
        if self._resting is not None and embedder is not None:
            embedder.used = self._resting.used

    def workspace(self, path: Path, looks: Looks | None = None) -> Workspace:
        """The workspace of the repository that holds a path; `looks` are those of a call that began already.

        Raises NotARepository, NotInitialised and the other RepositoryErrors, ConfigError, StorageError.
        """
        looks = Looks() if looks is None else looks
        place = self._places.at(path, looks)
        with self._lock:
            stores = self._open(place.project, looks)
            return self._workspace(place.repository, place.project, stores, place.text)

    def initialise(self, path: Path, *, join: str = "", agreed: bool = False) -> Workspace:
        """The workspace of a repository, which becomes a project of this home unless it is one.

        `join`: the project that a person chose for it. `agreed`: a person confirmed that the repository which `.git`
        leads to belongs to this folder.
        """
        repository = open_repository(path, self.git_environment)
        git_version(Git(repository.worktree, self.git_environment))
        text = read_repository_file(repository.worktree)
        with_repository(self.settings, text, str(repository.worktree / REPOSITORY_FILE))
        if join:
            project = self.binder.join(repository, join, anyway=True)
        else:
            project = self.binder.bind(repository, agreed=agreed)
        with self._lock:
            return self._workspace(repository, project, self._open(project, Looks()), text)

    def user_database(self) -> Database:
        """The database of the user's own memories, opened on first use."""
        with self._user_lock:
            if self._user is None:
                self._user = Database(self.settings.home / "user" / "knowledge.db", "knowledge")
            return self._user

    def record_act(self, permit: "Permit", action: str, resource: str) -> None:
        """Add what a person did to the user's own audit chain: a project's goes with the project."""
        from scrubjay.identity.audit import AuditEvent, AuditWriter
        from scrubjay.model.clock import iso

        database, now, actor = self.user_database(), iso(self.clock()), self.settings.user_id
        audit = AuditWriter(database.path.parent / "audit")
        database.write(lambda c: audit.add(c, now, AuditEvent.ACT, actor, resource, action, "done", permit.trace))

    def release(self, project: Project) -> None:
        """Close what is open of a project; its next workspace opens it again."""
        with self._lock:
            for key in [key for key in self._workspaces if key[1] == project.id]:
                self._workspaces.pop(key).close()
            stores = self._stores.pop(project.id, None)
            if stores is not None:
                stores.close()

    def rest(self) -> None:
        """Give free memory back; where the model isn't kept, also what a question needs and the next can make again."""
        if not self._keeps_model and self.embedder is not None:
            self.embedder.rest()
            self._home.indexes.rest()
            with self._lock:
                stores = tuple(self._stores.values())
            for one in stores:
                one.rest()
        return_free_memory()

    def close(self) -> None:
        """Close every database; running transactions end first."""
        if self._resting is not None:
            self._resting.end()
        with self._lock:
            for workspace in self._workspaces.values():
                workspace.close()
            for stores in self._stores.values():
                stores.close()
            if self._user:
                self._user.close()
            self._home.idle.end()
            if (parsers := self._home.registry.in_use().get("further_parsers")) is not None:
                parsers.close()
            self.home_database.close()
        self._waking.close()

    def _workspace(self, repository: Repository, project: Project, stores: Stores, text: str) -> Workspace:
        key = (repository.worktree, project.id, text)
        workspace = self._workspaces.get(key)
        if workspace is None or (workspace.project, workspace.repository) != (project, repository):
            workspace = self._workspaces[key] = self._assemble(repository, project, stores, text)
        return workspace

    def _assemble(self, repository: Repository, project: Project, stores: Stores, text: str) -> Workspace:
        return open_worktree(
            self._home,
            repository=repository,
            project=project,
            stores=stores,
            text=text,
            enqueue=lambda cause: self._later(project, repository, "ingest", cause, self._waking.now),
            enqueue_soon=lambda cause: self._later(project, repository, "ingest", cause, self._waking.soon),
            brief_soon=lambda cause: self._later(project, repository, "briefing", cause, self._waking.soon),
        )

    def _open(self, project: Project, looks: Looks) -> Stores:
        """The databases of a project; replaced files are reopened, and their caches dropped."""
        stores = self._stores.get(project.id)
        if stores and not all(one.is_current(looks) for one in (stores.knowledge, stores.session, stores.forge)):
            self.release(project)
        if project.id not in self._stores:
            knowledge = Database(project.folder / "knowledge.db", "knowledge")
            session = Database(project.folder / "session.db", "session")
            forge = Database(project.folder / "forge.db", "knowledge")
            counts = EventCounts(session.path, self.clock, keep=self.settings.insight.keep)
            self._stores[project.id] = Stores(knowledge, session, forge, counts)
        return self._stores[project.id]

    def _later(
        self, project: Project, repository: Repository, kind: "Kind", cause: str, wake: Callable[[], None]
    ) -> None:
        self.queue.ask(project.id, repository.worktree, kind, cause)
        wake()

    def _start_worker(self) -> None:
        try:
            words = start(self.settings.home, running_launcher())
            start_worker(self.settings.home, words, self.git_environment.variables)
        except OSError:
            return  # the next hook, search or server start tries again


@contextmanager
def open_app(
    settings: Settings,
    *,
    git_environment: GitEnvironment,
    embedder: Embedder | None = None,
    clock: Clock = system_clock,
    wake: Callable[[], None] | None = None,
    language_model: "LanguageModel | None" = None,
    client: "CallingClient | None" = None,
    network: object = None,
    rests_after_s: float = 0.0,
    keeps_model: bool = True,
) -> Iterator[App]:
    """Open the home for the duration of a `with` block.

    Tests pass their own models, clock, or `wake`, which starts the worker.
    `client` leads to the transcript of the session that this process serves; `network` is how extensions reach forges.
    Free memory is given back `rests_after_s` seconds after the last question to the model, and unless `keeps_model` the
    model's too; 0: never.
    """
    writing = language_model or make_language_model(settings)
    chosen = embedder or make_embedder(settings)
    app = App(
        settings=settings,
        git_environment=git_environment,
        embedder=AheadEmbedder.of(chosen) if chosen else None,
        clock=clock,
        wake=wake,
        language_model=writing,
        client=client,
        network=network,
        rests_after_s=rests_after_s,
        keeps_model=keeps_model,
    )
    try:
        yield app
    finally:
        app.close()
