"""Reverted commits, recognised by the "This reverts commit …" that git writes into a later message."""

import re
from collections.abc import Collection, Iterable

from scrubjay.text.hexadecimal import COMMIT_PREFIX

_NAMED = re.compile(rf"^\W*This reverts commit ({COMMIT_PREFIX})\b", re.MULTILINE | re.IGNORECASE)


def reverted_commits(messages: Iterable[tuple[str, str]], candidates: Collection[str]) -> dict[str, str]:
    """Maps each reverted commit to the commit that reverted it: the newest, if several did.

    `messages` are (id, text), newest first; `candidates` are the ids that count, in which abbreviated ones are
    resolved. A revert that was itself reverted doesn't count.
    """
    reverted: dict[str, str] = {}
    for sha, text in messages:
        if sha in reverted:
            continue
        for written in _NAMED.findall(text):
            target = _whole(written.lower(), candidates)
            if target and target != sha:
                reverted.setdefault(target, sha)
    return reverted


def _whole(written: str, candidates: Collection[str]) -> str:
    if written in candidates:
        return written
    begun = [sha for sha in candidates if sha.startswith(written)]
    return begun[0] if len(begun) == 1 else ""
