"""Can a process see all of its ancestors? Not from a namespace of processes that somebody made for it."""

import os
from pathlib import Path
from typing import Final

_FIRST: Final = {"pid": 0xEFFFFFFC, "user": 0xEFFFFFFD}
"""The numbers of a system's first namespaces (Linux, include/linux/proc_ns.h)."""

_MARKS: Final = (Path("/.dockerenv"), Path("/run/.containerenv"))
"""What a container's administrator leaves in it, where no other account can."""


def sees_all_ancestors(process: str, folder: Path = Path("/proc"), user: int | None = None) -> bool:
    """Whether no ancestor of a process is hidden from /proc.

    In a container they end where it begins. It counts as whole where its mark stands there, and the account, which is
    no administrator, can't have made the namespace or the mark.
    """
    own = folder / process / "ns"
    if _is_first(own, "pid"):
        return True
    ordinary = (os.getuid() if user is None else user) != 0
    return ordinary and _is_first(own, "user") and any(mark.exists() for mark in _MARKS)


def _is_first(own: Path, name: str) -> bool:
    """Whether a namespace is the system's first; so where the system has none."""
    try:
        return os.readlink(own / name) == f"{name}:[{_FIRST[name]}]"  # noqa: PTH115 - no path
    except OSError:
        return True
