"""Mirrors a repository of this disk for a project of the team, as the server's worker does from a host.

    python -m tests.benchmarks.machines_mirror DATA REPOSITORY NAME [MEMBER …]

It runs as the server's account. With members, the project is granted to them alone; else it is for the whole team.
"""

import os
import subprocess
import sys
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID, uuid4

from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.model.clock import system_clock
from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.database.working import WorkerDatabase
from scrubjay_team.engine.embedded import reach
from scrubjay_team.index.writing import index_mirror
from scrubjay_team.mirrors.adding import CheckedAddress, add_mirror
from scrubjay_team.mirrors.addresses import read_address
from scrubjay_team.mirrors.refreshing import MirrorRefresher
from scrubjay_team.mirrors.states import MirrorStates
from scrubjay_team.people.teams import Teams
from tests.servers.team.mirrors.routes import LIMITS, PROGRAMS, file_route


def address_of(name: str) -> str:
    """Where the project's repository is said to be."""
    return f"https://git.example.test/{name}.git"


def add(owner: OwnerDatabase, data: Path, name: str, members: list[str]) -> UUID:
    """The project, with a mirror that holds nothing yet."""
    project, now = uuid4(), datetime.now(UTC)
    with owner.transaction() as connection:
        team = Teams(connection, system_clock).found()
        connection.execute(
            "INSERT INTO project (id, team, name, address, open, created_at) VALUES (%s, %s, %s, %s, %s, %s)",
            [project, team.id, name, address_of(name), not members, now],
        )
        for member in members:
            connection.execute(
                "INSERT INTO project_member (team, project, member) SELECT team, %s, id FROM member WHERE name = %s",
                [project, member],
            )
        add_mirror(connection, project, CheckedAddress(read_address(address_of(name)), None), None, data, now)
    return project


def main() -> None:
    """Mirror it, and index it."""
    data, repository, name = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    at = reach(data)
    if at is None:
        raise RuntimeError(f"no database in {data}")
    owner = OwnerDatabase(at.owner)
    project = add(owner, data, name, sys.argv[4:])
    bare, tree, home = (repository.parent / f"{name}.{part}" for part in ("bare", "tree", "home"))
    for words in (
        ["clone", "-q", "--bare", str(repository), str(bare)],
        ["-C", str(bare), "worktree", "add", "-q", "--no-checkout", "--detach", str(tree)],
    ):
        subprocess.run(["git", *words], check=True)
    with WorkerDatabase(at.worker) as worker:
        MirrorRefresher(
            states=MirrorStates(worker, system_clock, 5), data=data, limits=LIMITS, path=PROGRAMS,
            open_route=lambda *_: nullcontext(file_route(repository)), index=lambda *_: None,
        ).fetch(project)  # fmt: skip
        index_mirror(
            worker, project, tree, [], home=home, embedder=OnnxEmbedder(), environment=dict(os.environ)
        )  # fmt: skip


if __name__ == "__main__":
    main()
