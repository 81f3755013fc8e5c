"""Detector for notations with a secret of their own: SQL, XML, netrc, JWK, connection strings, stored hashes."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from scrubjay.privacy.secrets.model import SecretFinding
from scrubjay.privacy.secrets.rules import compiled, rows
from scrubjay.privacy.secrets.values import is_literal, is_lone_word, is_password, is_placeholder, looks_random

NAMES = ("passw", "passphrase", "pwd", "secret", "api", "token")
"""Words of which an element's name contains one."""


@dataclass(frozen=True, slots=True)
class SecretForm:
    """A notation: its kind, words of which every match contains one, the expression, and the test of the value."""

    kind: str
    words: tuple[str, ...]
    pattern: str
    flags: int
    judge: Callable[[str], bool]
    named: bool
    """Whether the match must also contain one of NAMES."""

    @property
    def expression(self) -> re.Pattern[str]:
        """The compiled pattern."""
        return compiled(self.pattern, self.flags)


def _typed(value: str) -> bool:
    """A value where only a password can stand: a plain word counts."""
    return is_password(value) or is_lone_word(value)


def _secret(value: str) -> bool:
    """A value that a telling name was given: no word, no reference, no code."""
    return len(value) >= 8 and is_literal(value) and looks_random(value, 2.6)


def _key(value: str) -> bool:
    return looks_random(value, 4.0)


def _shown(value: str) -> bool:
    return not is_placeholder(value)


def _hash(value: str) -> bool:
    return not is_placeholder(value.lstrip("$"))


_JUDGES = {"typed": _typed, "key": _key, "secret": _secret, "literal": is_literal, "shown": _shown, "hash": _hash}
_FLAGS = {"-": 0, "i": re.IGNORECASE, "m": re.MULTILINE, "im": re.IGNORECASE | re.MULTILINE}


@cache
def forms() -> tuple[SecretForm, ...]:
    """Every notation, by the programs that read it: MySQL and PostgreSQL, XML configuration, netrc(5), pgpass,
    PowerShell, RFC 7517, Sentry's DSN, Go's MySQL driver, ADO.NET, crypt(5) and RFC 2307.
    """
    return tuple(
        SecretForm(kind, tuple(words.split(",")), body, _FLAGS[flags], _JUDGES[judge], kind == "element-password")
        for kind, words, judge, flags, body in rows("forms.tsv")
    )


def form_findings(text: str, present: set[str]) -> Iterator[SecretFinding]:
    """Values in the secret's position of a notation. `present` are the prefilter words that the text contains."""
    named = not present.isdisjoint(NAMES)
    for form in forms():
        if not present.isdisjoint(form.words) and (named or not form.named):
            for match in form.expression.finditer(text):
                if form.judge(match.group(1)):
                    yield SecretFinding(match.start(1), match.end(1), form.kind)
