"""Detector for credentials in URLs and Authorization headers."""

import re
from base64 import b64decode
from collections.abc import Iterator

from scrubjay.privacy.secrets.model import SecretFinding
from scrubjay.privacy.secrets.values import is_filler, is_placeholder, looks_random

_URL = re.compile(r"(?i:[a-z][a-z0-9+.-]{1,20})://(?P<user>[^\s:/@\"'<>{}$]{0,60}):(?P<value>[^\s:/\"'<>{}$*]{3,100})@")
_EXAMPLE_HOST = re.compile(r"[\w.-]*\b(?:example|test|invalid|host(?:name)?|server|domain)\b", re.IGNORECASE)
_SCHEME = re.compile(
    r"\b(?:(?P<scheme>basic|bearer)|authorization\W{1,6}[A-Za-z-]{2,20})\s+(?P<value>[A-Za-z0-9+/_.=-]{8,1000})",
    re.IGNORECASE,
)


def credential_findings(text: str, lower: str) -> Iterator[SecretFinding]:
    """Passwords in URLs and credentials in headers. `lower` is the text in lower case."""
    if "://" in text:
        for match in _URL.finditer(text):
            value = match.group("value")
            if not (value.isdigit() or (is_placeholder(value) and _is_template(match, value))):
                yield SecretFinding(match.start("value"), match.end("value"), "url-credentials")
    if "basic" in lower or "bearer" in lower or "authorization" in lower:
        for match in _SCHEME.finditer(text):
            value, scheme = match.group("value"), (match.group("scheme") or "authorization").lower()
            random = looks_random(value, 3.0) and not is_placeholder(value)
            if random or (scheme == "basic" and _is_pair(value)):
                yield SecretFinding(match.start("value"), match.end("value"), f"{scheme}-credentials")


def _is_template(match: re.Match[str], value: str) -> bool:
    """Whether a URL is only a template: `user:pass@`, or a host that RFC 2606 reserves for examples."""
    user, rest = match.group("user"), match.string[match.end() : match.end() + 60]
    return (
        not user or is_placeholder(user) or not value.isalnum() or is_filler(value) or bool(_EXAMPLE_HOST.match(rest))
    )


def _is_pair(value: str) -> bool:
    """Whether a value is `user:password` in base 64, as in HTTP's basic scheme."""
    try:
        return bool(re.fullmatch(rb"[ -~]{1,100}:[ -~]{1,100}", b64decode(value, validate=True)))
    except ValueError:
        return False
