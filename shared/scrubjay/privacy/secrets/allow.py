"""Allow-list of values that the user declared harmless, kept as salted hashes that reveal nothing of the value."""

import hashlib
from collections.abc import Iterable

_DIGITS = 32


def allow_entry(value: str, salt: str) -> str:
    """The entry of a value, `salt:hash`; the salt is any short text, such as the first digits of a blob's id."""
    digest = hashlib.blake2b(value.encode("utf-8", "replace"), key=salt.encode()[:64], digest_size=_DIGITS // 2)
    return f"{salt}:{digest.hexdigest()}"


def is_allowed(value: str, marks: Iterable[str]) -> bool:
    """Whether one of these entries is this value's."""
    return any(allow_entry(value, mark.partition(":")[0]) == mark for mark in marks)
