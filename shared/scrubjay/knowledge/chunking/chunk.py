"""Chunker: cuts a document by its structure into passages within the model's token limit."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import islice
from types import MappingProxyType
from typing import Any, Final

from scrubjay.errors import LimitExceeded
from scrubjay.extensions.kinds.content import Parser
from scrubjay.knowledge.chunking.languages import PREFIX
from scrubjay.knowledge.chunking.pieces import (
    MAX_CHARACTERS,
    MAX_LINES,
    MAX_TOKENS,
    Chunk,
    Chunked,
    TokenCounter,
    cut_lines,
    truncate,
    with_labels,
)
from scrubjay.model.encoded import passage_prefix
from scrubjay.model.frozen import dataclass
from scrubjay.model.outline import MAX_TITLE, Heading, Outline
from scrubjay.model.view import Format

CHUNKER_VERSION = "8"
"""Part of the chunker's fingerprint: raise it when the same text would give other passages."""

MAX_PASSAGES = 10_000
LIMITS = (
    f"{MAX_CHARACTERS:,} characters, {MAX_LINES:,} lines, {MAX_TOKENS:,} tokens or {MAX_PASSAGES:,} passages a document"
)
SLICE = 512
SPECIAL_TOKENS = 2
MIN_BUDGET = 64
SMALL = 64
"""Tokens of a section that is too short for a passage of its own."""
_PARSERS = {"markdown": "markdown", "rst": "rst", "asciidoc": "asciidoc", "text": "plain", "kep": "plain"}
"""The module beside this one that parses a format: docutils and markdown-it are imported for their documents alone."""


NO_PARSERS: Final[Mapping[Format, Parser]] = MappingProxyType({})

CHARACTERS_A_TOKEN = 12
"""The model takes a word of over 100 characters for one unknown token; such text is counted by its length."""


CODE_TOKENS = 1024
"""Tokens of a passage of code, which no model reads: nearly every definition is one."""

CODE_CHARACTERS = 3
"""Characters of code for one of its tokens, which are estimated."""


