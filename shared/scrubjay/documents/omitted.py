"""Omission of selected files by path alone: file names that usually hold secrets, or paths that contain one."""

import re

from scrubjay.secrets import names_secret

_LONG = re.compile(r"[\w-]{16,}")

NAMED_SO = "its name is one that files of secrets have: rename it, or exclude it"
HOLDS_ONE = "its path holds what looks like a secret ({kinds}), and paths are stored as they are: rename it"


def why_left_out(path: str) -> str:
    """The reason why a path is omitted; empty for one that is read."""
    if names_secret(path):
        return NAMED_SO
    if not _LONG.search(path):  # fast path: only long words can be secrets
        return ""
    from scrubjay.secrets import find_secrets  # late: few paths need it, and hooks read views

    kinds = sorted({finding.kind for finding in find_secrets(path)})
    return HOLDS_ONE.format(kinds=", ".join(kinds)) if kinds else ""


def shown(path: str) -> str:
    """A path as it may be shown: a secret in it is masked."""
    if not _LONG.search(path):
        return path
    from scrubjay.secrets import mask

    return mask(path).text
