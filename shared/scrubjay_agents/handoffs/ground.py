"""The worktree of a handoff: what is uncommitted where it is written, and what stands where it is taken."""

import hashlib
import os
import stat
from collections.abc import Collection, Iterable
from pathlib import Path

from scrubjay.errors import GitFailed, UsageError
from scrubjay.git.ancestry import ahead_behind, blobs_at, changed_between, existing_commits, is_ancestor
from scrubjay.git.branches import branch_in_git
from scrubjay.git.head import Head, head
from scrubjay.git.history import recent_commits
from scrubjay.git.paths import printable
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.git.uncommitted import Difference, differences
from scrubjay.model.frozen import replace
from scrubjay.model.paths import safe_path
from scrubjay.privacy.secrets.shown_names import shown
from scrubjay.storage.files import read_regular
from scrubjay.wiring.workspace import Workspace
from scrubjay_agents.handoffs.handoff import HandoffContext, Uncommitted, Without
from scrubjay_agents.handoffs.moved import Moved, Present, moved_since

MAX_BYTES = 2_000_000


def uncommitted_with_content(difference: Difference, folder: Path, object_format: str) -> Uncommitted:
    """An uncommitted path with git's id of its present content, or why it has none."""
    went = printable(difference.renamed_to)
    try:
        path = difference.path.decode()
    except UnicodeDecodeError:
        path = ""
    if not path or shown(path) != path:
        return Uncommitted(printable(difference.path), "", Without.NAME, went)
    if difference.nested:
        return Uncommitted(path, "", Without.NESTED)
    blob, without = content(folder / path, object_format)
    return Uncommitted(path, blob, without, went)


def content(file: Path, object_format: str) -> tuple[str, Without]:
    """git's id of a file's present content, or of a link's target; else an empty id and the reason."""
    try:
        info = file.lstat()
    except (OSError, ValueError):
        return "", Without.GONE
    if stat.S_ISLNK(info.st_mode):
        try:
            link = os.readlink(file)  # noqa: PTH115 - a Path would leave out a "./" that git keeps
            return _blob_id(os.fsencode(link), object_format), Without.NOTHING
        except OSError:
            return "", Without.UNREADABLE
    if stat.S_ISREG(info.st_mode) and info.st_size > MAX_BYTES:
        return "", Without.LARGE
    found = read_regular(file, MAX_BYTES)
    return ("", Without.UNREADABLE) if found is None else (_blob_id(found, object_format), Without.NOTHING)


def _blob_id(content: bytes, object_format: str) -> str:
    """git's id of some bytes as a blob."""
    data = b"blob %d\0" % len(content) + content
    if object_format == "sha256":
        return hashlib.sha256(data).hexdigest()
    return hashlib.sha1(data, usedforsecurity=False).hexdigest()


MAX_UNCOMMITTED = 200
MAX_CHANGED = 10_000
MAX_SUBJECTS = 5


