"""Publishing where it can't be done: a refusal with its reason; no branch, and nothing else changes."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.errors import PublishRefused, RepositoryError
from scrubjay_publishing.values import PublishRequest
from tests.conftest import Repo
from tests.shared.scrubjay_publishing.conftest import Library, untouched


def bare(repo: Repo) -> str:
    repo.git("config", "core.bare", "true")
    return "bare"


def no_commits(repo: Repo) -> str:
    shutil.rmtree(repo.path / ".git")
    repo.git("init", "-q")
    return "no branch to start from"


def no_address(repo: Repo) -> str:
    Path(repo.environment["HOME"], ".gitconfig").write_text("[user]\n\tname = Ada\n")
    return "user.email is not set"


def checked_out(repo: Repo) -> str:
    repo.git("checkout", "-q", "--orphan", "memory/gate")
    repo.git("commit", "-q", "--allow-empty", "-m", "mine")
    return "is checked out in"


def unborn(repo: Repo) -> str:
    repo.git("checkout", "-q", "--orphan", "memory/gate")
    return "is checked out in"


def branch_in_the_way(repo: Repo) -> str:
    repo.git("branch", "memory")
    return "stands in its way"


def at_the_remote(repo: Repo) -> str:
    repo.git("update-ref", "refs/remotes/origin/memory/gate", "HEAD")
    return "is there already: a push would meet it"


def link_in_the_way(repo: Repo) -> str:
    (repo.path / ".agent").symlink_to("elsewhere")
    repo.commit("a link")
    return ".agent is a symlink"


def folder_in_the_way(repo: Repo) -> str:
    repo.commit("a folder", {".agent/memory/parcels-are-weighed-twice-at-the-gate.md/a.md": "a\n"})
    return "is there in"


def filtered(repo: Repo) -> str:
    repo.commit("attributes", {".gitattributes": "*.md filter=lfs\n"})
    return "the attribute filter=lfs"


def signed_by_the_repository(repo: Repo) -> str:
    repo.git("config", "commit.gpgsign", "true")
    repo.git("config", "gpg.program", f"touch '{repo.path}/ran'")
    return "stands in the repository's own configuration"


def signed_without_a_key(repo: Repo) -> str:
    repo.git("config", "commit.gpgsign", "true")
    repo.git("config", "gpg.format", "ssh")
    repo.git("config", "user.signingkey", str(repo.path / "missing"))
    return "Sign it yourself: git branch memory/gate"


REFUSED = (
    bare, no_commits, no_address, checked_out, unborn, branch_in_the_way, at_the_remote, link_in_the_way,
    folder_in_the_way, filtered, signed_by_the_repository, signed_without_a_key,
)  # fmt: skip


@pytest.mark.parametrize("habit", REFUSED, ids=lambda h: str(h.__name__))
def test_what_cannot_be_done_is_refused_and_leaves_no_branch(
    habit: Callable[[Repo], str], yard: Repo, library: Library, tmp_path: Path
) -> None:
    account = tmp_path / "account"
    account.mkdir()
    shutil.copy(Path(yard.environment["HOME"], ".gitconfig"), account)
    yard.environment = yard.environment | {"HOME": str(account)}
    said = habit(yard)
    before = untouched(yard)
    refs = yard.git("for-each-ref")
    with pytest.raises((PublishRefused, RepositoryError), match=said.replace("(", r"\(")):
        (publisher := library.at(yard)).publish(publisher.plan(PublishRequest(ids=(library.fact,), topic="gate")))
    assert untouched(yard) == before
    assert yard.git("for-each-ref") == refs
    assert not (yard.path / "ran").exists()
