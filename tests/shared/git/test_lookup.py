"""What a clone had by a full id is given again without git; what may change is asked anew."""

from dataclasses import replace

import pytest

from scrubjay.errors import GitFailed, GitUnavailable
from scrubjay.git.lookup import AMBIGUOUS, MISSING, Lookup, LookupResult, ObjectCache
from scrubjay.git.process import Git, GitEnvironment
from tests.conftest import Repo

MOST = 1_000


@pytest.fixture
def git(repo: Repo, environment: dict[str, str]) -> Git:
    return Git(repo.path, GitEnvironment.of(environment))


def without_git(git: Git) -> Git:
    return replace(git, environment=replace(git.environment, program=""))


def test_what_has_a_full_id_is_read_once(git: Git, repo: Repo) -> None:
    head, lately = repo.commit("One", {"docs/a.md": "# A\n"}), ObjectCache()
    names = (head, f"{head}:docs/a.md", f"{head}:docs")
    with Lookup(git, lately) as objects:
        found = [objects.find(name, MOST) for name in names]
    assert [one.kind for one in found] == ["commit", "blob", "tree"]
    with Lookup(without_git(git), lately) as objects:
        assert [objects.find(name, MOST) for name in names] == found


def test_short_ids_refs_and_what_is_missing_are_asked_for_again(git: Git, repo: Repo) -> None:
    head, lately = repo.commit("One", {"a.md": "# A\n"}), ObjectCache()
    names = (head[:12], "HEAD", f"{head}:b.md", "0" * 40)
    with Lookup(git, lately) as objects:
        assert [objects.find(name, MOST).kind for name in names] == ["commit", "commit", MISSING, MISSING]
    for name in names:
        with Lookup(without_git(git), lately) as objects, pytest.raises(GitUnavailable):
            objects.find(name, MOST)


def test_a_bound_of_size_holds_for_what_is_kept(git: Git, repo: Repo) -> None:
    head, lately = repo.commit("One", {"a.md": "# A\n" * 100}), ObjectCache()
    with Lookup(git, lately) as objects:
        assert objects.entry(head, "a.md", MOST)
    with Lookup(git, lately) as objects, pytest.raises(GitFailed, match="more than 100"):
        objects.entry(head, "a.md", 100)


def test_of_a_long_commit_whose_beginning_was_read_more_can_be_had(git: Git, repo: Repo) -> None:
    head, lately = repo.commit("One", {"a.md": "# A\n"}), ObjectCache()
    with Lookup(git, lately) as objects:
        assert len(objects.find(head, 40).content) == 40
        assert b"\n\nOne" in objects.find(head, MOST).content


def test_the_oldest_goes_where_there_is_no_room() -> None:
    lately, ids = ObjectCache(most=100), ["a" * 40, "b" * 40, "c" * 40]
    for id in ids:
        lately.put(id, LookupResult("blob", id, b"heron"))
    assert [lately.get(id) is not None for id in ids] == [False, True, True]
    lately.put(ids[0], LookupResult(AMBIGUOUS))
    assert lately.get(ids[0]) is None
