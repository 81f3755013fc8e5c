"""Telling names: expressions for names that announce a secret, by kind. Tables only, no decision."""

import re

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

PASSWORD = re.compile(r"pass|pwd|swd|(?<![a-z])pw(?![a-z])", re.IGNORECASE)
OF_PASSWORD = re.compile(
    r"(?:pass(?:word|wd|phrase|code)?|p?swd|pwd|(?<![a-z])pw)(?:[_.\-]?(?:repeat|confirm(?:ation)?|again|old|new))?[s\d]?$",
    re.IGNORECASE,
)
"""A password's own name, as opposed to the name of something about passwords."""
ABOUT = re.compile(
    r"^(?:is|has|no|show|hide|forgot|reset|change|invalid|wrong|missing|require|need|label|title)[_.\-]|^(?:is|has|show|hide|forgot|reset|change)[A-Z]"
)
"""Names of a message or of a switch about passwords."""
SESSION = re.compile(r"(?:sess(?:ion)?[_.\-]?id|(?<![a-z])sig(?:nature)?|cookie|jwt|verifier)$", re.IGNORECASE)
STRONG = re.compile(rf"(?:{_OF})[_.\- ]?keys?$", re.IGNORECASE)
WEAK = re.compile(r"(?:^|[^a-z])(?:key|auth|client[_.\-]?id)s?\W*$|[a-z](?:Key|Auth)s?$")
"""Names of many things, few of them secret: only values that look like bytes count."""
NO_SECRET = re.compile(
    r"key[_.\-]?(?:pair)?[_.\-]?(?:ids?|name|alias|type|size|length|usage|spec|state|fingerprint|arn|path|file|url)$"
    r"|(?:public|publishable|foreign|primary|partition|sort|cache|idempotency)[_.\-]?(?:key|token)s?$"
    r"|(?:credential|secret)s?[_.\-]?ids?$|token[_.\-]?(?:type|count|limit|name|url|uri|endpoint|path)$|fingerprint$|(?-i:__[a-z]+$)"
    r"|(?:pass(?:word|wd|phrase)?|pwd|secret)[_.\-]?(?:field|type|input|label|policy|length|regex|pattern|format|file|path|url|hint|prompt"
    r"|message|error|id|name|env|var|param|column|attribute|placeholder)$|compass$|bypass$|passenger$",
    re.IGNORECASE,
)
"""Names of things that stand beside a secret."""
UUID_KEY = re.compile(r"token|secret|credential|bearer|authorization|keys?$", re.IGNORECASE)
REQUEST = re.compile(r"client[_.\-]?(?:request[_.\-]?)?token$|next[_.\-]?token$", re.IGNORECASE)
"""AWS calls a request's idempotency key ClientToken, and a pagination token NextToken."""
OF_SECRET = re.compile(r"(?:secret|otp|seed)(?:[_.\-]?key)?$", re.IGNORECASE)
OF_KEY = re.compile(
    r"secret$|(?:(?:access|auth|refresh|bearer|session|oauth|client|consumer|personal|private|deploy|bot)[_.\-]?"
    r"|api[_.\-]?(?:\w{1,20}[_.\-]?)?)(?:token|key|secret)(?:[_.\-]?\d{1,3})?$",
    re.IGNORECASE,
)
