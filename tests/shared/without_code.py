"""An environment in which no code is read, for tests of what is said of files that aren't."""

from pathlib import Path

import pytest

NO_CODE = {"SCRUBJAY_INGESTION_CODE": "[]"}


@pytest.fixture
def environment(_environment: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """The usual environment, with code switched off."""
    return _environment | {"SCRUBJAY_HOME": str(tmp_path / "home")} | NO_CODE
