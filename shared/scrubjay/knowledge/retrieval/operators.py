"""Parser of the operators in a typed query: phrases, exclusions, filters and path patterns."""

from __future__ import annotations

import re
from typing import Final

from scrubjay.knowledge.documents.selection import Glob
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

MAX_CHARACTERS = 1000
"""Longer text, and text of several lines, was pasted: it holds quotes and dashes that mean nothing here."""

MOST = 20
"""Operators that are read; the rest is words."""

SYMBOLS: Final = ("symbol", "callers", "references")
"""Operators that ask for places in code by name: where it is defined, called, or named in any other way."""

KEYS: Final = ("path", "kind", "status", "service", "tag", "applies", "date", "since", "until", *SYMBOLS)

_PIECE = pattern(
    rf"""(?<!\S)(?P<minus>-?)
    (?: (?P<key>{"|".join(KEYS)}):(?:"(?P<text>[^"]+)"|(?P<value>[^\s"]+))
      | ["“](?P<phrase>[^"“”]+)["”]
      | (?P<word>(?<=-)[^\W\d_]\w+(?:[-./]\w+)*)[,;]?(?=\s|$) )""",
    re.VERBOSE,
)
SENTENCE_WORDS = 2
"""Words beside a phrase that make a sentence of it: there somebody quotes, where `queue "write ahead log"` filters."""

_WORD = pattern(r"\w")
_QUOTED = pattern(r'["“][^"“”]+["”]')


@dataclass(frozen=True, slots=True)
class Operator:
    """One operator of a query, such as `path:docs`; `key` is empty for a phrase or excluded word."""

    key: str
    values: tuple[str, ...]
    excludes: bool = False

    def __str__(self) -> str:
        value = ",".join(self.values)
        name = f"{self.key}:{value}" if self.key else f'"{value}"'
        return f"-{name}" if self.excludes else name


@dataclass(frozen=True, slots=True)
class AskedQuery:
    """A query with its operators taken out: `words` is what is left to look up, phrases included.

    `unread` are operators that are among the words, since no such kind or date exists.
    """

    words: str
    operators: tuple[Operator, ...] = ()
    unread: tuple[Operator, ...] = ()

    @property
    def is_sentence(self) -> bool:
        """Whether the query's quoted phrases are part of a sentence: then they order the hits and exclude none."""
        return len([word for word in _QUOTED.sub(" ", self.words).split() if _WORD.search(word)]) >= SENTENCE_WORDS

    def values(self, key: str, *, excludes: bool = False) -> tuple[str, ...]:
        """All values of an operator, each once, in order."""
        values = (
            v
            for operator in self.operators
            if (operator.key, operator.excludes) == (key, excludes)
            for v in operator.values
        )
        return tuple(dict.fromkeys(values))


def read_operators(text: str) -> AskedQuery:
    """Read what somebody typed. Never raises.

    `path:` `kind:` `status:` `service:` `tag:` `applies:` `date:` `since:` `until:` `symbol:` `callers:`
    `references:` take a value, `"..."` or values with commas. A phrase in quotes must stand in the text, where
    anything holds it; within a sentence what holds it comes first. A dash in front leaves out; `--flag`, `-1` and a
    single letter as in `-m` are words. An operator inside quotes is text, and so is an unknown `key:value`. Exclusions
    alone are words.
    """
    if len(text) > MAX_CHARACTERS or "\n" in text.strip():
        return AskedQuery(text)
    operators: list[Operator] = []
    pieces: list[str] = []
    position = 0
    for piece in _PIECE.finditer(text):
        operator = _operator(piece)
        if operator is None or len(operators) >= MOST:
            continue
        operators.append(operator)
        if not operator.key and not operator.excludes:
            continue
        pieces.append(text[position : piece.start()])
        position = piece.end()
    words = " ".join("".join([*pieces, text[position:]]).split())
    if not words and all(operator.excludes for operator in operators):
        return AskedQuery(text)
    return AskedQuery(words, tuple(operators))


def _operator(piece: re.Match[str]) -> Operator | None:
    """The operator that a piece of a query writes; None where it is incomplete."""
    excludes = bool(piece["minus"])
    if piece["key"]:
        written = piece["text"] or piece["value"]
        values = (written,) if piece["text"] else tuple(filter(None, written.split(",")))
        unexcluded = piece["key"] in ("date", "since", "until", *SYMBOLS)
        return Operator(piece["key"], values, excludes) if values and not (unexcluded and excludes) else None
    phrase = " ".join((piece["phrase"] or piece["word"] or "").split())
    return Operator("", (phrase,), excludes) if _WORD.search(phrase) else None


MAX_PATH: Final = 4096
"""Characters of a path or glob that are looked at, as in PATH_MAX."""

_WILD: Final = frozenset("*?[")


class PathFilter:
    """A filter by path: a file, a folder or a glob."""

    def __init__(self, written: str) -> None:
        self._path = without_surrogates(written)
        self._glob = Glob.of(self._path) if is_wild(self._path) else None

    def holds(self, path: str) -> bool:
        """Whether a path is the filter's file, lies below its folder, or matches its glob."""
        if self._glob:
            return self._glob.matches(path.lower().split("/"))
        return path == self._path or path.startswith(f"{self._path}/")


def is_wild(path: str) -> bool:
    """Whether a path is a glob."""
    return bool(_WILD & set(path))


def without_surrogates(text: str) -> str:
    """A path or phrase without lone surrogates, which SQLite can't take; a process's arguments may hold them."""
    return text[:MAX_PATH].replace("\0", " ").encode("utf-8", "replace").decode("utf-8").strip("/")
