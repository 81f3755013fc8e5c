"""Which tags does a memory bear? Short words in lower case, bounded in number and length."""

import re
from collections.abc import Iterable

from scrubjay.errors import LimitExceeded, UsageError

MOST = 20
LONGEST = 50
_TAG = re.compile(r"[\w][\w.:/+-]*")


def checked_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """The tags as they are kept, each once, sorted. Raises UsageError, LimitExceeded."""
    result = sorted({tag.strip(" ").removeprefix("#").lower() for tag in tags})
    if len(result) > MOST:
        raise LimitExceeded(f"A memory bears at most {MOST} tags, these are {len(result)}. Leave some out.")
    for tag in result:
        if len(tag) > LONGEST or not _TAG.fullmatch(tag):
            raise UsageError(
                f"Tag {tag[:40]!r} can't be kept: it has 1 to {LONGEST} letters, digits and . : / + - without spaces. "
                "Write it as db or team/ops, or leave it out."
            )
    return tuple(result)
