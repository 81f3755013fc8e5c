"""Detector for values assigned to a telling name (`password = …`), in every notation of name, operator and value."""

import re
from collections.abc import Iterator

from scrubjay.privacy.secrets.classify import begins_line, is_secret
from scrubjay.privacy.secrets.model import SecretFinding
from scrubjay.privacy.secrets.name_patterns import NAME, PASSWORD, WORDS
from scrubjay.privacy.secrets.word_search import word_offsets

_LONGEST = 80
"""Characters of a name before the telling word."""
ASSIGNMENT = re.compile(
    rf"(?P<name>(?<![\w.\-])[\w.\-]{{0,{_LONGEST}}}?(?ai:{NAME})[\w.\-]{{0,40}})"
    r"(?:\[\d{0,4}\]|&quot;|%22|[\\\"'`*\])]{0,6})[ \t]{0,40}"
    r"(?:(?::|(?=\*?string\b))[ \t]{0,2}[&*\w.]{1,20}(?:<\w{1,20}>|\[\])?(?:\?|[ \t]\|[ \t]\w{1,20})?[ \t]{0,20}(?==))?"
    # a type: `password: String = "…"`, `var token string = "…"`
    r"(?P<operator>:{0,3}=|:-|<-|<<|\+=|(?<=[ \t])(?=[\"']|[\w+/-]{20})|\?=|=>|->|[=!]==?|\|\||\?\?|[:=,(|]"
    r"|\.\w{1,20}\(|%3[ad])"
    r"[ \t]{0,40}(?:\\?\n[ \t]{0,40}(?=[\"']))?"
    r"(?P<wrapper>(?:[&*\w.:]{1,40}|\[\]byte|new [\w.]{1,40})?[(\[{]{1,2}[ \t]?(?=[brfu]?[\"'`]))?(?:[brfu](?=[\"']))?"
    r"(?:(?P<quote>\\{0,3}[\"'`]|&quot;|%22)(?P<quoted>(?:(?!(?P=quote))(?:\\.|[^\\\n])){4,2000}?)(?P=quote)"
    r"|(?P<bare>[^\s\"'`,;(){}\[\]<>]{4,200}))",
    re.IGNORECASE,
)
_CUT = re.compile(r"&(?=[\w.\-]{1,40}=)|%26|&quot;|\\[nrt]")
"""Where a bare value ends: at the next parameter of a query, at an escaped line end."""
_BLANK = re.compile(r"[^\s,;]*(?:[,;][^\s,;]+)*")


def assignment_findings(text: str, lower: str) -> Iterator[SecretFinding]:
    """Secrets assigned to a telling name. `lower` is the text in lower case.

    A value that isn't a secret may be the next name: `secret: password = "…"`.
    """
    position = 0
    for start in sorted(_names(text, lower)):
        if start < position or not (match := ASSIGNMENT.match(text, start)):
            continue
        group = "quoted" if match.group("quoted") else "bare"
        value = match.group(group) if group == "quoted" else _CUT.split(match.group(group), maxsplit=1)[0]
        if is_secret(match, value, group == "quoted", text):
            end = match.start(group) + len(value)
            if group == "bare" and value == match.group(group) and begins_line(text, match):
                end = _BLANK.match(text, end).end()  # type: ignore[union-attr]  # always matches
            kind = "password" if PASSWORD.search(match.group("name")) else "assigned-secret"
            yield SecretFinding(match.start(group), end, kind)
            position = end


def _names(text: str, lower: str) -> set[int]:
    """Start offsets of names that contain one of WORDS: a word search is many times faster than the pattern's own."""
    starts = set()
    last_at = last_start = -1
    for position in word_offsets(lower, WORDS):
        start, first = position, max(0, position - _LONGEST - 1)
        while start > first and (text[start - 1].isalnum() or text[start - 1] in "_.-"):
            start -= 1
            if start == last_at:  # the same name goes on: what was scanned is not scanned again
                start = max(last_start, first)
                break
        last_at, last_start = position, start
        starts.add(start - 4 if lower.startswith("api ", start - 4) else start)
    return starts
