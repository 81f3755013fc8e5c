"""Files that a team commits, so that a colleague's clone finds the same project, servers and skills."""

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from scrubjay.errors import ConfigError, ScrubjayError
from scrubjay.identity.projects.file import valid_id
from scrubjay.integrations.bundled import bundled
from scrubjay.integrations.edits import FileChange, content, yaml_lines
from scrubjay.integrations.edits import json_splice as splice
from scrubjay.integrations.edits.guarded import Ours, guarded_change, nothing_left, start_edit
from scrubjay.integrations.edits.jsonc import read_text
from scrubjay.integrations.skills import SKILLS
from scrubjay.model.later import Later
from scrubjay.model.paths import safe_path

if TYPE_CHECKING:
    import yaml
else:
    yaml = Later("yaml")

CONFIG = ".agent/config.yaml"
IGNORE = ".agent/.gitignore"
MCP = ".mcp.json"

_IGNORED = b"# What scrubjay writes here for this machine alone.\n/logs/\n/state/\n"

_GUARD = (
    'd=$PWD; while [ -n "$d" ] && [ ! -e "$d/.git" ]; do d=${{d%/*}}; done; p=$(command -v scrubjay 2>/dev/null); '
    'case $p in "${{d:-.}}"/*) ;; /*) exec "$p" serve {name} ;; esac; '
    'while read -r l; do i=$(printf %s "$l" | PATH=/usr/bin:/bin sed -n \'s/.*"id" *: *\\([^,}}]*\\).*/\\1/p\'); '
    'case $l in *\'"initialize"\'*) r=\'"result":{{"protocolVersion":"2025-06-18","capabilities":{{}},'
    '"serverInfo":{{"name":"scrubjay is not installed","version":"0"}}}}\' ;; '
    '*) r=\'"error":{{"code":-32601,"message":"scrubjay is not installed"}}\' ;; esac; '
    '[ -z "$i" ] || printf \'{{"jsonrpc":"2.0","id":%s,%s}}\\n\' "$i" "$r"; done'
)
"""Starts the server where scrubjay is installed; elsewhere answers as one without tools: nobody sees an error.

Not by a program in the worktree, such as an activated `.venv` holds: a branch may track it. `init` registers that one.
"""

_OURS = {
    CONFIG: Ours(
        parse=yaml_lines.parse, places={("project",): nothing_left}, otherwise="Write its keys as lines, and run again."
    ),
    MCP: Ours(
        parse=splice.parse,
        places={("mcpServers", f"scrubjay-{name}"): nothing_left for name in ("session", "knowledge")},
        otherwise="Repair it and run again.",
    ),
}


def server_entry(name: str) -> dict[str, object]:
    """A server's entry for `.mcp.json`: by the command's name, since a colleague's paths differ."""
    return {"type": "stdio", "command": "/bin/sh", "args": ["-c", _GUARD.format(name=name)]}


def plan_team(worktree: Path, project: str, directory: str) -> tuple[FileChange, ...]:
    """The changes to the committed files; empty when they are current. Never CLAUDE.md, never the top's .gitignore.

    `project` is the id that a clone asks to join. Raises ConfigError for a file that can't be merged.
    """
    files = [
        (CONFIG, _config_bytes(worktree / CONFIG, project)),
        (IGNORE, _ignore_bytes(worktree / IGNORE)),
        (MCP, _servers_bytes(worktree / MCP)),
        *_skill_files(directory),
    ]
    changes: list[FileChange] = []
    for name, after in files:
        before = content(worktree / name)
        if before != after and not (name.startswith(f"{safe_path(directory)}/") and before is not None):
            verb = "write" if before is None else "add to"
            change = FileChange(worktree, worktree / name, before, after, f"{verb} {name}, to be committed")
            changes += guarded_change(change, _OURS[name]) if name in _OURS else (change,)
    return tuple(changes)


def committed(directory: str) -> tuple[str, ...]:
    """Every file that a team commits, also those that an earlier `init` wrote: paths below the worktree."""
    return (CONFIG, IGNORE, MCP, *(name for name, _ in _skill_files(directory)))


def receipt_name(worktree: Path) -> str:
    """The receipt entry of a team set-up: its skills are the team's then, not copies of ours."""
    return f"team {worktree}"


def diff(changes: tuple[FileChange, ...], worktree: Path) -> Iterator[str]:
    """The changes as a unified diff, line by line."""
    for change in changes:
        name = change.path.relative_to(worktree).as_posix()
        old, new = (
            (text or b"").decode("utf-8", "replace").splitlines(keepends=True) for text in (change.before, change.after)
        )
        before = f"a/{name}" if change.before is not None else "/dev/null"
        for line in difflib.unified_diff(old, new, before, f"b/{name}"):
            yield line.rstrip("\n")


def _config_bytes(file: Path, project: str) -> bytes:
    """The bytes of `.agent/config.yaml` with the project's id, unless it has one."""
    before = content(file)
    text = read_text(file, before or b"")
    try:
        config = yaml.safe_load(text) or {}
    except yaml.YAMLError as error:
        raise ConfigError(f"{file} is not YAML. Repair it and run again.") from error
    existing = config.get("project") if isinstance(config, dict) else None
    if isinstance(existing, dict) and valid_id(str(existing.get("id", ""))):
        return text.encode("utf-8")  # the team's id takes precedence over this home's
    if not isinstance(config, dict) or existing is not None:
        raise ConfigError(f"{file} has a `project` that is no id. Take it out and run again.")
    if text and not text.endswith("\n"):
        text += "\n"
    about = "# A hint: `scrubjay init` names the project of this id to whoever has it. It opens nothing by itself.\n"
    return f"{text}{about}project:\n  id: {project}\n".encode()


def _ignore_bytes(file: Path) -> bytes:
    """The bytes of a .gitignore that leaves out logs and state."""
    before = content(file)
    if before is None:
        return _IGNORED
    lines = {line.strip().strip("/") for line in before.decode("utf-8", "replace").splitlines()}
    missing = [name for name in ("logs", "state") if name not in lines and "*" not in lines]
    gap = b"" if before.endswith(b"\n") or not before else b"\n"
    return before + (gap + b"".join(f"/{name}/\n".encode() for name in missing) if missing else b"")


def _servers_bytes(file: Path) -> bytes:
    """The bytes of `.mcp.json` with an entry for each server that has none."""
    text, _ = start_edit(file, content(file))
    try:
        for name in ("session", "knowledge"):
            path = ("mcpServers", f"scrubjay-{name}")
            if splice.get(text, path) is None:
                text, _ = splice.put(text, path, server_entry(name))
    except (ValueError, RecursionError, ScrubjayError) as error:
        raise ConfigError(f"{file} is not JSON as clients write it ({error}). Repair it and run again.") from error
    return text.encode("utf-8")


def _skill_files(directory: str) -> Iterator[tuple[str, bytes]]:
    """The path and the bytes of each file of the skills."""
    for name in SKILLS:
        source = bundled("skills", name)
        for file in sorted(path for path in source.rglob("*") if path.is_file()):
            yield f"{safe_path(directory)}/{name}/{file.relative_to(source).as_posix()}", file.read_bytes()
