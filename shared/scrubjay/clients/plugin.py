"""Does Claude Code get scrubjay from its plugin? Then servers and session hooks come from there, and only once."""

import json
from collections.abc import Iterator
from pathlib import Path

NAME = "scrubjay"
MOST = 4 * 1024 * 1024
"""Bytes of a settings file that are read."""


def enabled(account: Path, worktree: Path) -> bool:
    """Whether the plugin is installed and switched on for this worktree.

    Claude Code 2.1.329 lists what is installed in `~/.claude/plugins/installed_plugins.json`, and switches it on in
    `enabledPlugins` of the account's, the project's or the local settings; the nearer file wins.
    """
    installed = {key for key in _object(account / ".claude/plugins/installed_plugins.json", "plugins") if _ours(key)}
    switches: dict[str, bool] = {}
    for file in _settings(account, worktree):
        said = _object(file, "enabledPlugins")
        switches |= {key: value for key, value in said.items() if _ours(key) and isinstance(value, bool)}
    return any(switches.get(key, False) for key in installed)


def _settings(account: Path, worktree: Path) -> Iterator[Path]:
    yield account / ".claude/settings.json"
    yield worktree / ".claude/settings.json"
    yield worktree / ".claude/settings.local.json"


def _ours(key: str) -> bool:
    return key.partition("@")[0] == NAME


def _object(file: Path, name: str) -> dict[str, object]:
    """One object of a JSON file; empty where there is none, whatever stands there instead."""
    try:
        with file.open("rb") as stream:
            said = json.loads(stream.read(MOST))
    except (OSError, ValueError, RecursionError):
        return {}
    found = said.get(name) if isinstance(said, dict) else None
    return found if isinstance(found, dict) else {}
