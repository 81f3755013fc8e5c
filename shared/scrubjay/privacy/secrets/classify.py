"""Classifier for an assigned value: secret or not, by the name's kind, the value's form and its context."""

import re

from scrubjay.model.pattern import pattern
from scrubjay.privacy.secrets.values import (
    HASH,
    UUID,
    is_bytes,
    is_joined,
    is_letters,
    is_literal,
    is_lone_word,
    is_number,
    is_password,
    is_phrase,
    is_seed,
    is_weak,
    kinds,
    looks_random,
)

_OF = (
    r"api|access|licen[sc]e|auth|private|secret|subscription|instrumentation|encryption|signing|integration|account|app|application"
    r"|client|consumer|service|storage|shared|write|ingest(?:ion)?|routing|master|session|jwt|hmac"
)
"""What a key opens, if it is a secret."""
NAME = (
    r"pass(?:word|wd|phrase|code)?|p?swd|pwd|(?<![a-z])pw(?![a-z])|secret(?!ar)|token(?!i[sz])|credential"
    rf"|(?:{_OF})[_.\- ]?key|(?-i:(?<![A-Za-z])key(?![a-rt-z])|Key(?![a-rt-z])|KEY(?![A-RT-Z]))"
    r"|client[_.\-]?id|auth(?!or(?!i[sz]))(?:orization|_?key|_?token)?|bearer|salt|hmac"
    r"|sess(?:ion)?[_.\-]?id|(?<![a-z])sig(?:nature)?(?![a-z])|cookie|jwt|verifier"
)
WORDS = (
    "pass",
    "pw",
    "swd",
    "secret",
    "token",
    "key",
    "credential",
    "client",
    "auth",
    "bearer",
    "salt",
    "hmac",
    "sess",
    "sig",
    "cookie",
    "jwt",
    "verifier",
)
"""Prefilter words: each name above contains one of them; a test checks it."""

PASSWORD = pattern(r"pass|pwd|swd|(?<![a-z])pw(?![a-z])", re.IGNORECASE)
OF_PASSWORD = pattern(
    r"(?:pass(?:word|wd|phrase|code)?|p?swd|pwd|(?<![a-z])pw)(?:[_.\-]?(?:repeat|confirm(?:ation)?|again|old|new))?[s\d]?$",
    re.IGNORECASE,
)
"""A password's own name, as opposed to the name of something about passwords."""
ABOUT = pattern(
    r"^(?:is|has|no|show|hide|forgot|reset|change|invalid|wrong|missing|require|need|label|title)[_.\-]|^(?:is|has|show|hide|forgot|reset|change)[A-Z]"
)
"""Names of a message or of a switch about passwords."""
SESSION = pattern(r"(?:sess(?:ion)?[_.\-]?id|(?<![a-z])sig(?:nature)?|cookie|jwt|verifier)$", re.IGNORECASE)
STRONG = pattern(rf"(?:{_OF})[_.\- ]?keys?$", re.IGNORECASE)
WEAK = pattern(r"(?:^|[^a-z])(?:key|auth|client[_.\-]?id)s?\W*$|[a-z](?:Key|Auth)s?$")
"""Names of many things, few of them secret: only values that look like bytes count."""
NO_SECRET = pattern(
    r"key[_.\-]?(?:pair)?[_.\-]?(?:ids?|name|alias|type|size|length|usage|spec|state|fingerprint|arn|path|file|url)$"
    r"|(?:public|publishable|foreign|primary|partition|sort|cache|idempotency)[_.\-]?(?:key|token)s?$"
    r"|(?:credential|secret)s?[_.\-]?ids?$|token[_.\-]?(?:type|count|limit|name|url|uri|endpoint|path)$|fingerprint$|(?-i:__[a-z]+$)"
    r"|(?:pass(?:word|wd|phrase)?|pwd|secret)[_.\-]?(?:field|type|input|label|policy|length|regex|pattern|format|file|path|url|hint|prompt"
    r"|message|error|id|name|env|var|param|column|attribute|placeholder)$|compass$|bypass$|passenger$",
    re.IGNORECASE,
)
"""Names of things that stand beside a secret."""
UUID_KEY = pattern(r"token|secret|credential|bearer|authorization|keys?$", re.IGNORECASE)
REQUEST = pattern(r"client[_.\-]?(?:request[_.\-]?)?token$|next[_.\-]?token$", re.IGNORECASE)
"""AWS calls a request's idempotency key ClientToken, and a pagination token NextToken."""
OF_SECRET = pattern(r"(?:secret|otp|seed)(?:[_.\-]?key)?$", re.IGNORECASE)
OF_KEY = pattern(
    r"secret$|(?:(?:access|auth|refresh|bearer|session|oauth|client|consumer|personal|private|deploy|bot)[_.\-]?"
    r"|api[_.\-]?(?:\w{1,20}[_.\-]?)?)(?:token|key|secret)(?:[_.\-]?\d{1,3})?$",
    re.IGNORECASE,
)


