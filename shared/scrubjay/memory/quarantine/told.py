"""Who was shown some memories? Texts name a memory by the first digits of its id."""

import re
from collections.abc import Iterable

DIGITS = 8
_ID = re.compile(r"\b[0-9a-f]{8,32}\b")


def told(ids: Iterable[str], shown: Iterable[tuple[str, str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Of what sessions were shown, as (who, text), those that name one of the ids, each with these, in order."""
    by_digits = {id[:DIGITS]: id for id in ids}
    found: dict[str, dict[str, None]] = {}
    for who, text in shown:
        for digits in _ID.findall(text):
            id = by_digits.get(digits[:DIGITS], "")
            if id.startswith(digits) and id:
                found.setdefault(who, {})[id] = None
    return tuple((who, tuple(seen)) for who, seen in sorted(found.items()))
