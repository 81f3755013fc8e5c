"""Uncommitted changes: which paths of a worktree differ from its commit, and how."""

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path

from scrubjay.errors import GitFailed
from scrubjay.git.comparing import compared, without_filters
from scrubjay.git.paths import printable
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, replace
from scrubjay.storage.files import is_racy, read_regular

MAX_COMPARED_BYTES = 2_000_000
"""Bytes of a file that are compared with its blob in this process; git compares a larger one."""

DIFF_TIMEOUT_S = 10
"""Timeout of a diff in seconds. git compares 177 MB of text in 5."""


def dirty_paths(git: Git, paths: Iterable[str]) -> frozenset[str]:
    """The tracked paths among some that differ from HEAD in the working tree or index."""
    pathspecs = [f":(top,literal){path}" for path in paths]
    if not pathspecs:
        return frozenset()
    safe = without_filters(git)
    try:
        out = compared(safe, lambda own: own.run(
            "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all",
            "HEAD", "--", *pathspecs,
        ))  # fmt: skip
    except GitFailed:
        return frozenset()
    return frozenset(printable(name) for name in out.split(b"\0") if name)


def dirty_files(git: Git, worktree: Path, blobs: Mapping[str, str]) -> frozenset[str]:
    """The paths among some, given with their blobs at HEAD, whose file in the working tree differs.

    A file with the blob's exact bytes needs no process. git compares the others: their line ends may be converted, or a
    filter may store them differently.
    """
    return dirty_paths(
        git, [path for path, blob in sorted(blobs.items()) if not _is_unchanged(git, worktree / path, blob)]
    )


def _is_unchanged(git: Git, file: Path, blob: str) -> bool:
    """Whether a file has a blob's content; a long-lived process caches the answer until the file's state changes."""
    if git.worktree is None:
        return equals_blob(file, blob)
    state = _file_state(file)
    return git.worktree.answer((equals_blob, file, blob), lambda: state, lambda: equals_blob(file, blob))


def _file_state(file: Path) -> object | None:
    """A value that changes with a file; None if the file is missing, or so new that a change might not show."""
    try:
        info = os.lstat(file)
    except (OSError, ValueError):
        return None
    if is_racy(info):
        return None
    return info.st_mode, info.st_dev, info.st_ino, info.st_size, info.st_mtime_ns, info.st_ctime_ns


def is_uncommitted(git: Git, path: str) -> bool:
    """Whether a path is in the working tree or the index and not in HEAD."""
    if not path or path.endswith("/") or "\0" in path:
        return False
    code, out = git.answer("ls-files", "--cached", "--others", "-z", "--", f":(top,literal){path}")
    if code or not out.strip(b"\0"):
        return False
    code, _ = git.answer("cat-file", "-e", f"HEAD:{path}")
    return code != 0


def equals_blob(file: Path, blob: str) -> bool:
    """Whether a regular file equals the blob, byte for byte."""
    text = read_regular(file, MAX_COMPARED_BYTES)
    if text is None:
        return False
    digest = hashlib.sha256 if len(blob) == 64 else partial(hashlib.sha1, usedforsecurity=False)
    return digest(b"blob %d\0" % len(text) + text).hexdigest() == blob


