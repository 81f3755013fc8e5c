"""Binding a clone, killed at a point of its own choice. A process: POINT, the clone, a project to join or none."""

import os
import signal
import sys
from pathlib import Path
from typing import Any

from scrubjay.git.process import GitEnvironment
from scrubjay.git.repository import open_repository
from scrubjay.identity.projects import rows
from scrubjay.identity.projects.binder import ProjectBinder
from scrubjay.identity.projects.binding import PreparedBinding
from scrubjay.identity.projects.registry import ProjectRegistry
from scrubjay.model.clock import system_clock
from scrubjay.storage.database import Database

POINTS = {
    "before the row": (rows, "add_roots"),
    "before the row is committed": (Database, "write"),
    "before the file": (PreparedBinding, "put"),
    "after the file": (PreparedBinding, "put"),
}
"""What is done last is what comes before this call, within `write` all but the commit; or the call itself."""


def die(*_: object) -> None:
    """As kill -9 ends a process."""
    os.kill(os.getpid(), signal.SIGKILL)


def main(point: str, clone: Path, project: str) -> None:
    """Bind or join, until the point."""
    environment, home = GitEnvironment.of(os.environ), Path(os.environ["SCRUBJAY_HOME"])
    with Database(home / "home.db", "home") as database:
        binder = ProjectBinder(ProjectRegistry(database, home, environment, system_clock))
        place, name = POINTS[point]
        write = database.write
        put = PreparedBinding.put
        replaced: Any = die if place is not Database else lambda self, work: write(lambda c: (work(c), die()))
        if point == "after the file":
            replaced = lambda self: (put(self), die())  # noqa: E731 - beside the other one
        setattr(place, name, replaced)
        repository = open_repository(clone, environment)
        if project:
            binder.join(repository, project)
        else:
            binder.bind(repository)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
