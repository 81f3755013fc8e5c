"""Detection of prompt injection: text that tells its reader to disobey, hide, send data out or drop a safeguard."""

import base64
import binascii
import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from textwrap import wrap
from typing import Final

from scrubjay.errors import SpeaksToReader
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.inference.embedding.probe import load
from scrubjay.memory.grounding.prose import CURLY, as_shown, straight_quotes
from scrubjay.memory.grounding.tables import patterns
from scrubjay.model.pattern import pattern
from scrubjay.text.sentences import LONGEST as SENTENCE
from scrubjay.text.sentences import sentences
from scrubjay.text.words import Word, words


def forbid_instructions(texts: Iterable[tuple[str, str]], *, by_person: bool = False) -> None:
    """Check an agent's texts, each with the name of its field; a person says what they like. Raises SpeaksToReader.

    Only the phrases and marks of known techniques count. What one leaves for another is addressed to it, so the model
    that reads claims would take every other task for an instruction.
    """
    if by_person:
        return

    for field, text in texts:
        for flag in find_marks(text):
            raise SpeaksToReader(
                f'{field} speaks to its reader ({flag.technique}: "{flag.words}"), so nothing was stored. Say what is '
                "to be done without it; a person may leave it as it is: `scrubjay session`, `scrubjay handoff create`."
            )


def texts_of(entry: object, without: str = "") -> Iterator[tuple[str, str]]:
    """The texts of a note, a task or a save, each with the name of its field; `without` names one that is left out."""
    for field in fields(entry):  # type: ignore[arg-type]  # of any dataclass
        if field.name != without:
            yield from ((field.name, text) for text in _strings_in(getattr(entry, field.name)))


