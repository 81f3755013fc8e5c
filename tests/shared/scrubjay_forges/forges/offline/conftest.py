"""A repository's store, for what is brought from files."""

from tests.shared.scrubjay_forges.discussions.conftest import at, store

__all__ = ["at", "store"]
