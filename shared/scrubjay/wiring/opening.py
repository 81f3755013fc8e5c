"""Finds what is at a path, opens the services of a home and of a worktree; and makers of what extensions give."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.git.clone_state import worktree_marks
from scrubjay.git.discovery import RepositoryCache
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.git.worktree import Worktree
from scrubjay.identity.projects.file import binding_places, home_id, index_copies
from scrubjay.identity.projects.identity import CloneFacts
from scrubjay.identity.projects.registry import ProjectRegistry
from scrubjay.inference.choose import make_reranker
from scrubjay.memory.store.visible import StandIns
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.project import Project
from scrubjay.settings.layers import (
    REPOSITORY_FILE,
    for_project,
    read_repository_file,
    requested_project,
    with_repository,
)
from scrubjay.storage.files import FileMarks, Looks
from scrubjay.wiring.home import HomeServices, Stores
from scrubjay.wiring.registry import Registry, ServiceRow, rows_of
from scrubjay.wiring.workspace import Workspace

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.memories import StandIn
    from scrubjay.storage.driver import Connection


MOST_PLACES = 64
"""Paths of which is known what is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPlace:
    """What is at a path: a repository, the project that it opens, by which facts, and the text of its settings.

    So it is while the `marks` of its `places` stand and the home's `version` is the same; without them look again.
    """

    places: list[str] | None
    marks: FileMarks | None
    version: object
    repository: Repository
    facts: CloneFacts
    project: Project
    text: str


class KnownPlaces:
    """Finds what is at a path, by looks alone where nothing changed. Safe to share between threads."""

    def __init__(self, repositories: RepositoryCache, registry: ProjectRegistry) -> None:
        self._repositories = repositories
        self._registry = registry
        self._found: dict[Path, FoundPlace] = {}

    def at(self, path: Path, looks: Looks) -> FoundPlace:
        """Find what is at a path. Raises RepositoryError, ConfigError, StorageError."""
        home = self._registry.database
        with home.snapshot(looks):
            known = self._found.get(path)
            version = home.version() if known else None
            stands = known is not None and known.marks is not None and known.marks.stand(looks)
            if known is not None and stands and known.version == version:
                return known
            if known is not None and stands and (project := self._registry.find_again(known.facts)):
                found = replace(known, version=version, project=project)
            else:
                found = self._find(path, looks, known, version)
            if len(self._found) >= MOST_PLACES:
                self._found.clear()
            self._found[path] = found
            return found

    def _find(self, path: Path, looks: Looks, known: FoundPlace | None, version: object) -> FoundPlace:
        """Find the repository at a path anew, and remember the marks of its places for the next time."""
        try:
            marks = FileMarks.vouching(known.places, looks) if known and known.places else None
        except OSError:
            marks = None
        repository = self._repositories.open(path)
        text = read_repository_file(repository.worktree)
        file = str(repository.worktree / REPOSITORY_FILE)
        facts = self._registry.facts(repository)
        project = self._registry.find(repository, requested_project(text, file), facts)
        places = self._repositories.places(path, repository) if facts.folder == facts.clone else None
        if places is not None:
            places += [*binding_places(repository.common_dir, self._registry.home), file]
        if known is None or places != known.places:
            marks = None
        return FoundPlace(
            places=places,
            marks=marks,
            version=version,
            repository=repository,
            facts=facts,
            project=project,
            text=text,
        )


HOME = rows_of(HomeServices)
WORKTREE = {
    **{name: row for name, row in rows_of(Workspace).items() if name not in HOME},
    **{name: ServiceRow(row) for extension in BUILT_IN for name, row in extension.worktree.items()},
}
"""The core asks for none of our extensions' by name."""

OWNERS = {name: extension.name for extension in BUILT_IN for name in extension.worktree}
"""Whose a service is that isn't the core's: to be had where its extension is on."""


def open_home(given: Mapping[str, object]) -> HomeServices:
    """The services that the workspaces of a home share."""
    return HomeServices(Registry(HOME, given))


def open_worktree(
    home: HomeServices, *, repository: Repository, project: Project, stores: Stores, text: str,
    enqueue: Callable[[str], None], enqueue_soon: Callable[[str], None], brief_soon: Callable[[str], None],
) -> Workspace:  # fmt: skip
    """The workspace of a worktree. `text` is its repository's configuration, which is untrusted. Raises ConfigError."""
    settings, refused = with_repository(home.user_settings, text, str(repository.worktree / REPOSITORY_FILE))
    settings = for_project(settings, project.id)
    worktree = Worktree(repository, home.user_config, home.idle, worktree_marks)
    copies = index_copies(repository.common_dir, home_id(home.user_settings.home))
    given: dict[str, object] = {
        "repository": repository,
        "common_dir": repository.common_dir,
        "project": project,
        "refused": refused,
        "roots": project.roots,
        "settings": settings,
        "worktree": worktree,
        "git": Git(repository.worktree, home.git_environment, worktree=worktree, indexes=copies),
        "reranker": make_reranker(settings.retrieval.reranker),
        "enqueue": enqueue,
        "enqueue_search": partial(enqueue, "search"),
        "enqueue_soon": enqueue_soon,
        "brief_soon": brief_soon,
        "stores": stores,
        "knowledge_database": stores.knowledge,
        "session_database": stores.session,
        "forge_database": stores.forge,
        "counts": stores.counts,
    }

    def why_not(name: str) -> str:
        owner = OWNERS.get(name, "")
        if not owner or home.extensions.is_on(owner):
            return ""
        return f"{name} is a service of the extension {owner}, which isn't on. See `scrubjay extensions`."

    return Registry(WORKTREE, given, home.registry, why_not).open_as(Workspace)


def makers_of(extensions: ExtensionRegistry) -> Callable[[str], Sequence[Callable[..., Any]]]:
    """A function that gives what our own extensions that are on provide of a kind."""

    def makers(kind: str) -> Sequence[Callable[..., Any]]:
        return [one.value for one in extensions.of_ours(kind)]

    return makers


def extensions(home: Path) -> ExtensionRegistry:
    return ExtensionRegistry.of(home)


def stand_ins(files_for_memories: "Sequence[StandIn[Connection]]") -> StandIns:
    """The files that stand for memories."""
    return StandIns(*files_for_memories)


def left_in_git(stand_ins: StandIns, services: Workspace) -> Callable[[str], str]:
    """A function that tells what git still says of a memory that is ended, replaced or forgotten."""

    def left(id: str) -> str:
        said = stand_ins.elsewhere([id], services.documents.view()).get(id)
        return said.left if said else ""

    return left
