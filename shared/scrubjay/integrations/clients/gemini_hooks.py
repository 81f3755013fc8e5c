"""Installation of the session hooks with Gemini CLI, in the account's `settings.json`.

Run with Gemini CLI 0.61.0 on 2026-11-23: timeouts are milliseconds, stdout is JSON or nothing, `name` is what `/hooks`
shows. PreCompress is fired in every turn, also where nothing is compressed, and no start follows a compression: the
next BeforeAgent looks into the session's record instead.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.edits import FileChange, Receipt, apply
from scrubjay.integrations.hook_files import groups
from scrubjay.integrations.hook_files.groups import HookFile
from scrubjay.integrations.hook_files.launcher import command, commands, plan_launcher

CLIENT = "gemini"
TITLE = "Gemini CLI"
FILE = "settings.json"

EVENTS = ("SessionStart", "BeforeAgent", "AfterAgent", "SessionEnd")
TIMEOUT_MS = 10_000


def hook_file(folder: Path, home: Path) -> HookFile:
    """Gemini CLI's settings, with our groups of hooks."""
    hook = {"type": "command", "name": "scrubjay", "command": command(home, CLIENT), "timeout": TIMEOUT_MS}
    return HookFile(
        client=CLIENT,
        title=TITLE,
        folder=folder,
        file=FILE,
        groups={event: {"hooks": [hook]} for event in EVENTS},
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
    return (*plan_launcher(home, launch.start), *groups.plan_add(hook_file(folder, home)))


def install(folder: Path, launch: Launch, receipt: Receipt) -> tuple[FileChange, ...]:
    """Execute `plan_install`; idempotent. All else keeps every byte."""
    home = Path(launch.home)
    launcher = plan_launcher(home, launch.start)
    apply(launcher, receipt)
    return (*launcher, *groups.add(hook_file(folder, home), receipt))


def plan_remove(folder: Path, home: str, receipt: Receipt, others: Sequence[Receipt] = ()) -> tuple[FileChange, ...]:
    """Plan to remove our groups, if this project's set-up asked for them and none of `others` did."""
    return groups.plan_take(hook_file(folder, Path(home)), receipt, others)


def remove(folder: Path, home: str, receipt: Receipt, others: Sequence[Receipt] = ()) -> tuple[FileChange, ...]:
    """Execute `plan_remove`."""
    return groups.take(hook_file(folder, Path(home)), receipt, others)