def diff(git: Git, limit_bytes: int = 20_000) -> str:
    """The uncommitted changes as a patch of at most `limit_bytes`, cut at a line; says so, or why there is none."""
    safe = without_filters(git)
    options = ("--no-color", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all")
    code, _ = git.answer("rev-parse", "--verify", "--quiet", "HEAD")
    if code:
        return ""
    try:
        patch, cut = compared(
            safe, lambda own: own.first("diff", *options, "HEAD", "--", most=limit_bytes, timeout=DIFF_TIMEOUT_S)
        )
    except GitFailed as error:  # a pipe in place of a file, a damaged object: the rest of the answer is still returned
        return f"… no patch: {error}\n"
    if not cut:
        return patch.decode("utf-8", "replace")
    if patch:
        text = patch[: patch.rfind(b"\n") + 1 or limit_bytes].decode("utf-8", "replace")
        return f"{text}… cut: these are the first {counted(limit_bytes, 'byte')}; `git diff HEAD` shows the rest\n"
    names, _ = compared(safe, lambda own: own.first(
        "diff", *options, "--name-status", "HEAD", "--", most=limit_bytes, timeout=DIFF_TIMEOUT_S
    ))  # fmt: skip
    text = names.decode("utf-8", "replace")
    return f"{text}… cut: git takes longer than {DIFF_TIMEOUT_S} s for the lines; these are the files that changed\n"


MAX_RECORDS = 10_000
"""Differences that are counted at most."""

MAX_SUBMODULES = 20
"""Submodules in whose own folder is looked; each costs a process of git."""

_BEFORE_PATH = {b"1": 7, b"2": 8, b"u": 9}
"""Words of a record of porcelain v2 behind its kind and before its path."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A path, in bytes, that differs from HEAD. `renamed_to`: its new path; `nested`: a submodule or another clone."""

    path: bytes
    renamed_to: bytes = b""
    nested: bool = False


def differences(git: Git, repository: Repository, most: int) -> tuple[tuple[Difference, ...], int]:
    """The first differences, and how many more there are (of 10,000). Raises GitFailed."""
    listed: dict[bytes, Difference] = {}
    for one in compared(without_filters(git), _records):
        listed.setdefault(one.path, one)
    for path in _changed_submodules(git, repository):
        listed.setdefault(path, Difference(path, nested=True))
    return tuple(islice(listed.values(), most)), max(0, len(listed) - most)


def _records(git: Git) -> tuple[Difference, ...]:
    """The first differences that git's status lists; a submodule counts only if its commit differs.

    git would start itself in the submodule, with whatever the configuration there has it execute.
    """
    fields = git.fields(
        "status", "--porcelain=v2", "-z", "--find-renames", "--untracked-files=all", "--ignore-submodules=dirty"
    )
    with closing(fields):
        return tuple(islice(_parsed_status(fields), MAX_RECORDS))


def _parsed_status(fields: Iterator[bytes]) -> Iterator[Difference]:
    """The differences in the output of git's status."""
    for record in fields:
        kind, _, rest = record.partition(b" ")
        if kind == b"?":
            yield Difference(rest.rstrip(b"/"), nested=rest.endswith(b"/"))
        elif kind in _BEFORE_PATH:
            words = rest.split(b" ", _BEFORE_PATH[kind])
            yield Difference(words[-1], nested=words[1].startswith(b"S"))
            if kind == b"2":
                yield Difference(next(fields), renamed_to=words[-1])


def _changed_submodules(git: Git, repository: Repository) -> Iterator[bytes]:
    """The paths of submodules whose own working trees have changes."""
    if not (repository.worktree / ".gitmodules").is_file():
        return
    code, out = git.answer("config", "-z", "--file", ".gitmodules", "--get-regexp", r"^submodule\..*\.path$")
    paths = [field.partition(b"\n")[2] for field in out.split(b"\0") if field] if code == 0 else []
    for path in paths[:MAX_SUBMODULES]:
        folder = repository.worktree / path.decode("utf-8", "surrogateescape")
        inside = folder.resolve().is_relative_to(repository.worktree)
        if inside and (folder / ".git").exists() and _submodule_has_changes(replace(git, folder=folder, worktree=None)):
            yield path


def _submodule_has_changes(git: Git) -> bool:
    """Whether a submodule's working tree has changes; False where git fails."""
    try:
        return compared(without_filters(git), _has_changes)
    except GitFailed:
        return False


def _has_changes(git: Git) -> bool:
    """Whether git's status lists any change."""
    with closing(git.fields("status", "--porcelain", "-z", "--ignore-submodules=all")) as fields:
        return next(fields, None) is not None
