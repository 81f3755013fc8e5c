"""What a forge fails to give is named, and tried again; everything else is read."""

from collections.abc import Callable

import pytest

from scrubjay.errors import ForgeRefuses, ForgeUnreadable
from scrubjay_forges.commands.forge_sync import repository_rows, synced
from scrubjay_forges.forges.limits import PagePlace, narrower_page, over, page_behind
from tests.shared.scrubjay_forges.forges.conftest import Desk
from tests.shared.scrubjay_forges.forges.forge_server import GitHubServer, serving
from tests.shared.scrubjay_forges.forges.github_items import Repository, expected, fill
from tests.shared.scrubjay_forges.forges.test_client import Fault, answer, cut, hang_up, large, sent
from tests.shared.scrubjay_forges.forges.test_github import Killed
from tests.shared.scrubjay_forges.forges.test_sync import Shop, shop

__all__ = ["shop"]

OBJECT = sent(b'{"message": "try later"}')


def failing(server: GitHubServer, part: str, fault: Fault) -> Callable[[str], None]:
    """Answers every request whose path has a part with a fault."""

    def act(path: str) -> None:
        if part in path:
            server.faults.append(fault)

    server.before.append(act)
    return act


@pytest.mark.parametrize(
    "fault", [answer(500), answer(422), answer(403), answer(404), answer(451), cut, hang_up, OBJECT, sent(b"<"), large]
)
def test_details_that_always_fail_are_named_and_hold_up_nothing(desk: Desk, server: GitHubServer, fault: Fault) -> None:
    fill(server.repository)
    act = failing(server, "/pulls/14/reviews", fault)
    reading = desk.read()
    assert set(desk.kept.parts) == expected(server.repository) - {"review/514"}
    assert 14 in desk.kept.heads
    assert desk.kept.note == reading.left_out() == "left out, to be tried again: the details of #14"
    assert reading.session.left_out == 1
    server.before.remove(act)
    desk.later(hours=1)
    desk.read()
    assert set(desk.kept.parts) == expected(server.repository)
    assert desk.kept.note == ""


def test_of_many_that_fail_each_round_tries_some_again(desk: Desk, server: GitHubServer) -> None:
    for n in range(1, 61):
        server.repository.pull(n, n, state="closed")
    for n in range(1, 61):
        if n % 2:
            failing(server, f"/pulls/{n}/reviews", answer(500))
    desk.read()
    assert len(desk.kept.heads) == 60
    tried = set()
    for _ in range(6):
        desk.later(hours=1)
        del server.asked[:]
        desk.read()
        assert len(server.asked) <= 5 + 5 * 4, server.asked
        tried |= {path for path in server.asked if "reviews" in path}
    assert len(tried) == 30
    assert "and 20 more" in desk.kept.note


def test_a_server_that_is_down_is_left_soon_and_no_discussion_is_forgotten(desk: Desk, server: GitHubServer) -> None:
    fill(server.repository)
    act = failing(server, "/reviews", answer(503))
    with pytest.raises(ForgeUnreadable, match="3 times"):
        desk.read()
    assert len(server.asked) <= 5 + 3 + 4
    server.before.remove(act)
    desk.read()
    assert set(desk.kept.parts) == expected(server.repository)
    assert desk.kept.note == ""


def test_ten_that_fail_in_a_row_are_passed_in_the_end(desk: Desk, server: GitHubServer) -> None:
    for n in range(1, 31):
        server.repository.pull(n, n, state="closed")
        server.repository.review(500 + n, n, n)
    for n in range(10, 20):
        failing(server, f"/pulls/{n}/reviews", answer(500))
    for _ in range(3):
        try:
            desk.read()
        except ForgeUnreadable:
            desk.later(hours=1)
    assert len(desk.kept.parts) == 50
    assert desk.kept.synced_at


