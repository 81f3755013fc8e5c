"""Which client hooks are on? A flat JSON in the home that the worker compiles from both layers of settings."""

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

NAME = "hooks.json"
MOST = 1 << 20


def compiled(project_folder: Path) -> Mapping[str, object]:
    """The switches of a project as they were compiled last; empty where they weren't, which means: all defaults."""
    try:
        with (project_folder / NAME).open("rb") as stream:
            found = json.loads(stream.read(MOST))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def on(switches: Mapping[str, object], name: str) -> bool:
    """Whether a hook is on; only a plain false switches it off."""
    return switches.get(name) is not False


def stamp(files: Iterable[Path]) -> str:
    """Changes when one of the files does: what was compiled before is out of date then."""
    parts = []
    for file in files:
        try:
            info = file.stat()
            parts.append(f"{info.st_mtime_ns}:{info.st_size}")
        except OSError:
            parts.append("-")
    return " ".join(parts)


def compile_switches(project_folder: Path, switches: Mapping[str, bool], files: Iterable[Path]) -> None:
    """Write the switches for the hooks, with the stamp of the files they come from; nothing when they stand there."""
    wanted = {**switches, "stamp": stamp(files)}
    if compiled(project_folder) == wanted or not project_folder.is_dir():
        return
    fresh = project_folder / f"{NAME}.{os.getpid()}"
    try:
        fresh.write_text(json.dumps(wanted), encoding="utf-8")
        fresh.chmod(0o600)
        fresh.replace(project_folder / NAME)
    except OSError:
        fresh.unlink(missing_ok=True)  # a home that can't be written keeps its switches
