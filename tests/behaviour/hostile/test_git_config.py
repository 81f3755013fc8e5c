"""A repository's own git configuration makes scrubjay run nothing, call nobody and read nothing outside."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.behaviour.hostile.configured import make_hostile
from tests.behaviour.hostile.conftest import DOCUMENTS, SECRET_WORD, Listener, Run, Traps, bytes_of
from tests.conftest import Repo
from tests.patience import PATIENCE_S


@pytest.fixture
def hostile(repo: Repo, traps: Traps, listener: Listener, environment: dict[str, str], home: Path) -> Repo:
    return make_hostile(repo, traps, listener, environment)


def plain(repo: Repo, *arguments: str) -> None:
    """git as somebody calls it who doesn't expect harm."""
    subprocess.run(
        ["git", *arguments], cwd=repo.path, env=repo.environment, capture_output=True, check=False, timeout=PATIENCE_S
    )


def test_the_traps_work(hostile: Repo, traps: Traps, listener: Listener) -> None:
    plain(hostile, "config", "--unset", "diff.orderFile")
    plain(hostile, "status")
    plain(hostile, "hash-object", "README.md")  # status asks a filter only where the file is as young as the index
    unfiltered = ("-c", "filter.evil.process=", "-c", "filter.evil.clean=", "-c", "filter.evil.required=false")
    plain(hostile, *unfiltered, "diff")
    plain(hostile, *unfiltered, "diff", "--no-ext-diff")
    plain(hostile, "-c", "http.proxy=", "fetch", "origin")
    plain(hostile, "fetch", "shell")
    assert {"fsmonitor", "process", "diff-command", "textconv", "ext"} <= traps.sprung
    assert traps.sprung & {"clean-alone", "clean-with-an-equals-sign"}
    assert listener.connections > 0


def test_nothing_that_it_configures_is_run_called_or_read(
    hostile: Repo, traps: Traps, listener: Listener, tour: Callable[[Repo], str], home: Path
) -> None:
    said = tour(hostile)
    assert traps.sprung == set()
    assert listener.connections == 0
    assert "Magpie sorts parcels" in said
    assert "and letters" in said, "the diff shows the working tree"
    assert SECRET_WORD not in said
    assert SECRET_WORD.encode() not in bytes_of(home)
    assert b"Magpie sorts parcels" in bytes_of(home)


def test_objects_that_a_partial_clone_lacks_are_fetched_from_nobody(
    hostile: Repo, traps: Traps, listener: Listener, tour: Callable[[Repo], str]
) -> None:
    kept = hostile.git("rev-parse", "HEAD:README.md")
    for kind in ("HEAD:docs/adr/0001-use-sqlite.md", "HEAD~1^{tree}"):
        oid = hostile.git("rev-parse", kind)
        assert oid != kept
        (hostile.path / ".git/objects" / oid[:2] / oid[2:]).unlink()
    hostile.git("config", "extensions.partialClone", "origin")
    hostile.git("config", "core.repositoryFormatVersion", "1")
    said = tour(hostile)
    assert "not in this clone" in said
    assert traps.sprung == set()
    assert listener.connections == 0


def test_a_filter_that_was_switched_off_does_not_hide_a_change(hostile: Repo, tour: Callable[[Repo], str]) -> None:
    said = tour(hostile)
    for name in ("README.md", "notes.txt", "guide.rst"):
        assert name in said.partition("Uncommitted")[2] or name in said


@pytest.mark.parametrize("folder", ["/", "..", "../outside"])
def test_a_working_tree_that_the_configuration_puts_elsewhere_is_refused(
    folder: str, repo: Repo, run: Run, tmp_path: Path
) -> None:
    (tmp_path / "outside").mkdir()
    repo.commit("start", DOCUMENTS)
    repo.git("config", "core.worktree", folder if folder == "/" else str((repo.path / folder).resolve()))
    before = {path.name for path in tmp_path.iterdir()}
    code, said = run(repo, "init", "--yes")
    assert code == 3, said
    assert "core.worktree" in said or "working tree" in said
    assert {path.name for path in tmp_path.iterdir()} - before <= {"home"}


def test_a_configuration_that_includes_a_file_from_outside_shows_none_of_it(
    repo: Repo, traps: Traps, run: Run, home: Path
) -> None:
    repo.commit("start", DOCUMENTS)
    with (repo.path / ".git/config").open("a") as config:
        config.write(f'[include]\n\tpath = "{traps.canary}"\n')
    code, said = run(repo, "init", "--yes")
    assert code == 3, said
    assert "git" in said
    assert SECRET_WORD not in said
    assert not home.exists() or SECRET_WORD.encode() not in bytes_of(home)


def test_ten_thousand_filters_are_an_error_and_not_a_crash(repo: Repo, run: Run, tour: Callable[[Repo], str]) -> None:
    repo.commit("start", DOCUMENTS)
    with (repo.path / ".git/config").open("a") as config:
        config.writelines(f'[filter "f{number}"]\n\tclean = cat\n' for number in range(10_000))
    code, said = run(repo, "init", "--yes")
    assert code == 3, said
    assert "filter" in said


def test_alternates_add_nothing_that_no_tree_names(
    repo: Repo, make_repo: Callable[..., Repo], traps: Traps, tour: Callable[[Repo], str], home: Path
) -> None:
    other = make_repo("private")
    other.commit("start", {"private.md": traps.canary.read_text()})
    repo.commit("start", DOCUMENTS)
    (repo.path / ".git/objects/info").mkdir(exist_ok=True)
    (repo.path / ".git/objects/info/alternates").write_text(f"{other.path / '.git/objects'}\n")
    assert SECRET_WORD not in tour(repo)
    assert SECRET_WORD.encode() not in bytes_of(home)


def test_a_submodule_is_neither_entered_nor_fetched(
    repo: Repo, make_repo: Callable[..., Repo], listener: Listener, tour: Callable[[Repo], str], home: Path
) -> None:
    inner = make_repo("inner")
    commit = inner.commit("start", {"inner.md": f"# Inner\n\n{SECRET_WORD}\n"})
    repo.commit("start", DOCUMENTS)
    repo.git("-c", "protocol.file.allow=always", "clone", "-q", str(inner.path), "sub")
    url = f"http://127.0.0.1:{listener.port}/x.git"
    repo.write(".gitmodules", f'[submodule "sub"]\n\tpath = sub\n\turl = {url}\n\tupdate = !touch /nowhere\n')
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{commit},sub")
    repo.git("add", ".gitmodules")
    repo.git("commit", "-q", "-m", "submodule")
    assert SECRET_WORD not in tour(repo)
    assert SECRET_WORD.encode() not in bytes_of(home)
    assert listener.connections == 0
