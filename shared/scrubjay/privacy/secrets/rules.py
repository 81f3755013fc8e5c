"""Known token formats, read from two tables beside this file; each is compiled for the first text that needs it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

_LEFT = r"(?<![A-Za-z0-9])"
_RIGHT = r"(?![A-Za-z0-9])"
_OPEN = frozenset(("private-key", "putty-key", "jwt-base64", "npmrc-token", "rails-master-key", "gcp-service-account"))
"""Formats whose expression has its own end."""


@dataclass(frozen=True, slots=True)
class SecretFormat:
    """A token format: its kind, words of which every match contains one (lower case), and the expression.

    The secret is group 1 where there is one, otherwise the whole match.
    """

    kind: str
    words: tuple[str, ...]
    pattern: str
    flags: int

    @property
    def expression(self) -> re.Pattern[str]:
        """The compiled pattern."""
        return compiled(self.pattern, self.flags)


@cache
def compiled(pattern: str, flags: int) -> re.Pattern[str]:
    """A compiled pattern; `re` itself forgets those that were compiled long ago."""
    return re.compile(pattern, flags)


@cache
def rules() -> tuple[SecretFormat, ...]:
    """Every provider's format, then keys that are recognised only beside the name of their service."""
    return (*_providers(), *_services())


def candidates(present: set[str]) -> list[SecretFormat]:
    """The rules that can match a text with these prefilter words, in the order of the tables."""
    holders = _holders()
    indexes = {index for word in present for index in holders.get(word, ())}
    return [rules()[index] for index in sorted(indexes)]


@cache
def _holders() -> dict[str, list[int]]:
    """Inverted index: word -> indexes of the rules that require it."""
    holders: dict[str, list[int]] = {}
    for index, rule in enumerate(rules()):
        for word in rule.words:
            holders.setdefault(word, []).append(index)
    return holders


def rows(name: str) -> Iterator[list[str]]:
    """The rows of a table beside this file, without its comments."""
    text = (resources.files("scrubjay.privacy.secrets") / name).read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


def _providers() -> Iterator[SecretFormat]:
    for kind, words, body in rows("providers.tsv"):
        right = "" if kind in _OPEN else _RIGHT
        yield SecretFormat(kind, tuple(words.split(",")), f"{_LEFT}(?:{body}){right}", re.ASCII)


def _services() -> Iterator[SecretFormat]:
    for name, value in rows("services.txt"):
        body = (
            rf"{re.escape(name)}[\w.\-]{{0,40}}[\"'`\]\s]{{0,3}}(?::{{0,3}}=|\?=|=>|\|\|:|<=|=|:|,|>)[\"'`\s=]{{0,5}}"
            rf"({value})(?![A-Za-z0-9_])"
        )
        yield SecretFormat(f"{name}-key", (name,), body, re.IGNORECASE | re.ASCII)
