"""Detector for secrets in the fields of an object with a telling name: `ApiToken: {"name": "jay", "sig": "…"}`."""

import re
from collections.abc import Iterator

from scrubjay.privacy.secrets.model import SecretFinding
from scrubjay.privacy.secrets.values import UUID, is_bytes, is_joined, is_letters, is_literal, looks_random
from scrubjay.privacy.secrets.word_search import word_offsets

WORDS = ("token", "secret", "credential", "auth", "apikey", "api_key", "api-key", "session", "cookie", "signature")
"""An object with such a name contains at least one secret; the name may go on in the same word."""

_GIVEN = re.compile(
    r"(?!author(?!i[sz]))[\w.\-]{0,40}[\\\"'`\])]{0,6}\s{0,20}(?::=|=>|[:=,(])\s{0,20}[\w.&]{0,40}[\\\"'`(]{0,6}(?P<object>\{[^{}]{8,2000}\})"
)
_LEAF = re.compile(
    r"(?P<name>[A-Za-z][\w.\-]{0,40})[\\\"'`]{0,6}\s{0,20}(?::=|=>|[:=])\s{0,20}"
    r"(?:(?P<quote>\\{0,3}[\"'`])(?P<quoted>(?:(?!(?P=quote))[^\\\n]){6,500}?)(?P=quote)|(?P<bare>[^\s\\\"'`,;(){}\[\]<>]{16,500}))"
)
_TELLING = re.compile(r"(?:token|secret|key|sig|signature|value|digest|code|pass\w{0,10})$", re.IGNORECASE)
_LEAST = 16
"""Minimum length of a value that looks random."""


def object_findings(text: str, lower: str) -> Iterator[SecretFinding]:
    """Secret values of an object's fields. `lower` is the text in lower case."""
    if "{" not in text:
        return
    last = 0
    for start in word_offsets(lower, WORDS):
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
