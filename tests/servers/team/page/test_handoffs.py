"""Work handed over in a browser: left, seen by whom it is for, refused, withdrawn."""

from tests.servers.team.page.conftest import PagedTeam

TASK = "Look after the cache"


def handoff(team: PagedTeam) -> str:
    return str(team.row("SELECT id FROM handoff").hex)


def test_a_task_waits_for_whom_it_was_left(acme: PagedTeam) -> None:
    told = acme.post("ben", "/handoffs", task=TASK, to="carol", repo="shop", next_steps="one\n\ntwo")
    assert told.status == 303
    assert "<li>one</li><li>two</li>" in acme.get("carol", "/handoffs").body
    assert TASK in acme.get("carol", "/").body
    assert TASK not in acme.get("rosa", "/").body
    assert acme.post("ben", "/handoffs", task=TASK, to="ben").status == 422
    assert acme.post("ben", "/handoffs", task=" ", to="carol").status == 422


def test_it_is_refused_with_a_reason_that_its_sender_reads(acme: PagedTeam) -> None:
    acme.post("ben", "/handoffs", task=TASK, to="carol")
    path = f"/handoffs/{handoff(acme)}"
    assert acme.post("rosa", path, act="refuse", reason="no").status == 404, "it isn't hers to see"
    assert acme.post("carol", path, act="refuse", reason="").status == 422
    assert acme.post("carol", path, act="refuse", reason="I am away").status == 303
    assert "I am away" in acme.get("ben", "/handoffs").body
    assert acme.post("carol", path, act="refuse", reason="I am away").status == 303


def test_it_is_withdrawn_by_its_sender_alone(acme: PagedTeam) -> None:
    acme.post("ben", "/handoffs", task=TASK, to="any")
    path = f"/handoffs/{handoff(acme)}"
    assert acme.post("carol", path, act="withdraw").status == 409
    assert acme.post("ben", path, act="withdraw").status == 303
    assert TASK not in acme.get("carol", "/handoffs").body
    assert acme.post("ben", path, act="eat").status == 422
