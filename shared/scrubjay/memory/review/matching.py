"""Which words of a claim stand in a source, and which don't? Every character of a text, in pieces. No I/O."""

from dataclasses import dataclass
from enum import StrEnum

from scrubjay.text.stems import light_stem
from scrubjay.text.stop_words import STOP_WORDS
from scrubjay.text.words import Word, matches


class WordMatch(StrEnum):
    """What a piece of one text is to the other text."""

    SHARED = "shared"
    ALONE = "alone"
    NONE = ""
    """Stop words, signs and the space between words: they tell nothing."""


@dataclass(frozen=True, slots=True)
class TextPiece:
    """Some characters of a text, and whether the other text has them."""

    text: str
    match: WordMatch = WordMatch.NONE


@dataclass(frozen=True, slots=True)
class SharedWords:
    """A claim beside a source: both in pieces, and the claim's words in its form, each once."""

    claim: tuple[TextPiece, ...]
    source: tuple[TextPiece, ...]

    @property
    def shared(self) -> tuple[str, ...]:
        """The claim's words that the source has."""
        return _each_once(self.claim, WordMatch.SHARED)

    @property
    def missing(self) -> tuple[str, ...]:
        """The claim's words that the source hasn't."""
        return _each_once(self.claim, WordMatch.ALONE)


def shared_words(claim: str, source: str) -> SharedWords:
    """Lay a claim beside a source's words; inflections of a word are the same word."""
    return SharedWords(_pieces(claim, _stems(source)), _pieces(source, _stems(claim)))


def _pieces(text: str, stems: frozenset[str]) -> tuple[TextPiece, ...]:
    pieces: list[TextPiece] = []
    end = 0
    for match in matches(text, Word.WHOLE):
        word = match.group().casefold()
        if word in STOP_WORDS:
            continue
        if match.start() > end:
            pieces.append(TextPiece(text[end : match.start()]))
        pieces.append(TextPiece(match.group(), WordMatch.SHARED if light_stem(word) in stems else WordMatch.ALONE))
        end = match.end()
    return (*pieces, *([TextPiece(text[end:])] if end < len(text) else []))


def _stems(text: str) -> frozenset[str]:
    return frozenset(light_stem(match.group().casefold()) for match in matches(text, Word.WHOLE))


def _each_once(pieces: tuple[TextPiece, ...], match: WordMatch) -> tuple[str, ...]:
    first: dict[str, str] = {}
    for piece in pieces:
        if piece.match is match:
            first.setdefault(light_stem(piece.text.casefold()), piece.text)
    return tuple(first.values())
