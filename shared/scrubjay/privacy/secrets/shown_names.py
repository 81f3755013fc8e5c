"""Names as they are stored and shown: a secret in one is masked, once, where git is read."""

from functools import lru_cache

from scrubjay.model.pattern import pattern

MARK = "[redacted-"
"""No name of a ref holds a bracket, so git never takes a masked name for another one."""

_ODD = pattern(r"[^\W_]{16}|\d{9}|\d[^\W\d_]|[^\W\d_]\d+[^\W\d_]|[^\w./ -]")
_DIGIT = pattern(r"\d")
"""A secret has one of these, or a digit among words. No other name is scanned: hooks would pay for it at each start."""

_MARK_DIGITS = 4
"""Enough to keep two masked branches apart, too few to tell what was masked."""


@lru_cache(maxsize=4096)
def shown(name: str) -> str:
    """A name of a branch, tag, remote, author or file with `[redacted-1a2b]` in place of each secret.

    The digits are of the whole name: two names of which the rest is equal stay two.
    """
    if not (_ODD.search(name) or (" " in name and _DIGIT.search(name))):
        return name
    from scrubjay.privacy.secrets.masking import find_secrets  # lazy: few names need it

    findings = find_secrets(name)
    if not findings:
        return name
    from hashlib import sha256

    mark = f"{MARK}{sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:_MARK_DIGITS]}]"
    for finding in reversed(findings):
        name = f"{name[: finding.start]}{mark}{name[finding.end :]}"
    return name
