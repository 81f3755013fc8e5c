"""What is the form that a word shares with its inflections? Three answers, each as dear as its caller can pay for.

Each keeps a word's first letters, so that words with one form begin alike.
"""

import re
from functools import cache, lru_cache
from typing import Any, Final

_ENDING: Final = re.compile(r"(?:ies|ing|ed|es|s|e)$")
_SHORT: Final = 4


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The Snowball stem of a lower-case English word; others as they are."""
    return str(_stemmer().stemWord(word)) if word.isascii() else word


@cache
def _stemmer() -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer("english")


def light_stem(word: str) -> str:
    """A lower-case word without the commonest endings: for hooks, which have no time to load a stemmer."""
    return _ENDING.sub("", word) if len(word) > _SHORT else word


def beginning(word: str, *, ending: int = 3, shortest: int = 4) -> str:
    """The word without as many letters as an ending may have: a text that holds another form of it holds this."""
    return word[: max(shortest, len(word) - ending)]
