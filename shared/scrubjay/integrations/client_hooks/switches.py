"""Switches of the client hooks: flat JSON in the home, compiled by the worker from both layers of settings."""

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

NAME = "hooks.json"
MAX_BYTES = 1 << 20
MIN_GRADE = "min_grade"
"""The key beside the switches for the lowest grade that a prompt is told."""

OFF = "extensions off"
"""The key for the names of our extensions that the user's file switches off."""

MAX_WORKTREES = 200
"""Worktrees whose switches are kept, the last compiled ones."""

Switches = Mapping[str, object]
"""Of one worktree: each switch, further values, their source files, and the fingerprint of those files."""


def read_switches(project_folder: Path, worktree: Path) -> Switches:
    """The last compiled switches of a worktree; empty where there are none, which means: all defaults."""
    switches = _read_switches(project_folder).get(str(worktree))
    return switches if isinstance(switches, dict) else {}


def is_stale(switches: Switches) -> bool:
    """Whether a source file has changed since the switches were compiled; False for what was never compiled."""
    return bool(switches) and switches.get("stamp") != fingerprint(_source_files(switches))


COUNTS = "counts"
"""The key for whether events are counted."""

AGENTS = "agents"
"""The switch of what sub-agents are told, and of renewing what a session took: on with the toolset of this name."""

OFF_BY_DEFAULT = frozenset({"user_prompt_submit", AGENTS})
"""Hooks that are off by default."""


def is_on(switches: Switches, name: str, stale: bool = False) -> bool:
    """Whether a hook is on: only a plain false switches one off, and a plain true one that is off by default on.

    Stale switches count as off while a changed file names them: the hook may have been switched off, and no YAML is
    read here.
    """
    if stale and any(_mentions(file, name) for file in _source_files(switches)):
        return False
    value = switches.get(name, name not in OFF_BY_DEFAULT)
    return value is True if name in OFF_BY_DEFAULT else value is not False


def counts_events(switches: Switches) -> bool:
    """Whether what a hook tells is counted; not before the worker has read the settings, nor after they changed."""
    return switches.get(COUNTS) is True and not is_stale(switches)


def extensions_off(switches: Switches) -> frozenset[str]:
    """The names of our extensions that are off; none before the worker has read the settings."""
    names = switches.get(OFF)
    return frozenset(name for name in names if isinstance(name, str)) if isinstance(names, list) else frozenset()


def any_on(home: Path, *names: str) -> bool:
    """Whether any worktree of a home has switched one of some on; a fast check before anything that costs time."""
    needles = [f'"{name}": true'.encode() for name in names]
    for file in home.glob(f"projects/*/{NAME}"):
        try:
            with file.open("rb") as stream:
                text = stream.read(MAX_BYTES)
            if any(needle in text for needle in needles):
                return True
        except OSError:
            continue
    return False


def fingerprint(files: Iterable[Path]) -> str:
    """A fingerprint of the files' states; when it changes, compiled switches are out of date."""
    parts = []
    for file in files:
        try:
            info = file.stat()
            parts.append(f"{info.st_mtime_ns}:{info.st_size}")
        except (OSError, ValueError):
            parts.append("-")
    return " ".join(parts)


def compile_switches(project_folder: Path, worktree: Path, switches: Switches, files: Iterable[Path]) -> None:
    """Write a worktree's switches with the fingerprint of their files; no write when they are unchanged."""
    names = [str(file) for file in files]
    compiled = {**switches, "files": names, "stamp": fingerprint(map(Path, names))}
    before = _read_switches(project_folder)
    if before.get(str(worktree)) == compiled or not project_folder.is_dir():
        return
    others = [(place, value) for place, value in before.items() if place != str(worktree) and Path(place).is_dir()]
    text = json.dumps(dict([*others[1 - MAX_WORKTREES :], (str(worktree), compiled)]))
    fresh = project_folder / f"{NAME}.{os.getpid()}"
    try:
        fresh.write_text(text, encoding="utf-8")
        fresh.chmod(0o600)
        fresh.replace(project_folder / NAME)
    except OSError:
        fresh.unlink(missing_ok=True)  # a home that can't be written keeps its switches


def _read_switches(project_folder: Path) -> dict[str, object]:
    try:
        with (project_folder / NAME).open("rb") as stream:
            parsed = json.loads(stream.read(MAX_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    return parsed if isinstance(parsed, dict) else {}


def _source_files(switches: Switches) -> tuple[Path, ...]:
    named = switches.get("files")
    return tuple(Path(name) for name in named if isinstance(name, str)) if isinstance(named, list) else ()


def _mentions(file: Path, switch: str) -> bool:
    """Whether a file contains the name of a switch."""
    try:
        with file.open("rb") as stream:
            return switch.encode() in stream.read(MAX_BYTES)
    except (OSError, ValueError):
        return False
