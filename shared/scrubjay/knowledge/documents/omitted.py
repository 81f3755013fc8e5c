"""Omission of selected files by path alone: file names that usually hold secrets, or paths that contain one."""

import re

from scrubjay.privacy.secrets.masking import find_secrets
from scrubjay.privacy.secrets.names import names_secret

_LONG = re.compile(r"[\w-]{16,}")

NAME_REASON = "its name is one that files of secrets have: rename it, or exclude it"
PATH_REASON = "its path holds what looks like a secret ({kinds}), and paths are stored as they are: rename it"


def omission_reason(path: str) -> str:
    """The reason why a path is omitted; empty for one that is read."""
    if names_secret(path):
        return NAME_REASON
    if not _LONG.search(path):  # fast path: only long words can be secrets
        return ""

    kinds = sorted({finding.kind for finding in find_secrets(path)})
    return PATH_REASON.format(kinds=", ".join(kinds)) if kinds else ""
