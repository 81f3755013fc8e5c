"""Hooks that Codex trusts, by its own hashes in `config.toml`, which is read and never written.

The hash (Codex 0.169.0, compared with `hooks/list` of its app server on 2026-11-23): SHA-256 of the hook as compact
JSON with sorted keys, its event, its default timeout and `async` filled in.
"""

import hashlib
import json
import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from scrubjay.integrations.clients.codex_hooks import CLIENT, CONFIG, FILE
from scrubjay.integrations.edits import FileChange
from scrubjay.integrations.edits.jsonc import read_object, unix
from scrubjay.integrations.hook_files.launcher import commands
from scrubjay.model.frozen import dataclass

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
    config = _toml_values(folder / CONFIG)
    state = _trust_state(config)
    sources = ((folder / FILE, read_object(folder / FILE)), (folder / CONFIG, config))
    return {
        hook.event: hook.is_trusted(file, state)
        for file, said in sources
        for hook in _placed_hooks(said)
        if hook.command in commands(home, CLIENT)
    }


def unreviewed_events(folder: Path, home: Path) -> tuple[str, ...]:
    """The events of our hooks that Codex doesn't run before the user has reviewed them."""
    return tuple(event for event, trusted in review(folder, home).items() if not trusted)


def moved_hook_notes(folder: Path, changes: Sequence[FileChange]) -> tuple[str, ...]:
    """Notes about reviewed hooks of the user that a change moves, each with what Codex then does."""
    state = _trust_state(_toml_values(folder / CONFIG))
    notes: list[str] = []
    for file, parse in ((folder / FILE, json.loads), (folder / CONFIG, tomllib.loads)):
        for change in changes:
            if change.path == file.resolve() and (change.after or b"").strip():
                texts = (unix(data or b"").decode("utf-8-sig") for data in (change.before, change.after))
                before, after = (_placed_hooks(parse(text)) for text in texts)
                there, still = (
                    Counter((each.event, each.command) for each in placed if each.is_trusted(file, state))
                    for placed in (before, after)
                )
                lost = (there - still) & Counter((each.event, each.command) for each in after)
                notes += [
                    f"`{name}` of {event} in {file}, but it has moved up: Codex asks you to review it again (`/hooks`)"
                    for event, name in lost
                ]
    return tuple(notes)


@dataclass(frozen=True, slots=True)
class _Placed:
    """A hook, and where it stands: its event, the number of its group, and its own in there."""

    event: str
    number: int
    place: int
    group: Mapping[str, object]
    hook: Mapping[str, object]

    @property
    def command(self) -> str:
        return str(self.hook.get("command", ""))

    def is_trusted(self, file: Path, state: object) -> bool:
        keys = {f"{path}:{label(self.event)}:{self.number}:{self.place}" for path in (file, file.resolve())}
        return _is_trusted(state, keys, trusted_hash(self.event, self.group, self.hook))


def _placed_hooks(said: Mapping[str, object]) -> list[_Placed]:
    events = said.get("hooks")
    return [
        _Placed(event, number, place, group, hook)
        for event, groups in (events.items() if isinstance(events, Mapping) else ())
        for number, group in enumerate(groups if isinstance(groups, list) else ())
        for place, hook in enumerate(_hooks_of_group(group))
    ]


def _trust_state(config: Mapping[str, object]) -> object:
    """What Codex keeps of the trust in hooks."""
    hooks = config.get("hooks")
    return hooks.get("state") if isinstance(hooks, Mapping) else None


def _is_trusted(state: object, keys: set[str], expected: str) -> bool:
    entries = [state.get(key) for key in keys] if isinstance(state, Mapping) else []
    return any(
        isinstance(entry, Mapping) and entry.get("trusted_hash") == expected and entry.get("enabled") is not False
        for entry in entries
    )


def _hooks_of_group(group: object) -> list[Mapping[str, object]]:
    hooks = group.get("hooks") if isinstance(group, Mapping) else None
    return [hook for hook in hooks if isinstance(hook, Mapping)] if isinstance(hooks, list) else []


def label(event: str) -> str:
    """An event's name in a key: session_start."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", event).lower()


def _toml_values(file: Path) -> Mapping[str, object]:
    """The values in a TOML file; empty where it can't be read."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError):
        return {}