class _ByLength:
    """Estimates tokens of code by length: code gets no vectors, so its tokens needn't be exact."""

    def count(self, texts: Sequence[str]) -> list[int]:
        """An estimate of the tokens of each text, by its number of characters."""
        return [-(-len(text) // CODE_CHARACTERS) for text in texts]


@dataclass(frozen=True, slots=True)
class _LengthAware:
    """Counts tokens, but only estimates those of overlong texts."""

    counter: TokenCounter
    limit: int

    def count(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text; that of an overlong text is estimated."""
        least = [len(text) // CHARACTERS_A_TOKEN for text in texts]
        exact = iter(self.counter.count([t for t, n in zip(texts, least, strict=True) if n <= self.limit]))
        return [n if n > self.limit else max(n, next(exact)) for n in least]


@dataclass(frozen=True, slots=True)
class _Segment:
    """The lines of a block, up to the next block, without blank lines at the end."""

    start: int
    end: int
    section: int
    text: str


_Packed = tuple[tuple[str, ...], int, int, str, int]
"""A passage being built: heading path, first and last line, text, tokens."""


def chunk(
    text: str,
    format: Format,
    *,
    counter: TokenCounter,
    max_tokens: int = 256,
    total_lines: int = 0,
    parsers: Mapping[Format, Parser] = NO_PARSERS,
) -> Chunked:
    """Cut a document into passages.

    A passage with its prefix and the two special tokens fits into `max_tokens`, one of code into CODE_TOKENS. A heading
    starts a new passage, small blocks under one heading share one, a block that doesn't fit is cut at its lines. Every
    line that isn't blank is in exactly one passage, or, when it is too long for one, in several; unless a limit is met,
    which is reported.
    `total_lines` is the number of lines of the document where the text is only its beginning, else 0. `parsers` are
    those of extensions, by format.
    """
    if format.startswith(PREFIX):
        counter, max_tokens = _ByLength(), CODE_TOKENS
    else:
        counter = _LengthAware(counter, max_tokens)
    readable = truncate(text)
    lines = readable.split("\n")
    outline, why = _outlined(readable, format, parsers)
    title = _title(outline, lines)
    paths = _heading_paths(outline)
    segments, counts = _within_limit(_segments(outline, lines), counter)
    prefixes = [
        passage_prefix(title, " > ".join(path)) for path in paths[: segments[-1].section + 1 if segments else 0]
    ]
    budgets = [max(MIN_BUDGET, max_tokens - SPECIAL_TOKENS - n) for n in counter.count(prefixes)]
    packed = _pack(
        segments=segments,
        counts=counts,
        paths=paths,
        budgets=budgets,
        lines=lines,
        counter=counter,
        separate=outline.separate,
    )
    passages = tuple(Chunk(number, *parts) for number, parts in enumerate(_affordable(packed)))
    last = passages[-1].end_line if passages else 0
    cut = total_lines > 0 or len(readable) < len(text) or any(line.strip() for line in lines[last:])
    total_lines = total_lines or text.count("\n") + 1
    limits = ([f"only lines 1-{last:,} of {total_lines:,} are indexed: {LIMITS}"] if cut else []) + (
        [why] if why else []
    )
    return Chunked(title, passages, last if cut else 0, tuple(limits))


def _affordable(packed: Iterable[_Packed]) -> Iterator[_Packed]:
    """The first passages that together stay within the document's limits of tokens and passages."""
    tokens = 0
    for passage in islice(packed, MAX_PASSAGES):
        tokens += passage[4]
        if tokens > MAX_TOKENS:
            return
        yield passage


def outline_of(text: str, format: Format) -> Outline:
    """Headings and blocks of a document; falls back to plain text where its structure takes too long to parse."""
    return _outlined(text, format)[0]


def _outlined(text: str, format: Format, parsers: Mapping[Format, Parser] = NO_PARSERS) -> tuple[Outline, str]:
    """The outline of a text by its format's parser, and why it is read as plain text; empty where it isn't."""
    try:
        if format.startswith(PREFIX):
            outline: Outline = _imported_parser("code").outline(text, format.removeprefix(PREFIX))
            return outline, ""
        parser = parsers.get(format) or _imported_parser(_PARSERS.get(format, "plain"))
        outline, why = parser.outline(text), ""
    except LimitExceeded as limit:
        outline, why = _imported_parser("plain").outline(text), str(limit)
    return with_labels(outline, text.split("\n")), why


def _imported_parser(name: str) -> Any:
    """The module of this package that parses a format."""
    return import_module(f"{__package__}.{name}")


def _within_limit(segments: Sequence[_Segment], counter: TokenCounter) -> tuple[list[_Segment], list[int]]:
    """The first segments that together stay within the document's token limit, with their tokens."""
    counts: list[int] = []
    left = MAX_TOKENS
    for start in range(0, len(segments), SLICE):
        for count in counter.count([segment.text for segment in segments[start : start + SLICE]]):
            left -= count
            if left < 0 and counts:
                return list(segments[: len(counts)]), counts
            counts.append(count)
    return list(segments), counts


def _title(outline: Outline, lines: Sequence[str]) -> str:
    """The title of a document: its outline's own, else its first heading or line."""
    if outline.separate:  # what a file is about says its first comment alone, not the first of its symbols
        return outline.title[:MAX_TITLE]
    named = [heading for heading in outline.headings if heading.title]
    first = min(named, key=lambda h: (h.level, h.line)).title if named else ""
    return (outline.title or first or next((line.strip() for line in lines if line.strip()), ""))[:MAX_TITLE]


def _heading_paths(outline: Outline) -> list[tuple[str, ...]]:
    """The path of each section, root first; section 0 is the text before the first heading."""
    paths: list[tuple[str, ...]] = [()]
    if outline.separate:
        return paths + [(heading.title,) if heading.title else () for heading in outline.headings]
    stack: list[Heading] = []
    for heading in outline.headings:
        while stack and stack[-1].level >= heading.level:
            stack.pop()
        stack.append(heading)
        paths.append(tuple(h.title[:MAX_TITLE] for h in stack))
    return paths


def _segments(outline: Outline, lines: Sequence[str]) -> list[_Segment]:
    """Cut all lines at the starts of blocks, so that lines outside any block aren't lost."""
    heads = [heading.line for heading in outline.headings]
    starts = sorted({1, *heads, *(block.start for block in outline.blocks)})
    segments: list[_Segment] = []
    section = 0
    for start, following in zip(starts, [*starts[1:], len(lines) + 1], strict=True):
        while section < len(heads) and heads[section] <= start:
            section += 1
        first, last = start, following - 1
        while last >= first and not lines[last - 1].strip():
            last -= 1
        while first <= last and not lines[first - 1].strip():
            first += 1
        if first <= last:
            segments.append(_Segment(first, last, section, "\n".join(lines[first - 1 : last])))
    return segments


def _pack(
    segments: Sequence[_Segment],
    counts: Sequence[int],
    paths: Sequence[tuple[str, ...]],
    budgets: Sequence[int],
    lines: Sequence[str],
    counter: TokenCounter,
    *,
    separate: bool,
) -> Iterator[_Packed]:
    """Join segments of a section up to its budget; a section of a few words joins the next one."""
    buffer: list[_Segment] = []
    tokens = 0
    for segment, count in zip(segments, counts, strict=True):
        budget = budgets[segment.section]
        related = bool(buffer) and (
            buffer[-1].section == segment.section if separate else _belongs_together(buffer, segment, paths, tokens)
        )
        large = count > budget
        if buffer and not (related and (tokens + count <= budget or (large and tokens <= SMALL))):
            yield _joined(buffer, paths, lines, tokens)
            buffer, tokens = [], 0
        if large:
            first = buffer[0].start if buffer else segment.start
            buffer, tokens = [], 0
            for start, end, text, size in cut_lines(lines[first - 1 : segment.end], first, budget, counter):
                if text.strip():
                    yield paths[segment.section], start, end, text, size
            continue
        buffer.append(segment)
        tokens += count
    if buffer:
        yield _joined(buffer, paths, lines, tokens)


def _belongs_together(
    buffer: Sequence[_Segment], segment: _Segment, paths: Sequence[tuple[str, ...]], tokens: int
) -> bool:
    """Whether a segment joins those held so far: one of the same section does, and a tiny section joins the next.

    A heading without text, "Status: accepted", an rst label or a badge say too little for a passage of their own.
    """
    last = buffer[-1].section
    if segment.section == last:
        return True
    above, below = paths[last], paths[segment.section]
    related = below[: len(above)] == above or (len(above) == len(below) and above[:-1] == below[:-1])
    return related and tokens <= SMALL


def _joined(
    segments: Sequence[_Segment], paths: Sequence[tuple[str, ...]], lines: Sequence[str], tokens: int
) -> _Packed:
    """A passage made of consecutive segments, under the headings that all of them share."""
    start, end = segments[0].start, segments[-1].end
    inside = [paths[segment.section] for segment in segments if segment.section] or [()]
    shared = tuple(names[0] for names in zip(*inside, strict=False) if len(set(names)) == 1)
    return shared, start, end, "\n".join(lines[start - 1 : end]), tokens
