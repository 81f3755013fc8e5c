"""Names of a process's ancestors, read from /proc, on macOS from libproc."""

import sys
from collections.abc import Callable
from pathlib import Path, PurePosixPath

DEEPEST = 128
"""Ancestors that are followed; a longer chain isn't one that a person starts."""

MAX_WORDS = 4096
"""Bytes of a command line that are read; the program and its script come first."""

INTERPRETERS = frozenset({"node", "nodejs", "bun", "deno", "python", "python3", "ruby", "npx", "uv", "uvx"})

PACKAGES = ("node_modules", "site-packages")

Reader = Callable[[int], tuple[int, tuple[str, ...]] | None]
"""Reads the parent of a process and the names of its program; None where that can't be read."""


def ancestors(process: int, read: Reader | None = None) -> tuple[tuple[str, ...], ...] | None:
    """The names of a process and its ancestors, from it upwards; None where one of them can't be read."""
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
    from scrubjay.identity.person.libproc import process_of

    info = process_of(process)
    return None if info is None else (info[0], names(info[1], info[2]))
