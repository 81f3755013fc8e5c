"""Which commits were taken back? A later message says "This reverts commit …", as git writes it."""

import re
from collections.abc import Collection, Iterable

_NAMED = re.compile(r"^\W*This reverts commit ([0-9a-f]{7,64})\b", re.MULTILINE | re.IGNORECASE)


def reverted(messages: Iterable[tuple[str, str]], known: Collection[str]) -> dict[str, str]:
    """For each commit that was taken back, the one that did it: the newest, if several did.

    `messages` are (id, text), newest first; `known` are the ids that count, in which a shortened one is looked up. A
    revert that was reverted itself took nothing back.
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
