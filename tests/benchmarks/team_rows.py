"""Synthetic rows of a project's index: words as frequent as in real text, vectors in clusters, as binary COPY has them.

A passage is 75 to 135 words drawn by Zipf's law, of which 50 to 117 differ, 81 in the mean. A project draws from a
vocabulary that grows as Heaps' law has it (30 * sqrt(words)), up to 200,000: the 2,000 commonest words are every
project's, the rest are its own choice. Words are made of syllables that no stemmer changes. A vector is drawn around
one of a project's centres (100, of 1,000 in all) in 48 dimensions of falling spread, as real embeddings have it, and
turned into 384 numbers of a byte.
"""

import struct
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, Final
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from scrubjay.model.encoded import Fingerprint
from scrubjay.model.frozen import dataclass
from scrubjay_team.index.keys import Area, id_of, word_key

TERMS: Final = 200_000
COMMON: Final = 2_000
HEAPS: Final = 30
SHORTEST, LONGEST = 75, 135
"""Words of a passage."""
OF_A_DOCUMENT: Final = 10
"""Passages."""
DOCUMENTS_AT_ONCE: Final = 200
DIMENSIONS, LATENT, CENTRES, OF_A_PROJECT = 384, 48, 1_000, 100
SPREAD: Final = 0.6
"""Of a vector around its centre, where centres spread by 1."""

FINGERPRINT: Final = Fingerprint(
    model="synthetic", weights="synthetic", dim=384, pooling="mean", query_prefix="", passage_prefix="", max_tokens=256,
)  # fmt: skip
"""What the vectors are said to be of."""

Integers = NDArray[np.int64]

SYLLABLES: Final = [consonant + vowel for consonant in "bdfgklmnprtvz" for vowel in "aou"]
LETTERS: Final = 8
"""Of a word."""


