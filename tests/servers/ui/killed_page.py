"""The page, killed between what a form stored and its answer: `python -m tests.servers.ui.killed_page …`."""

import os
import signal
import sys
from typing import TYPE_CHECKING

from scrubjay_ui.__main__ import run
from scrubjay_ui.visit import Visit

if TYPE_CHECKING:
    from starlette.responses import Response


def killed(self: Visit, address: str, notice: str = "") -> "Response":
    """End as `kill -9` ends a process, in place of a redirect."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("still there")


if __name__ == "__main__":
    Visit.redirect = killed  # type: ignore[method-assign]
    sys.exit(run(sys.argv[1:]))
