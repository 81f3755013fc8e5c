"""By an index of our own git says what it says by the repository's; the repository's files stay as they are."""

import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.errors import GitFailed
from scrubjay.git.comparing import compared, without_filters
from scrubjay.git.own_index import index_copy
from scrubjay.git.process import Git, GitEnvironment, index_of
from scrubjay.git.repository import open_repository
from scrubjay.git.status import status
from scrubjay.git.uncommitted import diff, differences, dirty_paths
from scrubjay.model.frozen import replace
from tests.conftest import Repo

from .index_states import ASKED, has_entries, said_of_copy, states
from .tree_steps import FILES, KINDS, NAMES, STEPS, many_entries, split, split_later


@pytest.fixture
def copies(tmp_path: Path) -> Path:
    folder = tmp_path / "indexes"
    folder.mkdir()
    return folder


@pytest.fixture
def own(git_in: Callable[[Path], Git], copies: Path) -> Callable[[Path], Git]:
    """Our git in a folder, with a folder of copies."""
    return lambda path: replace(git_in(path), indexes=copies)


def said(git: Git) -> set[bytes]:
    return {*compared(without_filters(git), lambda safe: safe.run(*ASKED)).split(b"\0")}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_after_any_steps_it_says_what_git_says_of_a_copy(
    kind: Callable[[Repo], None], environment: dict[str, str]
) -> None:
    @settings(max_examples=3, deadline=None)
    @given(st.lists(st.tuples(st.sampled_from(STEPS), st.sampled_from(NAMES), st.integers(0, 99)), max_size=10))
    def holds(steps: list[tuple[Callable[[Repo, str, int], None], str, int]]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            repo = Repo(Path(folder) / "repo", environment)
            repo.path.mkdir()
            repo.git("init", "-q")
            repo.commit("first", FILES)
            kind(repo)
            repo.commit("second", {"b.txt": "second\n"})
            copies = Path(folder) / "indexes"
            copies.mkdir()
            git = Git(repo.path, GitEnvironment.of(environment), indexes=copies)
            for step, name, n in steps:
                step(repo, name, n)
                expected, before = said_of_copy(repo), states(repo.path)
                assert said(git) == expected, (step, name, n)
                assert said(git) == expected, (step, name, n)
                if kind not in (split, split_later):  # git renews the time of the shared half at each reading
                    assert states(repo.path) == before, (step, name, n)

    holds()


@pytest.fixture
def fresh(make_repo: Callable[..., Repo], tmp_path: Path) -> Repo:
    """A clone whose index vouches for no file: each counts as changed until it was read."""
    source = make_repo("source")
    source.commit("first", FILES)
    source.git("clone", "-q", str(source.path), str(tmp_path / "fresh"))
    clone = Repo(tmp_path / "fresh", source.environment)
    for file in clone.path.rglob("*.*"):
        if file.is_file() and ".git" not in file.parts:
            os.utime(file, ns=(1, 1))
    return clone


def unread(repo: Repo, index: Path) -> list[str]:
    """The files that an index doesn't vouch for."""
    environment = {**repo.environment, "GIT_INDEX_FILE": str(index)}
    listed = subprocess.run(
        ["git", "diff-files", "--name-only"], cwd=repo.path, env=environment, capture_output=True, check=True
    )
    return listed.stdout.decode().split()


def copied(copies: Path) -> Iterator[Path]:
    return (path for path in copies.iterdir() if path.name.count(".") == 1)


def test_a_fresh_clones_files_are_read_once_and_its_own_index_stays(
    fresh: Repo, own: Callable[[Path], Git], copies: Path
) -> None:
    before = states(fresh.path)
    assert unread(fresh, index_of(fresh.path))
    assert status(own(fresh.path), open_repository(fresh.path, own(fresh.path).environment)).uncommitted.count == 0
    assert states(fresh.path) == before
    (copy,) = copied(copies)
    assert unread(fresh, copy) == []


def test_every_question_about_changes_is_answered_by_it(fresh: Repo, own: Callable[[Path], Git], copies: Path) -> None:
    git, repository = own(fresh.path), open_repository(fresh.path, own(fresh.path).environment)
    fresh.write("a.txt", "changed\n")
    before = states(fresh.path / ".git")
    assert [one.path for one in differences(git, repository, 9)[0]] == [b"a.txt"]
    assert dirty_paths(git, NAMES) == {"a.txt"}
    assert "+changed" in diff(git)
    assert len([*copied(copies)]) == 1
    assert states(fresh.path / ".git") == before


def test_a_change_of_the_repositorys_index_makes_another_copy(
    repo: Repo, own: Callable[[Path], Git], copies: Path
) -> None:
    repo.commit("first", FILES)
    said(own(repo.path))
    first = {*copied(copies)}
    repo.write("a.txt", "staged\n")
    repo.git("add", "-A")
    assert any(line.startswith(b"1 M.") for line in said(own(repo.path)))
    assert {*copied(copies)} > first
    for copy in first:
        os.utime(copy, (1, 1))
    assert len([*copied(copies)]) == 2, "another process may read it still"


@pytest.mark.parametrize("text", [b"", b"DIRC", b"\0" * 500, b"DIRC" + b"\xff" * 500, b"x" * 40])
def test_a_damaged_copy_is_made_again(text: bytes, repo: Repo, own: Callable[[Path], Git], copies: Path) -> None:
    repo.commit("first", FILES)
    repo.write("a.txt", "changed\n")
    expected = said(own(repo.path))
    (copy,) = copied(copies)
    copy.write_bytes(text)
    assert said(own(repo.path)) == expected
    assert said(own(repo.path)) == expected
    assert has_entries(repo, copy)


def test_where_git_fails_by_a_copy_it_is_asked_by_the_repositorys_index(
    repo: Repo, own: Callable[[Path], Git], copies: Path
) -> None:
    """As on a full disk, on which git can't write what it saw."""
    repo.commit("first", FILES)

    def ask(git: Git) -> bytes:
        if "GIT_INDEX_FILE" in git.environment.variables:
            raise GitFailed("git status failed: exit 128")
        return git.run(*ASKED)

    assert compared(without_filters(own(repo.path)), ask) == b""
    assert [*copied(copies)] == []


def test_a_copy_that_vanishes_is_never_an_index_without_files(
    repo: Repo, own: Callable[[Path], Git], copies: Path
) -> None:
    repo.commit("first", FILES)

    def ask(git: Git) -> bytes:
        for copy in copied(copies):
            copy.unlink()
        return git.run(*ASKED)

    assert compared(own(repo.path), ask) == b""


def test_a_git_that_was_killed_keeps_nobody_from_writing_for_long(
    fresh: Repo, own: Callable[[Path], Git], copies: Path
) -> None:
    copy = index_copy(copies, index_of(fresh.path))
    assert copy is not None
    lock = copy.with_name(f"{copy.name}.lock")
    lock.touch()
    said(own(fresh.path))
    assert lock.exists(), "another git may be writing"
    assert unread(fresh, copy)


def test_a_home_that_cant_be_written_changes_no_answer(fresh: Repo, own: Callable[[Path], Git], copies: Path) -> None:
    expected = said(own(fresh.path))
    fresh.git("update-index", "--refresh")
    copies.chmod(0o500)
    try:
        assert said(own(fresh.path)) == expected
    finally:
        copies.chmod(0o700)


def test_a_folder_of_copies_that_isnt_there_is_never_made(
    repo: Repo, git_in: Callable[[Path], Git], tmp_path: Path
) -> None:
    repo.commit("first", FILES)
    for name in ("none", "none/indexes"):
        assert index_copy(tmp_path / name, index_of(repo.path)) is None
        assert said(replace(git_in(repo.path), indexes=tmp_path / name)) == {b""}
    assert not (tmp_path / "none").exists()


def test_a_worktree_a_submodule_and_a_clone_have_copies_of_their_own(
    make_repo: Callable[..., Repo], own: Callable[[Path], Git], copies: Path, tmp_path: Path
) -> None:
    inner, outer = make_repo("inner"), make_repo("outer")
    inner.commit("inner", FILES)
    outer.commit("outer", FILES)
    outer.git("submodule", "add", "-q", str(inner.path), "module")
    outer.commit("with a module")
    outer.git("worktree", "add", "-q", str(tmp_path / "linked"), "-b", "linked")
    module, linked = Repo(outer.path / "module", outer.environment), Repo(tmp_path / "linked", outer.environment)
    module.write("a.txt", "in the module\n")
    linked.write("b.txt", "in the worktree\n")
    before = states(outer.path)
    for one, names in ((outer, set()), (module, {b"a.txt"}), (linked, {b"b.txt"})):
        assert {line.rpartition(b" ")[2] for line in said(own(one.path)) if line} == names
    git = own(outer.path)
    listed, _ = differences(git, open_repository(outer.path, git.environment), 9)
    assert [one.path for one in listed] == [b"module"]
    assert states(outer.path) == before
    assert len({copy.name.partition(".")[0] for copy in copied(copies)}) == 3


def test_an_index_of_folders_is_read_in_its_place_and_no_object_is_written(
    repo: Repo, own: Callable[[Path], Git], copies: Path
) -> None:
    repo.commit("first", {**FILES, "far/away/x.txt": "x\n", "far/y.txt": "y\n"})
    repo.git("sparse-checkout", "set", "--cone", "--sparse-index", "docs")
    repo.write("docs/c.md", "changed\n")
    repo.git("add", "docs/c.md")
    expected, before = said_of_copy(repo), states(repo.path)
    assert said(own(repo.path)) == expected
    assert states(repo.path) == before
    assert [*copied(copies)] == []
    repo.git("config", "index.sparse", "true")
    repo.git("-c", "index.sparse=false", "status")
    repo.git("-c", "index.sparse=false", "update-index", "--force-write-index")
    expected, before = said_of_copy(repo), states(repo.path)
    assert said(own(repo.path)) == expected
    assert states(repo.path) == before


def test_a_split_index_is_copied_whole_and_no_half_of_it_is_written(
    repo: Repo, own: Callable[[Path], Git], copies: Path
) -> None:
    repo.commit("first", FILES)
    split(repo)
    repo.write("a.txt", "changed\n")
    repo.git("add", "-A")
    (half,) = (repo.path / ".git").glob("sharedindex.*")
    assert said(own(repo.path)) == said_of_copy(repo)
    assert [*(repo.path / ".git").glob("sharedindex.*")] == [half]
    before = states(repo.path)
    assert len(said(own(repo.path))) == 2
    assert states(repo.path) == before, "it is read once, and git renews its time then"


def test_names_like_those_of_extensions_keep_nobody_from_copying(
    repo: Repo, own: Callable[[Path], Git], copies: Path
) -> None:
    repo.commit("first", {"link": "1\n", "sdir": "2\n", "x/permalink": "3\n", "TREElink": "4\n"})
    assert said(own(repo.path)) == {b""}
    assert len([*copied(copies)]) == 1


def test_a_repository_of_another_hash_has_a_copy(
    make_repo: Callable[..., Repo], own: Callable[[Path], Git], copies: Path
) -> None:
    repo = make_repo("sha256", "--object-format=sha256")
    repo.commit("first", FILES)
    assert said(own(repo.path)) == {b""}
    (copy,) = copied(copies)
    assert has_entries(repo, copy)


def test_before_the_first_commit_and_without_an_index_git_is_asked_as_it_is(
    repo: Repo, own: Callable[[Path], Git], copies: Path
) -> None:
    repo.write("a.txt", "1\n")
    assert said(own(repo.path)) == {b"? a.txt", b""}
    assert [*copied(copies)] == []


def test_a_hundred_thousand_entries_are_copied(repo: Repo, own: Callable[[Path], Git], copies: Path) -> None:
    many_entries(repo)
    before = states(repo.path / ".git")
    assert sum(line.startswith(b"1 AD ") for line in said(own(repo.path))) == 100_000
    assert states(repo.path / ".git") == before
    assert len([*copied(copies)]) == 1
