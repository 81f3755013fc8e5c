"""What was discussed at GitHub is read whole, once, and with as few requests as GitHub allows."""

from math import ceil

import pytest

from tests.shared.scrubjay_forges.forges.conftest import Desk
from tests.shared.scrubjay_forges.forges.forge_server import GitHubServer, serving
from tests.shared.scrubjay_forges.forges.github_items import Repository, expected, fill, moment

pytestmark = pytest.mark.story


class Killed(BaseException):
    """Stands for kill -9."""


def least(repo: Repository, size: int) -> int:
    """The least requests that read all: the pages of each listing, the reviews of each, the files of open ones.

    What the repository itself is asked for isn't counted.
    """
    lists = (repo.issues, repo.comments, repo.line_comments, repo.pulls)
    return (
        sum(max(1, ceil(len(one) / size)) for one in lists)
        + len(repo.pulls)
        + sum(one["state"] == "open" for one in repo.pulls)
    )


def test_everything_is_read_with_its_state_dates_files_and_lines(desk: Desk, server: GitHubServer) -> None:
    repo = server.repository
    repo.issue(1, 1, labels=[{"name": "bug"}, "slow"], state="closed", closed_at=moment(9), user=None)
    repo.pull(2, 2, merged="12" * 20)
    repo.pull(3, 3, draft=True, author_association="CONTRIBUTOR")
    repo.file(3, "src/new.py")
    repo.comment(10, 1, 5)
    repo.line_comment(11, 3, 6, start_line=5)
    repo.line_comment(12, 3, 7, line=None, in_reply_to_id=11)
    repo.review(13, 3, 8, state="CHANGES_REQUESTED", body="", author_association="OWNER")
    repo.review(14, 3, 8, state="COMMENTED", body="")
    repo.review(15, 3, 8, state="PENDING", body="Not sent yet.")
    desk.commits = {"12" * 20: ("src/old.py",)}
    desk.read()
    heads, parts = desk.kept.heads, desk.kept.parts
    assert {n: (h.kind, h.state, h.author, h.files, h.merge_commit) for n, h in heads.items()} == {
        1: ("issue", "closed", "ghost", (), ""),
        2: ("pull_request", "merged", "ann", ("src/old.py",), "12" * 20),
        3: ("pull_request", "open", "ann", ("src/new.py",), ""),
    }
    assert (heads[1].labels, heads[1].closed_at, heads[3].draft) == (("bug", "slow"), moment(9), True)
    assert set(parts) == {"opening/1", "opening/2", "opening/3", "comment/10", "line/11", "line/12", "review/13"}
    assert [parts[key].member for key in ("opening/1", "opening/3", "comment/10", "review/13")] == [
        True,
        False,
        False,
        True,
    ]
    one, two = parts["line/11"], parts["line/12"]
    assert (one.number, one.path, one.start_line, one.line, one.on_commit, one.reply_to) == (
        3,
        "src/a.py",
        5,
        7,
        "cd" * 20,
        "",
    )
    assert (two.line, two.on_commit, two.reply_to) == (5, "ab" * 20, "line/11")
    assert parts["review/13"].verdict == "changes requested"


def test_no_item_is_lost_or_doubled_and_hardly_a_request_is_more_than_needed(desk: Desk, server: GitHubServer) -> None:
    for n in range(1, 9_901):
        server.repository.issue(n, n)
    for n in range(9_901, 10_001):
        server.repository.pull(n, n, merged="12" * 20)
    for n in range(5_000):
        server.repository.comment(n + 1, n + 1, n)
    desk.read()
    assert set(desk.kept.parts) == expected(server.repository)
    assert len(server.asked) <= 1.05 * least(server.repository, 100), (len(server.asked), least(server.repository, 100))


def test_a_repository_that_did_not_change_costs_no_answer(desk: Desk, server: GitHubServer) -> None:
    fill(server.repository)
    desk.read()
    for _ in range(2):
        desk.later(hours=1)
        desk.read()
    del server.answers[:]
    desk.later(hours=1)
    desk.read()
    assert [status for _, status, _ in server.answers] == [304] * 5


