"""A shelf of documents in a real database, for the tests of the index."""

from tests.shared.shelf import knowledge, shelf, words_only

__all__ = ["knowledge", "shelf", "words_only"]
