"""A listing that never comes to an end is left, by an error that says so, and what is stored of it stays short."""

from functools import partial
from itertools import count

import pytest

from scrubjay.errors import ForgeUnreadable, ForgeWaits
from scrubjay_forges.forges.limits import NewOfPages, RunBounds
from tests.shared.scrubjay_forges.forges.conftest import Desk
from tests.shared.scrubjay_forges.forges.forge_server import GitHubServer, Handler
from tests.shared.scrubjay_forges.forges.github_items import Repository, expected, fill
from tests.shared.scrubjay_forges.forges.test_left_out import failing

ENDLESS = {"next": {"page": 2}}


def test_only_pages_in_a_row_that_bring_nothing_new_end_a_listing() -> None:
    pages = NewOfPages("The listing")
    for items in (["1 a", "1 b"], ["1 b"], ["1 c"], ["1 a"], ["2 a"], ["2 a"]):
        pages.add(items, more=True)
    pages.add(["2 a"], more=False)
    pages.add(["2 a"], more=True)
    with pytest.raises(ForgeUnreadable, match="The listing has no end"):
        pages.add([], more=True)
    pages.begin()
    pages.add(["1 a"], more=True)


def test_a_listing_that_repeats_its_page_ends_with_an_error_that_says_so(desk: Desk, server: GitHubServer) -> None:
    for n in range(5):
        server.repository.issue(n + 1, n)
    answers = [(200, server.repository.shown(), {}), *[(200, server.repository.issues, ENDLESS)] * 30]
    server.faults = [
        partial(Handler.reply, status=status, value=value, links=links) for status, value, links in answers
    ]
    with pytest.raises(ForgeUnreadable, match="has no end: 2 pages in a row bring nothing new"):
        desk.read()
    assert len(server.asked) <= 5
    server.faults = []
    desk.later(hours=1)
    desk.read()
    assert set(desk.kept.parts) == expected(server.repository)


def test_a_comparison_that_repeats_its_page_ends_and_takes_nothing_away(desk: Desk, server: GitHubServer) -> None:
    fill(server.repository)
    desk.read()
    desk.later(days=8)
    first = partial(Handler.reply, status=200, value=server.repository.issues[:5], links=ENDLESS)
    failing(server, "sort=created", first)
    with pytest.raises(ForgeUnreadable, match="the listing of issues that are there has no end"):
        desk.read()
    assert set(desk.kept.parts) == expected(server.repository)


def test_a_listing_without_an_end_is_left_for_an_hour_and_its_bookmark_stays_short(
    desk: Desk, server: GitHubServer
) -> None:
    numbers = count(1)

    def more(handler: Handler) -> None:
        comments = Repository()
        for _ in range(100):
            comments.comment(next(numbers), 1, 1)
        handler.reply(200, comments.comments, links=ENDLESS)

    server.repository.issue(1, 1)
    failing(server, "/issues/comments", more)
    with pytest.raises(ForgeUnreadable, match=r"than the 1,000 items of one run.*`scrubjay forge sync` goes on"):
        desk.read(bounds=RunBounds(items=1_000))
    kept = len(desk.kept.parts)
    assert 1_000 <= kept <= 1_100
    with pytest.raises(ForgeUnreadable, match="1,000 items"):
        desk.read(bounds=RunBounds(items=1_000))
    assert len(desk.kept.parts) >= kept + 900, "the next run goes on behind what was stored"
    server.asked.clear()
    desk.most = 60
    with pytest.raises(ForgeWaits) as waits:
        desk.read()
    assert (waits.value.until, len(server.asked)) == ("2026-10-28T01:00:01Z", 60)
    assert len(desk.kept.text) < 100_000
