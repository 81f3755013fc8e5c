"""A form that is sent twice is done once: the second answer is the first one again, a secret that is shown included."""

import re
from concurrent.futures import ThreadPoolExecutor

from tests.servers.team.page.conftest import PagedTeam

SECRET = re.compile(r"sj_(?:pat|inv)_[0-9A-Za-z]+")


def once(team: PagedTeam, who: str, page: str) -> str:
    """The once-value of a form as a page shows it."""
    return re.findall(r'name="once" value="([\w-]{32})"', team.get(who, page).body)[0]


def test_what_is_shown_once_is_shown_again_to_who_clicked_twice(acme: PagedTeam) -> None:
    token = {"name": "lap", "scope": ["search"], "days": "30", "once": once(acme, "anna", "/tokens")}
    invited = {"name": "dora", "role": "writer", "once": once(acme, "anna", "/members")}
    for path, form in (("/tokens", token), ("/members/invite", invited)):
        first, again = (acme.post("anna", path, **form) for _ in range(2))
        assert (first.status, again.status) == (200, 200)
        assert SECRET.findall(first.body) == SECRET.findall(again.body) != []
        assert first.headers["content-security-policy"] == again.headers["content-security-policy"]
    held = acme.row("SELECT string_agg(encode(answer, 'escape'), ' ') FROM kept_answer")
    assert SECRET.findall(held) == []


def test_a_task_is_left_once_and_another_one_by_the_same_form_as_well(acme: PagedTeam) -> None:
    form = {"task": "Weigh parcels", "to": "carol", "once": once(acme, "ben", "/handoffs")}
    with ThreadPoolExecutor(2) as both:
        told = list(both.map(lambda _: acme.post("ben", "/handoffs", **form), range(2)))
    assert [(one.status, one.headers["location"]) for one in told] == [(303, "/handoffs")] * 2
    assert acme.row("SELECT count(*) FROM handoff") == 1
    acme.post("ben", "/handoffs", **form | {"task": "Weigh letters"})
    acme.post("ben", "/handoffs", **form | {"once": once(acme, "ben", "/handoffs")})
    assert acme.row("SELECT count(*) FROM handoff") == 3


def test_what_failed_is_tried_again_and_nobody_else_is_answered(acme: PagedTeam) -> None:
    form = {"name": "ben", "role": "writer", "once": once(acme, "anna", "/members")}
    assert acme.post("anna", "/members/invite", **form).status == 422
    acme.row("UPDATE member SET name = 'benjamin' WHERE name = 'ben' RETURNING 1")
    assert acme.post("anna", "/members/invite", **form).status == 200
    assert acme.post("rosa", "/members/invite", **form).status == 403


def test_who_told_it_already_is_told_so(acme: PagedTeam) -> None:
    path = f"/tell/{acme.memories['fridays']}"
    for _ in range(2):
        assert acme.post("carol", path, act="tell", version="1").headers["location"] == path
    assert acme.row("SELECT count(*) FROM review_act") == 1
