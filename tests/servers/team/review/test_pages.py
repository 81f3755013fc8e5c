"""The pages of review and of telling over real HTTP: what each shows, and that a GET changes nothing."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scrubjay_team.page.application import TeamPage
from tests.servers.team.review.conftest import CACHE, LATER, SPEAKS, Reviewers
from tests.servers.team.serving.conftest import ServedTeam, serving


@pytest.fixture
def acme(reviewers: Reviewers, tmp_path: Path) -> Iterator[ServedTeam]:
    """The server of the team acme with its page."""
    with serving(reviewers.databases, tmp_path, pages=TeamPage) as (port, services, leave):
        yield ServedTeam(port, reviewers.databases, services, leave=leave)


Post = Callable[..., tuple[int, str]]


@pytest.fixture
def post(acme: ServedTeam) -> Post:
    """Opens a page as a browser does, and sends its form with an act and fields; the status, and where it leads."""

    def sent(cookie: str, path: str, act: str, **fields: str) -> tuple[int, str]:
        shown = acme.visit(cookie, "GET", path)
        found = re.search(r'name="version" value="(\d+)"', shown.body)
        version = {"version": found[1]} if found else {}
        answer = acme.visit(cookie, "POST", path, {**version, "act": act, **fields})
        return answer.status, answer.headers.get("location", answer.body)

    return sent


def test_whoever_opens_the_address_sees_who_wrote_it_and_says_so(
    reviewers: Reviewers, acme: ServedTeam, post: Post
) -> None:
    id = reviewers.remember("ben", CACHE)
    cookie = acme.person("bea")
    shown = acme.visit(cookie, "GET", f"/tell/{id[:12]}")
    assert (shown.status, CACHE in shown.body, "I say so" in shown.body) == (200, True, True)
    assert re.search(r"<bdi>ben</bdi>\s+wrote", shown.body)
    assert reviewers.row(id)["told_by"] is None
    assert post(cookie, f"/tell/{id}", "tell") == (303, f"/tell/{id}")
    assert reviewers.row(id)["told_by"] == reviewers.people.members["bea"]
    again = acme.visit(cookie, "GET", f"/tell/{id}").body
    assert ("It is told by bea" in again, "I say so" in again, "Undo" in again) == (True, False, True)
    assert post(cookie, f"/tell/{id}", "undo")[0] == 303
    assert reviewers.row(id)["told_by"] is None


def test_nobody_who_is_not_signed_in_sees_a_word(reviewers: Reviewers, acme: ServedTeam) -> None:
    id = reviewers.remember("ben", CACHE)
    for path in (f"/tell/{id}", f"/review/{id}", "/review"):
        answer = acme.visit("", "GET", path)
        assert (answer.status, CACHE in answer.body) == (303, False)
        assert answer.headers["location"].startswith("/sign-in?next=")


def test_a_reviewer_goes_through_the_queue_one_at_a_time(reviewers: Reviewers, acme: ServedTeam, post: Post) -> None:
    told = reviewers.remember("ben", CACHE)
    reviewers.tell("ben", told)
    newer = reviewers.proposed("bea", told, LATER)
    speaks = reviewers.remember("ben", SPEAKS)
    cookie = acme.person("anna")
    shown = acme.visit(cookie, "GET", "/review").body
    assert "2 memories to review, 2 of them for you" in shown
    assert all(words in shown for words in (LATER, CACHE, "It would take the place of", "All that waits"))
    assert post(cookie, f"/review/{newer}", "tell") == (303, "/review")
    assert post(cookie, f"/review/{speaks}", "refuse", reason="it speaks to agents") == (303, "/review")
    assert [reviewers.row(id)["status"] for id in (told, newer, speaks)] == ["superseded", "active", "retracted"]
    after = acme.visit(cookie, "GET", "/review").body
    assert ("Nothing waits for you" in after, after.count(">Undo</button>")) == (True, 2)
    assert post(cookie, f"/review/{speaks}", "undo")[0] == 303
    assert post(cookie, f"/review/{speaks}", "edit", content="Agents keep the file .env to themselves.")[0] == 303
    assert reviewers.rows()[-1]["told_by"] == reviewers.people.members["anna"]


@pytest.mark.parametrize("who", ["ben", "rita"])
def test_who_does_not_review_is_told_so(reviewers: Reviewers, acme: ServedTeam, who: str) -> None:
    id = reviewers.remember("anna", SPEAKS)
    cookie = acme.person(who)
    assert acme.visit(cookie, "GET", "/review").status == 403
    answer = acme.visit(cookie, "POST", f"/review/{id}", {"act": "tell", "version": "1"})
    assert (answer.status, reviewers.row(id)["status"]) == (403, "held")


@pytest.mark.parametrize(("version", "status"), [("9", 409), ("", 422), ("x", 422), ("1" * 30, 422)])
def test_a_form_of_another_version_does_nothing(
    reviewers: Reviewers, acme: ServedTeam, version: str, status: int
) -> None:
    id = reviewers.remember("ben", CACHE)
    answer = acme.visit(acme.person("ben"), "POST", f"/tell/{id}", {"act": "tell", "version": version})
    assert (answer.status, reviewers.row(id)["told_by"]) == (status, None)


def test_what_a_memory_says_is_never_markup(reviewers: Reviewers, acme: ServedTeam) -> None:
    id = reviewers.remember("ben", 'Pages use <script>alert("x")</script> and <b>bold</b> \u202etext.')
    for path in (f"/tell/{id}", f"/review/{id}"):
        shown = acme.visit(acme.person("anna"), "GET", path).body
        assert "<script>alert" not in shown
        assert "\u202e" not in shown
        assert "&lt;script&gt;" in shown
