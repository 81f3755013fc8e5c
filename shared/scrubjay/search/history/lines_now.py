"""Where do the lines that a review spoke of stand now? By their text alone; pure."""

from typing import Final

MOST_LINES: Final = 20_000
"""Lines of a file that are looked through."""


def lines_now(then: str, now: str, first: int, last: int) -> tuple[int, int]:
    """The lines of `now` that hold what stood on the lines `first` to `last` of `then`; (0, 0) where they changed.

    Of several places the one nearest to the old one counts. A line without a letter or digit is found by chance only.
    """
    old, new = then.split("\n"), now.split("\n")[:MOST_LINES]
    wanted = old[max(0, first - 1) : last]
    if not wanted or not any(char.isalnum() for line in wanted for char in line):
        return 0, 0
    many = len(wanted)
    spots = [at for at, line in enumerate(new) if line == wanted[0] and new[at : at + many] == wanted]
    at = min(spots, key=lambda spot: abs(spot + 1 - first), default=-1)
    return (at + 1, at + many) if at >= 0 else (0, 0)
