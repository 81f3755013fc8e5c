"""Which words does a text hold, and where? Plain loops: a generator costs more than the search."""


def holds(lower: str, words: tuple[str, ...]) -> bool:
    """Whether a text in lower case holds one of some words."""
    for word in words:  # noqa: SIM110
        if word in lower:
            return True
    return False


def places(lower: str, words: tuple[str, ...]) -> list[int]:
    """Where some words begin in a text in lower case, in order."""
    found = []
    for word in words:
        at = lower.find(word)
        while at >= 0:
            found.append(at)
            at = lower.find(word, at + 1)
    found.sort()
    return found