def word(rank: int) -> str:
    """The word of a rank, 8 letters: different ranks have different words."""
    parts = []
    for _ in range(LETTERS // 2):
        rank, place = divmod(rank, len(SYLLABLES))
        parts.append(SYLLABLES[place])
    return "".join(parts)


WORDS: Final = np.array([f"{word(rank)} ".encode() for rank in range(TERMS)])
"""Each word with the space after it."""

CUMULATED: Final = np.cumsum(1 / np.arange(1, TERMS + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class SyntheticChunk:
    """Rows of some documents: of each table as binary COPY takes them, and how many rows hold each word by area."""

    tables: dict[str, bytes]
    held: dict[Area, Integers]
    tokens: int


class Clusters:
    """Centres that all projects share, and how a vector is made of a draw."""

    def __init__(self, chance: np.random.Generator) -> None:
        falling = 1 / np.sqrt(np.arange(1, LATENT + 1))
        self._turned = np.linalg.qr(chance.standard_normal((DIMENSIONS, LATENT)))[0].T * falling[:, None]
        self._centres = chance.standard_normal((CENTRES, LATENT))

    def codes(self, chance: np.random.Generator, choice: Integers, count: int) -> NDArray[np.int8]:
        """Vectors around some of the centres."""
        latent = self._centres[chance.choice(choice, count)] + SPREAD * chance.standard_normal((count, LATENT))
        vectors = latent @ self._turned + 0.01 * chance.standard_normal((count, DIMENSIONS))
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.clip(np.rint(vectors * 508), -127, 127).astype(np.int8)  # scale of the core: 4 standard deviations


class SyntheticProject:
    """The rows of one project; the same seed gives the same rows."""

    def __init__(self, id: UUID, number: int, passages: int, clusters: Clusters) -> None:
        self.id, self.number, self.passages = id, number, passages
        self._clusters = clusters
        self._chance = np.random.default_rng(number)
        words = passages * (SHORTEST + LONGEST) / 2
        self.vocabulary = max(min(TERMS, int(HEAPS * words**0.5)), COMMON)
        rest = self._chance.choice(TERMS - COMMON, self.vocabulary - COMMON, replace=False) + COMMON
        self.terms = np.concatenate([np.arange(COMMON), rest])
        self._choice = self._chance.choice(CENTRES, OF_A_PROJECT, replace=False)
        self._project = struct.pack(">i16s", 16, id.bytes)

    @cached_property
    def _keys(self) -> dict[Area, Integers]:
        return {
            area: np.array([word_key(self.number, area, word(term)) for term in self.terms.tolist()], dtype=np.int64)
            for area in (Area.PASSAGES, Area.DOCUMENTS, Area.PATHS)
        }

    def drawn(self, chance: np.random.Generator, count: int) -> Integers:
        """Places in the vocabulary, by Zipf's law."""
        return np.searchsorted(CUMULATED[: self.vocabulary], chance.random(count) * CUMULATED[self.vocabulary - 1])

    def question(self, chance: np.random.Generator) -> tuple[list[str], NDArray[np.int8]]:
        """Six words, none of the 100 commonest, and a vector as a passage has it."""
        places = self.drawn(chance, 60)
        chosen = dict.fromkeys(places[places >= 100].tolist())
        return [word(int(self.terms[place])) for place in list(chosen)[:6]], self._clusters.codes(
            chance, self._choice, 1
        )[0]

    def chunks(self) -> Iterator[SyntheticChunk]:
        """All rows, some documents at once."""
        step = DOCUMENTS_AT_ONCE * OF_A_DOCUMENT
        for start in range(0, self.passages, step):
            yield self._chunk(start, min(step, self.passages - start))

    def _chunk(self, start: int, count: int) -> SyntheticChunk:
        sizes = self._chance.integers(SHORTEST, LONGEST + 1, count)
        places = self.drawn(self._chance, int(sizes.sum()))
        bounds = np.concatenate([[0], np.cumsum(sizes)])
        rows = np.repeat(np.arange(count), sizes)
        text = WORDS[self.terms[places]].tobytes()
        width = LETTERS + 1
        texts = [text[a * width : b * width - 1] for a, b in pairwise(bounds.tolist())]
        passages = [id_of(self.number, start + row + 1) for row in range(count)]
        owners = [id_of(self.number, (start + row) // OF_A_DOCUMENT + 1) for row in range(count)]
        contents = list(dict.fromkeys(owners))
        documents = rows // OF_A_DOCUMENT
        lengths = np.bincount(documents, minlength=len(contents))
        path_places = self.drawn(self._chance, 3 * len(contents))
        path_rows = np.repeat(np.arange(len(contents)), 3)
        zeros = [0] * len(contents)
        words, held = self._words(Area.PASSAGES, rows, places, passages, owners, sizes)
        more, held_documents = self._words(Area.DOCUMENTS, documents, places, contents, contents, lengths)
        threes = np.full(len(contents), 3)
        paths, held_paths = self._words(Area.PATHS, path_rows, path_places, contents, zeros, threes)
        codes = self._clusters.codes(self._chance, self._choice, count)
        return SyntheticChunk(
            tables={
                "content": self._contents(contents, texts),
                "passage": self._passages(passages, owners, texts),
                "shown": self._shown(contents, path_places),
                "word_row": words + more + paths,
                "embedding": self._embeddings(passages, owners, codes),
            },
            held={Area.PASSAGES: held, Area.DOCUMENTS: held_documents, Area.PATHS: held_paths},
            tokens=int(sizes.sum()),
        )  # fmt: skip

    def _words(
        self, area: Area, rows: Integers, places: Integers, items: Sequence[int], owners: Sequence[int], sizes: Integers
    ) -> tuple[bytes, Integers]:
        """Rows of words, and how many of them hold each."""
        pairs, times = np.unique(rows * self.vocabulary + places, return_counts=True)
        row, place = np.divmod(pairs, self.vocabulary)
        key = self._keys[area][place]
        order = np.lexsort((key, row))
        keys = _elements(key[order], ">i8")
        frequencies = _elements(np.minimum(times[order], 32_767), ">i2")
        ends = np.searchsorted(row, np.arange(len(items) + 1)).tolist()
        made = []
        for at, (a, b) in enumerate(pairwise(ends)):
            made.append(b"".join((
                struct.pack(">h", 7), self._project, struct.pack(">ihiqiq", 2, area, 8, items[at], 8, owners[at]),
                _number(int(sizes[at])),
                struct.pack(">iiiiii", 20 + 12 * (b - a), 1, 0, 20, b - a, 1), keys[12 * a : 12 * b],
                struct.pack(">iiiiii", 20 + 6 * (b - a), 1, 0, 21, b - a, 1), frequencies[6 * a : 6 * b],
            )))  # fmt: skip
        return b"".join(made), np.bincount(place, minlength=self.vocabulary)

    def _embeddings(self, passages: Sequence[int], owners: Sequence[int], codes: NDArray[np.int8]) -> bytes:
        made = np.zeros(len(passages), dtype=[
            ("n", ">i2"), ("p", "S20"), ("i", ">i4"), ("item", ">i8"), ("c", ">i4"), ("content", ">i8"),
            ("size", ">i4"), ("dim", ">i2"), ("unused", ">i2"), ("code", ">f2", (DIMENSIONS,)),
        ])  # fmt: skip
        made["n"], made["i"], made["c"], made["size"], made["dim"] = 4, 8, 8, 4 + 2 * DIMENSIONS, DIMENSIONS
        made["p"] = np.array([self._project], dtype="S20")
        made["item"], made["content"], made["code"] = passages, owners, codes
        return made.tobytes()

    def _contents(self, contents: Sequence[int], texts: Sequence[bytes]) -> bytes:
        fixed = tuple(map(_text, (b"markdown", b"1")))
        made = []
        for at, content in enumerate(contents):
            body = b"\n\n".join(texts[at * OF_A_DOCUMENT : (at + 1) * OF_A_DOCUMENT])
            blob, title = b"%040x" % content, body[: LETTERS * 3 + 2]
            made.append(b"".join((
                struct.pack(">hiq", 11, 8, content), self._project, _text(blob), *fixed, _text(title),
                _number(2 * OF_A_DOCUMENT), _number(0), _text(b"2026-03-01T09:00:00+00:00"), _text(blob), _text(body),
            )))  # fmt: skip
        return b"".join(made)

    def _passages(self, passages: Sequence[int], owners: Sequence[int], texts: Sequence[bytes]) -> bytes:
        made = []
        for at, (passage, content) in enumerate(zip(passages, owners, strict=True)):
            ordinal = at % OF_A_DOCUMENT
            made.append(b"".join((
                struct.pack(">hiq", 9, 8, passage), self._project, struct.pack(">iqii", 8, content, 4, ordinal),
                _text(texts[at][:17]), _text(b""), 2 * _number(2 * ordinal + 1), _text(texts[at]),
            )))  # fmt: skip
        return b"".join(made)

    def _shown(self, contents: Sequence[int], places: Integers) -> bytes:
        names = [word(int(term)).encode() for term in self.terms[places]]
        made = []
        for at, content in enumerate(contents):
            folder, one, two = names[3 * at : 3 * at + 3]
            base = b"%s-%s-%d.md" % (one, two, content & 0xFFFFFFFF)
            made.append(b"".join((
                struct.pack(">h", 8), self._project, struct.pack(">ih", 2, 0), _text(b"docs/%s/%s" % (folder, base)),
                _text(base), struct.pack(">iqiq", 8, content, 8, content), _text(b"document"), _text(b"2026-03-01"),
            )))  # fmt: skip
        return b"".join(made)


def _elements(values: NDArray[Any], form: str) -> bytes:
    """Elements of an array, each after its size."""
    made = np.zeros(len(values), dtype=[("size", ">i4"), ("value", form)])
    made["size"], made["value"] = int(form[2:]), values
    return made.tobytes()


def _text(value: bytes) -> bytes:
    return struct.pack(">i", len(value)) + value


def _number(value: int) -> bytes:
    return struct.pack(">ii", 4, value)
