"""What was discussed at Gitea or Forgejo is read whole and once; who may write there is a member."""

from collections.abc import Iterator, Mapping

import pytest

from scrubjay_forges.forges.gitea import Gitea
from tests.shared.scrubjay_forges.forges.conftest import Desk
from tests.shared.scrubjay_forges.forges.forge_server import NOT_FOUND, GitHubServer, Handler, serving
from tests.shared.scrubjay_forges.forges.github_items import Json, Repository, expected, fill, moment, user


class GiteaServer(GitHubServer):
    """Answers as Gitea does: pages in the order of creation, the newest first, and `since` for what changed later."""

    assignees: tuple[Json, ...] = (user("ann"),)
    private = False

    def _below(self, handler: Handler, path: str, params: Mapping[str, str]) -> None:
        repo = self.repository
        asked = {**params, "per_page": params.get("limit", "30")}
        if path == "/assignees":
            handler.reply(*((401, NOT_FOUND) if self.private else (200, list(self.assignees))))
        elif path == "/issues":
            issues = [one for one in repo.issues if "type" not in params or "pull_request" not in one]
            self._list(handler, issues, asked | {"sort": "created", "direction": "desc"})
        elif path == "/issues/comments":
            self._list(handler, repo.comments, asked | {"sort": "created", "direction": "asc"})
        elif path == "/pulls":
            oldest = params["sort"] == "oldest"
            order = ("created", "asc") if oldest else ("updated", "desc")
            self._list(handler, repo.pulls, asked | dict(zip(("sort", "direction"), order, strict=True)))
        elif path.endswith("/comments") and "/reviews/" in path:
            number, review = (int(part) for part in path.split("/")[2:5:2])
            mine = [one for one in repo.line_comments if one["pull_request_url"].endswith(f"/{number}")]
            handler.reply(200, [one for one in mine if one["pull_request_review_id"] == review])
        elif path.endswith(("/reviews", "/files")):
            number = int(path.split("/")[2])
            kept = repo.reviews if path.endswith("/reviews") else repo.files
            self._list(handler, kept.get(number, []), asked)
        else:
            super()._below(handler, path, params)


def as_gitea(repo: Repository) -> None:
    """The same repository with the fields that differ there."""
    for one in repo.issues + repo.pulls + repo.comments + repo.line_comments:
        one.pop("author_association")
        one["created_at"] = one["created_at"].replace("Z", "+00:00")
    for one in repo.line_comments:
        number = int(one["pull_request_url"].rpartition("/")[2])
        one |= {"pull_request_review_id": 500 + number, "position": 7, "original_position": 0}
    for reviews in repo.reviews.values():
        for one in reviews:
            mine = [said for said in repo.line_comments if said["pull_request_review_id"] == one["id"]]
            one |= {"comments_count": len(mine), "dismissed": False, "state": "REQUEST_CHANGES"}


@pytest.fixture
def gitea() -> Iterator[GiteaServer]:
    with serving(GiteaServer(Repository(), page_size=5)) as running:
        assert isinstance(running, GiteaServer)
        fill(running.repository)
        as_gitea(running.repository)
        running.repository.hidden = True
        yield running


@pytest.fixture
def at(gitea: GiteaServer) -> Desk:
    desk = Desk(gitea)
    desk.plan = Gitea
    return desk


def test_everything_is_read_and_later_only_what_changed(at: Desk, gitea: GiteaServer) -> None:
    repo = gitea.repository
    at.read()
    assert set(at.kept.parts) == expected(repo)
    said = at.kept.parts["line/2000"]
    assert (said.number, said.path, said.line, said.on_commit, said.author) == (13, "src/a.py", 7, "cd" * 20, "bob")
    assert at.kept.parts["review/513"].verdict == "changes requested"
    assert at.kept.heads[15].state == "merged"
    assert at.kept.heads[14].files == ("src/14.py",)
    at.later(hours=1)
    now = moment(300 * 24 * 60 + 30)
    repo.issues[0] |= {"title": "Renamed", "updated_at": now}
    repo.comments[3] |= {"body": "Edited.", "updated_at": now}
    repo.pulls[1] |= {"title": "Better", "updated_at": now}
    del gitea.asked[:]
    at.read()
    assert (at.kept.heads[1].title, at.kept.parts["comment/1003"].text, at.kept.heads[14].title) == (
        "Renamed", "Edited.", "Better",
    )  # fmt: skip
    assert set(at.kept.parts) == expected(repo)
    assert len(gitea.asked) == 2 + 3 + 3, gitea.asked


@pytest.mark.parametrize(("private", "ann"), [(False, True), (True, False)])
def test_who_may_write_is_a_member_and_a_brought_name_never_is(
    at: Desk, gitea: GiteaServer, private: bool, ann: bool
) -> None:
    gitea.private = private
    gitea.repository.issues[1]["original_author"] = "ann"
    gitea.repository.issues[2]["user"] = user("acme")
    at.read()
    parts = at.kept.parts
    assert [parts[f"opening/{n}"].member for n in (1, 2, 3)] == [ann, False, True]
    assert not parts["comment/1000"].member
    assert parts["opening/2"].author == "ann"


def test_new_and_deleted_ones_while_it_is_read_lose_nothing(at: Desk, gitea: GiteaServer) -> None:
    repo = gitea.repository
    later = iter(range(1_000, 2_000))

    def happen(path: str) -> None:
        if path.startswith("/repos/acme/shop/issues?") and len(gitea.asked) < 9:
            n = next(later)
            repo.issue(n, 300 * 24 * 60 + n)

    gitea.before.append(happen)
    at.read()
    gitea.before.clear()
    at.later(days=1)
    at.read()
    assert set(at.kept.parts) == expected(repo)
    del repo.issues[0], repo.comments[0], repo.comments[2]
    at.later(days=8)
    at.read()
    assert set(at.kept.parts) == expected(repo)
