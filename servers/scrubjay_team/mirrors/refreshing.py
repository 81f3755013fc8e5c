"""A project's mirror refreshed: fetched, then indexed; each can be done again at any time and changes nothing twice."""

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from uuid import UUID

from scrubjay.errors import NotFound, ScrubjayError, StorageBusy
from scrubjay.extensions.kinds.keys import KeyProvider
from scrubjay.log import Log
from scrubjay.storage.filesystem import file_lock
from scrubjay_team.errors import TeamDatabaseUnavailable
from scrubjay_team.mirrors.fetching import fetch
from scrubjay_team.mirrors.mirror import Mirror, held_mirror, newest_commits, owners_file
from scrubjay_team.mirrors.removing import folder_of, remove_folder
from scrubjay_team.mirrors.route import Route
from scrubjay_team.mirrors.sealing import CREDENTIAL, Sealer
from scrubjay_team.mirrors.states import MirrorStates, WorkerStops, shown_by
from scrubjay_team.mirrors.watching import FetchLimits, Progress, folder_size

OpenRoute = Callable[[str, str, str], AbstractContextManager[Route]]
"""Opens the route to an address, with the accepted host key and the credential as they are kept."""

Index = Callable[[UUID, Mirror, Progress], None]
"""Makes the index of a project that of its mirror."""

Ends = Callable[[], bool]
"""Whether the server ends."""

_log = Log(__name__)


class MirrorRefresher:
    """Fetches and indexes mirrors below a data folder. Failures are kept in the mirror's state, in plain words."""

    def __init__(
        self, *, states: MirrorStates, data: Path, limits: FetchLimits, open_route: OpenRoute, index: Index, path: str,
        keys: KeyProvider | None = None,
    ) -> None:  # fmt: skip
        """`data` is the server's data folder; programs are looked for on `path`; `keys` None: the data folder's key."""
        self.states = states
        self._data = data
        self._sealer = Sealer(data, keys)
        self._limits = limits
        self._open_route = open_route
        self._index = index
        self._path = path

    def fetch(self, project: UUID, ends: Ends = lambda: False) -> None:
        """Fetch a project's mirror. Raises only what says that the database is away, and WorkerStops."""
        self._recording(project, lambda: self._fetch(project, ends))

    def index(self, project: UUID, ends: Ends = lambda: False) -> None:
        """Index what a project's mirror shows; a server that hasn't got the mirror fetches it first."""
        self._recording(project, lambda: self._index_now(project, ends))

    def sweep(self) -> None:
        """Remove the folders of projects that the database has no more: another machine removed them."""
        for folder in (self._data / "mirrors").glob("*-*-*-*-*"):
            try:
                self.states.state(UUID(folder.name))
            except NotFound:
                with suppress(StorageBusy):
                    remove_folder(self._data, UUID(folder.name))
            except ValueError:
                continue  # no folder of ours

    def _recording(self, project: UUID, act: Callable[[], object]) -> None:
        """Do something for a project; what fails is kept in its state, unless the project is gone."""
        try:
            act()
        except NotFound:
            _log.debug("project %s was removed meanwhile", project)
        except (TeamDatabaseUnavailable, WorkerStops):
            raise
        except Exception as error:
            known = isinstance(error, ScrubjayError)
            told = error if known else ScrubjayError(f"{type(error).__name__} where none was expected: {error}")
            with suppress(NotFound):
                self.states.failed(project, told)
            if not known:
                raise

    def _fetch(self, project: UUID, ends: Ends) -> Mirror | None:
        """Fetch a mirror and keep that it went well; None for a project without one."""
        source = self.states.source(project)
        if source is None:
            return None
        self.states.begin(project)
        sealed = source.credential
        credential = "" if sealed is None else self._sealer.open(project, CREDENTIAL, sealed)
        folder = folder_of(self._data, project)
        with self._open_route(source.address, source.host_key, credential) as route:
            mirror = fetch(folder, route, self._limits, self.states.progress(project, ends))
        recent, owners = newest_commits(mirror, self._path), owners_file(mirror, self._path)
        self.states.fetched(project, mirror, recent, folder_size(mirror.bare), owners)
        return mirror

    def _index_now(self, project: UUID, ends: Ends) -> None:
        """Index a mirror and keep that it is indexed."""
        state = self.states.state(project)
        if state is None:
            return
        folder = folder_of(self._data, project)
        mirror = held_mirror(folder, state.branch, self._path) or self._fetch(project, ends)
        if mirror is None:
            return
        with file_lock(folder / "lock") as mine:
            if not mine:
                raise StorageBusy("The mirror is being fetched or removed at this moment.")
            self._index(project, mirror, self.states.progress(project, ends))
        self.states.indexed(project, shown_by(mirror))
