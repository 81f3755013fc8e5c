"""What a stale or empty answer hid is read: at once where another listing shows it, else within a week."""

import copy

import pytest

from scrubjay.errors import ForgeUnreadable
from scrubjay_forges.discussions.stored import TextState
from scrubjay_forges.forges.bookmark import MOST_OWED, ListingMark, after_pass_page
from scrubjay_forges.forges.gitea import Gitea
from scrubjay_forges.forges.limits import PagePlace
from scrubjay_forges.forges.listing import is_newer
from tests.shared.scrubjay_forges.forges.conftest import Desk
from tests.shared.scrubjay_forges.forges.forge_server import GitHubServer, serving
from tests.shared.scrubjay_forges.forges.github_items import Json, Repository, expected, fill, moment
from tests.shared.scrubjay_forges.forges.gitlab_server import GitLabServer, exact
from tests.shared.scrubjay_forges.forges.test_client import sent
from tests.shared.scrubjay_forges.forges.test_gitea import GiteaServer, as_gitea
from tests.shared.scrubjay_forges.forges.test_gitlab import reader
from tests.shared.scrubjay_forges.forges.test_left_out import failing

NOW = 300 * 24 * 60 + 55
MERGED = {"state": "closed", "merged_at": moment(NOW), "merge_commit_sha": "77" * 20, "updated_at": moment(NOW)}


def merge(repo: Repository) -> None:
    """Number 14 is merged five minutes before the next reading, with a review."""
    repo.issues[13] |= {"state": "closed", "updated_at": moment(NOW)}
    repo.pulls[1] |= MERGED
    repo.review(900, 14, NOW)


def serve_old(server: GitHubServer, name: str, part: str, times: int = 1) -> None:
    """The next answers of requests with a part are of before what changes now."""
    repo = server.repository
    old, left = copy.deepcopy(getattr(repo, name)), [times]
    new: list[list[Json]] = []

    def act(path: str) -> None:
        if new:
            setattr(repo, name, new.pop())
        if part in path and left[0]:
            left[0] -= 1
            new.append(getattr(repo, name))
            setattr(repo, name, old)

    server.before.append(act)


def test_a_stale_answer_of_pull_requests_is_noticed_in_the_same_round(desk: Desk, server: GitHubServer) -> None:
    fill(server.repository)
    desk.read()
    desk.later(hours=1)
    serve_old(server, "pulls", "/pulls?")
    merge(server.repository)
    desk.read()
    assert (desk.kept.heads[14].state, "review/900" in desk.kept.parts) == ("merged", True)
    desk.later(hours=1)
    del server.asked[:]
    desk.read()
    assert not [path for path in server.asked if path.endswith("/pulls/14")], "once is enough"


@pytest.mark.parametrize("name", ["issues", "comments", "line_comments", "pulls"])
def test_what_every_round_missed_is_read_by_the_weekly_comparison(desk: Desk, server: GitHubServer, name: str) -> None:
    repo = server.repository
    fill(repo)
    repo.issue(950, 200)
    repo.comment(951, 1, 200)
    repo.line_comment(952, 13, 200)
    desk.read()
    changed = {"body": "Changed meanwhile.", "updated_at": moment(100)}
    getattr(repo, name)[0] |= changed
    if name == "pulls":
        repo.issues[12] |= changed
    desk.later(hours=1)
    desk.read()
    assert not any(part.text == "Changed meanwhile." for part in desk.kept.parts.values())
    desk.later(days=8)
    desk.read()
    assert [part.text for part in desk.kept.parts.values()].count("Changed meanwhile.") == 1
    desk.later(days=8)
    del server.asked[:]
    desk.read()
    assert not [path for path in server.asked if path.endswith("/pulls/13")]


