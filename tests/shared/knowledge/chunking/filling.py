"""How is a text of a size made of a unit: repeated, numbered, nested, ever deeper?"""

from collections.abc import Callable

Pattern = Callable[[int], str]


def repeated(unit: str) -> Pattern:
    """A unit again and again."""
    return lambda size: unit * (size // len(unit))


def numbered(unit: str) -> Pattern:
    """A unit again and again, each with its number."""
    return lambda size: "".join(unit.replace("#N", f"{n}") for n in range(size // (len(unit) + 3)))


def nested(opens: str, closes: str = "", depth: int = 10**9) -> Pattern:
    """Opened as deep as the size allows, then closed."""

    def fill(size: int) -> str:
        times = min(depth, size // (len(opens) + len(closes)))
        once = opens * times + closes * times
        return once * (size // len(once)) if once else ""

    return fill


def deeper(unit: str, indent: str = "  ", most: int = 2_000) -> Pattern:
    """A line that is indented further each time, and from the left again when that gets too long."""

    def fill(size: int) -> str:
        lines: list[str] = []
        left = size
        while left > 0:
            for level in range(most):
                line = indent * level + unit
                lines.append(line)
                left -= len(line) + 1
                if left <= 0:
                    break
        return "\n".join(lines)

    return fill
