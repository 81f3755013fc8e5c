"""Lineage of a process, and the agent clients in it, by which a nested agent is recognised."""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path, PurePosixPath
from typing import Final

from scrubjay.identity.person.agents import Agents, known_agents
from scrubjay.model.frozen import dataclass

LIBPROC: Final = "scrubjay.identity.person.libproc"
"""What reads processes of macOS; its ctypes cost a start more than all the rest here."""

DEEPEST = 128
"""Ancestors that are followed; a longer chain isn't one that a person starts."""

MAX_WORDS = 4096
"""Bytes of a command line that are read; the program and its script come first."""

INTERPRETERS = frozenset({"node", "nodejs", "bun", "deno", "python", "python3", "ruby", "npx", "uv", "uvx"})

PACKAGES = ("node_modules", "site-packages")

Reader = Callable[[int], tuple[int, tuple[str, ...]] | None]
"""Reads the parent of a process and the names of its program; None where that can't be read."""


def ancestors(process: int, read: Reader | None = None) -> tuple[tuple[str, ...], ...] | None:
    """The names of a process and its ancestors, upwards; None if one of them can't be read."""
    read = read or read_process
    chain: list[tuple[str, ...]] = []
    while process > 0:
        parent = read(process)
        if parent is None or len(chain) >= DEEPEST:
            return None
        process, names = parent
        chain.append(names)
    return tuple(chain)


def read_process(process: int) -> tuple[int, tuple[str, ...]] | None:
    """Parent and names of a process, by this system's interface."""
    return read_libproc(process) if sys.platform == "darwin" else read_proc(process)


def names(title: str, words: list[str]) -> tuple[str, ...]:
    """The names of a program: its title, its first word, and the script that an interpreter runs, with its package."""
    titles = [title.strip(), *(PurePosixPath(word).name for word in words[:1])]
    program = titles[-1].lower().rstrip(".0123456789")
    script = next((word for word in words[1:] if not word.startswith("-")), "")
    if script and (program in INTERPRETERS or title.strip().lower() in INTERPRETERS):
        path = PurePosixPath(script)
        titles += [path.name, path.stem, *_package(path.parts)]
    return tuple(dict.fromkeys(name for name in titles if name))


def _package(parts: tuple[str, ...]) -> tuple[str, ...]:
    """The folders of an installed package, whose script is often just cli.js; a project's own folders don't count."""
    for folder in PACKAGES:
        if folder in parts:
            return parts[len(parts) - parts[::-1].index(folder) : -1]
    return ()


def read_proc(process: int, folder: Path = Path("/proc")) -> tuple[int, tuple[str, ...]] | None:
    """A process read from Linux's /proc."""
    try:
        stat = (folder / str(process) / "stat").read_bytes()
        with (folder / str(process) / "cmdline").open("rb") as stream:
            words = stream.read(MAX_WORDS).decode("utf-8", "replace").split("\0")
    except OSError:
        return None
    title, _, rest = stat.rpartition(b")")  # a title may contain anything, a bracket too
    fields = rest.split()
    if len(fields) < 2 or not fields[1].isdigit():
        return None
    return int(fields[1]), names(title.partition(b"(")[2].decode("utf-8", "replace"), [w for w in words if w])


def read_libproc(process: int) -> tuple[int, tuple[str, ...]] | None:
    """A process read from macOS's libproc."""
    info = import_module(LIBPROC).process_of(process)
    return None if info is None else (info[0], names(info[1], info[2]))


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
        wraps = running and child is running[-1] and _is_interpreter(process) and not _is_interpreter(running[-1])
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
        return str(import_module(LIBPROC).started(process))
    return start_time(process)


def _is_interpreter(process: Process) -> bool:
    return bool(process.names) and process.names[0].lower() in INTERPRETERS
