"""Once a week what is kept is compared with what is there: nothing goes by mistake, and what came back is read."""

from collections.abc import Callable, Iterator

import pytest

from scrubjay.model.discussion import DiscussionRef
from scrubjay_forges.commands.forge_sync import synced
from scrubjay_forges.discussions.stored import StoredPart
from scrubjay_forges.forges.bookmark import MOST_OWED
from scrubjay_forges.forges.comparing import MOST
from scrubjay_forges.forges.gitea import Gitea
from scrubjay_forges.services import ForgeServices
from tests.shared.scrubjay_forges.forges.conftest import Desk
from tests.shared.scrubjay_forges.forges.forge_server import GitHubServer, serving
from tests.shared.scrubjay_forges.forges.github_items import Repository, expected, fill, user
from tests.shared.scrubjay_forges.forges.test_client import answer
from tests.shared.scrubjay_forges.forges.test_gitea import GiteaServer, as_gitea
from tests.shared.scrubjay_forges.forges.test_left_out import failing
from tests.shared.scrubjay_forges.forges.test_sync import Shop, shop

__all__ = ["shop"]


def test_a_listing_that_is_empty_or_short_takes_nothing_away(desk: Desk, server: GitHubServer) -> None:
    repo = server.repository
    for n in range(1, 41):
        repo.issue(n, n)
    desk.read()
    for kept in ([], repo.issues[:10]):
        shown, repo.issues = repo.issues, kept
        repo.hidden = True
        desk.later(days=8)
        del server.asked[:]
        desk.read()
        assert len(desk.kept.heads) == 40
        assert "aren't shown to this token any more, and stay here" in desk.kept.note
        assert len(server.asked) < 40
        repo.issues = shown
    repo.hidden = False
    desk.later(days=8)
    desk.read()
    assert desk.kept.note == ""


def test_a_right_that_was_lost_takes_nothing_away_and_is_not_asked_10_000_times(
    desk: Desk, server: GitHubServer
) -> None:
    repo = server.repository
    for n in range(1, 3_001):
        repo.issue(n, n)
    desk.read()
    repo.issues, repo.hidden = repo.issues[:500], True
    desk.later(days=8)
    del server.asked[:]
    desk.read()
    assert len(desk.kept.heads) == 3_000
    assert len(server.asked) < 320
    repo.hidden = False
    desk.later(days=8)
    desk.read()
    assert len(desk.kept.heads) == 500, "410 says by itself that it was deleted"


def test_issues_that_were_switched_off_stay(desk: Desk, server: GitHubServer) -> None:
    fill(server.repository)
    desk.read()
    failing(server, "/issues?", answer(410))
    failing(server, "/issues/", answer(410))
    desk.later(days=8)
    desk.read()
    assert set(desk.kept.parts) == expected(server.repository)


def test_a_repository_that_is_renamed_while_it_is_compared_loses_nothing(desk: Desk, server: GitHubServer) -> None:
    repo = server.repository
    fill(repo)
    desk.read()
    short, repo.issues = repo.issues, repo.issues[1:]

    def rename(path: str) -> None:
        if path.endswith("/issues/1"):
            repo.issues, repo.renamed_to = short, "acme/store"

    server.before.append(rename)
    desk.later(days=8)
    desk.read()
    assert set(desk.kept.parts) == expected(repo)


def test_what_comes_back_is_read_though_its_time_is_old(desk: Desk, server: GitHubServer) -> None:
    repo = server.repository
    fill(repo)
    desk.read()
    away = (repo.issues[0], repo.issues[12], repo.pulls[0])
    repo.issues.remove(away[0])
    repo.issues.remove(away[1])
    repo.pulls.remove(away[2])
    said, repo.comments = repo.comments, [one for one in repo.comments if not one["issue_url"].endswith(("/1", "/13"))]
    lines, repo.line_comments = repo.line_comments, [
        one for one in repo.line_comments if not one["pull_request_url"].endswith("/13")
    ]  # fmt: skip
    desk.later(days=8)
    desk.read()
    assert not {1, 13} & set(desk.kept.heads)
    repo.issues = [away[0], *repo.issues, away[1]]
    repo.pulls, repo.comments, repo.line_comments = [away[2], *repo.pulls], said, lines
    desk.later(days=8)
    desk.read()
    assert set(desk.kept.parts) == expected(repo)
    del server.asked[:]
    desk.later(days=8)
    desk.read()
    assert not [path for path in server.asked if path.endswith("/pulls/13")], "once is enough"


def test_of_very_many_that_come_back_the_listing_is_read_again(desk: Desk, server: GitHubServer) -> None:
    repo = server.repository
    fill(repo)
    desk.read()
    for n in range(1_000, 1_001 + MOST_OWED):
        repo.pull(n, n - 1_000, state="closed")
    desk.later(days=8)
    desk.read()
    desk.later(hours=1)
    desk.read()
    assert set(desk.kept.parts) == expected(repo)


