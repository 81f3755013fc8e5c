"""Copies of the bundled skills `/session-init` and `/session-save` in each worktree."""

import hashlib
from pathlib import Path

from scrubjay.errors import ScrubjayError
from scrubjay.git.branches import worktrees
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.integrations.bundled import bundled
from scrubjay.integrations.edits import FileChange, Receipt, apply, content
from scrubjay.model.frozen import dataclass
from scrubjay.model.paths import safe_path

SKILLS = ("session-init", "session-save")
MAX_FILES = 100


@dataclass(frozen=True, slots=True)
class SkillPlan:
    """The planned changes, the skills that stay unchanged with the reason, and the names of our copies."""

    changes: tuple[FileChange, ...]
    notes: tuple[str, ...]
    managed: tuple[str, ...]


def plan_install(git: Git, repository: Repository, directory: str, receipt: Receipt) -> SkillPlan:
    """Plan to copy the skills below `directory`, a path from the worktree's top.

    A skill that is tracked, or that the user has made or changed, is theirs and stays. An older copy of ours is
    updated. Raises UnsafePath for a directory outside the worktree.
    """
    changes: list[FileChange] = []
    notes: list[str] = []
    managed: list[str] = []
    for name in SKILLS:
        folder = f"{safe_path(directory)}/{name}"
        planned = _skill_changes(git, repository.worktree, folder, bundled("skills", name), receipt)
        if isinstance(planned, str):
            notes.append(planned)
        else:
            changes += planned
            managed.append(name)
    return SkillPlan(tuple(changes), tuple(notes), tuple(managed))


def install(git: Git, repository: Repository, directory: str, receipt: Receipt) -> SkillPlan:
    """Execute `plan_install`; idempotent."""
    plan = plan_install(git, repository, directory, receipt)
    apply(plan.changes, receipt)
    for change in plan.changes:
        _drop_note(change.path, change.before, receipt)
        receipt.add(_receipt_note(change.path, change.after or b""))
    return plan


def plan_remove(git: Git, receipt: Receipt, directory: str = "") -> SkillPlan:
    """Plan to delete the unmodified copies in every worktree of the clone, all or those in one directory."""
    changes: list[FileChange] = []
    notes: list[str] = []
    for worktree in (folder.resolve() for folder in worktrees(git)):
        for name in receipt.names(f"skill {worktree}/{directory}"):
            target = Path(name.removeprefix("skill ").rpartition(" ")[0])
            try:
                present = content(target)
            except ScrubjayError as error:
                notes.append(str(error))
                continue
            if present is not None and _receipt_note(target, present) == name:
                changes.append(FileChange(worktree, target, present, None, f"delete {target}"))
            elif present is not None:
                notes.append(f"{target} was changed, so scrubjay leaves it alone.")
    return SkillPlan(tuple(changes), tuple(notes), ())


def remove(git: Git, receipt: Receipt, directory: str = "") -> SkillPlan:
    """Execute `plan_remove`; folders that were created for the copies are removed with them."""
    plan = plan_remove(git, receipt, directory)
    apply(plan.changes, receipt)
    for change in plan.changes:
        _drop_note(change.path, change.before, receipt)
    return plan


def copy_to_worktree(git: Git, repository: Repository, directory: str, receipt: Receipt, *, new: bool) -> SkillPlan:
    """Give a linked worktree the skills of the clone's main one.

    Once: whoever deletes them there doesn't get them back, unless the worktree is `new`.
    """
    main = worktrees(git)[0].resolve()
    had = bool(receipt.names(f"skill {repository.worktree}/{directory}/")) and not new
    if repository.worktree == main or had or not receipt.names(f"skill {main}/{directory}/"):
        return SkillPlan((), (), ())
    return install(git, repository, directory, receipt)


def _skill_changes(git: Git, worktree: Path, folder: str, source: Path, receipt: Receipt) -> list[FileChange] | str:
    """The changes that copy one skill, or the reason why it stays as it is."""
    target = worktree / folder
    if git.run("ls-files", "-z", "--", f":(top,literal){folder}"):
        return f"{folder} is tracked by git, so scrubjay leaves it alone."
    link = next((parent for parent in (target, *target.parents) if parent.is_symlink() and parent != worktree), None)
    if link is not None and link.is_relative_to(worktree):
        return f"{link} is a link, so scrubjay puts no skill there."
    changes: list[FileChange] = []
    for file in _skill_files(source):
        path, expected = target / file, (source / file).read_bytes()
        try:
            before = content(path)
        except ScrubjayError as error:
            return str(error)
        if before is not None and before != expected and _receipt_note(path, before) not in receipt:
            return f"{folder} is your own, so scrubjay leaves it alone."
        if before != expected:
            changes.append(FileChange(worktree, path, before, expected, f"write {path}"))
    return changes


def _skill_files(source: Path) -> list[Path]:
    return sorted(path.relative_to(source) for path in source.rglob("*") if path.is_file())[:MAX_FILES]


def _receipt_note(path: Path, data: bytes) -> str:
    return f"skill {path} {hashlib.sha256(data).hexdigest()[:32]}"


def _drop_note(path: Path, data: bytes | None, receipt: Receipt) -> None:
    """Drop the receipt's note of a file."""
    if data is not None:
        receipt.drop(_receipt_note(path, data))