_NAMED_SCHEME = pattern(r"(?:Bearer|Token|Api-?(?:Key|Token)|Key|JWT|OAuth) ", re.IGNORECASE)
"""Prefix of a header's value, before the token."""
_OWN = pattern(r"(?!(.)\1+$)\d{4,20}|[a-z]{2,}(?:-[a-z]{2,}){1,3}")
"""A number, or words joined by hyphens: a password after the password's own name, otherwise an identifier."""
_LINE = pattern(r"[ \t]*(?:[-*#>$]+[ \t]+)?(?:export |set |ENV |ARG |- )?[ \t]*", re.IGNORECASE)
_REST = pattern(r"[ \t]*(?:\\?$|[#;\\])", re.MULTILINE)


def is_secret(match: re.Match[str], value: str, quoted: bool, text: str) -> bool:
    """Whether the value of an ASSIGNMENT match is a secret; `quoted` if it stands in quotation marks."""
    name, value = match.group("name"), value.strip()
    operator = match.group("operator")
    listed = operator in ("", ",", "(", "|") or operator.startswith(".") or bool(match.group("wrapper"))
    # an argument of a call, a row's next cell, a base class
    if len(value) < 4 or NO_SECRET.search(name) or value.lower() == name.lower():
        return False
    if listed and not quoted:
        return is_bytes(value)
    if PASSWORD.search(name) and not ABOUT.search(name):
        return _is_password_value(name, value, text, match, quoted, listed)
    if quoted and (scheme := _NAMED_SCHEME.match(value)):
        value = value[scheme.end() :]
    if not is_literal(value):
        return False
    if UUID.fullmatch(value):
        return bool(UUID_KEY.search(name)) and not REQUEST.search(name)
    if OF_SECRET.search(name) and is_seed(value):
        return True
    if SESSION.search(name):
        return len(value) >= 16 and not HASH.fullmatch(value) and looks_random(value, 3.0)
    if WEAK.search(name) and not STRONG.search(name):
        return len(value) >= 20 and not HASH.fullmatch(value) and looks_random(value, 3.4)
    if not listed and OF_KEY.search(name) and _typed(value, quoted or _is_literal(match, value, text)):
        return True
    return len(value) >= 8 and looks_random(value, 2.6)


def _typed(value: str, itself: bool) -> bool:
    """Whether a value was made up (a word, joined words, a number); `itself`: it is a literal and no reference."""
    made_up = is_weak(value) or is_joined(value) or is_number(value)
    return is_letters(value) or (itself and made_up)


def _is_literal(match: re.Match[str], value: str, text: str) -> bool:
    """Whether a bare value can't be a name: a shell's `NAME=value`, `&name=value`, YAML's `name: value`."""
    parameter = value != match.group("bare") or text.startswith(("&", "?"), match.start() - 1)
    if parameter or _is_variable(match, text):
        return True
    return match.group("operator") == ":" and _whole_line(text, match)


def _is_variable(match: re.Match[str], text: str) -> bool:
    """Whether a match assigns a shell variable, as in NAME=value."""
    name = match.group("name")
    return bool(name == name.upper() and text[match.end("name") : match.start("bare")] == "=")


def _is_password_value(name: str, value: str, text: str, match: re.Match[str], quoted: bool, listed: bool) -> bool:
    names_password = bool(OF_PASSWORD.search(name))
    if listed:
        return names_password and len(value) >= 6 and is_password(value)
    if quoted:
        own_form = is_weak(value) or is_phrase(value) or (bool(_OWN.fullmatch(value)) and is_literal(value))
        return is_password(value) or (names_password and own_form)
    component = value.partition("/")[0]  # of a path; the password itself may contain a slash, so all of it is masked
    mixed = any(len(part) >= 4 and is_password(part) and any(map(str.isdigit, part)) for part in (value, component))
    if not names_password or text.startswith(("(", "["), match.end("bare")):
        return mixed and kinds(value) >= 3 and len(value) >= 8
    return mixed or (_is_literal(match, value, text) and (is_lone_word(value) or is_joined(value) or is_number(value)))


def _whole_line(text: str, match: re.Match[str]) -> bool:
    """Whether the assignment is alone on its line, as in a settings file."""
    return begins_line(text, match) and bool(_REST.match(text, match.end()))


def begins_line(text: str, match: re.Match[str]) -> bool:
    """Whether only a list marker or `export` precedes a name on its line."""
    begin = text.rfind("\n", 0, match.start()) + 1
    return bool(_LINE.fullmatch(text, begin, match.start()))
