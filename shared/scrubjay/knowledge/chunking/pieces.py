"""Pieces of passages: their values, labels before headings, and the splitting of oversized text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from scrubjay.model.outline import Heading, Outline
from scrubjay.text.sentences import End, whole

PASSAGE_TOKENS = 256
"""The bundled model reads 256 tokens, which hold a passage with its heading prefix."""


class TokenCounter(Protocol):
    """Counts tokens as the embedding model does, without the special ones."""

    def count(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text."""
        ...


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage: its heading path (root first), its lines (1-based, inclusive), its text and its tokens."""

    ordinal: int
    heading: tuple[str, ...]
    start_line: int
    end_line: int
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Chunked:
    """A document's title and passages.

    `cut_after` is the last line in the passages where they don't hold all, else 0; `limits` names the limits that were
    met, as whole statements.
    """

    title: str
    passages: tuple[Chunk, ...]
    cut_after: int = 0
    limits: tuple[str, ...] = ()


_LABEL = re.compile(
    r"\.\. _[^:]+:"  # reStructuredText
    r"|\([\w:./-]+\)="  # MyST
    r"|\[\[[\w:.-]+\]\]|\[#[\w:.-]+\]"  # AsciiDoc
    r"|<a\s+(?:id|name)\s*=[^<>]*>(?:\s*</a>)?"  # HTML in Markdown
)
_LONGEST = 200


def with_labels(outline: Outline, lines: Sequence[str]) -> Outline:
    """The same with each heading at the first of the labels right above it, blank lines between them or not."""
    headings = tuple(replace(heading, line=_first_line(heading, lines)) for heading in outline.headings)
    return outline if headings == outline.headings else replace(outline, headings=headings)


def _first_line(heading: Heading, lines: Sequence[str]) -> int:
    first = heading.line
    for number in range(heading.line - 1, 0, -1):
        line = lines[number - 1].rstrip()
        if len(line) <= _LONGEST and _LABEL.fullmatch(line):
            first = number
        elif line:
            break
    return first


WINDOW = 1000
"""Characters of a sentence that are tried at once; about 250 tokens of English."""

MAX_LINE = 100_000
"""Characters of a line that are cut at once, so that a caller with enough passages can stop early."""

MIN_SENTENCE = 40
"""Characters below which a full stop more likely ends an abbreviation; it also bounds the number of pieces."""

MIN_WINDOW = 16
"""A window this short isn't cut further: no character has more than a few tokens."""


def cut_line(line: str, budget: int, counter: TokenCounter, used: int = 0) -> list[tuple[str, int]]:
    """Cut one line into pieces within a budget of tokens, each with its count. Bounded work for any line.

    The pieces are whole sentences where those fit, and about equally long, so that no few words are left over at the
    end. `used` tokens of the first piece's budget are used already.
    """
    todo = [window for sentence in _sentences(line) for window in _windows(sentence, WINDOW)]
    fitting: list[tuple[str, int]] = []
    while todo:
        following: list[str] = []
        for piece, tokens in zip(todo, counter.count(todo), strict=True):
            if tokens <= budget or len(piece) <= MIN_WINDOW:
                if not following:
                    fitting.append((piece, tokens))
                    continue
                following.append(piece)
            else:
                following.extend(_windows(piece, max(MIN_WINDOW, len(piece) // 2)))
        todo = following
    return _packed(fitting, budget, used)


def _packed(fitting: Sequence[tuple[str, int]], budget: int, used: int) -> list[tuple[str, int]]:
    """Join neighbours; each piece takes its equal share of the rest, in as few pieces as hold it."""
    left = used + sum(tokens for _, tokens in fitting)
    packed: list[tuple[str, int]] = []
    current, size = "", used
    for piece, tokens in fitting:
        share = left / max(1, -(-left // budget))
        if current and (size + tokens > budget or size + tokens / 2 > share):
            packed.append((current, size - (0 if packed else used)))
            left -= size
            current, size = "", 0
        current += piece
        size += tokens
    return [*packed, (current, size - (0 if packed else used))] if current else packed


def _sentences(line: str) -> Iterator[str]:
    current = ""
    for sentence in whole(line, End.PASSAGE):
        current += sentence
        if len(current) >= MIN_SENTENCE:
            yield current
            current = ""
    if current:
        yield current


def _windows(text: str, size: int) -> Iterator[str]:
    """Cut a text into windows, at a space in the second half of a window where there is one."""
    start = 0
    while len(text) - start > size:
        blank = text.rfind(" ", start + size // 2, start + size)
        end = blank + 1 if blank > 0 else start + size
        yield text[start:end]
        start = end
    yield text[start:]


def cut_lines(
    lines: Sequence[str], first: int, budget: int, counter: TokenCounter
) -> Iterator[tuple[int, int, str, int]]:
    """Pack lines into pieces within a budget: (first line, last line, text, tokens), lines counted from `first`.

    A short text above an overlong line, such as its heading, joins that line's first piece.
    """
    buffer: list[str] = []
    held_tokens, start = 0, first
    for number, (line, tokens) in enumerate(zip(lines, counter.count(lines), strict=True), first):
        joins = tokens > budget and held_tokens <= budget // 2
        if buffer and held_tokens + tokens > budget and not joins:
            yield start, number - 1, "\n".join(buffer), held_tokens
            buffer, held_tokens = [], 0
        if tokens > budget:
            for part in _windows(line, MAX_LINE):
                for piece, count in cut_line(part, budget, counter, held_tokens):
                    yield (start if buffer else number), number, "\n".join([*buffer, piece]), held_tokens + count
                    buffer, held_tokens = [], 0
            continue
        if not buffer:
            start = number
        buffer.append(line)
        held_tokens += tokens
    if buffer:
        yield start, start + len(buffer) - 1, "\n".join(buffer), held_tokens
