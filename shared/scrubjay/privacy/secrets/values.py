"""Predicates on a value: references, templates, code, placeholders and words are no secrets. Pure."""

import math
import re
from collections import Counter
from itertools import pairwise

from scrubjay.model.pattern import pattern

_REFERENCE = pattern(
    r"^[<\[({]|^\$[A-Za-z_]\w*$|^[@&!#%][A-Za-z_.-]*%?$|\$\{|\$\(|\{\{|\}\}|#\{|\{\w*\}|^%[sdv(]|%\w+%$|<[A-Za-z_ -]+>"
    r"|\.{3}|…|[*•]{3,}|^\\u[0-9a-fA-F]{4}$"
)
"""A reference in place of a value: a variable, a template's field, an ellipsis."""
_VOCABULARY = pattern(
    r"(?:(?:pass(?:word|wd|phrase|code)?|pwd|secrets?|tokens?|keys?|api|auth|credentials?|creds?|bearer|jwt|client|app|access"
    r"|private|public|user(?:name)?|login|account|db|database|id|name|value|val"
    r"|string|str|text|none|null|nil|true|false|undefined|empty|unknown|invalid|wrong|incorrect|correct|valid|missing"
    r"|required|optional|default|hidden|removed|masked|redacted|encrypted|hash(?:ed)?|salt|plain|raw|random|generated|new|old|current"
    r"|previous|again|repeat|confirm|field|input|type|label|error|test(?:ing|ed|er)?|tests|fake|mock|dummy|demo|sample|examples?|fixture"
    r"|foo|bar|baz|qux|quux|lorem|ipsum|place|holder|change|me|replace|insert|enter|put|add|set|todo|fixme|tbd|your|my|our|the|this"
    r"|some|any|here|with|for|to|in|is|not|no|a|an|of|x+|y+|z+|qwerty|deadbeef|abc|123)"
    r"[^A-Za-z0-9]{0,2})+\d{0,4}[^A-Za-z0-9]{0,2}",
    re.IGNORECASE,
)
"""A value made only of words that name what belongs there: your-api-key-here, MyPassword1, changeme."""
_FILLED = pattern(r"\bexample|example\b|placeholder|change[_-]?me|your[_-]|redacted|dummy|lorem|x{6,}", re.IGNORECASE)
_SELF_NAMED = pattern(
    r"(?:pass(?:word|wd|phrase|code)?|pwd|p?swd|pw|secrets?|tokens?|keys?|api|auth|credentials?|user(?:name)?|login|account|db|database|id|name"
    r"|value|val|string|str|text|none|null|nil|true|false|undefined|empty|unknown|invalid|wrong|incorrect|correct|valid|missing|required"
    r"|tests?|testing|examples?|dummy|fake|mock|sample|fixture|redacted"
    r"|optional|default|hidden|removed|masked|encrypted|hash(?:ed)?|salt|plain|raw|random|generated|new|old|current|previous|again|repeat"
    r"|confirm(?:ation)?|field|input|type|label|error|place|holder|change|me|replace|insert|enter|put|add|set|todo|fixme|tbd|your|my|our|the"
    r"|this|some|any|here|with|for|to|in|is|not|no|a|an|of|x+|y+|z+)+\d?",
    re.IGNORECASE,
)
"""Placeholders that only say that a password belongs here. `demo` and `foobar` don't: they are weak passwords."""
_CODE = pattern(
    r"^[A-Za-z_$][\w$]{0,30}(?:(?:\.|::|->)[A-Za-z_$][\w$]{0,30})+$|^[A-Za-z_][\w.]*\(|[()\[\]{}<>].*[()\[\]{}<>]|^\w+://|^(?:\.{1,2}|~)?/"
    r"|^['\"`].*['\"`]$|^\.|^-|\\$|/.*/.*\.\w{1,5}$|::"
)
"""Qualified names, calls, links, paths, options."""
IDENTIFIER = pattern(r"[A-Za-z]+(?:[_\-. /:][A-Za-z]+)*|[a-z]+(?:[A-Z][a-z]+)+|[A-Z0-9]+(?:_[A-Z0-9]+)+")
_FILE = pattern(
    r"[\w./%+\-]+\.(?:md|markdown|mdx|rst|adoc|asciidoc|txt|html?|py|js|ts|go|rs|java|json|ya?ml|toml|pem|key|crt|cfg|ini)"
    r"(?:#[\w.%\-]*)?"
)
UUID = pattern(r"[0-9a-z]{8}-(?:[0-9a-z]{4}-){3}[0-9a-z]{12}", re.IGNORECASE)
HASH = pattern(r"(?:sha\d+[-:])?(?:[0-9a-f]{40}|[0-9a-f]{64})", re.IGNORECASE)
_JOINED = pattern(r"[a-z]{2,}(?:[_-][a-z]{2,}){1,5}")
_BYTES = pattern(r"(?=\D*\d\D*\d)(?=[^a-z]*[a-z])[a-z0-9_+/-]{20,200}={0,2}", re.IGNORECASE)
_LEET = pattern(r"[A-Za-z]\d+[A-Za-z]")
_BASE32 = pattern(r"[A-Z2-7]{16,64}={0,6}")
_KINDS = tuple(map(re.compile, (r"[a-z]", r"[A-Z]", r"[0-9]", r"[^A-Za-z0-9]")))


