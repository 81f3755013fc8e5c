"""Does an agent program of this account run anywhere? Read from /proc, on macOS from libproc."""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from scrubjay.identity.person.agents import Agents, known_agents
from scrubjay.identity.person.ancestors import Reader, read_process


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
