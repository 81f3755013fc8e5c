"""Grafts: replaced objects, and where the history of a shallow clone is cut off."""

import os
from pathlib import Path

from scrubjay.git.process import Git
from scrubjay.git.refs import packed_refs
from scrubjay.git.repository import Repository

NOTE = "git shows replaced objects (git replace, grafts); here is what is stored"
"""What a first line says of it."""


def replaced_note(git: Git, repository: Repository) -> str:
    """The note where objects of a clone are replaced, otherwise empty.

    By its files, at each call; git is asked only where refs are stored in another format than files.
    """
    common = repository.common_dir
    packed = packed_refs(common)
    if packed is None or (common / "reftable").exists():
        found = bool(git.answer("for-each-ref", "--count=1", "--format=x", "refs/replace")[1])
    else:
        found = _has_files(common / "refs" / "replace") or any(name.startswith("refs/replace/") for name in packed)
    return NOTE if found or _is_filled(common / "info" / "grafts") else ""


def _has_files(folder: Path) -> bool:
    """Whether a folder has an entry; git leaves an empty one behind its last replacement."""
    try:
        with os.scandir(folder) as entries:
            return next(entries, None) is not None
    except OSError:
        return False


def _is_filled(file: Path) -> bool:
    try:
        return file.stat().st_size > 0
    except OSError:
        return False


def borders(git: Git) -> frozenset[str]:
    """The commits whose parents are missing; none where the history is whole, or git can't say."""
    code, out = git.answer(
        "rev-parse", "--is-shallow-repository", "--path-format=absolute", "--git-path", "shallow"
    )  # fmt: skip
    answer, _, path = out.decode("utf-8", "surrogateescape").strip("\n").partition("\n")
    if code != 0 or answer != "true":
        return frozenset()
    try:
        return frozenset(Path(path).read_text("ascii").split())
    except (OSError, UnicodeDecodeError):
        return frozenset()


def cut_off(git: Git, commit: str) -> str:
    """The day (ISO 8601) before which ancestors of a commit may be missing; empty where the history is whole."""
    if not commit or not (missing := borders(git)):
        return ""
    code, out = git.answer("log", "--max-parents=0", "--format=%H %cs", "--end-of-options", commit, "--")
    lines = (line.split() for line in out.decode("ascii", "replace").splitlines() if code == 0)
    return max((day for sha, day in lines if sha in missing), default="")


def cut_off_note(git: Git, commit: str) -> str:
    """What a first line says of a history that is cut off; empty where it is whole."""
    day = cut_off(git, commit)
    return f"shallow clone: history before {day} is not here" if day else ""
