"""A date ahead of now, by a wrong clock of the forge or an import, hides nothing that changes later."""

import json
from datetime import timedelta

import pytest

from scrubjay.errors import ForgeWaits
from scrubjay_forges.commands.forge_sync import repository_rows, synced
from scrubjay_forges.forges.bookmark import Bookmark, bookmark
from scrubjay_forges.services import ForgeServices
from tests.shared.scrubjay_forges.forges.conftest import Desk
from tests.shared.scrubjay_forges.forges.forge_server import GitHubServer, serving
from tests.shared.scrubjay_forges.forges.github_items import Repository, expected, fill, moment
from tests.shared.scrubjay_forges.forges.test_sync import Shop, shop

__all__ = ["shop"]

NOW = 300 * 24 * 60 + 30


@pytest.mark.parametrize("size", [5, 100])
def test_an_item_dated_years_ahead_hides_nothing_that_changes_later(size: int) -> None:
    with serving(GitHubServer(Repository(), page_size=size)) as server:
        desk, repo = Desk(server), server.repository
        fill(repo)
        ahead = {"updated_at": "2099-01-01T00:00:00Z"}
        repo.issues[3] |= ahead
        repo.comments[3] |= ahead
        repo.line_comments[3] |= ahead
        for one in (repo.issues[13], repo.pulls[1]):
            one |= ahead
        desk.read()
        for hour in range(1, 4):
            desk.later(hours=1)
            now = NOW + 60 * hour - 45
            repo.issues[0] |= {"title": f"At {hour}", "updated_at": moment(now)}
            repo.comment(9_000 + hour, 1, now)
            repo.line_comment(9_100 + hour, 13, now)
            for one in (repo.issues[12], repo.pulls[0]):
                one |= {"title": f"At {hour}", "updated_at": moment(now)}
            desk.read()
            assert set(desk.kept.parts) == expected(repo)
            assert (desk.kept.heads[1].title, desk.kept.heads[13].title) == (f"At {hour}", f"At {hour}")


@pytest.mark.parametrize("date", ["Fri, 01 Jan 2099 00:00:00 GMT", "yesterday", "", "Thu, 01 Jan 1970 00:00:00 -0000"])
def test_a_wrong_clock_of_the_forge_hides_nothing(desk: Desk, server: GitHubServer, date: str) -> None:
    repo = server.repository
    fill(repo)
    server.date = date
    desk.read()
    desk.later(hours=1)
    for one in (repo.issues[12], repo.pulls[0]):
        one |= {"title": "Later", "updated_at": moment(NOW)}
    desk.read()
    assert desk.kept.heads[13].title == "Later"


def test_a_bookmark_that_is_ahead_already_is_put_right(desk: Desk, server: GitHubServer) -> None:
    fill(server.repository)
    desk.read()
    mark = json.loads(desk.kept.text)
    for one in mark["marks"].values():
        one["since"] = "2099-01-01T00:00:00Z"
    desk.kept.text = json.dumps(mark)
    desk.later(hours=1)
    desk.read()
    assert all(one.since < "2027" for one in bookmark(desk.kept.text).marks.values())


@pytest.mark.parametrize("limited", [False, True])
def test_a_clock_that_was_ahead_once_stops_no_reading_and_dates_no_answer(
    shop: Shop, server: GitHubServer, limited: bool
) -> None:
    desk, repo = shop.desk, server.repository
    fill(repo)
    shop.configure()
    right = desk.now
    desk.now += timedelta(days=1500)
    server.remaining, server.reset = (3, int((desk.now + timedelta(hours=3)).timestamp())) if limited else (None, 0)
    with shop.at() as workspace:
        (report,) = synced(workspace, "")
        assert report.complete is not limited
    server.remaining = None
    desk.now = right + timedelta(hours=2)
    with shop.at() as workspace:
        (row,) = repository_rows(workspace)
        assert row["as_of"] == ""
        assert ForgeServices.of(workspace).forge_sync.due()
        repo.comment(5000, 1, NOW)
        (report,) = synced(workspace, "")
        assert (report.complete, report.until) == (True, "")
        assert ForgeServices.of(workspace).discussion_store.keys(shop.name) == expected(repo)
        assert repository_rows(workspace)[0]["as_of"] == "2026-10-28 02:00"
        del repo.issues[0]
        desk.later(days=8)
        synced(workspace, "")
        assert "opening/1" not in ForgeServices.of(workspace).discussion_store.keys(shop.name)


def test_a_round_that_a_clock_ahead_began_begins_anew(desk: Desk, server: GitHubServer) -> None:
    fill(server.repository)
    right = desk.now
    desk.now += timedelta(days=1500)
    server.remaining, server.reset = 4, int((desk.now + timedelta(hours=3)).timestamp())
    with pytest.raises(ForgeWaits):
        desk.read()
    server.remaining, desk.now = None, right
    desk.read()
    assert set(desk.kept.parts) == expected(server.repository)
    assert desk.kept.synced_at == "2026-10-28T00:00:00Z"


@pytest.mark.parametrize(
    ("field", "moment", "kept"),
    [
        ("tried_at", "2026-01-02T00:00:01Z", False), ("tried_at", "2026-01-02T00:00:00Z", True),
        ("listed_at", "2031-01-01T00:00:00Z", False), ("listed_at", "2026-01-01T00:00:00Z", True),
        ("round", "2031-01-01T00:00:00Z", False), ("round", "2026-01-02T00:00:00Z", True),
        ("not_before", "2026-01-02T01:00:01Z", True), ("not_before", "2026-01-02T01:02:00Z", False),
    ],
)  # fmt: skip
def test_a_stored_moment_that_a_right_clock_cannot_have_left_is_void(field: str, moment: str, kept: bool) -> None:
    at = Bookmark(**{field: moment, "done": ("issues",)}).by("2026-01-02T00:00:00Z")  # type: ignore[arg-type]
    assert getattr(at, field) == (moment if kept else "")
    assert at.done == (() if field == "round" and not kept else ("issues",))