def is_placeholder(value: str) -> bool:
    """Whether a value is a placeholder: a reference, a template, filler, or words that say what belongs here."""
    return bool(_REFERENCE.search(value) or _FILLED.search(value) or _VOCABULARY.fullmatch(value) or is_filler(value))


def is_filler(value: str) -> bool:
    """Whether a value is filler: one character or a short group, repeated."""
    value = value.replace("-", "")
    return any(
        sum(a == b for a, b in zip(value, value[period:], strict=False)) * 5 >= (len(value) - period) * 4 > 4
        for period in (1, 2, 3)
    )


def is_code(value: str) -> bool:
    """Whether a value is an expression, a link, a path or a file."""
    return bool(_CODE.search(value) or _FILE.fullmatch(value))


def kinds(value: str) -> int:
    """The number of character classes in a value: lower case, upper case, digits, others."""
    return sum(bool(form.search(value)) for form in _KINDS)


def is_literal(value: str) -> bool:
    """Whether a value could be typed as a password: no letters beyond ASCII, no blank, no placeholder, no code."""
    typed = value.isascii() or all(c.isascii() or not c.isalpha() for c in value)
    return typed and " " not in value and not is_placeholder(value) and not is_code(value)


def is_password(value: str) -> bool:
    """Whether a literal is more than a word: two character classes, and no identifier."""
    return is_literal(value) and kinds(value) >= 2 and not IDENTIFIER.fullmatch(value)


def is_lone_word(value: str) -> bool:
    """Whether a literal is a single lower-case word: a password only where nothing else can stand."""
    return (
        4 <= len(value) <= 40 and value.isascii() and value.isalpha() and value.islower() and not is_placeholder(value)
    )


def is_weak(value: str) -> bool:
    """Whether a value is a single word that names no password: typical of tests and demos, and a weak password."""
    word = value.isascii() and value.isalnum() and 4 <= len(value) <= 40 and not is_filler(value)
    return word and value.islower() and not (_SELF_NAMED.fullmatch(value) or _FILLED.search(value))


def is_number(value: str) -> bool:
    """Whether a value is a number of six digits or more that isn't a sequence."""
    if len(value) < 6 or not value.isdecimal() or is_filler(value):
        return False
    return sum(0 <= ord(after) - ord(before) <= 1 for before, after in pairwise(value)) * 3 <= len(value) * 2


def is_letters(value: str) -> bool:
    """Whether a value is one run of letters of one case, longer than words are."""
    one_case = value.isascii() and value.isalpha() and (value.islower() or value.isupper())
    return len(value) >= 16 and one_case and not is_placeholder(value)


def is_bytes(value: str) -> bool:
    """Whether a value can only be encoded bytes, and no digest, where a name or a word may stand as well."""
    return (
        bool(_BYTES.fullmatch(value)) and not HASH.fullmatch(value) and is_literal(value) and looks_random(value, 3.2)
    )


def is_joined(value: str) -> bool:
    """Whether a value is two to six lower-case words joined by hyphens or underscores, as people make them up."""
    return bool(_JOINED.fullmatch(value)) and is_literal(value)


def is_phrase(value: str) -> bool:
    """Whether a value is two or three words, one of them with digits inside."""
    words = value.split(" ")
    return value.isascii() and 2 <= len(words) <= 3 and not is_placeholder(value) and any(map(_LEET.search, words))


def is_seed(value: str) -> bool:
    """Whether a value is a base 32 seed, as of one-time passwords."""
    return bool(_BASE32.fullmatch(value)) and not is_placeholder(value) and entropy(value) >= 2.8


def looks_random(value: str, least: float) -> bool:
    """Whether letters and digits (or cases, if long) are mixed, no identifier, at least `least` bits a character."""
    if not value.isascii() or (IDENTIFIER.fullmatch(value) and not _switches(value)):
        return False
    mixed = any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    return (mixed or _switches(value)) and entropy(value) >= least


def _switches(value: str) -> bool:
    """Whether the case changes as often as in encoded bytes: in a name it changes once a word."""
    pairs = sum(a.isalpha() and b.isalpha() and a.isupper() != b.isupper() for a, b in pairwise(value))
    return pairs * 3 >= len(value) if len(value) >= 20 else pairs * 2 >= len(value) >= 10


def entropy(value: str) -> float:
    """Shannon entropy of a text's characters, in bits a character."""
    size = len(value)
    return -sum(n / size * math.log2(n / size) for n in Counter(value).values()) if size else 0.0
