"""Which of our hooks Codex trusts: its own hashes in `config.toml`, read and never written.

The hash (Codex 0.169.0, compared with `hooks/list` of its app server on 2026-11-23): SHA-256 of the hook as compact
JSON with sorted keys, its event, its default timeout and `async` filled in.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from scrubjay.integrations.codex.hooks import CLIENT, CONFIG, FILE
from scrubjay.integrations.edits.json_file import read_object
from scrubjay.integrations.hook_files.launcher import commands

DEFAULT_TIMEOUT_S = 600


def trusted_hash(event: str, group: Mapping[str, object], hook: Mapping[str, object]) -> str:
    """The hash that Codex stores for a reviewed hook. `event` as in the file, such as SessionStart."""
    normal = {"async": False, "timeout": DEFAULT_TIMEOUT_S} | dict(hook)
    identity: dict[str, object] = {"event_name": label(event), "hooks": [normal]}
    if "matcher" in group:
        identity["matcher"] = group["matcher"]
    text = json.dumps(identity, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"sha256:{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


def review(folder: Path, home: Path) -> Mapping[str, bool]:
    """Each event of our hooks, and whether the user has reviewed it and not switched it off; empty without hooks."""
    config = _toml(folder / CONFIG)
    hooks = config.get("hooks")
    state = hooks.get("state") if isinstance(hooks, Mapping) else None
    sources = ((folder / FILE, read_object(folder / FILE).get("hooks")), (folder / CONFIG, hooks))
    found: dict[str, bool] = {}
    for file, events in sources:
        for event, groups in events.items() if isinstance(events, Mapping) else ():
            for number, group in enumerate(groups if isinstance(groups, list) else ()):
                for place, hook in enumerate(_hooks(group)):
                    if hook.get("command") in commands(home, CLIENT):
                        keys = {f"{path}:{label(event)}:{number}:{place}" for path in (file, file.resolve())}
                        found[event] = _is_trusted(state, keys, trusted_hash(event, group, hook))
    return found


def _is_trusted(state: object, keys: set[str], expected: str) -> bool:
    entries = [state.get(key) for key in keys] if isinstance(state, Mapping) else []
    return any(
        isinstance(entry, Mapping) and entry.get("trusted_hash") == expected and entry.get("enabled") is not False
        for entry in entries
    )


def _hooks(group: object) -> list[Mapping[str, object]]:
    hooks = group.get("hooks") if isinstance(group, Mapping) else None
    return [hook for hook in hooks if isinstance(hook, Mapping)] if isinstance(hooks, list) else []


def label(event: str) -> str:
    """An event's name in a key: session_start."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", event).lower()


def _toml(file: Path) -> Mapping[str, object]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
