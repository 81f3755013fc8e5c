"""Codex' own folder in an account."""

from pathlib import Path

import pytest


@pytest.fixture
def folder(account: Path) -> Path:
    return account / ".codex"
