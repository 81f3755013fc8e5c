"""A date ahead of now, by a wrong clock of the forge or an import, hides nothing that changes later."""

import json

import pytest

from scrubjay.forges.bookmark import bookmark
from tests.shared.forges.conftest import Desk
from tests.shared.forges.forge_server import GitHubServer, serving
from tests.shared.forges.github_items import Repository, expected, fill, moment

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
