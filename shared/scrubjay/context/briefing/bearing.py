"""Whether a decision that was found by the words of the work bears on it."""

from collections import Counter
from collections.abc import Iterable

from scrubjay.text.stems import light_stem
from scrubjay.text.stop_words import STOP_WORDS
from scrubjay.text.words import Word, spaced, words

IN_TEXT = 2
"""Words of the work that a decision's text holds; of one in its title or its file's name, one is enough."""

USUAL = 0.05
USUAL_LEAST = 3
"""Share and number of titles from which a word is usual here, as "let" or "use" are, and says nothing of the work."""


def telling(about: str, titles: Iterable[str]) -> frozenset[str]:
    """The words of the work that tell one decision from another, as `bears` takes them."""
    every = [_words(title) for title in titles]
    counts = Counter(word for title in every for word in title)
    most = max(USUAL_LEAST, USUAL * len(every))
    return frozenset(word for word in _words(about) if counts[word] < most)


def bears(path: str, title: str, text: str, work: frozenset[str]) -> bool:
    """Whether a record's name or title has a word of the work, or its text two."""
    name = path.rpartition("/")[2].rpartition(".")[0]
    return bool(work & _words(f"{name} {title}")) or len(work & _words(text)) >= IN_TEXT


def _words(text: str) -> frozenset[str]:
    found = (word.lower() for word in words(spaced(text), Word.PLAIN, shortest=2))
    return frozenset(light_stem(word) for word in found if word not in STOP_WORDS and not word.isdecimal())
