"""Whether two texts say the same task, or the second one a new task."""

from scrubjay.text.words import STOP_WORDS, Word, stem, words

SAME = 0.5
"""Share of common words, of those in either text, from which two texts say the same task."""


def is_new(before: str, after: str) -> bool:
    """Whether a text says another task: reworded, widened and narrowed ones are the same.

    Of two texts of which neither has all words of the other, at least half of all words must be common. Two that name
    other numbers, as of an issue or a ticket, say two tasks.
    """
    one, other = _words(before), _words(after)
    if not before.strip() or one == other:
        return False
    if not one or not other:
        return True
    numbers, others = _numbered(one), _numbered(other)
    if numbers and others and not numbers & others:
        return True
    return not (one <= other or other <= one) and len(one & other) < SAME * len(one | other)


def _words(text: str) -> frozenset[str]:
    found = (word.lower() for word in words(text, Word.PLAIN, shortest=2))
    return frozenset(stem(word) for word in found if word not in STOP_WORDS)


def _numbered(found: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in found if any(character.isdigit() for character in word))
