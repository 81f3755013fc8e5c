"""Which memories say nearly the same words? Found by shared min-hashes through an index, never by a scan. No I/O."""

from hashlib import blake2b

from scrubjay.text.words import words

MARKS = 16
"""With 92 % of the words in common two texts share a mark all but surely (1 - .08^16), with half of them nearly so."""

MOST_WORDS = 2_000
_MASK = (1 << 64) - 1
_ODD = tuple(int.from_bytes(blake2b(bytes([n]), digest_size=8).digest(), "big") | 1 for n in range(MARKS))


def marks(text: str) -> tuple[int, ...]:
    """The marks of a text's words, as signed 64-bit numbers; none for a text without words."""
    distinct = sorted(set(words(text.casefold())))[:MOST_WORDS]
    hashes = [
        int.from_bytes(blake2b(word.encode("utf-8", "replace"), digest_size=8).digest(), "big") for word in distinct
    ]
    if not hashes:
        return ()
    # The multiplied high bits decide; the lowest byte names the permutation, so that marks of two never meet.
    return tuple(
        ((min((value * odd & _MASK) for value in hashes) & ~0xFF) | n) - (1 << 63) for n, odd in enumerate(_ODD)
    )
