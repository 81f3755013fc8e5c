"""Objects and trees, read without a checkout."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.errors import GitFailed
from scrubjay.git.head import head
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.git.tree import TreeListing, entry_at, list_tree
from tests.conftest import Repo
from tests.patience import PATIENCE_S
from tests.shared.git.bombs import make_bomb

GitIn = Callable[[Path], Git]


def test_a_tree_lists_files_links_and_submodules_without_following_any(repo: Repo, git_in: GitIn) -> None:
    repo.write("docs/ü b.md", "text")
    repo.write("tab\tname.md", "text")
    (repo.path / "link.md").symlink_to("/etc/passwd")
    sha = repo.commit()
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{sha},sub")
    repo.git("commit", "-q", "-m", "submodule")
    git = git_in(repo.path)
    kinds = {entry.path: entry.kind for entry in list_tree(git, head(git).tree)}
    assert kinds == {"docs/ü b.md": "file", "tab\\x09name.md": "file", "link.md": "symlink", "sub": "submodule"}


def test_a_tree_bomb_is_listed_up_to_a_limit_and_git_is_ended(repo: Repo, git_in: GitIn) -> None:
    make_bomb(repo, levels=9)
    listing = TreeListing(git_in(repo.path), repo.git("rev-parse", "bomb^{tree}"), most=2_000)
    assert (sum(1 for _ in listing), listing.cut) == (2_000, True)
    small = TreeListing(git_in(repo.path), repo.git("rev-parse", "bomb^{tree}:" + "/".join(["a0"] * 8)))
    assert (sum(1 for _ in small), small.cut) == (10, False)


def test_an_entry_is_found_by_its_path_whatever_its_name(repo: Repo, git_in: GitIn) -> None:
    repo.commit("names", {"docs/[a-z]*.md": "1", "docs/a.md": "2", ":(glob)x": "3"})
    git = git_in(repo.path)
    tree = head(git).tree
    for entry in list_tree(git, tree):
        assert entry_at(git, tree, entry.path) == entry
    assert [entry_at(git, tree, path) for path in ("docs", "docs/", "docs/b.md", "docs/*")] == [None] * 4


def test_what_git_prints_is_read_no_further_than_its_limit(repo: Repo, git_in: GitIn) -> None:
    repo.commit("large", {"large.txt": "one line\n" * 200_000})
    git = git_in(repo.path)
    assert git.first("cat-file", "blob", "HEAD:large.txt", most=10) == (b"one line\no", True)
    assert git.first("cat-file", "blob", "HEAD:large.txt", most=1_800_000) == (b"one line\n" * 200_000, False)
    with pytest.raises(GitFailed, match="more than 1,000 bytes"):
        git.run("cat-file", "blob", "HEAD:large.txt", limit=1_000)
    with pytest.raises(GitFailed, match="longer than it may"):
        git.run("cat-file", "--batch-check", "--batch-all-objects", timeout=0)


def test_a_name_that_is_not_utf8_is_shown_escaped(repo: Repo, git_in: GitIn) -> None:
    (repo.path / "caf\udce9.md").write_bytes(b"text")
    repo.commit()
    git = git_in(repo.path)
    assert [entry.path for entry in list_tree(git, head(git).tree)] == ["caf\\xe9.md"]


def test_contents_come_back_byte_for_byte(repo: Repo, git_in: GitIn) -> None:
    contents = {"a": b"", "b": b"\0\1\2\n", "c": b"x" * 300_000, "d": b"no newline"}
    repo.commit("all", {**contents})
    git = git_in(repo.path)
    with ObjectReader(git) as reader:
        for entry in list_tree(git, head(git).tree):
            assert reader.read(entry.blob, 1_000_000) == contents[entry.path]


def test_sizes_are_known_before_anything_is_read(repo: Repo, git_in: GitIn) -> None:
    repo.commit("large", {"large": b"x" * 100_000, "small": b"y"})
    git = git_in(repo.path)
    blobs = {entry.path: entry.blob for entry in list_tree(git, head(git).tree)}
    with ObjectReader(git) as reader:
        assert reader.info(list(blobs.values()))[blobs["large"]] == ("blob", 100_000)
        with pytest.raises(GitFailed, match="more than 10"):
            reader.read(blobs["large"], 10)
        assert reader.read(blobs["small"], 10) == b"y"


def test_many_questions_at_once_do_not_wait_for_each_other(repo: Repo, git_in: GitIn) -> None:
    repo.commit("one", {"a": "a"})
    git = git_in(repo.path)
    (entry,) = list_tree(git, head(git).tree)
    with ObjectReader(git) as reader:
        assert len(reader.info([entry.blob, *(f"{n:040x}" for n in range(5000))])) == 1


def test_threads_share_a_reader(repo: Repo, git_in: GitIn) -> None:
    contents = {f"f{n}": f"content {n}" for n in range(20)}
    repo.commit("many", dict(contents))
    git = git_in(repo.path)
    entries = list_tree(git, head(git).tree)
    seen: dict[str, str] = {}
    with ObjectReader(git) as reader:

        def read(part: int) -> None:
            for entry in entries[part::4]:
                seen[entry.path] = reader.read(entry.blob, 100).decode()

        threads = [threading.Thread(target=read, args=(part,)) for part in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=PATIENCE_S)
    assert seen == contents


def test_a_reader_of_a_vanished_repository_says_so(repo: Repo, git_in: GitIn) -> None:
    repo.commit()
    with ObjectReader(git_in(repo.path)) as reader:
        reader._process.kill()
        reader._process.wait()
        with pytest.raises(GitFailed, match="ended"):
            reader.info(["0" * 40])
