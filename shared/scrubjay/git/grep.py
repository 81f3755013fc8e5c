"""Lines of a commit's files that hold a word, as git's own search finds them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scrubjay.git.process import Git

PATIENCE_S: Final = 5


@dataclass(frozen=True, slots=True)
class WordLine:
    """A line that holds the word: its file, its number, and its bytes."""

    path: str
    number: int
    text: bytes


def lines_with(git: Git, commit: str, word: str, *, but: Sequence[str], most: int) -> list[WordLine]:
    """The first lines of a commit with a word as it is written, in text files whose names don't end in one of `but`.

    None where git finds none, or takes more than PATIENCE_S.
    """
    endings = (f":(top,exclude,icase)*{ending}" for ending in but)
    code, output = git.answer(
        "grep", "-z", "-n", "-I", "-w", "-F", "--full-name", f"--max-count={most}", "-e", word, commit, "--", ":(top)",
        *endings, timeout=PATIENCE_S,
    )  # fmt: skip
    lines: list[WordLine] = []
    for line in output.split(b"\n")[:most] if not code else ():
        place, _, rest = line.partition(b"\0")
        number, _, text = rest.partition(b"\0")
        if number.isdigit():
            lines.append(WordLine(place.partition(b":")[2].decode("utf-8", "replace"), int(number), text))
    return lines
