"""A team with a mirrored repository: real git, real PostgreSQL, routes on this disk."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

import pytest

from scrubjay_team.mirrors.adding import CheckedAddress, add_mirror
from scrubjay_team.mirrors.addresses import read_address
from scrubjay_team.mirrors.credentials import Credential
from scrubjay_team.mirrors.mirror import Mirror
from scrubjay_team.mirrors.refreshing import MirrorRefresher
from scrubjay_team.mirrors.route import Route
from scrubjay_team.mirrors.states import MirrorStates
from scrubjay_team.mirrors.watching import FetchLimits, Progress
from tests.conftest import Repo
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import NOW, make_project, make_team
from tests.servers.team.mirrors.routes import LIMITS, PROGRAMS, file_route

ADDRESS = "https://git.example/acme/shop.git"


@dataclass
class Mirrored:
    """One project with a mirror of a repository on this disk; what was indexed is kept in a list."""

    databases: Databases
    data: Path
    origin: Repo
    team: UUID
    project: UUID
    hook_secret: str
    limits: FetchLimits = LIMITS
    indexed: list[str] = field(default_factory=list)
    opened: list[tuple[str, str, str]] = field(default_factory=list)

    @property
    def states(self) -> MirrorStates:
        return MirrorStates(self.databases.worker, self.databases.clock, 5)

    @property
    def refresher(self) -> MirrorRefresher:
        return MirrorRefresher(
            states=self.states, data=self.data, limits=self.limits, open_route=self.open, index=self.index,
            path=PROGRAMS,
        )  # fmt: skip

    @contextmanager
    def open(self, address: str, host_key: str, credential: str) -> Iterator[Route]:
        self.opened.append((address, host_key, credential))
        yield file_route(self.origin.path)

    def index(self, project: UUID, mirror: Mirror, progress: Progress) -> None:
        progress("embedding", 1, 2)
        self.indexed.append(mirror.commit)

    def rows(self, sql: str, *values: object) -> list[dict[str, object]]:
        with self.databases.owner.transaction() as connection:
            return list(connection.execute(sql, values))

    def mirror(self) -> dict[str, object]:
        return self.rows("SELECT * FROM mirror WHERE project = %s", self.project)[0]

    def jobs(self) -> list[tuple[object, object]]:
        found = self.rows("SELECT task_name, scheduled_at FROM queue.procrastinate_jobs ORDER BY task_name")
        return [(row["task_name"], row["scheduled_at"]) for row in found]

    def clear_jobs(self) -> None:
        with self.databases.owner.transaction() as connection:
            connection.execute("DELETE FROM queue.procrastinate_jobs")


def add(databases: Databases, project: UUID, data: Path, credential: Credential | None = None) -> str:
    with databases.owner.transaction() as connection:
        return add_mirror(connection, project, CheckedAddress(read_address(ADDRESS), None), credential, data, NOW)


@pytest.fixture
def mirrored(databases: Databases, tmp_path: Path, make_repo: Callable[..., Repo]) -> Mirrored:
    """A team's project whose repository has one commit; its first fetch is asked for."""
    origin = make_repo("origin")
    origin.commit("first", {"README.md": "# Shop\n"})
    team = make_team(databases.owner)
    project = make_project(databases.owner, team)
    secret = add(databases, project, tmp_path / "data", Credential("to" + "ken-of-test", "anna"))
    return Mirrored(databases, tmp_path / "data", origin, team, project, secret)
