"""A commit id, or its first digits, is looked up as this clone and HEAD know it."""

from pathlib import Path

import pytest

from scrubjay.errors import GitFailed
from scrubjay.git.commits import LONGEST, CommitPresence, CommitRelation, resolve_commit
from scrubjay.git.lookup import AMBIGUOUS, MISSING, Lookup
from scrubjay.git.process import Git, GitEnvironment
from tests.conftest import Repo


@pytest.fixture
def git(repo: Repo, environment: dict[str, str]) -> Git:
    return Git(repo.path, GitEnvironment.of(environment))


def known(git: Git, id: str, head: str, *, held: bool = False) -> CommitRelation:
    with Lookup(git) as objects:
        return resolve_commit(git, objects, id, head, lambda _: held)


def test_a_commit_is_known_by_its_first_digits_with_its_message(git: Git, repo: Repo) -> None:
    sha = repo.commit("Fix the importer\n\nIt lost the last line.", {"a.md": "# A\n"})
    assert known(git, sha[:9], sha) == CommitRelation(
        CommitPresence.REACHABLE, sha, "Fix the importer\n\nIt lost the last line.\n"
    )
    assert known(git, sha, "").presence is CommitPresence.UNREACHABLE, "nothing is reachable without commits"


def test_what_head_is_known_to_have_needs_no_walk(git: Git, repo: Repo) -> None:
    head = repo.commit("One", {"a.md": "# A\n"})
    repo.git("checkout", "-q", "-b", "aside")
    aside = repo.commit("Two", {"a.md": "# B\n"})
    assert known(git, aside, head).presence is CommitPresence.UNREACHABLE
    assert known(git, aside, head, held=True).presence is CommitPresence.REACHABLE


def test_of_a_commit_that_is_too_long_the_beginning_is_read(git: Git, repo: Repo) -> None:
    first = repo.commit("One", {"a.md": "# A\n"})
    message = repo.write("message", "Sort by weight\n\n" + "The belt moves on.\n" * 80_000)
    repo.git("commit", "-q", "--allow-empty", "-F", str(message))
    long = repo.git("rev-parse", "HEAD").strip()
    with Lookup(git) as objects:
        for id, said in ((long, "Sort by weight\n"), (first, "One\n"), (long, "Sort by weight\n")):
            found = resolve_commit(git, objects, id, long, lambda _: True)
            assert (found.presence, found.sha) == (CommitPresence.REACHABLE, id)
            assert found.message.startswith(said)
            assert len(found.message) < LONGEST


def test_what_is_no_commit_is_told_apart(git: Git, repo: Repo) -> None:
    head = repo.commit("One", {"a.md": "# A\n"})
    blob = repo.git("rev-parse", "HEAD:a.md").strip()
    assert known(git, blob, head).presence is CommitPresence.NO_COMMIT
    assert known(git, "0" * 40, head).presence is CommitPresence.ABSENT
    assert known(git, "HEAD", head).presence is CommitPresence.ABSENT, "a name is no id"


def test_one_process_answers_after_missing_large_and_folder_objects(git: Git, repo: Repo) -> None:
    repo.commit("One", {"docs/a b.md": "# A\n", "large.md": "x" * 1000})
    with Lookup(git) as objects:
        assert objects.find("HEAD:absent.md", 100).kind == MISSING
        assert objects.find("HEAD:docs/a b.md\nHEAD:large.md", 100).kind == MISSING
        with pytest.raises(GitFailed, match="1,000 bytes"):
            objects.find("HEAD:large.md", 100)
        assert objects.find("HEAD:docs", 100).kind == "tree"
        assert objects.find("HEAD:docs/a b.md", 100).content == b"# A\n"
        assert objects.entry("HEAD", "nowhere/" + "x" * 9000, 100) is None
        found = objects.entry("HEAD", "docs/a b.md", 100)
        assert found is not None
        assert found.content == b"# A\n"


def test_digits_of_two_objects_are_ambiguous(git: Git, repo: Repo) -> None:
    repo.commit("Many", {f"{n}.md": f"# {n}\n" for n in range(600)})
    ids = repo.git("rev-list", "--objects", "--no-object-names", "HEAD").split()
    start = next(id[:4] for id in ids if sum(other.startswith(id[:4]) for other in ids) > 1)
    with Lookup(git) as objects:
        assert objects.find(start, 1000).kind == AMBIGUOUS


def test_a_message_is_read_in_its_own_encoding(git: Git, repo: Repo, tmp_path: Path) -> None:
    repo.commit("One", {"a.md": "# A\n"})
    (tmp_path / "said").write_bytes("Grüße".encode("latin-1"))
    repo.git("-c", "i18n.commitEncoding=ISO-8859-1", "commit", "-q", "--allow-empty", "-F", str(tmp_path / "said"))
    head = repo.git("rev-parse", "HEAD").strip()
    assert known(git, head, head).message == "Grüße\n"
