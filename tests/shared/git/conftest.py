"""git in a test's repository."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.git.process import Git, GitEnvironment


@pytest.fixture
def git_in(environment: dict[str, str]) -> Callable[[Path], Git]:
    """Our git in a folder."""
    return lambda path: Git(path, GitEnvironment.of(environment))
