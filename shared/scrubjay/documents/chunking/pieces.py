"""How is text cut that doesn't fit? At lines, and a line that is too long at words, then anywhere."""

from collections.abc import Iterator, Sequence

from scrubjay.documents.chunking.model import TokenCounter

WINDOW = 1000
"""Characters of a long line that are tried at once; about 250 tokens of English."""

SMALLEST = 16
"""A window this short isn't cut further: no character has more than a few tokens."""


def cut_line(line: str, budget: int, counter: TokenCounter) -> list[tuple[str, int]]:
    """Cut one line into pieces within a budget of tokens; each with its count. Bounded work for any line."""
    todo = list(_windows(line, WINDOW))
    done: list[tuple[str, int]] = []
    while todo:
        following: list[str] = []
        for piece, tokens in zip(todo, counter.count(todo), strict=True):
            if tokens <= budget or len(piece) <= SMALLEST:
                if not following:
                    done.append((piece, tokens))
                    continue
                following.append(piece)
            else:
                following.extend(_windows(piece, max(SMALLEST, len(piece) // 2)))
        todo = following
    return done


def _windows(text: str, size: int) -> Iterator[str]:
    """Cut a text into windows, at a blank in the second half of a window where there is one."""
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
    """Pack lines into pieces within a budget: (first line, last line, text, tokens), lines counted from `first`."""
    held: list[str] = []
    held_tokens, start = 0, first
    for number, (line, tokens) in enumerate(zip(lines, counter.count(lines), strict=True), first):
        if held and held_tokens + tokens > budget:
            yield start, number - 1, "\n".join(held), held_tokens
            held, held_tokens = [], 0
        if tokens > budget:
            for piece, count in cut_line(line, budget, counter):
                yield number, number, piece, count
            continue
        if not held:
            start = number
        held.append(line)
        held_tokens += tokens
    if held:
        yield start, start + len(held) - 1, "\n".join(held), held_tokens