def test_only_what_changed_is_read_again(desk: Desk, server: GitHubServer) -> None:
    fill(server.repository)
    desk.read()
    desk.later(hours=1)
    now = 300 * 24 * 60 + 30
    server.repository.issues[0] |= {"title": "Renamed", "updated_at": moment(now)}
    for item in (server.repository.issues[14], server.repository.pulls[2]):
        item |= {"state": "closed", "merged_at": moment(now), "merge_commit_sha": "77" * 20, "updated_at": moment(now)}
    server.repository.comment(5000, 1, now)
    del server.asked[:]
    desk.read()
    assert desk.kept.heads[1].title == "Renamed"
    assert (desk.kept.heads[15].state, desk.kept.heads[15].merge_commit) == ("merged", "77" * 20)
    assert set(desk.kept.parts) == expected(server.repository)
    assert [path.partition("?")[0].removeprefix("/repos/acme/shop") for path in server.asked] == [
        "", "/issues", "/issues/comments", "/pulls/comments", "/pulls", "/pulls/15/reviews",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "where", ["before a request is sent", "before an answer is stored", "after an answer is stored"]
)
def test_killed_at_any_step_it_goes_on_and_loses_and_doubles_nothing(where: str) -> None:
    with serving(GitHubServer(Repository(), page_size=5)) as server:
        fill(server.repository)
        whole = Desk(server)
        whole.read()
        steps = len(server.asked) if where.startswith("before a request") else whole.kept.puts
        for step in range(1, steps + 1):
            desk = Desk(server)
            left = [step]

            def die(*_: object, left: list[int] = left) -> None:
                left[0] -= 1
                if not left[0]:
                    raise Killed

            if where == "before a request is sent":
                with pytest.raises(Killed):
                    desk.read(stop=lambda die=die: bool(die()))  # type: ignore[misc]
            else:
                (desk.kept.before if where.startswith("before") else desk.kept.after).append(die)
                with pytest.raises(Killed):
                    desk.read()
                desk.kept.before, desk.kept.after = [], []
            del server.asked[:]
            desk.read()
            assert desk.state() == whole.state()
            assert len(server.asked) <= steps + 8


def test_what_moves_while_it_is_listed_is_not_lost(desk: Desk, server: GitHubServer) -> None:
    server.page_size = 5
    fill(server.repository)
    moved = iter(range(300 * 24 * 60, 400 * 24 * 60))

    def touch(path: str) -> None:
        if len(server.asked) % 2:
            at = {"updated_at": moment(next(moved))}
            repo = server.repository
            repo.issues[len(server.asked) % len(repo.issues)] |= at
            repo.comments[len(server.asked) % len(repo.comments)] |= at
            for item in (repo.issues[12 + len(server.asked) % 9], repo.pulls[len(server.asked) % 9]):
                item |= at | {"title": f"At {at['updated_at']}"}

    server.before.append(touch)
    desk.read()
    server.before.clear()
    desk.later(hours=1)
    desk.read()
    assert set(desk.kept.parts) == expected(server.repository)
    assert {n: h.title for n, h in desk.kept.heads.items()} == {
        one["number"]: one["title"] for one in server.repository.issues
    }


def test_a_second_with_more_than_a_page_is_read_whole_though_it_moves(desk: Desk, server: GitHubServer) -> None:
    server.page_size = 5
    for n in range(1, 41):
        server.repository.issue(n, 1 if n < 31 else n)

    def touch(path: str) -> None:
        if "page=3" in path:
            for n in range(6):
                server.repository.issues[n]["updated_at"] = moment(100)

    server.before.append(touch)
    desk.read()
    assert set(desk.kept.heads) == set(range(1, 41))


def test_what_was_deleted_or_transferred_goes_after_a_week(desk: Desk, server: GitHubServer) -> None:
    repo = server.repository
    fill(repo)
    desk.read()
    for item in (repo.issues[0], repo.issues[1]):
        repo.issues.remove(item)
    repo.transferred[2] = "/repositories/99/issues/1"
    gone = {f"comment/{one['id']}" for one in repo.comments if one["issue_url"].endswith(("/1", "/2"))}
    repo.comments = [one for one in repo.comments if f"comment/{one['id']}" not in gone]
    del repo.line_comments[3], repo.comments[5]
    desk.later(days=6)
    desk.read()
    assert 1 in desk.kept.heads
    desk.later(days=2)
    desk.read()
    assert set(desk.kept.parts) == expected(repo)
    assert not {1, 2} & set(desk.kept.heads)
    del server.asked[:]
    desk.later(days=6)
    desk.read()
    assert not [path for path in server.asked if "sort=created" in path], "at most weekly"


def test_a_comment_that_is_hidden_at_the_forge_is_marked_and_spam_goes(desk: Desk, server: GitHubServer) -> None:
    repo = server.repository
    repo.issue(1, 1)
    for n, reason in enumerate((None, "off-topic", "spam", "A\nB"), 10):
        repo.comment(n, 1, n, minimized={"reason": reason} if reason else None)
    desk.read()
    parts = desk.kept.parts
    assert {key: part.hidden for key, part in parts.items() if part.role == "comment"} == {
        "comment/10": "", "comment/11": "off-topic", "comment/13": "hidden",
    }  # fmt: skip
    repo.comments[0]["minimized"] = {"reason": "outdated"}
    repo.comments[1]["minimized"] = {"reason": "abuse"}
    repo.comments[2]["minimized"] = None
    desk.later(days=8)
    desk.read()
    parts = desk.kept.parts
    assert {key: part.hidden for key, part in parts.items() if part.role == "comment"} == {
        "comment/10": "outdated", "comment/12": "", "comment/13": "hidden",
    }  # fmt: skip
