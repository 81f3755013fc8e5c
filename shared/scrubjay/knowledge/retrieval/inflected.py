"""Other forms of a question's words in the documents: stems of their languages, parts of compounds."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import itemgetter
from typing import Final

from scrubjay.text.languages import FUNCTION_WORDS, JOINING, closed_stem, language_of

SHORTEST: Final = 5
"""Letters of a part of a compound, at least."""

LINKS: Final = ("", "s", "es", "n", "en", "er", "e")
"""What joins the first part of a compound to the second."""


def stems(query: str, words: Iterable[str], spoken: Sequence[str]) -> tuple[str, ...]:
    """Stems of a question's words, in its own language if documents are in it, else in all of their languages."""
    if not spoken:
        return ()
    own = language_of(query)
    asked = (own,) if own in spoken else spoken
    plain = [word for word in words if word.isalpha()]
    told = [word for word in plain if not any(word in FUNCTION_WORDS[language] for language in asked)]
    return tuple(dict.fromkeys(closed_stem(word, language) for word in told for language in asked))


def parts(words: Iterable[str], spoken: Sequence[str], count: Callable[[str], int]) -> tuple[str, ...]:
    """The parts of compound words that documents hold, as words or stems; `count` gives a part's number of passages."""
    joining = [language for language in spoken if language in JOINING]
    if not joining:
        return ()

    @cache
    def known(part: str) -> tuple[int, str]:
        forms = (part, *(closed_stem(part, language) for language in joining))
        return max((count(form), form) for form in forms)

    long = [word for word in words if word.isalpha() and len(word) >= 2 * SHORTEST]
    return tuple(dict.fromkeys(part for word in long for part in _split(word, known)))


def _split(word: str, known: Callable[[str], tuple[int, str]]) -> tuple[str, ...]:
    """The two known parts of a word whose rarer part is most common; empty where no two parts are known."""
    best: tuple[int, tuple[str, ...]] = (0, ())
    for place in range(SHORTEST, len(word) - SHORTEST + 1):
        held, last = known(word[place:])
        for link in LINKS if held else ():
            first = word[:place].removesuffix(link)
            if word[:place].endswith(link) and len(first) >= SHORTEST:
                times, part = known(first)
                best = max(best, (min(held, times), (part, last)), key=itemgetter(0))
    return best[1]
