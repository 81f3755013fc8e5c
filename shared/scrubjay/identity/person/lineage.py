"""Lineage of a process, and the agent clients in it, by which a nested agent is recognised."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from scrubjay.identity.person.agents import Agents, known_agents
from scrubjay.identity.person.ancestors import DEEPEST, INTERPRETERS, Reader, read_process
from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Process:
    """A process: its id, its start time in the system's own unit (empty where unknown), its names."""

    id: int
    started: str
    names: tuple[str, ...]


def lineage(
    process: int, read: Reader = read_process, started: Callable[[int], str] | None = None
) -> tuple[Process, ...]:
    """A process and its ancestors, from it upwards; as far as they can be read."""
    tell = started or _start_time
    processes: list[Process] = []
    while process > 0 and len(processes) < DEEPEST and (parent := read(process)) is not None:
        processes.append(Process(process, tell(process), parent[1]))
        process = parent[0]
    return tuple(processes)


def clients(line: Sequence[Process], agents: Agents | None = None) -> tuple[Process, ...]:
    """The agent programs in a lineage, the nearest first.

    A script that an interpreter runs and that started the program of the same name doesn't count again: npm installs
    clients that way.
    """
    programs = (known_agents() if agents is None else agents).programs
    running: list[Process] = []
    for child, process in zip((None, *line), line, strict=False):
        if programs.isdisjoint(name.lower() for name in process.names):
            continue
        wraps = running and child is running[-1] and _interpreted(process) and not _interpreted(running[-1])
        if not (wraps and programs.intersection(process.names, running[-1].names)):
            running.append(process)
    return tuple(running)


def start_time(process: int, folder: Path = Path("/proc")) -> str:
    """Start time of a process in Linux's unit; empty on other systems."""
    try:
        stat = (folder / str(process) / "stat").read_bytes()
    except OSError:
        return ""
    fields = stat.rpartition(b")")[2].split()
    return fields[19].decode("ascii", "replace") if len(fields) > 19 else ""


def _start_time(process: int) -> str:
    if sys.platform == "darwin":
        from scrubjay.identity.person.libproc import started

        return started(process)
    return start_time(process)


def _interpreted(process: Process) -> bool:
    return bool(process.names) and process.names[0].lower() in INTERPRETERS
