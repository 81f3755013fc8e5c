"""The log of the background: where it stands, that it stays small, and that nothing leads it astray."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.log.log import MAX_BYTES
from scrubjay.storage.queue.log import log, log_file, remove_log
from tests.conftest import Repo

Clock = Callable[[], datetime]


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    for name in ("tree", "project"):
        (tmp_path / name).mkdir()
    return tmp_path / "tree", tmp_path / "project"


def test_without_an_agent_folder_it_stands_in_the_home(places: tuple[Path, Path], clock: Clock) -> None:
    tree, project = places
    log(tree, project, "one\ntwo", clock)
    assert list(tree.iterdir()) == []
    assert (project / "logs/ingestion.log").read_text(encoding="utf-8") == f"2026-03-01T12:00:00Z {tree} one two\n"


def test_a_secret_in_the_name_of_the_folder_is_masked(tmp_path: Path, clock: Clock) -> None:
    tree = tmp_path / ("gh" + "p_" + "aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zA3bC6")
    tree.mkdir()
    log(tree, tmp_path, "one", clock)
    assert tree.name not in (tmp_path / "logs/ingestion.log").read_text(encoding="utf-8")


def test_with_an_agent_folder_it_stands_there(places: tuple[Path, Path], clock: Clock) -> None:
    tree, project = places
    (tree / ".agent").mkdir()
    log(tree, project, "one", clock)
    assert (tree / ".agent/logs/ingestion.log").exists()
    assert list(project.iterdir()) == []


@pytest.mark.parametrize("link", [".agent", ".agent/logs", ".agent/logs/ingestion.log"])
def test_a_link_is_not_followed(places: tuple[Path, Path], clock: Clock, tmp_path: Path, link: str) -> None:
    tree, project = places
    outside = tmp_path / "outside"
    outside.mkdir()
    (tree / link).parent.mkdir(parents=True, exist_ok=True)
    (tree / link).symlink_to(outside / "file" if link.endswith(".log") else outside)
    log(tree, project, "one", clock)
    assert list(outside.iterdir()) == []


def test_three_files_of_a_megabyte_are_kept(places: tuple[Path, Path], clock: Clock) -> None:
    file = log_file(*places)
    for number in range(5):
        log(*places, f"number {number}", clock)
        with file.open("ab") as stream:
            stream.truncate(MAX_BYTES)
    log(*places, "last", clock)
    assert sorted(path.name for path in file.parent.iterdir()) == [
        "ingestion.log", "ingestion.log.1", "ingestion.log.2"
    ]  # fmt: skip
    assert "last" in file.read_text(encoding="utf-8")
    assert "number 4" in (file.parent / "ingestion.log.1").read_text(encoding="utf-8")


def test_a_log_that_cannot_be_written_hurts_nobody(places: tuple[Path, Path], clock: Clock) -> None:
    tree, project = places
    (project / "logs").write_text("a file", encoding="utf-8")
    log(tree, project, "one", clock)
    log(tree / "gone", project / "gone", "one", clock)


def test_git_status_never_shows_it(repo: Repo, tmp_path: Path, clock: Clock) -> None:
    repo.commit("start", {".agent/config.yaml": "{}\n"})
    for _ in range(2):
        log(repo.path, tmp_path, "one", clock)
    assert (repo.path / ".agent/logs/ingestion.log").exists()
    assert repo.git("status", "--porcelain", "--untracked-files=all") == ""
    remove_log(repo.path)
    assert not (repo.path / ".agent/logs").exists()


def test_a_log_that_somebody_committed_is_left_alone(repo: Repo, tmp_path: Path, clock: Clock) -> None:
    repo.commit("start", {".agent/logs/ingestion.log": "theirs\n"})
    log(repo.path, tmp_path, "one", clock)
    remove_log(repo.path)
    assert repo.git("status", "--porcelain", "--untracked-files=all") == ""
    assert (tmp_path / "logs/ingestion.log").exists()
