"""Reverted commits, recognised by the "This reverts commit …" that git writes into a later message."""

import re
from collections.abc import Collection, Iterable

from scrubjay.text.hexadecimal import COMMIT_PREFIX

_NAMED = re.compile(rf"^\W*This reverts commit ({COMMIT_PREFIX})\b", re.MULTILINE | re.IGNORECASE)


def reverted_commits(messages: Iterable[tuple[str, str]], known: Collection[str]) -> dict[str, str]:
    """Maps each reverted commit to the commit that reverted it: the newest, if several did.

    `messages` are (id, text), newest first; `known` are the ids that count, in which abbreviated ones are resolved. A
    revert that was itself reverted doesn't count.
    """
    found: dict[str, str] = {}
    for sha, text in messages:
        if sha in found:
            continue
        for written in _NAMED.findall(text):
            target = _whole(written.lower(), known)
            if target and target != sha:
                found.setdefault(target, sha)
    return found


def _whole(written: str, known: Collection[str]) -> str:
    if written in known:
        return written
    begun = [sha for sha in known if sha.startswith(written)]
    return begun[0] if len(begun) == 1 else ""
