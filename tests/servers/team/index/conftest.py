"""A bare mirror with a linked worktree, a project that it belongs to, and its index in PostgreSQL."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import pytest

from scrubjay.extensions.kinds.content import Embedder
from scrubjay_team.index.source.home import Progress
from scrubjay_team.index.writing import IndexReport, index_mirror
from tests.conftest import Repo
from tests.fakes import HashingEmbedder
from tests.servers.team.conftest import Databases
from tests.servers.team.makers import grant, make_member, make_project, make_token


@dataclass
class LiveMirror:
    """A bare clone of a repository with a worktree without files, for one project."""

    source: Repo
    bare: Path
    tree: Path
    home: Path
    project: UUID
    databases: Databases
    embedder: Embedder
    reader: bytes
    """The token of a member who may search it."""

    def fetch(self) -> None:
        """Bring the mirror to the source's branch, as the worker does."""
        self.source.git("-C", str(self.bare), "fetch", "-q", "--tags", "origin", "+refs/heads/*:refs/heads/*")
        self.source.git("-C", str(self.tree), "update-ref", "--no-deref", "HEAD", "refs/heads/main")

    def index(self, *tags: str, progress: Progress = lambda what, done, total: None) -> IndexReport:
        """Write the index of what was fetched last."""
        return index_mirror(
            self.databases.worker, self.project, self.tree, tags, home=self.home, progress=progress,
            embedder=self.embedder, environment=self.source.environment,
        )  # fmt: skip


MakeMirror = Callable[..., LiveMirror]


@pytest.fixture
def make_mirror(databases: Databases, tmp_path: Path) -> MakeMirror:
    """LiveMirror a repository for a project of a team, by the project's name."""

    def make(source: Repo, team: UUID, name: str = "shop", *, open: bool = True) -> LiveMirror:
        bare, tree = tmp_path / f"{name}.git", tmp_path / f"{name}.tree"
        source.git("clone", "-q", "--bare", str(source.path), str(bare))
        source.git("-C", str(bare), "worktree", "add", "-q", "--no-checkout", "--detach", str(tree))
        project = make_project(databases.owner, team, name, open=open)
        reader = make_member(databases.owner, team, f"{name} reader")
        if not open:
            grant(databases.owner, project, reader)
        return LiveMirror(
            source=source, bare=bare, tree=tree, home=tmp_path / f"{name}.home", project=project, databases=databases,
            embedder=HashingEmbedder(384), reader=make_token(databases.owner, reader),
        )  # fmt: skip

    return make
