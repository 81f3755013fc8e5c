"""Installation of the session hooks with Codex: in its `hooks.json`, or in `config.toml` where the user's hooks are.

Codex (0.169.0, run on 2026-11-23) runs a hook only when the user has reviewed it: `config.toml` then holds a hash of it
under `[hooks.state."FILE:event:group:hook"]`. The position counts, so our group is the last of each event and is never
moved, and its command stays the same for good. scrubjay writes no such hash.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.clients.codex import hook_tables
from scrubjay.integrations.clients.codex.config import parse, parsed
from scrubjay.integrations.edits import FileChange, Receipt, apply, content
from scrubjay.integrations.edits.guarded import Ours, Rest, guarded, items_but
from scrubjay.integrations.edits.line_ends import unix
from scrubjay.integrations.hook_files import groups
from scrubjay.integrations.hook_files.groups import HookFile
from scrubjay.integrations.hook_files.launcher import command, commands, plan_launcher

CLIENT = "codex"
TITLE = "Codex"
FILE = "hooks.json"
CONFIG = "config.toml"
REVIEW = "open Codex and review scrubjay's hooks (`/hooks`): until then it doesn't run them"

EVENTS: Mapping[str, int] = {
    "SessionStart": 10,
    "PreCompact": 10,
    "Stop": 10,
    "SessionEnd": 3,
    "UserPromptSubmit": 10,
    "SubagentStart": 10,
}
"""Our events and their timeouts in seconds; Codex warns of more than 3 for SessionEnd."""


def hook(home: Path, event: str) -> Mapping[str, object]:
    """The one hook of our group. Every member is part of what the user trusts."""
    return {"type": "command", "command": command(home, CLIENT), "timeout": EVENTS[event]}


def hook_file(folder: Path, home: Path) -> HookFile:
    """Our groups in `hooks.json`."""
    return HookFile(
        client=CLIENT,
        title=TITLE,
        folder=folder,
        file=FILE,
        groups={event: {"hooks": [hook(home, event)]} for event in EVENTS},
        is_ours=lambda group: is_ours(group, home),
    )


def is_ours(group: object, home: Path) -> bool:
    """Whether a group is this home's: its only hook runs our command."""
    hooks = group.get("hooks") if isinstance(group, Mapping) else None
    only = hooks[0] if isinstance(hooks, list) and len(hooks) == 1 else None
    return isinstance(only, Mapping) and only.get("command") in commands(home, CLIENT)


def plan_install(folder: Path, launch: Launch) -> tuple[FileChange, ...]:
    """The launcher in the home, then our groups. `launch.home` is always named. Raises ConfigError."""
    home = Path(launch.home)
    toml = _toml(folder, home)
    changes = groups.plan_add(hook_file(folder, home)) if toml is None else _change(folder, home, *toml)
    return (*plan_launcher(home, launch.start), *changes)


def install(folder: Path, launch: Launch, receipt: Receipt) -> tuple[FileChange, ...]:
    """Execute `plan_install`; idempotent. All else keeps every byte and every position."""
    home = Path(launch.home)
    toml = _toml(folder, home)
    launcher = plan_launcher(home, launch.start)
    apply(launcher, receipt)
    if toml is None:
        return (*launcher, *groups.add(hook_file(folder, home), receipt))
    changes = _change(folder, home, *toml)
    apply(changes, receipt)
    receipt.add(hook_file(folder, home).name)
    return (*launcher, *changes)


def plan_remove(folder: Path, home: str, receipt: Receipt, others: Sequence[Receipt] = ()) -> tuple[FileChange, ...]:
    """Remove our groups, if this project's set-up asked for them and no other's of `others` did."""
    hooks = hook_file(folder, Path(home))
    in_json = groups.plan_take(hooks, receipt, others)
    if hooks.name not in receipt or groups.users(hooks, others):
        return in_json
    before = content(_config(folder)) or b""
    after = hook_tables.remove(unix(before), commands(Path(home), CLIENT))
    return (*in_json, *_change(folder, Path(home), before, after))


def remove(folder: Path, home: str, receipt: Receipt, others: Sequence[Receipt] = ()) -> tuple[FileChange, ...]:
    """Execute `plan_remove`."""
    changes = plan_remove(folder, home, receipt, others)
    hooks = hook_file(folder, Path(home))
    apply((change for change in changes if change.path != hooks.path), receipt)
    groups.take(hooks, receipt, others)
    return changes


def _toml(folder: Path, home: Path) -> tuple[bytes, bytes] | None:
    """`config.toml` before and after, where the hooks belong there; None where they belong into `hooks.json`."""
    path = _config(folder)
    before = content(path)
    if before is None or groups.has_ours(hook_file(folder, home)):
        return None
    ours = commands(home, CLIENT)
    theirs = content(hook_file(folder, home).path) is None and hook_tables.has_events(parsed(path, before))
    if not theirs and not hook_tables.find(unix(before), ours):
        return None
    after = hook_tables.put(unix(before), ours, {event: hook(home, event) for event in EVENTS})
    return (before, after) if hook_tables.is_valid(after) else None


def _config(folder: Path) -> Path:
    return (folder / CONFIG).resolve()


def _change(folder: Path, home: Path, before: bytes, after: bytes) -> tuple[FileChange, ...]:
    path = _config(folder)
    description = f"{'add hooks to' if len(after) > len(before) else 'change the hooks in'} {path}"
    change = FileChange(Path(path.anchor), path, before, after, description, mode=0o600)
    mine = items_but(lambda group: is_ours(group, home))
    places: dict[tuple[str, ...], Rest] = {("hooks", event): mine for event in EVENTS}
    return guarded(change, Ours(parse=parse, places=places, otherwise=groups.REPAIR))
