"""Observation of this process: its terminal, variables and ancestors, without starting a child process."""

import ctypes
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from scrubjay.identity.person.agents import Agents, known_agents
from scrubjay.identity.person.ancestors import Reader, ancestors, read_process
from scrubjay.identity.person.facts import Actor, ProcessFacts, classify_actor
from scrubjay.identity.person.namespaces import sees_all_ancestors


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
        from scrubjay.identity.person.libproc import processes_of

        yield from processes_of(os.getuid())
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
        device=_name(descriptor),
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


def _name(descriptor: int) -> str:
    try:
        return os.ttyname(descriptor)
    except (OSError, AttributeError):
        return ""
