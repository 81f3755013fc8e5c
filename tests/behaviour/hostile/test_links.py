"""Links out of the repository are not followed: not to read, not to write."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.behaviour.hostile.conftest import DOCUMENTS, SECRET_WORD, Call, Run, Traps, bytes_of, work_off
from tests.conftest import Repo

Tour = Callable[[Repo], str]


@pytest.fixture
def outside(traps: Traps) -> Path:
    return traps.canary.parent


def tree(folder: Path) -> dict[str, bytes]:
    return {str(f.relative_to(folder)): f.read_bytes() for f in folder.rglob("*") if f.is_file()}


def test_committed_links_are_listed_and_not_read(repo: Repo, outside: Path, tour: Tour, call: Call, home: Path) -> None:
    repo.commit("start", DOCUMENTS)
    (repo.path / "docs/link.md").symlink_to(outside / "canary.md")
    (repo.path / "docs/up.md").symlink_to("../../traps/outside/canary.md")
    (repo.path / "docs/folder").symlink_to(outside)
    repo.commit("links")
    assert SECRET_WORD not in tour(repo)
    assert SECRET_WORD.encode() not in bytes_of(home)
    for path in ("docs/link.md", "docs/folder/canary.md", "../traps/outside/canary.md", str(outside / "canary.md")):
        answer = call(repo, "get_document", path=path)
        assert answer.startswith("error: ")
        assert SECRET_WORD not in answer


def test_a_document_that_became_a_link_is_shown_as_it_was_committed(
    repo: Repo, outside: Path, tour: Tour, home: Path
) -> None:
    repo.commit("start", {**DOCUMENTS, "docs/deep/a.md": "# A\n\nParcels.\n"})
    (repo.path / "README.md").unlink()
    (repo.path / "README.md").symlink_to(outside / "canary.md")
    (repo.path / "docs/deep/a.md").unlink()
    (repo.path / "docs/deep").rmdir()
    (repo.path / "docs/deep").symlink_to(outside)
    said = tour(repo)
    assert "Magpie sorts parcels" in said
    assert "uncommitted changes" in said
    assert SECRET_WORD not in said
    assert SECRET_WORD.encode() not in bytes_of(home)


@pytest.mark.parametrize(
    ("link", "code"),
    [(".agent", 0), (".agent/logs", 0), (".agent/config.yaml", 0), (".claude", 0), (".claude/skills", 0),
     (".git/hooks", 0), (".git/info", 0), (".git/config", 0), (".git/scrubjay", 4)],
)  # fmt: skip
def test_nothing_is_written_or_read_through(
    link: str, code: int, repo: Repo, outside: Path, run: Run, environment: dict[str, str]
) -> None:
    (outside / "config.yaml").write_text("ingestion:\n  include: ['**/nothing']\n")
    (outside / "config").write_bytes((repo.path / ".git/config").read_bytes())
    (outside / "logs").mkdir()
    (outside / "logs/ingestion.log").write_text("theirs\n")
    repo.commit("start", {**DOCUMENTS, ".agent/decisions/.keep": "", ".claude/.keep": ""})
    place = repo.path / link
    place.parent.mkdir(exist_ok=True)
    if place.is_dir():
        place.rename(repo.path.parent / "moved away")
    target = outside / place.name if place.name.startswith("config") else outside
    place.unlink(missing_ok=True)
    place.symlink_to(target)
    before = tree(outside)
    done, said = run(repo, "init", "--yes")
    assert done == code, said
    if code:
        assert "is a link" in said
    else:
        work_off(environment, repo.path)
        assert "Magpie sorts parcels" in run(repo, "search", "parcels")[1]
    assert tree(outside) == before


def test_the_log_goes_to_the_home_instead(
    repo: Repo, outside: Path, run: Run, environment: dict[str, str], home: Path
) -> None:
    repo.commit("start", DOCUMENTS)
    (repo.path / ".agent").symlink_to(outside)
    assert run(repo, "init", "--yes")[0] == 0
    repo.git("config", "core.hooksPath", "/dev/null")
    repo.commit("more", {"more.md": "# More\n\nMore words.\n"})
    work_off(environment, repo.path)
    (log,) = home.glob("projects/*/logs/ingestion.log")
    assert "1 document " in log.read_text()
    assert not (outside / "logs").exists()


def test_a_pipe_in_place_of_a_file_makes_nobody_wait(repo: Repo, tour: Tour) -> None:
    repo.commit("start", {**DOCUMENTS, ".agent/decisions/.keep": ""})
    os.mkfifo(repo.path / ".agent/config.yaml")
    (repo.path / "README.md").unlink()
    os.mkfifo(repo.path / "README.md")
    assert "Magpie sorts parcels" in tour(repo)
