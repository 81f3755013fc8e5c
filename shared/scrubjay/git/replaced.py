"""Replaced objects: whether git shows others than those that are stored, by `git replace` or grafts."""

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
