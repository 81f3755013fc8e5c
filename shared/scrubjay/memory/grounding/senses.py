"""Senses of words in a text: who reads, whom it works for, what hides, sends, guards or drops, in ten languages."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from scrubjay.memory.grounding.prose import straight

TABLE: Final = Path(__file__).with_name("senses.tsv")
"""Sense and words: "|" stands between them, a star is any ending."""

APART: Final = 8
"""Words that two senses may stand apart to be read together."""

_SCRIPTS: Final = "\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af"
_TOKENS: Final = re.compile(
    r"(?P<place>https?://\S+|\b\d{1,3}(?:\.\d{1,3}){3}\b|[\w.+-]+@[\w-]+\.[\w.]+)"
    r"|(?P<file>(?<![\w/])[\w./~-]*(?:\.env\b(?!\.)|secrets?/|credentials?\b|id_rsa|\.netrc|\.ssh\b|\.aws\b)[\w./-]*)"
    r"|(?P<guide>(?:claude|agents|gemini|contributing|copilot-instructions)\.md)"
    r"|(?P<unflag>--no-(?:verify|confirm|check)\w*|--(?:yes|assume-yes|force|insecure|dangerously|skip)[\w-]*|-auto-approve)"
    rf"|(?P<script>[{_SCRIPTS}]+)"
    rf"|(?P<word>[^\W\d_{_SCRIPTS}]+(?:['-][^\W\d_{_SCRIPTS}]+)*)"
    r"|(?P<end>[.;!?])|(?P<colon>:)",
    re.IGNORECASE,
)

IN_SCRIPT: Final = re.compile(f"[{_SCRIPTS}]{{4}}")
"""Words of a script without spaces."""


def senses(text: str) -> frozenset[str]:
    """What a text speaks of: its senses, those that follow each other ("a b") and those that are near ("a~b")."""
    read = [("^", 0), *_read(straight(text)), ("$", 0)]
    found = {sense for sense, _ in read}
    for place, (sense, at) in enumerate(read):
        following = read[place + 1 :]
        found.update(f"{sense} {other}" for other, _ in following[:1])
        found.update(f"{sense}~{other}" for other, there in following[:APART] if 0 <= there - at <= APART)
    return frozenset(found)


def _read(text: str) -> Iterator[tuple[str, int]]:
    """Each sense with the number of its word."""
    tokens = [(match.lastgroup or "", match.group().lower()) for match in _TOKENS.finditer(text)]
    table = _table()
    place = 0
    while place < len(tokens):
        kind, token = tokens[place]
        sense, length = kind, 1
        if kind == "script":
            yield from ((table.words[match.group()], place) for match in table.script.finditer(token))
            sense = ""
        elif kind == "word":
            sense, length = table.longest([word for _, word in tokens[place : place + table.most]])
        if sense:
            yield sense, place
        place += length


@dataclass(frozen=True, slots=True)
class _Table:
    """The sense of whole phrases and of beginnings, the words of the longest phrase, and what stands in a script."""

    words: Mapping[str, str]
    beginnings: Mapping[str, str]
    most: int
    script: re.Pattern[str]

    def longest(self, words: Sequence[str]) -> tuple[str, int]:
        """The sense of the longest phrase at the beginning of some words, and how many it has."""
        for length in range(len(words), 0, -1):
            if sense := self.words.get(" ".join(words[:length])):
                return sense, length
        known = (words[0][:size] for size in range(len(words[0]), 2, -1))
        return next((self.beginnings[start] for start in known if start in self.beginnings), ""), 1


@cache
def _table() -> _Table:
    rows = (line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    senses = {phrase: sense for sense, phrases in rows for phrase in phrases.split("|")}
    words = {phrase: sense for phrase, sense in senses.items() if not phrase.endswith("*")}
    scripts = sorted((word for word in words if re.match(f"[{_SCRIPTS}]", word)), key=len, reverse=True)
    return _Table(
        words=words,
        beginnings={phrase[:-1]: sense for phrase, sense in senses.items() if phrase.endswith("*")},
        most=max(len(phrase.split(" ")) for phrase in words),
        script=re.compile("|".join(map(re.escape, scripts))),
    )
