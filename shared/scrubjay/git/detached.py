"""The branch that a rebase or bisect in progress returns to while HEAD is detached."""

import re
from pathlib import Path

from scrubjay.text.hexadecimal import OBJECT_ID

_NAMED = ("rebase-merge/head-name", "rebase-apply/head-name")
_BISECT = "BISECT_START"
_BRANCH = "refs/heads/"
_SHA = re.compile(OBJECT_ID)
MAX_NAME = 4096
"""Bytes of such a file that are read; it holds one name."""


def branch_in_progress(git_dir: Path) -> str:
    """The branch that git checks out when the operation in progress ends or is aborted; empty where there is none."""
    for name in _NAMED:
        if ref := _line(git_dir / name):
            return ref.removeprefix(_BRANCH) if ref.startswith(_BRANCH) else ""
    ref = _line(git_dir / _BISECT).removeprefix(_BRANCH)
    return "" if _SHA.fullmatch(ref) else ref


def _line(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            return stream.read(MAX_NAME).decode("utf-8", "backslashreplace").strip()
    except OSError:
        return ""
