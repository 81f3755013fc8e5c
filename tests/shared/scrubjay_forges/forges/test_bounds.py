"""What a forge may take of a person's time: a run has its bounds, and a wait ends within an hour, or with the forge."""

from datetime import timedelta
from itertools import chain, repeat

from scrubjay_forges.commands.forge_sync import repository_rows, synced
from scrubjay_forges.services import ForgeServices, unread
from tests.shared.scrubjay_forges.forges.forge_server import GitHubServer
from tests.shared.scrubjay_forges.forges.github_items import expected, fill
from tests.shared.scrubjay_forges.forges.test_sync import Shop, shop

__all__ = ["shop"]


def test_a_false_limit_is_asked_about_after_an_hour_and_ends_with_the_forge(shop: Shop, server: GitHubServer) -> None:
    fill(server.repository)
    shop.configure()
    server.remaining, server.reset = 3, int((shop.desk.now + timedelta(days=900)).timestamp())
    shop.work()
    with shop.at() as workspace:
        assert ForgeServices.of(workspace).forge_sync.bookmark(shop.name).not_before == "2026-10-28T01:00:01Z"
        ForgeServices.of(workspace).forget_forge(shop.name)
    server.remaining = None
    with shop.at() as workspace:
        assert list(unread(workspace)) == []
        (report,) = synced(workspace, "")
    assert report.complete


def test_a_run_ends_by_its_time_and_the_next_one_goes_on(shop: Shop, server: GitHubServer) -> None:
    fill(server.repository)
    shop.configure()
    seconds = chain([0.0], repeat(1_800.0))
    shop.desk.timer = lambda: next(seconds)
    with shop.at() as workspace:
        (report,) = synced(workspace, "")
        assert "More is there than is read in the 30 minutes of one run" in report.error
        assert "More is there" in repository_rows(workspace)[0]["left"]
        assert "isn't at its end" in str(next(unread(workspace)).found)
    shop.desk.timer = lambda: 0.0
    with shop.at() as workspace:
        assert synced(workspace, "")[0].complete
        assert list(unread(workspace)) == []
        assert ForgeServices.of(workspace).discussion_store.keys(shop.name) == expected(server.repository)
