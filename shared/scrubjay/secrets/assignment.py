"""Is a secret assigned here? A telling name, an assignment, and a value that no person would take for a word."""

import math
import re
from collections import Counter
from collections.abc import Iterator

from scrubjay.secrets.model import Finding

_NAME = (
    r"pass(?:word|wd|phrase|code)?|pwd|secret|token|api[_.\- ]?key|credential|private[_.\-]?key|access[_.\-]?key"
    r"|client[_.\-]?id|auth(?:orization|_?key|_?token)?|bearer|encryption[_.\-]?key|signing[_.\-]?key|key|salt|hmac"
)
WORDS = ("pass", "pwd", "secret", "token", "key", "credential", "client", "auth", "bearer", "salt", "hmac")
"""One of these is in every name above; a test holds it."""

_ASSIGNMENT = re.compile(
    rf"(?P<name>(?<![\w.\-])[\w.\-]{{0,40}}?(?ai:{_NAME})[\w.\-]{{0,30}})[\\\"'\])]{{0,4}}[ \t]{{0,4}}"
    r"(?P<operator>:{0,3}=|\?=|=>|->|===?|!=|:|=|,|\()[ \t]{0,4}(?:[brfu]|new String\(|\[\]byte\()?"
    r"(?:(?P<quote>\\?[\"'`])(?P<quoted>[^\"'`\n]{4,200}?)(?P=quote)|(?P<bare>[^\s\"'`,;(){}\[\]<>]{8,200}))",
    re.IGNORECASE,
)
_URL = re.compile(r"(?i:[a-z][a-z0-9+.-]{1,20})://[^\s:/@\"'<>{}$]{0,60}:(?P<value>[^\s:/@\"'<>{}$*]{3,100})@")
_BASIC = re.compile(r"\b(?P<scheme>basic|bearer)\s+(?P<value>[A-Za-z0-9+/_.=-]{12,500})", re.IGNORECASE)
_COMMAND = re.compile(r"\bcurl\b(?:[^\n\\]|\\\n|\\[^\n]|\n(?=[ \t]+-)){0,2000}")
_CURL_USER = re.compile(
    r"\s(?:-u|--user)[ =]{0,3}[\"'{]{0,2}(?P<user>[^\s:\"'{}]{0,60})[\"'}]{0,2}:[\"'{]{0,2}(?P<value>[^\s\"'{}]{0,100})"
)
_CURL_HEADER = re.compile(
    r"(?:authorization|[\w-]{0,30}(?:token|api-?key|secret|auth)[\w-]{0,20}):\s{1,3}(?:[A-Za-z]{1,12}\s+)?"
    r"(?P<value>[A-Za-z0-9+/_.=-]{12,500})",
    re.IGNORECASE,
)

_PASSWORD = re.compile(r"pass|pwd", re.IGNORECASE)
_WEAK = re.compile(
    r"(?:^|[^a-z])(?:key|auth|client[_.\-]?id)s?\W*$|public|keyword|foreign|primary|sort|cache", re.IGNORECASE
)
_NO_SECRET = re.compile(
    r"key[_.\-]?(?:pair)?[_.\-]?(?:ids?|name|alias|type|size|length|usage|spec|state|fingerprint)$"
    r"|token[_.\-]?(?:type|count|limit|name)$|client[_.\-]?token$|fingerprint$",
    re.IGNORECASE,
)
"""Names of what stands beside a secret; AWS calls a request's idempotency key ClientToken."""
_PLACEHOLDER = re.compile(
    r"^[<\[({%$@&!]|\$\{|\{\{|\}\}|%[sd(]|<[a-z_ -]+>|x{4,}|\*{3,}|\.{3}|…|\bexample|changeme|change[_-]me|your[_-]|"
    r"my[_-]?(?:secret|pass|token|key)|placeholder|dummy|sample|redacted|replace|insert|todo|none\b|null\b|undefined|"
    r"true$|false$|^test|foobar|lorem|^secret|^password|^token$|^string$|12345678|abcdef|deadbeef|(.)\1{5}",
    re.IGNORECASE,
)
_CODE = re.compile(r"^[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)+$|[()\[\]{}<>]|^\w+://|^[./~]|^-|\\$|/.*/|^#|::")
_IDENTIFIER = re.compile(r"^[A-Za-z]+(?:[_\-. ][A-Za-z]+)*$|^[a-z]+(?:[A-Z][a-z]+)+$|^[A-Z0-9]+(?:_[A-Z0-9]+)+$")
_FILE = re.compile(
    r"[\w./%+\-]+\.(?:md|markdown|mdx|rst|adoc|asciidoc|txt|html?|py|js|ts|go|rs|java|json|ya?ml|toml)(?:#[\w.%\-]*)?"
)
_HASH = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def assignment_findings(text: str) -> Iterator[Finding]:
    """Secrets that are assigned, carried in a URL, or sent as credentials."""
    lower = text.lower()
    if any(word in lower for word in WORDS):
        yield from _assigned(text)
    if "://" in text:
        for found in _URL.finditer(text):
            value = found.group("value")
            if not (_PLACEHOLDER.search(value) or value.isdigit() or value.lower() in ("pass", "pwd")):
                yield Finding(found.start("value"), found.end("value"), "url-credentials")
    if "basic" in lower or "bearer" in lower:
        for found in _BASIC.finditer(text):
            value = found.group("value")
            if _looks_random(value, 3.0) and not _PLACEHOLDER.search(value):
                yield Finding(found.start("value"), found.end("value"), f"{found.group('scheme').lower()}-credentials")
    if "curl" in lower:
        yield from _in_commands(text)


