"""Memory limit of a git process, which builds the whole diff of two trees before it prints any of it."""

import sys
from typing import Final

MOST_BYTES: Final = 2 * 1024**3
"""Bytes a process may allocate; mapped packs don't count. The patch of a file of 177 MB takes 1.2 GB."""


def limit_memory(process: int) -> None:
    """Limit the allocations of a process that was just started; beyond it git ends with an error. Linux only."""
    if sys.platform == "linux":
        from resource import RLIMIT_DATA, prlimit

        try:
            prlimit(process, RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
        except (OSError, ValueError):
            return  # it has already ended, or has a lower limit