class HandoffGround:
    """Reads from one worktree what a handoff says of it, and what has changed there since."""

    def __init__(self, git: Git, repository: Repository, services: "Workspace") -> None:
        self._git = git
        self._repository = repository
        self._services = services

    def head(self) -> Head:
        """The branch and the commit of the worktree."""
        return head(self._git)

    def written_here(self, context: HandoffContext) -> HandoffContext:
        """A handoff's context, filled with branch, commit and uncommitted files of this worktree."""
        position, folder = self.head(), self._repository.worktree
        try:
            listed, more = differences(self._git, self._repository, MAX_UNCOMMITTED)
        except GitFailed:
            listed, more = (), 0  # git can't compare the folder: the rest is worth leaving
        return replace(
            context,
            branch=position.branch,
            commit=position.commit,
            uncommitted=tuple(uncommitted_with_content(one, folder, self._repository.object_format) for one in listed),
            left_out=more,
            worktree=shown(folder.name),
            folder=shown(str(folder)),
        )

    def named_here(self, paths: Iterable[str], target: str) -> tuple[str, ...]:
        """Some paths as seen from the repository's top; each must exist here, at HEAD or on the target's branch.

        Raises UnsafePath, UsageError.
        """
        kind, _, branch = target.partition(":")
        commits = [commit for commit in (self.head().commit, self._tip(branch) if kind == "branch" else "") if commit]
        return tuple(dict.fromkeys(self._path_named(path, commits) for path in paths))

    def _path_named(self, path: str, commits: Iterable[str]) -> str:
        """A path as seen from the repository's top. Raises UsageError if neither folder nor commits have it."""
        name = self.from_top(path)
        there = os.path.lexists(self._repository.worktree / name) or any(
            self._git.answer("cat-file", "-e", f"{commit}:{name}")[0] == 0 for commit in commits
        )
        if not there:
            raise UsageError(
                f"relevant_files: {path[:80]!r} is neither in this folder nor at HEAD. Name files that are there; one "
                "that is to be made belongs in next_steps."
            )
        return name

    def from_top(self, path: str) -> str:
        """A path as seen from the repository's top, whether it is there or not. Raises UnsafePath."""
        folder, given = self._repository.worktree, Path(path)
        return safe_path(given.relative_to(folder).as_posix() if given.is_relative_to(folder) else path)

    def has_branch(self, name: str) -> bool:
        """Whether the clone has a branch of this name, its own or one of a remote."""
        return bool(self._tip(name)) or bool(
            self._git.run("for-each-ref", "--count=1", "--format=x", f"refs/remotes/*/{name}")
        )

    def require_branch_name(self, name: str) -> None:
        """Raises UsageError for a name that git doesn't allow for a branch; a detached HEAD passes."""
        own = branch_in_git(self._git, name)
        if not name.startswith("detached:") and self._git.answer("check-ref-format", f"refs/heads/{own}")[0]:
            raise UsageError(f"{name[:40]!r} is no name of a branch. Give branch:NAME, or branch for the current one.")

    def moved_since(self, context: HandoffContext) -> Moved:
        """What has changed since a context was written."""
        return moved_since(context, self._present(context))

    def _present(self, context: HandoffContext) -> Present:
        """The present state of all that a handoff's context speaks of."""
        tip, here = self._tip(context.branch), self.head().commit
        has = bool(context.commit) and context.commit in existing_commits(self._git, {context.commit})
        known = has and bool(tip) and is_ancestor(self._git, context.commit, tip)
        count = ahead_behind(self._git, context.commit, tip)[0] if known else 0
        subjects: Iterable[str] = ()
        if count:
            subjects = [c.subject for c in recent_commits(self._git, MAX_SUBJECTS, since=context.commit, at=tip)]
        changed = changed_between(self._git, context.commit, tip, MAX_CHANGED) if has and tip else ()
        paths = [one.path for one in context.uncommitted if not one.without or one.without is Without.GONE]
        folder, own = Path(context.folder or "/nowhere"), self._repository.worktree
        return Present(
            tip_commit=tip,
            has=has,
            known=known,
            lacks=ahead_behind(self._git, here, context.commit)[0] if has and here else 0,
            count=count,
            subjects=tuple(subjects),
            changed=frozenset(changed),
            tip=self._at(tip, paths),
            before=self._at(context.commit, paths) if has else {},
            here=self._in(own, paths),
            there=self._in(folder, paths) if folder not in (own, Path("/nowhere")) and folder.is_dir() else None,
            same_folder=folder == own,
            memories=self._standing(context.relevant_memories) if context.relevant_memories else {},
        )

    def _tip(self, branch: str) -> str:
        """The newest commit of a branch; empty where there is no such branch."""
        if branch.startswith("detached:"):
            return branch.removeprefix("detached:")
        ref = f"refs/heads/{branch_in_git(self._git, branch)}^{{commit}}"
        code, out = self._git.answer("rev-parse", "--verify", "--quiet", "--end-of-options", ref)
        return out.decode("ascii", "replace").strip() if code == 0 else ""

    def _at(self, commit: str, paths: Iterable[str]) -> dict[str, str]:
        """git's id of each path that a commit has as a file or a link."""
        plain = [path for path in paths if "\n" not in path]
        try:
            found = blobs_at(self._git, commit, plain) if commit and plain else {}
        except GitFailed:
            found = {}
        for path in paths:
            if commit and "\n" in path:
                code, out = self._git.answer("rev-parse", "--verify", "--quiet", f"{commit}:{path}")
                found |= {path: out.decode("ascii", "replace").strip()} if code == 0 else {}
        return found

    def _in(self, folder: Path, paths: Iterable[str]) -> dict[str, str]:
        """git's id of each path that is in a folder; empty where its content can't be told."""
        found = {path: content(folder / path, self._repository.object_format) for path in paths}
        return {path: blob for path, (blob, without) in found.items() if without is not Without.GONE}

    def _standing(self, ids: Collection[str]) -> dict[str, str]:
        """How some memories stand here; empty where they hold."""
        services = self._services
        found = services.memories.of_ids(ids)
        fallen = set(services.grades.downgraded(services.documents.view())) & set(ids)
        return {
            id: "not known here" if id not in found
            else "its source has changed" if found[id].status == "active" and id in fallen
            else "" if found[id].status == "active"
            else found[id].status.value
            for id in ids
        }  # fmt: skip
