"""Names in git as they are stored and shown: a secret in one is masked here, once, where the name is read."""

import re
from functools import lru_cache

from scrubjay.git.process import Git

_MARK = "[redacted-"
"""No name of a ref holds a bracket, so git never takes a masked name for another one."""

_ODD = re.compile(r"[^\W_]{16}|\d{9}|\d[^\W\d_]|[^\W\d_]\d+[^\W\d_]|[^\w./ -]| .*\d|\d.* ")
"""What no secret is without. Other names aren't scanned: a hook would pay for the scanner at every start."""

_DIGITS = 4
"""Enough to keep two masked branches apart, too few to tell what was masked."""


@lru_cache(maxsize=4096)
def shown(name: str) -> str:
    """A name of a branch, tag, remote, author or file with `[redacted-1a2b]` in place of each secret.

    The digits are of the whole name: two names of which the rest is equal stay two.
    """
    if not _ODD.search(name):
        return name
    from scrubjay.secrets import find_secrets  # lazy: few names need it

    findings = find_secrets(name)
    if not findings:
        return name
    from hashlib import sha256

    mark = f"{_MARK}{sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:_DIGITS]}]"
    for finding in reversed(findings):
        name = f"{name[: finding.start]}{mark}{name[finding.end :]}"
    return name


def branch_in_git(git: Git, name: str) -> str:
    """A local branch's own name, by the one that is shown; the same where none is masked so."""
    if _MARK not in name:
        return name
    listed = git.fields("for-each-ref", "--format=%(refname:lstrip=2)%00", "refs/heads")
    names = (field.decode("utf-8", "surrogateescape").lstrip("\n") for field in listed)
    return next((own for own in names if shown(own) == name), name)
