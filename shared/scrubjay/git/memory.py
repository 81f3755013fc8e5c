"""How much memory may a git process take? It builds the whole difference of two trees before it prints any of it."""

import sys
from typing import Final

MOST_BYTES: Final = 2 * 1024**3
"""Of what a process allocates; packs that it maps don't count. The patch of a file of 177 MB takes 1.2 GB."""


def limit_memory(process: int) -> None:
    """Limit what a process that was just started may allocate; beyond, git ends with an error. Only Linux can."""
    if sys.platform == "linux":
        from resource import RLIMIT_DATA, prlimit

        try:
            prlimit(process, RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
        except (OSError, ValueError):
            return  # it has ended already, or has a lower limit
