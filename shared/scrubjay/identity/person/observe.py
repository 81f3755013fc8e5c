"""Observation of this process: its terminal, variables and ancestors, without starting a child process."""

import ctypes
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Final

from scrubjay.identity.person.agents import Agents, known_agents
from scrubjay.identity.person.facts import Actor, ProcessFacts, classify_actor
from scrubjay.identity.person.lineage import LIBPROC, Reader, ancestors, read_process
from scrubjay.model.frozen import replace

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


def agent_runs(agents: Agents | None = None, read: Reader = read_process, folder: Path = Path("/proc")) -> bool:
    """Whether one of the known programs runs as this account."""
    programs = (known_agents() if agents is None else agents).programs
    return any(
        not programs.isdisjoint(name.lower() for name in record[1])
        for process in _own_processes(folder)
        if (record := read(process)) is not None
    )


def _own_processes(folder: Path) -> Iterator[int]:
    if sys.platform == "darwin":
        yield from import_module(LIBPROC).processes_of(os.getuid())
        return
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):  # it may have ended
                if entry.name.isdigit() and entry.stat().st_uid == os.getuid():
                    yield int(entry.name)


def observe(environment: Mapping[str, str], descriptor: int = 0) -> ProcessFacts:
    """The facts of this process, whose standard input is `descriptor`."""
    set_variables = frozenset(name for name, value in environment.items() if value)
    terminal = _session_of_terminal(descriptor)
    facts = ProcessFacts(
        terminal=terminal is not None and terminal == os.getsid(0),
        foreground=_in_foreground(descriptor),
        variables=set_variables,
        ancestors=ancestors(os.getppid()) if sees_all_ancestors("self") else None,
        device=_terminal_name(descriptor),
    )
    by_hand = classify_actor(facts) is Actor.PERSON
    return replace(facts, agent_runs=agent_runs()) if by_hand else facts


def _session_of_terminal(descriptor: int) -> int | None:
    """The session that a terminal controls (POSIX tcgetsid); None where it is no terminal."""
    if sys.platform == "win32":
        return None
    session = ctypes.CDLL(None, use_errno=True).tcgetsid(ctypes.c_int(descriptor))
    return int(session) if session > 0 else None


def _in_foreground(descriptor: int) -> bool:
    try:
        return os.tcgetpgrp(descriptor) == os.getpgrp()
    except (OSError, AttributeError):
        return False


def _terminal_name(descriptor: int) -> str:
    try:
        return os.ttyname(descriptor)
    except (OSError, AttributeError):
        return ""
