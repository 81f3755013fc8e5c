"""Observation of this process: its terminal, variables and ancestors, without starting a child process."""

import ctypes
import os
import sys
from collections.abc import Mapping
from dataclasses import replace

from scrubjay.identity.person.ancestors import ancestors
from scrubjay.identity.person.facts import Actor, ProcessFacts, classify_actor
from scrubjay.identity.person.namespaces import sees_all_ancestors
from scrubjay.identity.person.running import agent_runs


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
