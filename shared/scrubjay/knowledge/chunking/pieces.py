"""Pieces of passages within bounds: labels before headings, oversized text that is split, steps that are counted.

Nothing is timed: the same text is cut at the same place on every machine, so that `verify --deep` can compare. The
limits keep each format's worst texts below 5 s of CPU and 400 MB (tests/shared/knowledge/documents/worst.py).
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

from scrubjay.errors import LimitExceeded
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.outline import Heading, Outline
from scrubjay.model.pattern import pattern
from scrubjay.text.sentences import End, whole

PASSAGE_TOKENS = 256
"""The bundled model reads 256 tokens, which hold a passage with its heading prefix."""


class TokenCounter(Protocol):
    """Counts the tokens of texts as the embedding model does, without special tokens."""

    def count(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text."""


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


_LABEL = pattern(
    r"\.\. _[^:]+:"  # reStructuredText
    r"|\([\w:./-]+\)="  # MyST
    r"|\[\[[\w:.-]+\]\]|\[#[\w:.-]+\]"  # AsciiDoc
    r"|<a\s+(?:id|name)\s*=[^<>]*>(?:\s*</a>)?"  # HTML in Markdown
)
_LONGEST = 200


def with_labels(outline: Outline, lines: Sequence[str]) -> Outline:
    """The outline with each heading moved up to the first of the labels directly above it."""
    headings = tuple(replace(heading, line=_line_of_first_label(heading, lines)) for heading in outline.headings)
    return outline if headings == outline.headings else replace(outline, headings=headings)


def _line_of_first_label(heading: Heading, lines: Sequence[str]) -> int:
    """The line of the first of the labels that stand directly above a heading; the heading's own line without one."""
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
    """Pieces of one line within a budget of tokens, each with its count; the work is limited for any line.

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
    """Join neighbouring pieces of a line into as few pieces as the budget allows, of about equal size."""
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


MAX_CHARACTERS = 2_000_000
"""About half a second of CPU to mask and half a million tokens of English."""

MAX_LINES = 100_000
MAX_TOKENS = 500_000


@dataclass(slots=True)
class StepBudget:
    """Step counter of a parser. A parser that can stop by itself calls `spent`."""

    limit: int
    used: int = 0

    def take(self, *_: object) -> None:
        """Count a step. Raises LimitExceeded beyond the limit."""
        if self.spent():
            raise self.exceeded()

    def spent(self, *_: object) -> bool:
        """Count a step; True beyond the limit."""
        self.used += 1
        return self.exhausted

    @property
    def exhausted(self) -> bool:
        """Whether the limit was exceeded."""
        return self.used > self.limit

    def exceeded(self) -> LimitExceeded:
        """The error of a document whose parser was stopped."""
        return LimitExceeded(
            f"read as plain text: its structure takes more than {counted(self.limit, 'step')} to parse"
        )


def check_size(text: str, most: int, kind: str) -> None:
    """Raises LimitExceeded for a text that is too long for its parser."""
    if len(text) > most:
        raise LimitExceeded(f"read as plain text: more than {counted(most, 'character')} of {kind}")


def truncate(text: str) -> str:
    """The part of a text that is read: whole lines, or the beginning of an overlong first one."""
    end = len(text)
    if end > MAX_CHARACTERS:
        end = text.rfind("\n", 0, MAX_CHARACTERS)
        end = end if end > 0 else MAX_CHARACTERS
    position, lines = -1, 0
    if text.count("\n", 0, end) >= MAX_LINES:
        while lines < MAX_LINES:
            position, lines = text.find("\n", position + 1), lines + 1
        end = position
    return text[:end]