@pytest.mark.parametrize("kind", ["issues", "merge_requests"])
def test_what_gitlab_gave_with_an_old_time_is_read_by_the_weekly_comparison(kind: str) -> None:
    with serving(GitLabServer()) as server:
        assert isinstance(server, GitLabServer)
        server.fill()
        desk = reader(server)
        desk.read()
        server.lists[kind][0] |= {"title": "Changed meanwhile.", "updated_at": exact(70)}
        server.threads[kind, 1][0]["notes"][0] |= {"body": "Edited meanwhile.", "updated_at": exact(70)}
        server.lists[kind][5]["updated_at"] = exact(300 * 24 * 60)
        desk.read()
        desk.later(days=8)
        desk.read()
        assert "Changed meanwhile." in {head.title for head in desk.kept.heads.values()}
        assert "Edited meanwhile." in {part.text for part in desk.kept.parts.values()}


@pytest.mark.parametrize("plan", ["GitHub", "Gitea"])
def test_an_empty_first_answer_of_pull_requests_hides_none(plan: str) -> None:
    with serving(GiteaServer(Repository()) if plan == "Gitea" else GitHubServer(Repository())) as server:
        desk, left = Desk(server), [1]
        fill(server.repository)
        if plan == "Gitea":
            desk.plan = Gitea
            as_gitea(server.repository)

        def empty(path: str) -> None:
            if "/pulls?" in path and left[0]:
                left[0] -= 1
                server.faults.append(sent(b"[]"))

        server.before.append(empty)
        desk.read()
        assert set(desk.kept.parts) == expected(server.repository)
        assert {13, 14, 21} <= set(desk.kept.heads)


@pytest.mark.parametrize("body", [b"[1]", b'["x", null]', b"[[]]", b'[{"number": 3}, 7]'])
def test_a_list_of_anything_but_objects_is_no_empty_one(desk: Desk, server: GitHubServer, body: bytes) -> None:
    fill(server.repository)
    failing(server, "/pulls?", sent(body))
    with pytest.raises(ForgeUnreadable, match="something else than the list"):
        desk.read()
    assert desk.kept.synced_at == ""


def test_many_pull_requests_that_an_answer_hid_are_listed_again_and_never_told_as_read(
    desk: Desk, server: GitHubServer
) -> None:
    for n in range(1, MOST_OWED + 102):
        server.repository.pull(n, n, state="closed")
    act = failing(server, "/pulls?", sent(b"[]"))
    for _ in range(2):
        with pytest.raises(ForgeUnreadable, match="among the issues, and not by themselves"):
            desk.read()
        assert desk.kept.synced_at == ""
        desk.later(hours=1)
    server.before.remove(act)
    desk.read()
    assert set(desk.kept.parts) == expected(server.repository)
    assert desk.kept.synced_at


def test_many_that_one_answer_hid_are_read_in_the_same_round(desk: Desk, server: GitHubServer) -> None:
    for n in range(1, MOST_OWED + 102):
        server.repository.pull(n, n, state="closed")
    left = [1]

    def empty(path: str) -> None:
        if "/pulls?" in path and left[0]:
            left[0] -= 1
            server.faults.append(sent(b"[]"))

    server.before.append(empty)
    desk.read()
    assert set(desk.kept.parts) == expected(server.repository)
    assert len(server.asked) == 1 + 7 + 2 + 1 + 7 + 601


def test_a_first_pass_that_found_nothing_begins_again() -> None:
    onward = PagePlace(page=2, offset=100)
    assert after_pass_page(ListingMark(begun=moment(9)), "", more=False, onward=onward) == (ListingMark(), True)
    later = ListingMark(since=moment(1), begun=moment(9))
    assert after_pass_page(later, "", more=False, onward=onward) == (ListingMark(since=moment(9)), True)


@pytest.mark.parametrize(
    ("listed", "kept", "newer"),
    [(1, None, True), (2, 1, True), (1, 1, False), (1, 2, False), (9, 1, False), (9, None, True)],
)
def test_a_later_time_is_newer_and_one_ahead_of_now_tells_nothing(listed: int, kept: int | None, newer: bool) -> None:
    state = None if kept is None else TextState(1, moment(kept), False)
    assert is_newer(moment(listed), state, moment(5)) is newer
