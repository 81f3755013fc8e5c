"""Once a week what is kept is compared with what is there: nothing goes by mistake, and what came back is read."""

from scrubjay.forges.bookmark import MOST_OWED
from tests.shared.forges.conftest import Desk
from tests.shared.forges.forge_server import GitHubServer
from tests.shared.forges.github_items import expected, fill
from tests.shared.forges.test_client import answer
from tests.shared.forges.test_left_out import failing


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
