"""The embedding model's tokenizer, usable without the model."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import cache
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scrubjay.errors import ModelUnavailable
from scrubjay.inference.embedding.model import TOKENIZER_FILE, WEIGHTS
from scrubjay.inference.numeric import np
from scrubjay.model.pattern import pattern
from scrubjay.text.words import STOP_WORDS

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from tokenizers import Tokenizer as Loaded


FIRST_WORD: Final = 1000
"""Lower ids are special tokens, unused ones and single characters."""

BEGINS_A_WORD: Final = "\u0120\u2581"
"""Markers of byte-pair and sentence-piece vocabularies before the first token of a word."""


def token_weights(vocabulary: Mapping[str, int]) -> NDArray[np.float32]:
    """The weight of each token by its id, higher for rarer ones; 0 for tokens that tell nothing."""
    weights = np.zeros(max(vocabulary.values(), default=-1) + 1, dtype=np.float32)
    for token, place in vocabulary.items():
        if _is_telling(token):
            weights[place] = log(2 + max(0, place - FIRST_WORD))
    return weights


def _is_telling(token: str) -> bool:
    """Whether a token tells something: it has a letter or digit, and is no stop word or special token."""
    special = token[:1] + token[-1:] in ("[]", "<>")
    word = token.lstrip(BEGINS_A_WORD).lower()
    return not special and word not in STOP_WORDS and any(letter.isalnum() for letter in word)


# An encoding costs about 100 bytes a token, so a large input is encoded in slices.
_SLICE: Final = 512


IDEOGRAPHS: Final = 2_000
"""Ideographs of a vocabulary that knows them as words: as many as a Japanese school teaches. English ones have a few
hundred."""

_UNKNOWN: Final = "[UNK]"
_IDEOGRAPH: Final = pattern("[\u3400-\u9fff]")


class Tokenizer:
    """The tokenizer of an embedding model, used without the model.

    The file is read on first use, once in a process, and needs no onnxruntime. Safe to share between threads.
    A run of more than 100 letters without a space is one unknown token: bound a text's characters as well.
    Raises ModelUnavailable when the file or the library is missing or broken.
    """

    def __init__(self, file: Path = WEIGHTS / TOKENIZER_FILE) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._loaded: Loaded | None = None
        self._weighing = threading.Lock()
        self._weights: NDArray[np.float32] | None = None

    def count(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, without special tokens, untruncated, in input order."""
        return [len(ids) for ids in self._ids(texts)]

    def encode(self, texts: Sequence[str], max_tokens: int) -> list[list[int]]:
        """Token ids of each text as model input: special tokens at both ends, at most `max_tokens`."""
        first, last = _specials(self._load())
        return [[first, *ids[: max_tokens - 2], last] for ids in self._ids(texts)]

    def known(self, text: str) -> float:
        """How much of a text the vocabulary knows, from 0 to 1, by letters and pieces; 1 without any letter.

        Of other letters the vocabulary knows no word: they are unknown, or spelled one by one. An ideograph is a word
        where it has as many of them as a reader knows.
        """
        loaded = self._load()
        encoding = loaded.encode(text, add_special_tokens=False)
        letters = known = pieces = words = 0
        for piece, (start, end) in zip(encoding.tokens, encoding.offsets, strict=True):
            signs = sum(map(str.isalpha, text[start:end]))
            if not signs:
                continue
            is_word = piece != _UNKNOWN and (
                piece.isascii()
                or len(piece.removeprefix("##")) > 1
                or (bool(_IDEOGRAPH.match(piece)) and _knows_ideographs(loaded))
            )
            letters, pieces = letters + signs, pieces + 1
            known, words = known + is_word * signs, words + is_word
        return min(known / letters, words / pieces) if letters else 1.0

    def weights(self) -> NDArray[np.float32]:
        """The weight of each token of the vocabulary by its id; see `token_weights`."""
        with self._weighing:
            if self._weights is None:
                self._weights = token_weights(self._load().get_vocab())
            return self._weights

    def rest(self) -> None:
        """Free the vocabulary's memory; the next text reads the file again."""
        with self._lock:
            self._loaded = None
        for known in (_read, _specials):
            known.cache_clear()

    def _ids(self, texts: Sequence[str]) -> list[list[int]]:
        """The token ids of each text, without special tokens."""
        loaded = self._load()
        if len(texts) == 1:  # a batch is handed to the library's threads and awaited
            return [loaded.encode(texts[0], add_special_tokens=False).ids]
        encoded: list[list[int]] = []
        for start in range(0, len(texts), _SLICE):
            part = list(texts[start : start + _SLICE])
            encoded.extend(encoding.ids for encoding in loaded.encode_batch_fast(part, add_special_tokens=False))
        return encoded

    def _load(self) -> Loaded:
        """The loaded tokenizer; reads the file at the first call. Raises ModelUnavailable."""
        with self._lock:
            if self._loaded is None:
                self._loaded = _read(self._file)
            return self._loaded


@cache
def _specials(loaded: Loaded) -> list[int]:
    """The ids of the tokens that stand at both ends of a text."""
    return list(loaded.encode("", add_special_tokens=True).ids)


@cache
def _knows_ideographs(loaded: Loaded) -> bool:
    """Whether a vocabulary has enough single ideographs to read Chinese or Japanese."""
    return sum(map(bool, map(_IDEOGRAPH.fullmatch, loaded.get_vocab()))) >= IDEOGRAPHS


@cache
def _read(file: Path) -> Loaded:
    """The tokenizer of a file, shared and never changed. Raises ModelUnavailable."""
    try:
        from tokenizers import Tokenizer as Library
    except ImportError as error:
        raise ModelUnavailable(
            "The `tokenizers` library can't be imported, so search answers by keyword only. "
            "Reinstall scrubjay, then run `scrubjay doctor`."
        ) from error
    try:
        loaded = Library.from_str(file.read_text(encoding="utf-8"))
    # The library raises a bare Exception for a malformed file.
    except Exception as error:
        raise ModelUnavailable(
            f"The tokenizer file {file} can't be read ({type(error).__name__}). "
            "Reinstall scrubjay, then run `scrubjay doctor`."
        ) from error
    # The published file pads every text to 128 tokens and cuts it there.
    loaded.no_padding()
    loaded.no_truncation()
    return loaded
