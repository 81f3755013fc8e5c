"""Detectors for values that a name announces: assigned to it, in fields of an object, or told in prose."""

import re
from collections.abc import Iterator

from scrubjay.model.pattern import pattern
from scrubjay.privacy.secrets.classify import NAME, PASSWORD, WORDS, begins_line, is_secret
from scrubjay.privacy.secrets.model import SecretFinding
from scrubjay.privacy.secrets.values import (
    UUID,
    is_bytes,
    is_joined,
    is_letters,
    is_literal,
    is_lone_word,
    is_password,
    looks_random,
)


def word_offsets(lower: str, words: tuple[str, ...]) -> list[int]:
    """Start offsets of some words in a lower-case text, in order."""
    offsets = []
    for word in words:
        position = lower.find(word)
        while position >= 0:
            offsets.append(position)
            position = lower.find(word, position + 1)
    offsets.sort()
    return offsets


_LONGEST = 80
"""Characters of a name before the telling word."""
ASSIGNMENT = pattern(
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
_CUT = pattern(r"&(?=[\w.\-]{1,40}=)|%26|&quot;|\\[nrt]")
"""Where a bare value ends: at the next parameter of a query, at an escaped line end."""
_BLANK = pattern(r"[^\s,;]*(?:[,;][^\s,;]+)*")


def assignment_findings(text: str, lower: str) -> Iterator[SecretFinding]:
    """Secrets assigned to a telling name. `lower` is the text in lower case.

    A value that isn't a secret may be the next name: `secret: password = "…"`.
    """
    position = 0
    for start in sorted(_name_starts(text, lower)):
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


def _name_starts(text: str, lower: str) -> set[int]:
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


FIELD_WORDS = (
    "token",
    "secret",
    "credential",
    "auth",
    "apikey",
    "api_key",
    "api-key",
    "session",
    "cookie",
    "signature",
)
"""An object with such a name contains at least one secret; the name may go on in the same word."""

_GIVEN = pattern(
    r"(?!author(?!i[sz]))[\w.\-]{0,40}[\\\"'`\])]{0,6}\s{0,20}(?::=|=>|[:=,(])\s{0,20}[\w.&]{0,40}[\\\"'`(]{0,6}(?P<object>\{[^{}]{8,2000}\})"
)
_LEAF = pattern(
    r"(?P<name>[A-Za-z][\w.\-]{0,40})[\\\"'`]{0,6}\s{0,20}(?::=|=>|[:=])\s{0,20}"
    r"(?:(?P<quote>\\{0,3}[\"'`])(?P<quoted>(?:(?!(?P=quote))[^\\\n]){6,500}?)(?P=quote)|(?P<bare>[^\s\\\"'`,;(){}\[\]<>]{16,500}))"
)
_TELLING = pattern(r"(?:token|secret|key|sig|signature|value|digest|code|pass\w{0,10})$", re.IGNORECASE)
_LEAST = 16
"""Minimum length of a value that looks random."""


def object_findings(text: str, lower: str) -> Iterator[SecretFinding]:
    """Secret values of an object's fields. `lower` is the text in lower case."""
    if "{" not in text:
        return
    last = 0
    for start in word_offsets(lower, FIELD_WORDS):
        match = _GIVEN.match(text, start)
        if not match or match.start("object") < last:
            continue
        last = match.end()
        for leaf in _LEAF.finditer(text, match.start("object"), match.end("object")):
            group = "quoted" if leaf.group("quoted") else "bare"
            if _is_secret(leaf.group("name"), leaf.group(group)):
                yield SecretFinding(leaf.start(group), leaf.end(group), "assigned-secret")


def _is_secret(name: str, value: str) -> bool:
    """Whether a field holds a secret: by the value's form, or for a telling name, by what people make up."""
    if not _TELLING.search(name):
        return is_bytes(value)
    if not is_literal(value):
        return False
    random = len(value) >= _LEAST and looks_random(value, 3.0)
    return random or bool(UUID.fullmatch(value)) or is_letters(value) or is_joined(value)


SPOKEN_WORDS = ("pass", "pwd", "secret", "token", "api key", "access key", "license key")
_SUBJECT = (
    r"(?<![\w-])(?:password|passwd|passphrase|passcode|pass|pwd|(?:api|access|license) key|secret key|token|secret)"
)
_OF = r"(?: (?:for|of|on|to|at) [\w@.'/ -]{1,60}?)?"
_VERB = (
    r"(?:(?: is| was| will be| has been| be)(?: now| still| always| currently)?(?: set| changed| reset)?(?: to| as)?"
    r"| set to| changed to|:| =)"
)
_SPOKEN = pattern(
    rf"{_SUBJECT}{_OF}{_VERB}[ \t]{{1,3}}"
    r"(?:\*\*|__)?(?:(?P<quote>[\"'`“‘])(?P<quoted>[^\"'`”’\n]{4,100})[\"'`”’]|(?P<bare>[^\s\"'`“”‘’]{4,100}))",
    re.IGNORECASE,
)
_TAIL = pattern(r"[.,;:?)\]*_]+$")


def prose_findings(text: str, lower: str) -> Iterator[SecretFinding]:
    """Secret values that a sentence gives away. `lower` is the text in lower case."""
    for match in filter(None, (_SPOKEN.match(text, start) for start in word_offsets(lower, SPOKEN_WORDS))):
        group = "quoted" if match.group("quoted") else "bare"
        value = match.group(group)
        if group == "bare":
            value = _TAIL.sub("", value)
        if _may_be_secret(value, group == "quoted"):
            yield SecretFinding(match.start(group), match.start(group) + len(value), "spoken-password")


def _may_be_secret(value: str, quoted: bool) -> bool:
    """Whether the value counts: in quotation marks any word, otherwise only what isn't a plain word."""
    if not is_literal(value) or len(value) < 6:
        return False
    if quoted:
        return is_password(value) or is_lone_word(value)
    return is_password(value) and any(c.isdigit() for c in value)
