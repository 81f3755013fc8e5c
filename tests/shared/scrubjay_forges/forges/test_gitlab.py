"""What was discussed at GitLab is read whole and once: issues and merge requests, each with what was said in it."""

from collections.abc import Iterator
from typing import Any

import pytest

from scrubjay.errors import ForgeRefuses, ForgeWaits
from scrubjay_forges.forges.gitlab_plan import GitLab, headers
from tests.shared.scrubjay_forges.forges.conftest import Desk
from tests.shared.scrubjay_forges.forges.forge_server import serving
from tests.shared.scrubjay_forges.forges.gitlab_server import LABEL, TOP, GitLabServer, exact
from tests.shared.scrubjay_forges.forges.test_client import Fault, answer, cut, hang_up, large
from tests.shared.scrubjay_forges.forges.test_github import Killed
from tests.shared.scrubjay_forges.forges.test_left_out import failing

NOW = 300 * 24 * 60 + 30


def reader(server: GitLabServer) -> Desk:
    desk = Desk(server)
    desk.plan = lambda _, files, size: GitLab(LABEL, files, size)
    return desk


@pytest.fixture
def lab() -> Iterator[GitLabServer]:
    with serving(GitLabServer(page_size=5)) as running:
        assert isinstance(running, GitLabServer)
        yield running


@pytest.fixture
def at(lab: GitLabServer) -> Desk:
    return reader(lab)


def test_everything_is_read_with_its_state_dates_and_files(at: Desk, lab: GitLabServer) -> None:
    lab.issue(1, 1, state="closed", closed_at=exact(9), labels=["bug", {"name": "slow"}], author=None)
    lab.request(1, 2, state="merged", merged_at=exact(5), merge_commit_sha="12" * 20)
    lab.request(2, 3, state="merged", merged_at=exact(5), squash_commit_sha="34" * 20)
    lab.request(3, 4, state="merged", merged_at=exact(5), sha="56" * 20)
    lab.request(4, 5, draft=True, state="locked")
    lab.diffs = {n: [{"old_path": "a.py", "new_path": f"src/{n}.py"}] for n in (1, 2, 3, 4)}
    at.commits = {"12" * 20: ("src/merged.py",)}
    at.read()
    heads = at.kept.heads
    assert {n: (h.kind, h.state, h.author, h.files, h.merge_commit) for n, h in heads.items()} == {
        1: ("issue", "closed", "ghost", (), ""),
        "!1": ("pull_request", "merged", "ann", ("src/merged.py",), "12" * 20),
        "!2": ("pull_request", "merged", "ann", (), "34" * 20),
        "!3": ("pull_request", "merged", "ann", ("src/3.py",), "56" * 20),
        "!4": ("pull_request", "open", "ann", ("src/4.py",), ""),
    }
    assert (heads[1].labels, heads[1].closed_at, heads["!4"].draft, heads["!1"].base) == (
        ("bug", "slow"), "2026-01-01T00:09:00Z", True, "main",
    )  # fmt: skip
    assert set(at.kept.parts) == {"opening/1", "opening/!1", "opening/!2", "opening/!3", "opening/!4"}


