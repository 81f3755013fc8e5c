"""A repository with a few true sentences, and a session in it."""

from pathlib import Path

import pytest

from tests.conftest import Repo
from tests.shared.memory.transcript.stories import Story


@pytest.fixture
def story(repo: Repo, tmp_path: Path) -> Story:
    """A session that has just begun."""
    repo.commit(
        "first",
        {
            "README.md": "# Pool\nThe pool holds 17 connections.\nSpawns testing servers on ports 8000 and 8001.\n",
            "src/pool.py": "POOL_SIZE = 17\nTIMEOUT = 30\n\n\ndef grow():\n    raise OverflowError('pool is full')\n",
            "run.py": "import sys\nsys.path.insert(0, 'src')\nimport pool\nprint('pool size is', pool.POOL_SIZE)\n",
            "Makefile": "check:\n\t@echo checked 3 files of the pool\nbroken:\n\t@echo cannot find port 8001; exit 4\n",
            ".gitignore": "notes/\n",
        },
    )
    return Story(repo, tmp_path)
