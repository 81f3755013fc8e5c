"""Publications of this home: the table of what was committed where, and what git has of it."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import asdict

from scrubjay.git.process import Git
from scrubjay.model.frozen import from_row
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Row, load
from scrubjay.wiring.workspace import Workspace
from scrubjay_publishing.standings.marks import claims_in
from scrubjay_publishing.standings.published import PublishedMemories
from scrubjay_publishing.standings.values import Publication

Q = load(__package__)


def put(database: Database, publications: Iterable[Publication]) -> None:
    """Note publications, all or none."""
    rows = [asdict(publication) for publication in publications]
    database.write(lambda c: c.executemany(Q.put_publication, rows))


def drop(database: Database, branch: str, memories: Iterable[str]) -> None:
    """Forget that some memories are on a branch."""
    rows = [{"branch": branch, "memory": memory} for memory in memories]
    database.write(lambda c: c.executemany(Q.drop_publication, rows))


def publications(database: Database) -> tuple[Publication, ...]:
    """All publications, the oldest first."""
    return database.read(lambda c: tuple(map(_publication, c.execute(Q.publications).fetchall())))


def publications_of(database: Database, memory: str) -> tuple[Publication, ...]:
    """Where one memory was published, the newest first."""
    params = {"memory": memory}
    return database.read(lambda c: tuple(map(_publication, c.execute(Q.publications_of, params).fetchall())))


def _publication(row: Row) -> Publication:
    """The publication that a row holds."""
    return from_row(Publication, row, commit=row["commit_sha"])


def published(
    git: Git, knowledge_database: Database, user_database: Callable[[], Database], user_settings: Settings,
    services: "Workspace",
) -> PublishedMemories:  # fmt: skip
    """What was published from a project's memories, as read back by one worktree."""

    def claims(ids: Collection[str]) -> Mapping[str, str]:
        """What some memories say, by id; the user's database is opened only where there is one."""
        if not ids:
            return {}
        said = knowledge_database.read(lambda c: claims_in(c, ids))
        rest = frozenset(ids) - said.keys()
        if rest and (user_settings.home / "user" / "knowledge.db").exists():
            said |= user_database().read(lambda c: claims_in(c, rest))
        return said

    def closed(commits: frozenset[str]) -> frozenset[str]:
        """The commits whose proposal was closed without being taken."""
        return frozenset().union(*(one(services, commits) for one in services.provided("closed_commit")))

    return PublishedMemories(
        git=git,
        knowledge=knowledge_database,
        view=lambda commit: services.documents.view(commit),
        visible=lambda connection, view: services.documents.visible(connection, view),
        claims=claims,
        records=lambda: publications(knowledge_database),
        closed=closed,
    )


def published_files(published: PublishedMemories) -> PublishedMemories:
    """What was published, as the part that tells which files stand in for memories."""
    return published
