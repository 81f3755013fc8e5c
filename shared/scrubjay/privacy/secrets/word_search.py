"""Search for several words in a text. Plain loops: a generator costs more than the search."""


def word_offsets(lower: str, words: tuple[str, ...]) -> list[int]:
    """Start offsets of some words in a lower-case text, in order."""
    offsets = []
    for word in words:
        position = lower.find(word)
        while position >= 0:
            offsets.append(position)
            position = lower.find(word, position + 1)
    offsets.sort()
    return offsets
