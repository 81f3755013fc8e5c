"""What is nearest to words that nothing holds? What has words that begin so, else the first of a search; pure."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeVar

from scrubjay.text.scripts import worded
from scrubjay.text.telling import beginnings, begun
from scrubjay.text.words import Word, spaced, words

T = TypeVar("T")

MOST: Final = 5
"""What is shown in place of what was asked for."""


def begun_in(asked: str, labels: Mapping[T, str]) -> tuple[T, ...]:
    """What has a word in its label for each word asked, as "auth" is begun in "Authentication"; those with most first.

    Half of several words is enough. In the order of the labels, which say what a thing is called.
    """
    wanted = beginnings(asked)
    held = {key: sum(bool(begun([label], word)) for word in wanted) for key, label in labels.items()}
    near = [key for key, count in held.items() if count and 2 * count >= len(wanted)]
    return tuple(sorted(near, key=lambda key: -held[key]))


def spelled_out(asked: str, texts: Iterable[str]) -> str:
    """The asked words, each with the commonest of some texts' words that begin so in its place.

    Empty where less than half of them begin one, or none begins a longer one.
    """
    counts = Counter(word for text in texts for word in frozenset(words(spaced(worded(text)).lower(), Word.PLAIN)))
    wanted = beginnings(asked)
    ranked = [[(word == short, -counts[word], word) for word in begun(counts, short)] for short in wanted]
    found = [min(each)[-1] for each in ranked if each]
    return " ".join(dict.fromkeys(found)) if 2 * len(found) >= len(wanted) and {*found} - {*wanted} else ""


def nearest(asked: str, labels: Mapping[T, str], search: Callable[[str], Sequence[T]]) -> tuple[T, ...]:
    """At most five of what is begun so, else of what a search for it brings, among what has a label."""
    near = begun_in(asked, labels) or [key for key in search(asked) if key in labels]
    return tuple(dict.fromkeys(near))[:MOST]
