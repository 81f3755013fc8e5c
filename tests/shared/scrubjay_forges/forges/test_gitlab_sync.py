"""A project of GitLab is read into the store: below subgroups, with a token, and never into what files brought."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scrubjay.errors import UsageError
from scrubjay.model.discussion import DiscussionRef
from scrubjay_forges.commands.forge_sync import synced
from scrubjay_forges.forges.offline.bring import FileImport
from scrubjay_forges.services import ForgeServices
from tests.conftest import Repo
from tests.shared.scrubjay_forges.forges.conftest import Desk
from tests.shared.scrubjay_forges.forges.forge_server import serving
from tests.shared.scrubjay_forges.forges.gitlab_server import LABEL, GitLabServer
from tests.shared.scrubjay_forges.forges.test_sync import Shop


@pytest.fixture
def lab() -> Iterator[GitLabServer]:
    with serving(GitLabServer()) as running:
        assert isinstance(running, GitLabServer)
        running.fill()
        running.issue(50, 1, confidential=True)
        yield running


@pytest.fixture
def shop(lab: GitLabServer, make_repo: Callable[..., Repo], environment: dict[str, str]) -> Shop:
    repo = make_repo("shop")
    repo.commit("one", {"a.md": "# A\n"})
    shop = Shop(Desk(lab), repo, environment)
    shop.name = shop.name.replace("acme/shop", LABEL)
    return shop


def test_issues_and_merge_requests_of_one_number_are_both_kept(shop: Shop, lab: GitLabServer) -> None:
    shop.configure(kind="gitlab", token_env="SHOP_TOKEN")
    with shop.at() as workspace:
        (report,) = synced(workspace, LABEL)
        assert (report.error, report.withheld) == ("", 1)
        store = ForgeServices.of(workspace).discussion_store
        assert store.keys(shop.name) == lab.expected() - {"opening/50"}
        kinds = [head.kind for sign in "#!" if (head := store.head(DiscussionRef(shop.name, 3, sign)))]  # type: ignore[arg-type]
        assert kinds == ["issue", "pull_request"]
        assert [part.key for part in store.parts(DiscussionRef(shop.name, 9, "!"))] == [
            "opening/!9", "comment/208", "comment/217",
        ]  # fmt: skip
    assert lab.tokens == {"Bearer hush"}


def test_without_a_token_nothing_is_asked(shop: Shop, lab: GitLabServer) -> None:
    shop.configure(kind="gitlab")
    with shop.at() as workspace:
        (report,) = synced(workspace, "")
    assert "read_api" in report.error
    assert lab.asked == []


def test_what_files_brought_and_what_gitlab_gives_are_not_mixed(shop: Shop, lab: GitLabServer, tmp_path: Path) -> None:
    shop.configure(kind="gitlab", token_env="SHOP_TOKEN")
    file = tmp_path / "one.jsonl"
    one = {"kind": "pull_request", "number": 3, "title": "T", "state": "open", "created_at": "2026-01-01", "text": "x"}
    file.write_text(json.dumps(one))
    name = "gitlab.example/acme/shop"
    with shop.at() as workspace:
        store = ForgeServices.of(workspace).discussion_store
        store.ensure(name, "gitlab")
        with pytest.raises(UsageError, match="read from GitLab"):
            FileImport(store, name, [file]).run()
        store.ensure(shop.name, "file")
        (report,) = synced(workspace, "")
    assert "forge forget" in report.error
    assert lab.asked == []
