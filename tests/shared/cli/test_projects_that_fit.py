"""Which projects does a person see first? Those that hold something, then those used last."""

import os
from pathlib import Path

import pytest

from scrubjay.cli.setup.clones import by_worth
from scrubjay.identity.projects.hints import ProjectHint
from scrubjay.model.project import Project
from scrubjay.storage.database import Database

pytestmark = pytest.mark.story


def hint(home: Path, name: str, used: int) -> ProjectHint:
    folder = home / name
    Database(folder / "knowledge.db", "knowledge").open().close()
    for file in folder.iterdir():
        os.utime(file, (used, used))
    return ProjectHint(Project(name, name, folder, "", frozenset(), ()), ("the same root commit",))


def test_empty_projects_stand_behind_what_may_hold_memories_and_the_last_used_comes_first(tmp_path: Path) -> None:
    empty = [hint(tmp_path, f"empty{number:02}", number * 86_400) for number in range(1, 11)]
    full = hint(tmp_path, "unreadable", 0)
    (full.project.folder / "knowledge.db").write_bytes(b"not a database" * 100)
    assert by_worth([*empty, full]) == (full, *reversed(empty))