def _strings_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield str(name)
            yield from _strings_in(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _strings_in(inner)


TABLE: Final = Path(__file__).with_name("senses.tsv")
"""Sense and words: "|" stands between them, a star is any ending."""

APART: Final = 8
"""Words that two senses may stand apart to be read together."""

_SCRIPTS: Final = "\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af"
_TOKENS: Final = pattern(
    r"(?P<place>https?://\S+|\b\d{1,3}(?:\.\d{1,3}){3}\b|[\w.+-]+@[\w-]+\.[\w.]+)"
    r"|(?P<file>(?<![\w/])[\w./~-]*(?:\.env\b(?!\.)|secrets?/|credentials?\b|id_rsa|\.netrc|\.ssh\b|\.aws\b)[\w./-]*)"
    r"|(?P<guide>(?:claude|agents|gemini|contributing|copilot-instructions)\.md)"
    r"|(?P<unflag>--no-(?:verify|confirm|check)\w*|--(?:yes|assume-yes|force|insecure|dangerously|skip)[\w-]*|-auto-approve)"
    rf"|(?P<script>[{_SCRIPTS}]+)"
    rf"|(?P<word>[^\W\d_{_SCRIPTS}]+(?:['-][^\W\d_{_SCRIPTS}]+)*)"
    r"|(?P<end>[.;!?])|(?P<colon>:)",
    re.IGNORECASE,
)

IN_SCRIPT: Final = pattern(f"[{_SCRIPTS}]{{4}}")
"""Words of a script without spaces."""


def senses(text: str) -> frozenset[str]:
    """The senses in a text: single ones, pairs in a row ("a b"), and pairs that are near each other ("a~b")."""
    read = [("^", 0), *_read_senses(straight_quotes(text)), ("$", 0)]
    found = {sense for sense, _ in read}
    for place, (sense, at) in enumerate(read):
        following = read[place + 1 :]
        found.update(f"{sense} {other}" for other, _ in following[:1])
        found.update(f"{sense}~{other}" for other, there in following[:APART] if 0 <= there - at <= APART)
    return frozenset(found)


def _read_senses(text: str) -> Iterator[tuple[str, int]]:
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
    """The senses of whole phrases and of word beginnings; `most` is how many words the longest phrase has."""

    words: Mapping[str, str]
    beginnings: Mapping[str, str]
    most: int
    script: re.Pattern[str]

    def longest(self, words: Sequence[str]) -> tuple[str, int]:
        """The sense of the longest phrase at the beginning of some words, and how many words it has."""
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


BLOB: Final = 200
"""Encoded characters in a row from which on a text is no knowledge, whatever they decode to."""

_ALIKE: Final = str.maketrans(
    "аеорсухіјѕԁԛѡһӏꙇАВЕКМНОРСТХІЈЅαεικνορτυχΑΒΕΗΙΚΜΝΟΡΤΥΧΖ",
    "aeopcyxijsdqwhliABEKMHOPCTXIJSaeikvoptuxABEHIKMNOPTYXZ",
)
_MIXED = pattern(r"[^\W\d_]*[A-Za-z][^\W\d_]*")
_SPACED = pattern(r"\b(?:[^\W\d_][ .\-_]){3,}[^\W\d_]\b")
_ENCODED = pattern(r"(?<![\w+/])[A-Za-z0-9+/_-]{20,}={0,2}")
_LINES = pattern(r"(?<=[A-Za-z0-9+/_=-]{40})\r?\n(?=[A-Za-z0-9+/_=-]{20})")
_MARKUP = pattern(r"<!--|-->|</?[a-zA-Z][^<>\n]{0,200}>|^\s*\[//\]:\s*#|[*`~]+|(?<!\w)_+|_+(?!\w)", re.MULTILINE)
_MANY: Final = 0.3
"""Share of capitals and digits from which on a long word is encoded: a path or an identifier has fewer."""


def unveiled(text: str) -> str:
    """The text as plain words, with what its encoded parts say below it."""
    decoded = "\n\n".join((text, *_decoded(text)))
    text_shown, _ = as_shown(html.unescape(decoded))
    latin = _MIXED.sub(lambda word: word.group().translate(_ALIKE), text_shown)
    joined = _SPACED.sub(lambda match: re.sub(r"[ .\-_]", "", match.group()), latin)
    return straight_quotes(_MARKUP.sub(" ", joined))


def is_blob(text: str) -> bool:
    """Whether a text holds a long encoded piece: nobody can read what it says."""
    long = (word for word in _ENCODED.findall(_LINES.sub("", text)) if len(word) >= BLOB)
    return any(sum(char.isupper() or char.isdigit() for char in word) >= _MANY * len(word) for word in long)


def _decoded(text: str) -> list[str]:
    """What the encoded words of a text say, where that is a text."""
    decoded = []
    for word in _ENCODED.findall(_LINES.sub("", text)):
        try:
            raw = base64.b64decode(word + "=" * (-len(word) % 4), altchars=b"-_" if set(word) & set("-_") else None)
            plain = raw.decode()
        except (binascii.Error, UnicodeDecodeError):
            continue
        if plain.isprintable() and " " in plain:
            decoded.append(plain)
    return decoded


@dataclass(frozen=True, slots=True)
class InjectionFlag:
    """A sign of an instruction to the reader: its technique, and the words."""

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

_QUOTED = pattern(r"[\"“«„]([^\"“”«»]{1,1000})[\"”»“]")
_FORGED = pattern(
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
    """Signs of an attack on the reader: a chat's markup, hidden characters, an image that leaks data, encoded text.

    Also the phrases of known techniques, the first of each: they are read where no model can be had.
    """
    text = claim[:LONGEST]
    flags = [InjectionFlag("forged markup", match.group()[:120]) for match in [_FORGED.search(text)] if match]
    if is_blob(text):
        flags.append(InjectionFlag("encoded", "a long encoded text"))
    plain = text.translate(CURLY)
    matches = ((technique, pattern.search(plain)) for technique, pattern in patterns("injection"))
    return (*flags, *(InjectionFlag(technique, match.group()[:120]) for technique, match in matches if match))


def find_instruction(claim: str, embedder: Embedder, threshold: float = THRESHOLD) -> tuple[InjectionFlag, ...]:
    """The sentence that speaks most to its reader, where one does. `embedder` holds the bundled model.

    A hint for a person, not a boundary. Raises ModelUnavailable.
    """
    probe, read = load(READER), pieces(claim[:LONGEST])
    vectors = embedder.embed_passages(read).vectors if read else ()
    scored = ((probe.score(one, vector, senses(one)), one) for one, vector in zip(read, vectors, strict=True))
    score, words = max(scored, default=(0.0, ""))
    return (InjectionFlag("instruction", words[:120]),) if score >= threshold else ()


def windows(text: str) -> list[str]:
    """The parts of a text of any length that are looked at one by one."""
    return [text[start : start + LONGEST] for start in range(0, max(1, len(text)), LONGEST - OVERLAP)]


def pieces(text: str) -> list[str]:
    """The pieces of a text that are read for injection one by one: its sentences and what they quote."""
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
