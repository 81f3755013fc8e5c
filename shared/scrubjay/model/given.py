"""Vectors that somebody else computed: of which passages they are asked for, and how they are given."""

import hashlib

from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class PassageKey:
    """A passage for those who don't see it: the blob of git that it stands in, and `passage_hash` of its text."""

    blob: str
    hash: str


@dataclass(frozen=True, slots=True)
class GivenVectors:
    """Vectors of one embedder, by its fingerprint's key, for some of the passages that were asked for.

    `places` are their places in what was asked, ascending. `codes` holds for each the codes of its vector as a home
    stores them: a signed byte a component, the largest of size 127, or zeros where the model doesn't hold the text.
    `states` are the packed token states of each.
    """

    fingerprint: str
    places: tuple[int, ...] = ()
    codes: bytes = b""
    states: tuple[bytes, ...] = ()


def passage_hash(text: str) -> str:
    """The sha256 of exactly the text that is embedded, as hex: equal texts have equal hashes."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