def test_what_was_said_has_its_lines_its_thread_and_its_verdict(at: Desk, lab: GitLabServer) -> None:
    lab.request(7, 1)
    place: dict[str, Any] = {
        "base_sha": "ab" * 20, "head_sha": "cd" * 20, "old_path": "old.py", "new_path": "new.py", "old_line": None,
        "new_line": 7, "line_range": {"start": {"new_line": 5, "old_line": None}, "end": {"new_line": 7}},
    }  # fmt: skip
    thread = lab.note("merge_requests", 7, 10, 2, type="DiffNote", position=place, author={"username": "bo"})
    lab.note("merge_requests", 7, 11, 3, thread=thread, type="DiffNote")
    taken = place | {"old_line": 3, "new_line": None, "line_range": None}
    lab.note("merge_requests", 7, 12, 4, type="DiffNote", position=taken, author={"username": "rep"})
    lab.note("merge_requests", 7, 13, 5, internal=True)
    lab.note("merge_requests", 7, 14, 6, imported=True, author={"username": "ann"})
    for id, who, words in (
        (15, "bo", "approved this merge request"),
        (16, "ann", "approved this merge request"),
        (17, "bo", "unapproved this merge request"),
        (18, "bo", "requested changes"),
        (19, "bo", "mentioned in issue #3"),
    ):
        lab.note("merge_requests", 7, id, id, system=True, body=words, author={"username": who})
    at.read()
    parts = at.kept.parts
    assert set(parts) == {
        "opening/!7", "line/10", "line/11", "line/12", "comment/14", "review/15", "review/16", "review/18",
    }  # fmt: skip
    first, second, third = (parts[f"line/{n}"] for n in (10, 11, 12))
    assert (first.path, first.start_line, first.line, first.on_commit) == ("new.py", 5, 7, "cd" * 20)
    assert (second.path, second.line, second.reply_to, first.reply_to) == ("new.py", 7, "line/10", "")
    assert (third.path, third.start_line, third.line, third.on_commit) == ("old.py", 0, 3, "ab" * 20)
    assert [one.member for one in (first, second, third, parts["comment/14"])] == [True, False, False, False]
    assert [parts[f"review/{n}"].verdict for n in (15, 16, 18)] == ["dismissed", "approved", "changes requested"]


def test_later_only_what_changed_is_read_and_hardly_a_request_is_more_than_needed(at: Desk, lab: GitLabServer) -> None:
    lab.page_size = 50
    for n in range(1, 1_501):
        lab.issue(n, n)
    for n in range(60):
        lab.note("issues", 25 * n + 1, n + 1, 2_000 + n)
        lab.request(n + 1, n, state="closed")
    at.read()
    assert set(at.kept.parts) == lab.expected()
    least = 1 + 30 + 2 + 60 + 60
    assert len(lab.asked) <= 1.05 * least, (len(lab.asked), least)
    at.later(hours=1)
    lab.lists["issues"][2] |= {"title": "Renamed", "updated_at": exact(NOW)}
    lab.note("merge_requests", 9, 5_000, NOW)
    lab.delete_note("issues", 26, 2, NOW)
    at.read()
    assert at.kept.heads[3].title == "Renamed"
    assert set(at.kept.parts) == lab.expected()
    at.later(hours=1)
    at.read()
    at.later(hours=1)
    del lab.asked[:]
    at.read()
    assert len(lab.asked) == 4, "which project it is, who may write, and two listings that did not change"


def test_what_few_may_see_is_left_out_and_goes_when_it_becomes_so(at: Desk, lab: GitLabServer) -> None:
    lab.fill()
    hidden = lab.lists["issues"][0]
    hidden["confidential"] = True
    assert at.read().session.withheld == 1
    assert 1 not in at.kept.heads
    assert "opening/1" not in at.kept.parts
    later = lab.lists["issues"][1]
    later |= {"confidential": True, "updated_at": exact(NOW)}
    at.later(hours=1)
    at.read()
    assert 2 not in at.kept.heads
    assert not [part for part in at.kept.parts.values() if part.number == 2 and part.sign == "#"]
    assert "opening/!2" in at.kept.parts


@pytest.mark.parametrize("where", ["before a request is sent", "before an answer is stored", "after one is stored"])
def test_killed_at_any_step_it_goes_on_and_loses_and_doubles_nothing(at: Desk, lab: GitLabServer, where: str) -> None:
    lab.fill()
    at.read()
    steps = len(lab.asked) if where.startswith("before a request") else at.kept.puts
    for step in range(1, steps + 1, 3):
        desk, left = reader(lab), [step]

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
        del lab.asked[:]
        desk.read()
        assert desk.state() == at.state()
        assert len(lab.asked) <= steps + 9


