"""Is a secret assigned here? A telling name, an assignment, and a value that no person would take for a word."""

import re
from base64 import b64decode
from collections.abc import Iterator

from scrubjay.secrets.holding import places
from scrubjay.secrets.model import Finding
from scrubjay.secrets.values import (
    HASH,
    UUID,
    is_bytes,
    is_filler,
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
    stands_for,
)

_NAME = (
    r"pass(?:word|wd|phrase|code)?|p?swd|pwd|(?<![a-z])pw(?![a-z])|secret|token|api[_.\- ]?key|credential"
    r"|private[_.\-]?key|access[_.\-]?key"
    r"|client[_.\-]?id|auth(?!or(?!i[sz]))(?:orization|_?key|_?token)?|bearer|encryption[_.\-]?key|signing[_.\-]?key|key|salt|hmac"
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
"""One of these is in every name above; a test holds it."""

_LONGEST = 80
"""Characters of a name before the word that tells."""
_ASSIGNMENT = re.compile(
    rf"(?P<name>(?<![\w.\-])[\w.\-]{{0,{_LONGEST}}}?(?ai:{_NAME})[\w.\-]{{0,40}})"
    r"(?:\[\d{0,4}\]|&quot;|%22|[\\\"'`*\])]{0,6})[ \t]{0,40}"
    r"(?:(?::|(?=\*?string\b))[ \t]{0,2}[&*\w.]{1,20}(?:<\w{1,20}>|\[\])?(?:\?|[ \t]\|[ \t]\w{1,20})?[ \t]{0,20}(?==))?"
    # a type: `password: String = "…"`, `var token string = "…"`
    r"(?P<operator>:{0,3}=|:-|<-|<<|\+=|(?<=[ \t])(?=[\"']|[\w+/-]{20})|\?=|=>|->|[=!]==?|\|\||\?\?|[:=,(|]|\.\w{1,20}\(|%3[ad])"
    r"[ \t]{0,40}(?:\\?\n[ \t]{0,40}(?=[\"']))?"
    r"(?P<wrapper>(?:[&*\w.:]{1,40}|\[\]byte|new [\w.]{1,40})?[(\[{]{1,2}[ \t]?(?=[brfu]?[\"'`]))?(?:[brfu](?=[\"']))?"
    r"(?:(?P<quote>\\{0,3}[\"'`]|&quot;|%22)(?P<quoted>(?:(?!(?P=quote))(?:\\.|[^\\\n])){4,2000}?)(?P=quote)"
    r"|(?P<bare>[^\s\"'`,;(){}\[\]<>]{4,200}))",
    re.IGNORECASE,
)
_LINE = re.compile(r"[ \t]*(?:[-*#>$]+[ \t]+)?(?:export |set |ENV |ARG |- )?[ \t]*", re.IGNORECASE)
_CUT = re.compile(r"&(?=[\w.\-]{1,40}=)|%26|&quot;|\\[nrt]")
"""Where a bare value ends: at the next parameter of a query, at an escaped line end."""
_BLANK = re.compile(r"[^\s,;]*(?:[,;][^\s,;]+)*")
_REST = re.compile(r"[ \t]*(?:\\?$|[#;\\])", re.MULTILINE)

_PASSWORD = re.compile(r"pass|pwd|swd|(?<![a-z])pw(?![a-z])", re.IGNORECASE)
_OF_PASSWORD = re.compile(
    r"(?:pass(?:word|wd|phrase|code)?|p?swd|pwd|(?<![a-z])pw)(?:[_.\-]?(?:repeat|confirm(?:ation)?|again|old|new))?[s\d]?$",
    re.IGNORECASE,
)
_OWN = re.compile(r"(?!(.)\1+$)\d{4,20}|[a-z]{2,}(?:-[a-z]{2,}){1,3}")
"""A number, or words joined by hyphens: a password where its own name stands, else an identifier."""
_ABOUT = re.compile(
    r"^(?:is|has|no|show|hide|forgot|reset|change|invalid|wrong|missing|require|need|label|title)[_.\-]|^(?:is|has|show|hide|forgot|reset|change)[A-Z]"
)
"""Names of a message or of a switch about passwords."""
_STRONG_KEY = (
    r"(?:api|access|licen[sc]e|auth|private|secret|subscription|instrumentation|encryption|signing|integration|account|app|application"
    r"|client|consumer|service|storage|shared|write|ingest|master|session|jwt|hmac)[_.\- ]?keys?$"
)
_SESSION = re.compile(r"(?:sess(?:ion)?[_.\-]?id|(?<![a-z])sig(?:nature)?|cookie|jwt|verifier)$", re.IGNORECASE)
_STRONG = re.compile(_STRONG_KEY, re.IGNORECASE)
_WEAK = re.compile(
    r"(?:^|[^a-z])(?:key|auth|client[_.\-]?id)s?\W*$|[a-z](?:Key|Auth)s?$|public|keyword|foreign|primary|sort|cache"
)
"""Names of many things, of which a few are secrets: only what looks like bytes counts."""
_NO_SECRET = re.compile(
    r"key[_.\-]?(?:pair)?[_.\-]?(?:ids?|name|alias|type|size|length|usage|spec|state|fingerprint|arn|path|file|url)$"
    r"|(?:credential|secret)s?[_.\-]?ids?$|token[_.\-]?(?:type|count|limit|name|url|uri|endpoint|path)$|fingerprint$|(?-i:__[a-z]+$)"
    r"|(?:pass(?:word|wd|phrase)?|pwd|secret)[_.\-]?(?:field|type|input|label|policy|length|regex|pattern|format|file|path|url|hint|prompt"
    r"|message|error|id|name|env|var|param|column|attribute|placeholder)$|compass$|bypass$|passenger$",
    re.IGNORECASE,
)
"""Names of what stands beside a secret."""
_UUID_KEY = re.compile(rf"token|secret|{_STRONG_KEY}", re.IGNORECASE)
_REQUEST = re.compile(r"client[_.\-]?(?:request[_.\-]?)?token$|next[_.\-]?token$", re.IGNORECASE)
"""AWS calls a request's idempotency key ClientToken, and a page's mark NextToken."""
_OF_SECRET = re.compile(r"(?:secret|otp|seed)(?:[_.\-]?key)?$", re.IGNORECASE)
_OF_KEY = re.compile(
    r"secret$|(?:(?:access|auth|refresh|bearer|session|oauth|client|consumer|personal|private|deploy|bot)[_.\-]?"
    r"|api[_.\-]?(?:\w{1,20}[_.\-]?)?)(?:token|key|secret)(?:[_.\-]?\d{1,3})?$",
    re.IGNORECASE,
)
_URL = re.compile(r"(?i:[a-z][a-z0-9+.-]{1,20})://(?P<user>[^\s:/@\"'<>{}$]{0,60}):(?P<value>[^\s:/\"'<>{}$*]{3,100})@")
_EXAMPLE_HOST = re.compile(r"[\w.-]*\b(?:example|test|invalid|host(?:name)?|server|domain)\b", re.IGNORECASE)
_SCHEME = re.compile(
    r"\b(?:(?P<scheme>basic|bearer)|authorization\W{1,6}[A-Za-z-]{2,20})\s+(?P<value>[A-Za-z0-9+/_.=-]{8,1000})",
    re.IGNORECASE,
)


def assignment_findings(text: str, lower: str) -> Iterator[Finding]:
    """Secrets that are assigned, carried in a URL, or sent as credentials. `lower` is the text in lower case."""
    yield from _assigned(text, lower)
    if "://" in text:
        for found in _URL.finditer(text):
            value = found.group("value")
            if not (value.isdigit() or (stands_for(value) and _is_template(found, value))):
                yield Finding(found.start("value"), found.end("value"), "url-credentials")
    if "basic" in lower or "bearer" in lower or "authorization" in lower:
        for found in _SCHEME.finditer(text):
            value, scheme = found.group("value"), (found.group("scheme") or "authorization").lower()
            random = looks_random(value, 3.0) and not stands_for(value)
            if random or (scheme == "basic" and _is_pair(value)):
                yield Finding(found.start("value"), found.end("value"), f"{scheme}-credentials")


def _is_template(found: re.Match[str], value: str) -> bool:
    """Whether a URL only shows where a password goes: `user:pass@`, or a host that RFC 2606 keeps for examples."""
    user, rest = found.group("user"), found.string[found.end() : found.end() + 60]
    return not user or stands_for(user) or not value.isalnum() or is_filler(value) or bool(_EXAMPLE_HOST.match(rest))


def _is_pair(value: str) -> bool:
    """Whether a value is `user:password` in base 64, as HTTP's basic scheme has it."""
    try:
        return bool(re.fullmatch(rb"[ -~]{1,100}:[ -~]{1,100}", b64decode(value, validate=True)))
    except ValueError:
        return False


def _assigned(text: str, lower: str) -> Iterator[Finding]:
    """What is assigned to a telling name. A value that is none may be the next name: `secret: password = "…"`."""
    position = 0
    for start in sorted(_names(text, lower)):
        if start < position or not (found := _ASSIGNMENT.match(text, start)):
            continue
        group = "quoted" if found.group("quoted") else "bare"
        value = found.group(group) if group == "quoted" else _CUT.split(found.group(group), maxsplit=1)[0]
        if _is_secret(found, value, group == "quoted", text):
            end = found.start(group) + len(value)
            if group == "bare" and value == found.group(group) and _begins_line(text, found):
                end = _BLANK.match(text, end).end()  # type: ignore[union-attr]  # always matches
            yield Finding(found.start(group), end, _kind(found.group("name")))
            position = end


def _names(text: str, lower: str) -> set[int]:
    """Where the names begin that hold one of WORDS: a search for words is many times faster than the pattern's own."""
    starts = set()
    last_at = last_start = -1
    for at in places(lower, WORDS):
        start, first = at, max(0, at - _LONGEST - 1)
        while start > first and (text[start - 1].isalnum() or text[start - 1] in "_.-"):
            start -= 1
            if start == last_at:  # the same name goes on: what was walked once is not walked again
                start = max(last_start, first)
                break
        last_at, last_start = at, start
        starts.add(start - 4 if lower.startswith("api ", start - 4) else start)
    return starts


_NAMED_SCHEME = re.compile(r"(?:Bearer|Token|Api-?(?:Key|Token)|Key|JWT|OAuth) ", re.IGNORECASE)
"""What a header's value begins with, before the token."""


def _kind(name: str) -> str:
    return "password" if _PASSWORD.search(name) else "assigned-secret"


def _is_secret(found: re.Match[str], value: str, quoted: bool, text: str) -> bool:
    name, value = found.group("name"), value.strip()
    operator = found.group("operator")
    listed = operator in ("", ",", "(", "|") or operator.startswith(".") or bool(found.group("wrapper"))
    # an argument of a call, a row's next cell, a base class
    if len(value) < 4 or _NO_SECRET.search(name) or value.lower() == name.lower():
        return False
    if listed and not quoted:
        return is_bytes(value)
    if _PASSWORD.search(name) and not _ABOUT.search(name):
        return _password(name, value, text, found, quoted, listed)
    if quoted and (scheme := _NAMED_SCHEME.match(value)):
        value = value[scheme.end() :]
    if not is_literal(value):
        return False
    if UUID.fullmatch(value):
        return bool(_UUID_KEY.search(name)) and not _REQUEST.search(name)
    if _OF_SECRET.search(name) and is_seed(value):
        return True
    if _SESSION.search(name):
        return len(value) >= 16 and not HASH.fullmatch(value) and looks_random(value, 3.0)
    if _WEAK.search(name) and not _STRONG.search(name):
        return len(value) >= 20 and not HASH.fullmatch(value) and looks_random(value, 3.4)
    if not listed and _OF_KEY.search(name) and _typed(value, quoted or _is_literal(found, text)):
        return True
    return len(value) >= 8 and looks_random(value, 2.6)


def _typed(value: str, itself: bool) -> bool:
    """Whether a value, which stands for `itself` where it is, was made up: a word, joined words, a number."""
    made_up = is_weak(value) or is_joined(value) or is_number(value)
    return is_letters(value) or (itself and made_up)


def _is_literal(found: re.Match[str], text: str) -> bool:
    """Whether a bare value can be no name: `NAME=value` as shells have it, `&name=value`, YAML's `name: value`."""
    if _is_variable(found, text) or text.startswith(("&", "?"), found.start() - 1) or _CUT.search(found.group("bare")):
        return True
    return found.group("operator") == ":" and _whole_line(text, found)


def _is_variable(found: re.Match[str], text: str) -> bool:
    """Whether a variable of a shell is set."""
    name = found.group("name")
    return bool(name == name.upper() and text[found.end("name") : found.start("bare")] == "=")


def _password(name: str, value: str, text: str, found: re.Match[str], quoted: bool, listed: bool) -> bool:
    own = bool(_OF_PASSWORD.search(name))
    if listed:
        return own and len(value) >= 6 and is_password(value)
    if quoted:
        own_form = is_weak(value) or is_phrase(value) or (bool(_OWN.fullmatch(value)) and is_literal(value))
        return is_password(value) or (own and own_form)
    component = value.partition("/")[0]  # of a path; the password may hold a slash itself, so all of it is masked
    mixed = any(len(part) >= 4 and is_password(part) and any(map(str.isdigit, part)) for part in (value, component))
    if not own or text.startswith(("(", "["), found.end("bare")):
        return mixed and kinds(value) >= 3 and len(value) >= 8
    return mixed or (_is_literal(found, text) and (is_lone_word(value) or is_joined(value) or is_number(value)))


def _whole_line(text: str, found: re.Match[str]) -> bool:
    """Whether an assignment is all that its line says, as in a file of settings."""
    return _begins_line(text, found) and bool(_REST.match(text, found.end()))


def _begins_line(text: str, found: re.Match[str]) -> bool:
    begin = text.rfind("\n", 0, found.start()) + 1
    return bool(_LINE.fullmatch(text, begin, found.start()))