def _assigned(text: str) -> Iterator[Finding]:
    """What is assigned to a telling name. A value that is none may be the next name: `secret: password = "…"`."""
    position = 0
    while found := _ASSIGNMENT.search(text, position):
        group = "quoted" if found.group("quoted") else "bare"
        argument = group == "bare" and found.group("operator") in (",", "(")  # of a call, or a base class
        if not argument and _is_secret(found.group("name"), found.group(group), group == "quoted"):
            yield Finding(found.start(group), found.end(group), _kind(found.group("name")))
            position = found.end()
        else:
            position = found.start(group)


def _in_commands(text: str) -> Iterator[Finding]:
    """Credentials that a curl command sends, by option or by header."""
    for command in _COMMAND.finditer(text):
        for found in _CURL_USER.finditer(text, command.start(), command.end()):
            group = "value" if found.group("value") else "user"
            value = found.group(group)
            if len(value) >= 3 and not _PLACEHOLDER.search(value) and not _CODE.search(value):
                yield Finding(found.start(group), found.end(group), "curl-credentials")
        for found in _CURL_HEADER.finditer(text, command.start(), command.end()):
            value = found.group("value")
            if not _PLACEHOLDER.search(value) and _looks_random(value, 3.0):
                yield Finding(found.start("value"), found.end("value"), "curl-credentials")


def _kind(name: str) -> str:
    return "password" if _PASSWORD.search(name) else "assigned-secret"


def _is_secret(name: str, value: str, quoted: bool) -> bool:
    value = value.strip()
    if _NO_SECRET.search(name) or _FILE.fullmatch(value):
        return False
    if _PLACEHOLDER.search(value) or _CODE.search(value) or " " in value or value.lower() == name.lower():
        return False
    if _PASSWORD.search(name):
        return _password(value, quoted)
    if _WEAK.search(name):
        return len(value) >= 20 and not _HASH.fullmatch(value) and _looks_random(value, 3.7)
    return len(value) >= 10 and _looks_random(value, 3.0)


def _password(value: str, quoted: bool) -> bool:
    kinds = sum(bool(re.search(form, value)) for form in (r"[a-z]", r"[A-Z]", r"\d", r"[^A-Za-z0-9]"))
    if _IDENTIFIER.fullmatch(value):
        return False
    return kinds >= 2 if quoted else kinds >= 3 and any(c.isdigit() for c in value)


def _looks_random(value: str, least: float) -> bool:
    """Letters and digits mixed, not an identifier, and at least this many bits a character (Shannon)."""
    mixed = any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    return mixed and not _IDENTIFIER.fullmatch(value) and entropy(value) >= least


def entropy(value: str) -> float:
    """Shannon entropy of a text's characters, in bits a character."""
    size = len(value)
    return -sum(n / size * math.log2(n / size) for n in Counter(value).values()) if size else 0.0
