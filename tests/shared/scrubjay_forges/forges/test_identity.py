"""A repository is known by the forge's own id: whoever takes its old name is not mixed with it."""

from collections.abc import Callable

import pytest

from scrubjay.errors import ForgeRefuses, ForgeUnreadable
from scrubjay_forges.commands.forge_sync import repository_rows, synced
from scrubjay_forges.forges.bookmark import bookmark
from scrubjay_forges.forges.gitea import Gitea
from scrubjay_forges.services import ForgeServices
from tests.shared.scrubjay_forges.forges.conftest import Desk
from tests.shared.scrubjay_forges.forges.forge_server import GitHubServer, serving
from tests.shared.scrubjay_forges.forges.github_items import Repository, expected, fill
from tests.shared.scrubjay_forges.forges.gitlab_server import GitLabServer
from tests.shared.scrubjay_forges.forges.test_client import answer, sent
from tests.shared.scrubjay_forges.forges.test_gitea import GiteaServer, as_gitea
from tests.shared.scrubjay_forges.forges.test_gitlab import reader
from tests.shared.scrubjay_forges.forges.test_left_out import failing
from tests.shared.scrubjay_forges.forges.test_sync import Shop, shop

__all__ = ["shop"]

NOW = 300 * 24 * 60


def github() -> tuple[GitHubServer, Callable[[GitHubServer], Desk]]:
    server = GitHubServer(Repository())
    fill(server.repository)
    return server, Desk


def gitea() -> tuple[GitHubServer, Callable[[GitHubServer], Desk]]:
    server = GiteaServer(Repository())
    fill(server.repository)
    as_gitea(server.repository)

    def desk(server: GitHubServer) -> Desk:
        made = Desk(server)
        made.plan = Gitea
        return made

    return server, desk


def gitlab() -> tuple[GitHubServer, Callable[[GitHubServer], Desk]]:
    server = GitLabServer()
    server.fill()
    return server, lambda server: reader(server)


@pytest.mark.parametrize("make", [github, gitea, gitlab])
@pytest.mark.parametrize("days", [1 / 24, 8])
def test_another_repository_of_the_same_name_ends_the_reading_and_stores_nothing(
    make: Callable[[], tuple[GitHubServer, Callable[[GitHubServer], Desk]]], days: float
) -> None:
    server, desk_of = make()
    with serving(server):
        desk = desk_of(server)
        desk.read()
        before = dict(desk.kept.heads), dict(desk.kept.parts)
        server.repository.id = 8
        server.repository.issue(900, NOW, author_association="OWNER")
        server.repository.comment(901, 1, NOW, author_association="OWNER")
        desk.later(days=days)
        del server.asked[:]
        with pytest.raises(
            ForgeRefuses, match=r"is another repository now.*scrubjay forge forget .*scrubjay forge sync"
        ):
            desk.read()
        assert desk.state() == before
        assert len(server.asked) == 1
        server.repository.id = 7
        desk.read()
        assert 1 in desk.kept.heads


def test_a_repository_that_was_only_renamed_goes_on(desk: Desk, server: GitHubServer) -> None:
    fill(server.repository)
    desk.read()
    server.repository.renamed_to = "acme/store"
    server.repository.comment(901, 1, NOW)
    desk.later(hours=1)
    del server.asked[:]
    desk.read()
    assert set(desk.kept.parts) == expected(server.repository)
    assert len([path for path in server.asked if path.startswith("/repos/")]) == 1


def test_what_was_read_before_ids_were_kept_learns_its_id(desk: Desk, server: GitHubServer) -> None:
    fill(server.repository)
    desk.read()
    assert bookmark(desk.kept.text).identity == 7
    desk.kept.text = desk.kept.text.replace('"identity":7,', "")
    assert bookmark(desk.kept.text).identity == 0
    desk.later(hours=1)
    desk.read()
    assert bookmark(desk.kept.text).identity == 7


@pytest.mark.parametrize("body", [b"[]", b"{}", b"null", b'{"id": "7"}', b'{"id": true}'])
def test_an_answer_without_an_id_is_no_repository(desk: Desk, server: GitHubServer, body: bytes) -> None:
    fill(server.repository)
    server.faults = [sent(body)]
    with pytest.raises(ForgeUnreadable, match="something else than the repository"):
        desk.read()
    assert desk.kept.parts == {}


def test_the_same_answer_as_before_needs_no_limit_and_a_lost_one_is_asked_for(desk: Desk, server: GitHubServer) -> None:
    fill(server.repository)
    desk.read()
    desk.later(hours=1)
    del server.answers[:]
    desk.read()
    assert server.answers[0][:2] == ("/repos/acme/shop", 304)
    failing(server, "/repos/acme/shop", answer(304))
    desk.kept.text = "{}"
    with pytest.raises(ForgeRefuses, match="shows no acme/shop"):
        desk.read()


def test_the_list_says_that_the_name_was_taken_until_it_is_forgotten(shop: Shop, server: GitHubServer) -> None:
    fill(server.repository)
    shop.configure()
    with shop.at() as workspace:
        synced(workspace, "")
    server.repository.id, server.repository.issues = 8, server.repository.issues[:1]
    server.repository.pulls = []
    shop.desk.later(hours=2)
    with shop.at() as workspace:
        (report,) = synced(workspace, "")
        assert (report.complete, report.new, report.changed) == (False, 0, 0)
        assert "another repository now" in repository_rows(workspace)[0]["left"]
        ForgeServices.of(workspace).forget_forge(shop.name)
        (report,) = synced(workspace, "")
        assert report.complete
        assert "opening/2" not in ForgeServices.of(workspace).discussion_store.keys(shop.name)