def test_what_changes_while_it_is_listed_or_between_two_halves_is_not_lost(at: Desk, lab: GitLabServer) -> None:
    lab.fill()
    times = iter(range(NOW, 2 * NOW))

    def touch(path: str) -> None:
        if len(lab.asked) % 3 == 0 and len(lab.asked) < 60:
            for kind in ("issues", "merge_requests"):
                item = lab.lists[kind][len(lab.asked) % 12]
                item |= {"updated_at": exact(next(times)), "title": f"At {len(lab.asked)}"}

    lab.before.append(touch)
    for step in (7, 9, 6, 5):
        left = [step]

        def stop(left: list[int] = left) -> bool:
            left[0] -= 1
            if not left[0]:
                raise Killed
            return False

        with pytest.raises(Killed):
            at.read(stop=stop)
    lab.before.clear()
    at.read()
    at.later(hours=1)
    at.read()
    assert set(at.kept.parts) == lab.expected()
    titles = {one["iid"]: one["title"] for one in lab.lists["issues"]}
    titles |= {f"!{one['iid']}": one["title"] for one in lab.lists["merge_requests"]}
    assert {name: head.title for name, head in at.kept.heads.items()} == titles


def test_limits_and_broken_answers_end_or_repeat_a_reading(at: Desk, lab: GitLabServer) -> None:
    lab.fill()
    lab.faults = [cut, hang_up]
    lab.before.append(lambda path: lab.faults.append(answer(429, Retry_After="90")) if len(lab.asked) == 9 else None)
    with pytest.raises(ForgeWaits) as waits:
        at.read()
    assert waits.value.until.endswith("T00:01:31Z")
    at.later(minutes=2)
    lab.faults = [answer(429, RateLimit_Remaining="0", RateLimit_Reset=str(int(at.now.timestamp()) + 60))]
    with pytest.raises(ForgeWaits) as waits:
        at.read()
    assert waits.value.until.endswith("T00:03:01Z")
    at.later(minutes=2)
    at.read()
    assert set(at.kept.parts) == lab.expected()


def test_a_project_that_was_moved_is_followed_and_who_may_write_need_not_be_told(at: Desk, lab: GitLabServer) -> None:
    lab.fill()
    lab.moved = True
    lab.before.append(lambda path: lab.faults.append(answer(403)) if "members" in path else None)
    at.read()
    assert set(at.kept.parts) == lab.expected()
    assert not any(part.member for part in at.kept.parts.values())
    assert len([path for path in lab.asked if path.startswith(TOP)]) <= 1


def test_what_was_deleted_goes_after_a_week_and_what_was_moved_at_once(at: Desk, lab: GitLabServer) -> None:
    lab.fill()
    at.read()
    lab.lists["issues"][3] |= {"moved_to_id": 99, "updated_at": exact(NOW)}
    at.later(hours=1)
    at.read()
    assert 4 not in at.kept.heads
    assert "!4" in at.kept.heads
    del lab.lists["issues"][0], lab.lists["merge_requests"][1]
    at.later(days=8)
    at.read()
    assert {1, 4, "!2"} & set(at.kept.heads) == set()
    assert {2, "!1", "!4"} <= set(at.kept.heads)


def test_without_a_token_it_is_said_that_comments_need_one() -> None:
    with pytest.raises(ForgeRefuses, match="read_api"):
        headers("")


@pytest.mark.parametrize("fault", [answer(500), answer(404), answer(403), large])
def test_threads_that_cannot_be_read_hold_up_nothing_and_take_nothing_away(
    at: Desk, lab: GitLabServer, fault: Fault
) -> None:
    lab.fill()
    at.read()
    before = {key for key, part in at.kept.parts.items() if (part.sign, part.number) == ("!", 3)}
    lab.lists["merge_requests"][2] |= {"updated_at": exact(NOW), "title": "Renamed"}
    lab.note("issues", 1, 900, NOW)
    act = failing(lab, "/merge_requests/3/discussions", fault)
    at.later(hours=1)
    at.read()
    assert at.kept.heads["!3"].title == "Renamed"
    assert before <= set(at.kept.parts)
    assert "comment/900" in at.kept.parts
    assert at.kept.note == "left out, to be tried again: the details of !3"
    lab.before.remove(act)
    at.later(hours=1)
    at.read()
    assert at.kept.note == ""
    assert set(at.kept.parts) == lab.expected()
