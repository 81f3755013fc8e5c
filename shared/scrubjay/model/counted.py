"""Counts in words: "1 line", "2 lines"."""


def counted(number: int, noun: str) -> str:
    """A number with its noun in singular or plural: "1 line", "1,204 memories". The noun is given in the singular."""
    return f"{number:,} {noun if number == 1 else _plural(noun)}"


def _plural(noun: str) -> str:
    return f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{noun}s"
