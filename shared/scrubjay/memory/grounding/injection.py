"""Does a claim tell its reader to disobey, hide, send data out or drop a safeguard? Marks, phrases, and a model."""

import re
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import Final

from scrubjay.inference.embedding.embedder import Embedder
from scrubjay.inference.embedding.probe import alone, load
from scrubjay.memory.grounding.prose import straight
from scrubjay.memory.grounding.senses import IN_SCRIPT, senses
from scrubjay.memory.grounding.tables import patterns
from scrubjay.memory.grounding.unveiled import is_blob, unveiled
from scrubjay.text.sentences import LONGEST as SENTENCE
from scrubjay.text.sentences import sentences
from scrubjay.text.words import Word, words


@dataclass(frozen=True, slots=True)
class InjectionFlag:
    """What instructs a reader: by which technique, and the words."""

    technique: str
    words: str


LONGEST: Final = 20_000
"""Characters that are looked at: twice what a claim may have."""

FEWEST: Final = 3
"""Words from which on a piece of a text says something."""

WINDOW: Final = 600
"""Characters of what has no sentences that are read at a time: the model sees 256 tokens."""

READER: Final = Path(__file__).with_name("reader.json")
"""What a text needs to be an instruction to its reader, learnt from rows (tests/training)."""

THRESHOLD: Final = 1.5
"""Score from which on a claim is one; chosen in ADR 0102."""

OUTSIDE: Final = 2.2
"""The same for what outsiders wrote at a forge, where people ask each other for things; chosen in ADR 0102."""

OVERLAP: Final = 1_000
"""Characters that two windows of a long text share, so that no sentence is read in halves alone."""

_QUOTED = re.compile(r"[\"“«„]([^\"“”«»]{1,1000})[\"”»“]")
_FORGED = re.compile(
    r"<\|[a-z_]{3,20}\|>|\[/?INST\]|<</?SYS>>"
    r"|(?i:<\s{0,3}/?\s{0,3}(?:antml:[a-z_]{1,30}|system[-_](?:reminder|prompt|message|note)|user[-_](?:turn|prompt|message|query)"
    r"|(?:tool|function)[-_](?:use|call|result|response|output)s?|(?:human|assistant)[-_](?:turn|message))"
    r"(?=[\s/>])[^<>]{0,200}>|(?:^[ \t]*<|</)(?:system|human|assistant)>)"
    r"|\bSYSTEM\s(?:NOTE|OVERRIDE|MESSAGE|ALERT|PROMPT)\b|\bSYSTEM:"
    r"|!\[[^\]]*\]\(https?://[^)\s]*[?&=][^)]*(?:\{|\$|%7B|<)"
    r"|(?i:(?:^|(?<=[.!?\n] ))\W{0,4}"
    r"(?:(?:told|said|confirmed)\s+by\s[^:\n]{1,80}|quoted\s+(?:(?:from|by|in)\s[^:\n]{1,80}|\S*[./]\S*)):)"
    r"|(?i:\b(?:told|said|confirmed)\s+by\s[^\n]{1,80}?,\s\d{4}-\d\d-\d\d\b)"
    r"|[\u202a-\u202e\u2066-\u2069]|[\u200b-\u200d\u2060\ufeff]{2,}|[\U000e0000-\U000e007f]",
    re.MULTILINE,
)
"""Marks of a chat's own markup and tags of an agent's protocol, our own labels, an image that takes data along, and
characters that only a model sees."""


def find_marks(claim: str) -> tuple[InjectionFlag, ...]:
    """What no knowledge needs: a chat's markup, hidden characters, an image that takes data along, encoded text.

    Also the phrases of known techniques, the first of each: they are read where no model can be had.
    """
    text = claim[:LONGEST]
    flags = [InjectionFlag("forged markup", match.group()[:120]) for match in [_FORGED.search(text)] if match]
    if is_blob(text):
        flags.append(InjectionFlag("encoded", "a long encoded text"))
    plain = straight(text)
    matches = ((technique, pattern.search(plain)) for technique, pattern in patterns("injection"))
    return (*flags, *(InjectionFlag(technique, match.group()[:120]) for technique, match in matches if match))


def find_instruction(claim: str, embedder: Embedder, threshold: float = THRESHOLD) -> tuple[InjectionFlag, ...]:
    """The sentence that speaks most to its reader, where one does. `embedder` holds the bundled model.

    A hint for a person, not a boundary. Raises ModelUnavailable.
    """
    probe = load(READER)
    score, words = max(
        ((probe.score(piece, alone(embedder, piece), senses(piece)), piece) for piece in pieces(claim[:LONGEST])),
        default=(0.0, ""),
    )
    return (InjectionFlag("instruction", words[:120]),) if score >= threshold else ()


def windows(text: str) -> list[str]:
    """The parts of a text of any length that are looked at one by one."""
    return [text[start : start + LONGEST] for start in range(0, max(1, len(text)), LONGEST - OVERLAP)]


def pieces(text: str) -> list[str]:
    """What is read apart: the sentences of a text and what they quote, each as a model would understand it."""
    plain = unveiled(text)
    flat = " ".join(plain.split())
    parts = [*sentences(flat), *sentences(plain), *_QUOTED.findall(plain)]
    if max(map(len, parts), default=0) >= SENTENCE:  # which a sentence is cut at
        parts.extend(wrap(flat, WINDOW))
    bare = dict.fromkeys(map(without_end, parts))
    return [part for part in bare if len(words(part, Word.LETTERS)) >= FEWEST or IN_SCRIPT.search(part)]


def without_end(sentence: str) -> str:
    """A sentence without its full stop, which says nothing: half of all claims have none."""
    return sentence.rstrip(" .!。！")
