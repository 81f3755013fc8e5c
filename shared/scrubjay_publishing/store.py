"""The table of publications: which memory was committed on which branch, under which path."""

from collections.abc import Iterable
from dataclasses import asdict

from scrubjay.storage.database import Database
from scrubjay.storage.driver import Row, load
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
    return Publication(
        memory=row["memory"], branch=row["branch"], commit=row["commit_sha"], path=row["path"], base=row["base"],
        at=row["at"],
    )  # fmt: skip
