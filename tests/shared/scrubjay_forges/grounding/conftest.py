"""Claims of the core's tests, whose sources are a repository's."""

from tests.shared.memory.grounding.conftest import project, sources

__all__ = ["project", "sources"]
