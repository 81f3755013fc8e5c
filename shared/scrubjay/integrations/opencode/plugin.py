"""Our plugin for opencode 1: a file of the account that reports a session's events and puts the briefing into it.

Run with opencode 1.18.33 on 2026-11-23: a plugin is any `.js` file of the folder. opencode 2 runs no such plugin, by
its documents; the file does no harm there.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from scrubjay.bundled import bundled
from scrubjay.errors import ConfigError
from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.edits import FileChange, Receipt, apply, content
from scrubjay.integrations.hook_files.groups import account_file
from scrubjay.integrations.hook_files.launcher import launcher_file, plan_launcher

CLIENT = "opencode"
FILE = ".config/opencode/plugins/scrubjay.js"
NAME = "hooks of opencode"
NOTE = "opencode 2 runs no plugin of opencode 1: there the tools brief the session, and nothing reports its events"

_MARK = "// scrubjay's plugin for opencode"


def plan_install(account: Path, launch: Launch) -> tuple[FileChange, ...]:
    """The launcher in the home, then the plugin. `launch.home` is always named.

    Raises ConfigError where the file is the user's own.
    """
    home = Path(launch.home)
    path, root = account_file(account, FILE)
    before = content(path)
    if before is not None and not before.startswith(_MARK.encode()):
        raise ConfigError(f"{path} is your own, so scrubjay leaves it alone. Rename it and run `scrubjay init` again.")
    after = _plugin(home)
    changes = () if before == after else (FileChange(root, path, before, after, f"write {path}", mode=0o600),)
    return (*plan_launcher(home, launch.start), *changes)


def install(account: Path, launch: Launch, receipt: Receipt) -> tuple[FileChange, ...]:
    """Execute `plan_install`; idempotent."""
    changes = plan_install(account, launch)
    apply(changes, receipt)
    receipt.add(NAME)
    return changes


def plan_remove(account: Path, home: str, receipt: Receipt, others: Sequence[Receipt] = ()) -> tuple[FileChange, ...]:
    """Delete this home's plugin, if this project's set-up asked for it and no other's of `others` did."""
    path, root = account_file(account, FILE)
    before = content(path) if NAME in receipt and not any(NAME in other for other in others) else None
    ours = before is not None and before.startswith(_MARK.encode()) and _launcher(Path(home)).encode() in before
    return (FileChange(root, path, before, None, f"delete {path}"),) if ours else ()


def remove(account: Path, home: str, receipt: Receipt, others: Sequence[Receipt] = ()) -> tuple[FileChange, ...]:
    """Execute `plan_remove`. A project that still uses the plugin is handed the folders that were made for it."""
    changes = plan_remove(account, home, receipt, others)
    apply(changes, receipt)
    path, _ = account_file(account, FILE)
    folders = tuple(name for parent in path.parents if (name := f"folder {parent}") in receipt)
    for heir in [other for other in others if NAME in other][:1]:
        heir.add(*folders)
        receipt.drop(*folders)
    receipt.drop(NAME)
    return changes


def _plugin(home: Path) -> bytes:
    text = bundled("hooks", "opencode", "scrubjay.js").read_text(encoding="utf-8")
    return text.replace("{launcher}", _launcher(home)).encode("utf-8", "surrogateescape")


def _launcher(home: Path) -> str:
    """A JSON string is a JavaScript string."""
    return json.dumps(str(launcher_file(home)))
