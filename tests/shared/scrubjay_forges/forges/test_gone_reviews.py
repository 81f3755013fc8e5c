"""What the forge no longer has of a pull request goes here when its details are read in full, and no sooner."""

from tests.shared.scrubjay_forges.forges.conftest import Desk
from tests.shared.scrubjay_forges.forges.forge_server import GitHubServer
from tests.shared.scrubjay_forges.forges.github_items import expected, fill, moment
from tests.shared.scrubjay_forges.forges.test_client import answer
from tests.shared.scrubjay_forges.forges.test_gitea import GiteaServer, at, gitea
from tests.shared.scrubjay_forges.forges.test_left_out import failing

__all__ = ["at", "gitea"]

NOW = 300 * 24 * 60 + 30


def test_a_review_that_is_gone_at_the_forge_goes_with_the_next_change(desk: Desk, server: GitHubServer) -> None:
    repo = server.repository
    fill(repo)
    desk.read()
    (number, reviews) = next((number, found) for number, found in repo.reviews.items() if found)
    pull = next(one for one in repo.pulls if one["number"] == number)
    lines = {key for key in desk.kept.parts if key.startswith(("line/", "comment/", "opening/"))}
    gone = f"review/{reviews[0]['id']}"
    assert gone in desk.kept.parts
    reviews.clear()
    pull["updated_at"] = moment(NOW)
    act = failing(server, f"/pulls/{number}/reviews", answer(500))
    desk.later(hours=1)
    desk.read()
    assert gone in desk.kept.parts, "what can't be read takes nothing away"
    server.before.remove(act)
    desk.later(hours=1)
    desk.read()
    assert gone not in desk.kept.parts
    assert set(desk.kept.parts) == expected(repo)
    assert lines <= set(desk.kept.parts)


def test_a_review_that_cannot_be_understood_takes_no_other_away(desk: Desk, server: GitHubServer) -> None:
    repo = server.repository
    fill(repo)
    desk.read()
    kept = set(desk.kept.parts)
    for number, reviews in repo.reviews.items():
        for one in reviews:
            one.pop("submitted_at")
        next(one for one in repo.pulls if one["number"] == number)["updated_at"] = moment(NOW)
    desk.later(hours=1)
    desk.read()
    assert set(desk.kept.parts) == kept


def test_a_line_comment_and_a_review_that_are_gone_at_gitea_go(at: Desk, gitea: GiteaServer) -> None:
    repo = gitea.repository
    at.read()
    line = repo.line_comments.pop(0)
    number = int(line["pull_request_url"].rpartition("/")[2])
    other = next(found for found in repo.reviews if found != number)
    repo.reviews[other].clear()
    repo.line_comments = [one for one in repo.line_comments if not one["pull_request_url"].endswith(f"/{other}")]
    for pull in repo.pulls:
        if pull["number"] in (number, other):
            pull["updated_at"] = moment(NOW)
    at.later(hours=1)
    at.read()
    assert f"line/{line['id']}" not in at.kept.parts
    assert set(at.kept.parts) == expected(repo)
