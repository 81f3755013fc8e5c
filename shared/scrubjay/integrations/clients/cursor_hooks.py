"""Installation of the session hooks with Cursor, in the account's `hooks.json`.

The form is Cursor's documented one, looked up on 2026-11-22 and 2026-11-23 and not run: `{version, hooks: {event:
[{command, timeout}]}}`, seconds. With third-party skills on, Cursor runs the hooks of Claude Code's settings too;
whoever comes second says nothing.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.edits import FileChange, Receipt, apply
from scrubjay.integrations.hook_files import groups
from scrubjay.integrations.hook_files.groups import HookFile
from scrubjay.integrations.hook_files.launcher import command, commands, plan_launcher

CLIENT = "cursor"
TITLE = "Cursor"
FILE = "hooks.json"

EVENTS = ("sessionStart", "preCompact", "stop", "sessionEnd")
TIMEOUT_S = 10
VERSION = 1


def hook_file(folder: Path, home: Path) -> HookFile:
    """Cursor's file of hooks, with our entries."""
    hook = {"command": command(home, CLIENT), "timeout": TIMEOUT_S}
    return HookFile(
        client=CLIENT,
        title=TITLE,
        folder=folder,
        file=FILE,
        groups=dict.fromkeys(EVENTS, hook),
        is_ours=lambda entry: is_ours(entry, home),
        members={"version": VERSION},
    )


def is_ours(entry: object, home: Path) -> bool:
    """Whether an entry is this home's: it runs our command."""
    return isinstance(entry, Mapping) and entry.get("command") in commands(home, CLIENT)


def plan_install(folder: Path, launch: Launch) -> tuple[FileChange, ...]:
    """Plan to write the launcher into the home, then our entries. `launch.home` is always named. Raises ConfigError."""
    home = Path(launch.home)
    return (*plan_launcher(home, launch.start), *groups.plan_add(hook_file(folder, home)))


def install(folder: Path, launch: Launch, receipt: Receipt) -> tuple[FileChange, ...]:
    """Execute `plan_install`; idempotent. All else keeps every byte."""
    home = Path(launch.home)
    launcher = plan_launcher(home, launch.start)
    apply(launcher, receipt)
    return (*launcher, *groups.add(hook_file(folder, home), receipt))


def plan_remove(folder: Path, home: str, receipt: Receipt, others: Sequence[Receipt] = ()) -> tuple[FileChange, ...]:
    """Plan to remove our entries, if this project's set-up asked for them and none of `others` did."""
    return groups.plan_take(hook_file(folder, Path(home)), receipt, others)


def remove(folder: Path, home: str, receipt: Receipt, others: Sequence[Receipt] = ()) -> tuple[FileChange, ...]:
    """Execute `plan_remove`."""
    return groups.take(hook_file(folder, Path(home)), receipt, others)
