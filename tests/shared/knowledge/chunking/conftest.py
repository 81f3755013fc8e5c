"""A counter of words in place of the model's tokenizer: the bounds are what is tested, not the model."""

import re
from collections.abc import Sequence

import pytest


class WordCounter:
    """Counts a token for each word and sign, as the model's tokenizer nearly does."""

    def count(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text."""
        return [len(re.findall(r"\w+|[^\w\s]", text)) for text in texts]


@pytest.fixture
def counter() -> WordCounter:
    return WordCounter()
