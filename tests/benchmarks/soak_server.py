"""The server of a soak: the real one, but for the route to its repository, which is a folder of this disk.

    SOAK_ORIGIN=REPOSITORY python -m tests.benchmarks.soak_server --data FOLDER --port PORT

All else is what `scrubjay serve team` does: its worker fetches what is committed to the repository meanwhile.
"""

import os
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from scrubjay_team.mirrors.route import Route
from scrubjay_team.serving import working
from scrubjay_team.serving.starting import run
from tests.servers.team.mirrors.routes import file_route


class DiskRoutes:
    """Stands for `RouteOpener`: whatever the address, the repository is the one of the variable."""

    def __init__(self, *_: Any) -> None:
        self._origin = Path(os.environ["SOAK_ORIGIN"])

    def __call__(self, *_: str) -> AbstractContextManager[Route]:
        """The route to it."""
        return nullcontext(file_route(self._origin))


def main() -> int:
    """Serve until SIGTERM."""
    setattr(working, "RouteOpener", DiskRoutes)  # noqa: B010 - the module imports it for itself alone
    return run(sys.argv[1:], dict(os.environ))


if __name__ == "__main__":
    sys.exit(main())