def test_comments_that_were_deleted_go_however_many_they_are(desk: Desk, server: GitHubServer) -> None:
    repo = server.repository
    fill(repo)
    for n in range(60):
        repo.comment(5_000 + n, 5, 40)
        repo.line_comment(6_000 + n, 13, 40)
    desk.read()
    repo.comments, repo.line_comments = repo.comments[:18], []
    desk.later(days=8)
    del server.asked[:]
    desk.read()
    assert set(desk.kept.parts) == expected(repo)
    assert desk.kept.note == ""
    assert len(server.asked) < 150


def test_comments_of_a_discussion_that_is_not_shown_stay_with_it(desk: Desk, server: GitHubServer) -> None:
    repo = server.repository
    for n in range(1, 61):
        repo.issue(n, n)
        repo.comment(1_000 + n, n, n)
    desk.read()
    before = set(desk.kept.parts)
    repo.issues, repo.comments, repo.hidden = repo.issues[:30], repo.comments[:20], True
    desk.later(days=8)
    desk.read()
    assert before - set(desk.kept.parts) == {f"comment/{1_000 + n}" for n in range(21, 31)}
    repo.hidden = False


def test_an_interrupted_comparison_asks_whether_a_discussion_is_shown(desk: Desk, server: GitHubServer) -> None:
    repo = server.repository
    fill(repo)
    desk.read()
    deleted, repo.comments = repo.comments[:2], repo.comments[2:]
    desk.later(days=8)
    act = failing(server, "/issues/comments?sort=created", answer(500))
    with pytest.raises(Exception, match="HTTP 500"):
        desk.read()
    server.before.remove(act)
    del server.asked[:]
    desk.read()
    assert set(desk.kept.parts) == expected(repo)
    assert [path for path in server.asked if path.endswith(("/issues/1", "/issues/2"))]
    assert deleted


def test_of_very_many_missing_comments_each_week_looks_after_some(desk: Desk, server: GitHubServer) -> None:
    repo = server.repository
    repo.issue(1, 1)
    for n in range(MOST + 100):
        repo.comment(5_000 + n, 1, n)
    desk.read()
    repo.comments = []
    desk.later(days=8)
    del server.asked[:]
    desk.read()
    assert len(server.asked) < MOST + 20
    assert "100 more comments that may be gone are looked after next week" in desk.kept.note
    desk.later(days=8)
    desk.read()
    assert set(desk.kept.parts) == {"opening/1"}
    assert desk.kept.note == ""


def test_who_became_a_member_or_left_is_one_no_more_within_a_week(shop: Shop, server: GitHubServer) -> None:
    repo = server.repository
    fill(repo)
    repo.line_comment(2_500, 13, 70, user=user("ann"), author_association="MEMBER")
    shop.configure()
    with shop.at() as workspace:
        synced(workspace, "")
        texts = ForgeServices.of(workspace).discussion_store

        def of(number: int) -> dict[str, StoredPart]:
            return {part.key: part for part in texts.parts(DiscussionRef(shop.name, number))}

        assert {key for key, part in of(13).items() if part.member} == {"opening/13", "line/2500"}
        for each in (repo.issues, repo.pulls, repo.comments, repo.line_comments, *repo.reviews.values()):
            for one in each:
                one["author_association"] = "CONTRIBUTOR" if one["user"]["login"] == "ann" else "COLLABORATOR"
        shop.desk.later(hours=2)
        synced(workspace, "")
        assert of(13)["opening/13"].member
        shop.desk.later(days=8)
        del server.asked[:]
        synced(workspace, "")
        after = of(13)
        assert {part.key: part.member for part in after.values()} == {
            "opening/13": False, "comment/1012": True, "line/2000": True, "line/2009": True, "review/513": True,
            "line/2500": False,
        }  # fmt: skip
        assert after["opening/13"].answered_at
        assert not [path for path in server.asked if path.endswith(("/pulls/13", "/reviews"))], "no request is more"


@pytest.fixture
def gitea() -> Iterator[Callable[[], Desk]]:
    with serving(GiteaServer(Repository(), page_size=5)) as running:
        assert isinstance(running, GiteaServer)
        fill(running.repository)
        as_gitea(running.repository)
        running.private = True

        def desk() -> Desk:
            made = Desk(running)
            made.plan = Gitea
            return made

        yield desk


def test_members_that_gitea_names_later_count_within_a_week_and_none_is_lost_where_it_does_not(
    gitea: Callable[[], Desk],
) -> None:
    desk = gitea()
    assert isinstance(desk.server, GiteaServer)
    desk.read()
    assert not desk.kept.parts["opening/1"].member
    for private in (False, True):
        desk.server.private = private
        desk.later(days=8)
        desk.read()
        assert desk.kept.parts["opening/1"].member
        assert desk.kept.parts["opening/14"].member
