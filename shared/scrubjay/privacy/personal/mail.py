"""Detector for e-mail addresses; package versions, files and machine accounts with an @ are excluded."""

import re
from collections.abc import Iterator

from scrubjay.privacy.personal.codes import codes

_MAIL = re.compile(
    r"(?<![\w.+%/@$-])(?P<local>[A-Za-z0-9][A-Za-z0-9._%+'-]{0,63})@"
    r"(?P<domain>(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}(?P<top>[A-Za-z]{2,24}|xn--[A-Za-z0-9-]{2,50}))"
    r"(?![\w@(=-]|\.\w)"
)
_NOBODY = re.compile(r"(?:git|hg|svn|ssh|no-?reply|do-?not-?reply|root|user(?:name)?|.*\[bot\])|\d+\+.*", re.IGNORECASE)
"""Accounts of programs, and placeholder names; a forge's hidden addresses begin with a number and a plus."""
_URL = re.compile(r"://\S*$")
_VERSION = re.compile(r"\d+\.\d")
_HIDDEN = ("users.noreply.github.com", "noreply.gitlab.com", "users.noreply.gitlab.com")


def find_addresses(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each address."""
    if "@" not in text:
        return
    for match in _MAIL.finditer(text):
        top, domain = match.group("top").lower(), match.group("domain").lower()
        is_domain = top not in codes("files") if len(top) == 2 else top in codes("domains") or top.startswith("xn--")
        machine = _VERSION.match(domain) or domain in _HIDDEN or _NOBODY.fullmatch(match.group("local"))
        if is_domain and not machine and not _URL.search(text, max(0, match.start() - 80), match.start()):
            yield match.start(), match.end()
