"""Installation of the session hooks with Codex: in its `hooks.json`, or in `config.toml` where the user's hooks are.

Codex (0.169.0, run on 2026-11-23) runs a hook only when the user has reviewed it: `config.toml` then holds a hash of it
under `[hooks.state."FILE:event:group:hook"]`. The position counts, so our group is the last of each event and is never
moved, and its command stays the same for good. scrubjay writes no such hash.

Each is known by itself and no mark ends them: when Codex (0.169.0, run on 2026-11-23) stores the trust of a hook, it
writes the new tables behind the last one, before a comment that ends the file, and moves the tables of an event
together. What it wrote must stay, and so must the order of each event's hooks.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.clients.codex_servers import parse, parsed
from scrubjay.integrations.edits import FileChange, Receipt, apply, block, content
from scrubjay.integrations.edits.guarded import Ours, Rest, guarded_change, items_but
from scrubjay.integrations.edits.jsonc import unix
from scrubjay.integrations.hook_files import groups
from scrubjay.integrations.hook_files.groups import HookFile
from scrubjay.integrations.hook_files.launcher import command, commands, plan_launcher

MARK = "# scrubjay's hooks: `scrubjay uninstall` takes out this comment and the tables that run it."
_GROUP = (
    rb'(?m)^\[\[hooks\.(\w+)\]\]\r?\n\[\[hooks\.\1\.hooks\]\]\r?\ntype = "command"\r?\n%s\r?\n'
    rb"timeout = \d+(?:\r?\n|\Z)"
)
"""A file of `\\r\\n` has mixed lines once Codex has written into it."""


def has_events(config: Mapping[str, object]) -> bool:
    """Whether a configuration has hooks of the user; their trust (`hooks.state`) alone is none."""
    hooks = config.get("hooks")
    return isinstance(hooks, Mapping) and any(isinstance(value, list) and value for value in hooks.values())


def is_valid(text: bytes) -> bool:
    """Whether a text is TOML: tables can't follow a list that the user wrote inline."""
    try:
        tomllib.loads(text.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError):
        return False
    return True


def find(text: bytes, commands: Iterable[str]) -> Mapping[str, block.Place]:
    """Where our tables of each event stand, with the line end of the last one."""
    values = (json.dumps(command, ensure_ascii=False).encode("utf-8", "surrogateescape") for command in commands)
    line = b"command = (?:%s)" % b"|".join(map(re.escape, values))
    return {match[1].decode(): match.span() for match in re.finditer(_GROUP % line, text)}


def put(text: bytes, commands: Iterable[str], hooks: Mapping[str, Mapping[str, object]]) -> bytes:
    """Append the tables of each event, or bring them up to date where they stand."""
    places = find(text, commands)
    for event, (start, end) in sorted(places.items(), key=lambda item: item[1], reverse=True):
        if event in hooks:
            text = text[:start] + _hook_tables(event, hooks[event]) + b"\n" * text[:end].endswith(b"\n") + text[end:]
    missing = [_hook_tables(event, hook) for event, hook in hooks.items() if event not in places]
    return block.insert(text, b"\n".join([MARK.encode(), *missing]), len(text)) if missing else text


def remove_tables(text: bytes, commands: Iterable[str]) -> bytes:
    """The text without our comments and tables; what Codex wrote between and behind them stays."""
    marks = (match.span() for match in re.finditer(rb"(?m)^" + re.escape(MARK.encode()) + rb"\r?\n", text))
    regions: list[block.Place] = []
    for start, end in sorted((*marks, *find(text, commands).values())):
        if regions and regions[-1][1] == start:
            regions[-1] = (regions[-1][0], end)
        else:
            regions.append((start, end))
    for start, end in reversed(regions):
        text = block.cut(text, (start, end - text[:end].endswith(b"\n")))
    return text


def _hook_tables(event: str, hook: Mapping[str, object]) -> bytes:
    """The TOML tables of our hook for an event."""
    lines = [f"[[hooks.{event}]]", f"[[hooks.{event}.hooks]]"]
    lines += [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in hook.items()]
    return "\n".join(lines).encode("utf-8", "surrogateescape")


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
    """The file `hooks.json`, with our groups."""
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
    """Plan to write the launcher into the home, then our groups. `launch.home` is always named. Raises ConfigError."""
    home = Path(launch.home)
    toml = _toml(folder, home)
    changes = groups.plan_add(hook_file(folder, home)) if toml is None else _config_change(folder, home, *toml)
    return (*plan_launcher(home, launch.start), *changes)


def install(folder: Path, launch: Launch, receipt: Receipt) -> tuple[FileChange, ...]:
    """Execute `plan_install`; idempotent. All else keeps every byte and every position."""
    home = Path(launch.home)
    toml = _toml(folder, home)
    launcher = plan_launcher(home, launch.start)
    apply(launcher, receipt)
    if toml is None:
        return (*launcher, *groups.add(hook_file(folder, home), receipt))
    changes = _config_change(folder, home, *toml)
    apply(changes, receipt)
    receipt.add(hook_file(folder, home).name)
    return (*launcher, *changes)


def plan_remove(folder: Path, home: str, receipt: Receipt, others: Sequence[Receipt] = ()) -> tuple[FileChange, ...]:
    """Plan to remove our groups, if this project's set-up asked for them and none of `others` did."""
    hooks = hook_file(folder, Path(home))
    in_json = groups.plan_take(hooks, receipt, others)
    if hooks.name not in receipt or groups.users(hooks, others):
        return in_json
    before = content(_config_file(folder)) or b""
    after = remove_tables(unix(before), commands(Path(home), CLIENT))
    return (*in_json, *_config_change(folder, Path(home), before, after))


def remove(folder: Path, home: str, receipt: Receipt, others: Sequence[Receipt] = ()) -> tuple[FileChange, ...]:
    """Execute `plan_remove`."""
    changes = plan_remove(folder, home, receipt, others)
    hooks = hook_file(folder, Path(home))
    apply((change for change in changes if change.path != hooks.path), receipt)
    groups.take(hooks, receipt, others)
    return changes


def _toml(folder: Path, home: Path) -> tuple[bytes, bytes] | None:
    """`config.toml` before and after, where the hooks belong there; None where they belong into `hooks.json`."""
    path = _config_file(folder)
    before = content(path)
    if before is None or groups.has_ours(hook_file(folder, home)):
        return None
    ours = commands(home, CLIENT)
    theirs = content(hook_file(folder, home).path) is None and has_events(parsed(path, before))
    if not theirs and not find(unix(before), ours):
        return None
    after = put(unix(before), ours, {event: hook(home, event) for event in EVENTS})
    return (before, after) if is_valid(after) else None


def _config_file(folder: Path) -> Path:
    return (folder / CONFIG).resolve()


def _config_change(folder: Path, home: Path, before: bytes, after: bytes) -> tuple[FileChange, ...]:
    path = _config_file(folder)
    description = f"{'add hooks to' if len(after) > len(before) else 'change the hooks in'} {path}"
    change = FileChange(Path(path.anchor), path, before, after, description, mode=0o600)
    mine = items_but(lambda group: is_ours(group, home))
    places: dict[tuple[str, ...], Rest] = {("hooks", event): mine for event in EVENTS}
    return guarded_change(change, Ours(parse=parse, places=places, otherwise=groups.REPAIR))
