"""The encoding of a model, and whether its count is exact."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from scrubjay.inference.tokens.exact import ENCODING, count_tokens, counter

MARGIN: Final = 1.3
"""Tokens of a model whose tokenizer isn't published, per o200k_base token. The last tokenizer published for Claude
(Claude 2) gives 1.05 to 1.08 on average and 1.26 at most, measured on 328 documents and source files.
"""

_MODELS: Final = (
    (("gpt-4o", "gpt-4.1", "gpt-4.5", "gpt-5", "gpt-oss", "chatgpt-4o", "o1", "o3", "o4"), "o200k_base"),
    (("gpt-4", "gpt-3.5", "gpt-35", "text-embedding-3", "text-embedding-ada-002"), "cl100k_base"),
)
"""Prefixes of OpenAI's model names; the first match wins."""


@dataclass(frozen=True, slots=True)
class Encoding:
    """Token counter of a model; bring your own by its `count`.

    `exact` is False for an estimate. `additive`: texts that begin with "<" and end with a line end have together no
    more tokens than the sum of their counts. Both of OpenAI's encodings never merge across such a border.
    """

    name: str
    count: Callable[[str], int]
    exact: bool = False
    additive: bool = False


def encodings() -> tuple[Encoding, ...]:
    """The available encodings: two exact ones, and the estimate for every other model."""
    return (
        Encoding("o200k_base", counter("o200k_base"), exact=True, additive=True),
        Encoding("cl100k_base", counter("cl100k_base"), exact=True, additive=True),
        Encoding("estimate", lambda text: math.ceil(MARGIN * count_tokens(text)), additive=True),
    )


def encoding_for(model: str) -> Encoding:
    """The encoding of a model name or an encoding's name; o200k_base for an empty one."""
    key = model.strip().lower().rpartition("/")[2] or ENCODING
    by_name = {encoding.name: encoding for encoding in encodings()}
    for beginnings, name in _MODELS:
        if key.startswith(beginnings):
            return by_name[name]
    return by_name.get(key, by_name["estimate"])
