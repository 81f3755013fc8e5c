"""How do two texts differ? Lines with both numbers, what is the same far from a change left out; pure."""

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Final

from scrubjay.model.frozen import dataclass

MOST_LINES: Final = 3_000
"""Lines of one text that are compared: difflib may need the square of them."""

MOST_SHOWN: Final = 1_500
AROUND: Final = 3


@dataclass(frozen=True, slots=True)
class DifferenceLine:
    """A line: its number in the old and in the new text, or 0; `sign` is "+", "−", "" for both, "…" for a gap."""

    old: int
    new: int
    sign: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class TextDifference:
    """The lines that differ, with some around them. `cut`: there is more than is shown, or was compared."""

    lines: tuple[DifferenceLine, ...]
    added: int
    removed: int
    cut: bool


def difference(old: str, new: str) -> TextDifference:
    """Compare two texts line by line."""
    before, after = old.split("\n"), new.split("\n")
    cut = max(len(before), len(after)) > MOST_LINES
    lines = tuple(_lines(before[:MOST_LINES], after[:MOST_LINES]))
    signs = [line.sign for line in lines]
    return TextDifference(lines[:MOST_SHOWN], signs.count("+"), signs.count("−"), cut or len(lines) > MOST_SHOWN)


def _lines(old: list[str], new: list[str]) -> Iterator[DifferenceLine]:
    for number, group in enumerate(SequenceMatcher(None, old, new).get_grouped_opcodes(AROUND)):
        if number:
            yield DifferenceLine(0, 0, "…")
        for tag, start, end, begin, stop in group:
            if tag == "equal":
                for at, text in enumerate(old[start:end]):
                    yield DifferenceLine(start + at + 1, begin + at + 1, "", text)
                continue
            yield from (DifferenceLine(start + at + 1, 0, "−", text) for at, text in enumerate(old[start:end]))
            yield from (DifferenceLine(0, begin + at + 1, "+", text) for at, text in enumerate(new[begin:stop]))
