"""Search for several words in a text. Plain loops: a generator costs more than the search."""


def word_offsets(lower: str, words: tuple[str, ...]) -> list[int]:
    """Start offsets of some words in a lower-case text, in order."""
    found = []
    for word in words:
        at = lower.find(word)
        while at >= 0:
            found.append(at)
            at = lower.find(word, at + 1)
    found.sort()
    return found
