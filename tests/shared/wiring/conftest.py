"""A shelf of documents in a real database, for what follows when one is kept."""

from tests.shared.shelf import knowledge, shelf

__all__ = ["knowledge", "shelf"]
