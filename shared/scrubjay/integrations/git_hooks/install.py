"""Installation and removal of the git hooks: a plan first, then its execution."""

import os
from pathlib import Path

from scrubjay.errors import ScrubjayError
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.integrations.bundled import bundled
from scrubjay.integrations.edits import FileChange, Receipt, apply, content
from scrubjay.integrations.git_hooks.stub import (
    EVENTS,
    MOVED_SUFFIXES,
    HookCommand,
    HookOwner,
    HooksFolder,
    hook_file,
    hooks_folder,
    installed_block,
    render,
    unfit_reason,
    with_block,
    without_block,
)
from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class HookPlan:
    """Planned changes of the hooks folder, and for hooks that stay unchanged the reason and the line to add by hand."""

    folder: Path
    changes: tuple[FileChange, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HookState:
    """Whether a hook reaches scrubjay: "installed", "outdated" (for another Python or home), "absent" or "foreign"."""

    event: str
    state: str
    note: str


def plan_install(git: Git, repository: Repository, caller: HookCommand) -> HookPlan:
    """Plan to put this home's block into every hook where it is allowed; those of other homes stay."""
    folder = hooks_folder(git, repository)
    if folder.foreign:
        return HookPlan(folder.path, (), (_foreign_note(folder, caller),))
    changes: list[FileChange] = []
    notes: list[str] = []
    for event in EVENTS:
        change = _planned_change(repository, folder, caller, event)
        if isinstance(change, str):
            notes.append(change)
        elif change.before != change.after:
            changes.append(change)
    return HookPlan(folder.path, tuple(changes), tuple(notes))


def plan_uninstall(git: Git, repository: Repository, owner: HookOwner) -> HookPlan:
    """Plan to remove a home's block from every hook. Also where `core.hooksPath` has changed since."""
    changes: list[FileChange] = []
    notes: list[str] = []
    default_folder = repository.common_dir / "hooks"
    hooks = hooks_folder(git, repository)
    for folder in dict.fromkeys((default_folder, *(() if hooks.foreign else (hooks.path,)))):
        for path in (folder / f"{event}{moved}" for event in EVENTS for moved in ("", *MOVED_SUFFIXES)):
            try:
                text = content(path)
            except ScrubjayError:
                continue
            if text is not None and installed_block(text, owner):
                after = without_block(text, owner)
                description = f"delete {path}" if after is None else f"take scrubjay's block out of {path}"
                changes.append(FileChange(repository.common_dir, path, text, after, description))
            elif text is not None and unfit_reason(text).startswith("holds"):
                notes.append(f"{path} {unfit_reason(text)}.")
    return HookPlan(hooks.path, tuple(changes), tuple(notes))


def install(git: Git, repository: Repository, caller: HookCommand, receipt: Receipt) -> HookPlan:
    """Execute `plan_install`; idempotent."""
    plan = plan_install(git, repository, caller)
    apply(plan.changes, receipt)
    return plan


def uninstall(git: Git, repository: Repository, owner: HookOwner, receipt: Receipt) -> HookPlan:
    """Execute `plan_uninstall`; with the last home, files are restored byte for byte."""
    plan = plan_uninstall(git, repository, owner)
    apply(plan.changes, receipt)
    return plan


def status(git: Git, repository: Repository, caller: HookCommand) -> tuple[HookState, ...]:
    """The state of each hook for this home."""
    folder = hooks_folder(git, repository)
    if folder.foreign:
        return tuple(HookState(event, "foreign", _foreign_note(folder, caller)) for event in EVENTS)
    return tuple(_hook_state(repository, folder, caller, event) for event in EVENTS)


def _hook_state(repository: Repository, folder: HooksFolder, caller: HookCommand, event: str) -> HookState:
    change = _planned_change(repository, folder, caller, event)
    if isinstance(change, str):
        return HookState(event, "foreign", change)
    if change.before == change.after:
        return HookState(event, "installed", str(change.path))
    has = installed_block(change.before or b"", caller.owner)
    return HookState(event, "outdated" if has else "absent", "`scrubjay hooks install` brings it up to date.")


def _planned_change(repository: Repository, folder: HooksFolder, caller: HookCommand, event: str) -> FileChange | str:
    """The change that one hook needs, or why it stays as it is."""
    path = hook_file(folder.path, event, caller.owner)
    by_hand = f" To have it anyway, add this line to it: {caller.line(event)}"
    if path.is_symlink():
        return f"{path} is a link, so scrubjay leaves it alone.{by_hand}"
    try:
        before = content(path)
    except ScrubjayError as error:
        return str(error)
    if before is not None:
        why = unfit_reason(before)
        if not why and not os.access(path, os.X_OK):
            why = "is not executable, so git ignores it"
        if why:
            return f"{path} {why}; scrubjay leaves it alone.{by_hand}"
    template = bundled("hooks", "git", "stub.sh").read_text(encoding="utf-8")
    make, make_own = (render(template, caller, event, own_file=own_file) for own_file in (False, True))
    after = with_block(before, caller.owner, make, make_own)
    present = before is not None and installed_block(before, caller.owner)
    verb = "write" if before is None else "bring scrubjay's block up to date in" if present else "add a block to"
    description = f"{verb} {path}"
    return FileChange(repository.common_dir, path, before, after, description, mode=0o755)


def _foreign_note(folder: HooksFolder, caller: HookCommand) -> str:
    return (
        f"{folder.foreign}, so scrubjay writes no hook there. Search and the servers find new commits by themselves; "
        f"to have them at once, add this line to its hooks ({', '.join(EVENTS)}), with their own name in it: "
        f"{caller.line('post-commit')}"
    )
