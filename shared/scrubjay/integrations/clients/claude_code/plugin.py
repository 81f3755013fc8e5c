"""Detection of the Claude Code plugin, which then provides the servers and session hooks alone."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from scrubjay.integrations.edits.json_file import read_object

NAME = "scrubjay"


def is_enabled(folder: Path, worktree: Path) -> bool:
    """Whether the plugin is installed and switched on for this worktree.

    `folder` is Claude Code's. 2.1.329 lists what is installed in its `plugins/installed_plugins.json`, and switches it
    on in `enabledPlugins` of the account's, the project's or the local settings; the nearer file wins.
    """
    installed = {key for key in _object(folder / "plugins/installed_plugins.json", "plugins") if _ours(key)}
    switches: dict[str, bool] = {}
    for file in settings_files(folder, worktree):
        plugins = _object(file, "enabledPlugins")
        switches |= {key: value for key, value in plugins.items() if _ours(key) and isinstance(value, bool)}
    return any(switches.get(key, False) for key in installed)


def settings_files(folder: Path, worktree: Path) -> Iterator[Path]:
    """The account's, the project's and the local settings, the nearest last."""
    yield folder / "settings.json"
    yield worktree / ".claude/settings.json"
    yield worktree / ".claude/settings.local.json"


def _ours(key: str) -> bool:
    return key.partition("@")[0] == NAME


def _object(file: Path, name: str) -> Mapping[str, object]:
    value = read_object(file).get(name)
    return value if isinstance(value, Mapping) else {}