@pytest.mark.parametrize("fault", [answer(502), answer(422), large, OBJECT, cut])
@pytest.mark.parametrize("size", [5, 100])
@pytest.mark.parametrize("bad", [1, 7, 12])
def test_a_page_that_always_fails_is_read_around_the_item_that_breaks_it(fault: Fault, size: int, bad: int) -> None:
    with serving(GitHubServer(Repository(), page_size=size)) as server:
        desk = Desk(server)
        fill(server.repository)
        server.poison = {1_000_000 + bad: fault, 1005: fault, 2003: fault}
        reading = desk.read()
        assert set(desk.kept.parts) == expected(server.repository) - {f"opening/{bad}", "comment/1005", "line/2003"}
        assert "one of the issues, at place" in desk.kept.note
        assert reading.session.left_out >= 3
        assert len(server.asked) < 120
        server.poison = {}
        desk.later(days=8)
        desk.read()
        assert set(desk.kept.parts) == expected(server.repository), "the weekly comparison finds what is missing"
        assert desk.kept.note == ""


def test_five_broken_items_in_a_thousand_cost_few_requests(desk: Desk, server: GitHubServer) -> None:
    for n in range(1, 1_001):
        server.repository.issue(n, n)
    server.poison = {1_000_000 + n: answer(502) for n in (1, 250, 251, 600, 1_000)}
    desk.read()
    assert len(desk.kept.heads) == 995
    assert len(server.asked) < 4 + 10 + 5 * 25, len(server.asked)


def test_killed_while_it_reads_around_an_item_it_goes_on_and_loses_nothing() -> None:
    with serving(GitHubServer(Repository(), page_size=25)) as server:
        for n in range(1, 61):
            server.repository.issue(n, 1 if n < 40 else n)
        server.poison = {1_000_017: answer(422), 1_000_050: answer(422)}
        whole = Desk(server)
        whole.read()
        assert set(whole.kept.heads) == set(range(1, 61)) - {17, 50}
        for step in range(1, len(server.asked) + 1):
            desk, left = Desk(server), [step]

            def die(left: list[int] = left) -> bool:
                left[0] -= 1
                if not left[0]:
                    raise Killed
                return False

            with pytest.raises(Killed):
                desk.read(stop=die)
            desk.read()
            assert desk.state() == whole.state()


def test_a_reading_says_what_it_left_out_and_so_does_the_list(shop: Shop, server: GitHubServer) -> None:
    fill(server.repository)
    failing(server, "/pulls/14/reviews", answer(500))
    shop.configure()
    with shop.at() as workspace:
        (report,) = synced(workspace, "")
        (row,) = repository_rows(workspace)
    assert (report.complete, report.left_out) == (True, 1)
    assert report.note == "left out, to be tried again: the details of #14"
    assert row["left"].split("; ")[0] == report.note


@pytest.mark.parametrize("fault", [OBJECT, sent(b"null"), sent(b'"x"'), sent(b"7")])
def test_what_is_no_list_is_never_an_empty_one(desk: Desk, server: GitHubServer, fault: Fault) -> None:
    fill(server.repository)
    desk.read()
    desk.later(days=8)
    before = dict(desk.kept.parts)
    failing(server, "sort=created", fault)
    with pytest.raises(ForgeUnreadable, match="something else than the list"):
        desk.read()
    assert desk.kept.parts == before
    server.before.clear()
    failing(server, "/issues?", fault)
    with pytest.raises(ForgeUnreadable, match="something else than the list"):
        desk.read()


def test_a_token_that_is_refused_while_details_are_read_ends_the_reading(desk: Desk, server: GitHubServer) -> None:
    fill(server.repository)
    failing(server, "/reviews", answer(401))
    with pytest.raises(ForgeRefuses, match="token"):
        desk.read()
    assert len(server.asked) == 6


def test_pages_get_smaller_at_the_same_item_and_large_again_behind_the_one_that_fails() -> None:
    place, sizes = PagePlace(page=3, offset=200), []
    while (smaller := narrower_page(place, 100)) is not None:
        place = smaller
        sizes.append((place.size, place.offset))
    assert sizes == [(50, 200), (25, 200), (5, 200), (1, 200)]
    place = over(PagePlace(page=238, offset=237, size=1, narrow=5), 100)
    seen = []
    while place.size:
        seen.append((place.offset, place.size))
        place = page_behind(place, 100, place.size)
    assert seen == [(238, 1), (239, 1), (240, 5), (245, 5), (250, 50)]
    assert (place.page, place.offset) == (4, 300)
